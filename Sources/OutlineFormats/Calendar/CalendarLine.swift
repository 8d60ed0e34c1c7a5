import OutlineCore

/// A property of iCalendar, such as `DUE;VALUE=DATE:20261127`.
struct CalendarLine {
  /// The name in capital letters.
  let name: String
  /// The name with its parameters, as the document has it.
  let key: String
  /// The value as the document has it, with its escapes.
  let value: String

  /// Reads an unfolded line; nil if it has no colon.
  init?(_ line: String) {
    var isQuoted = false
    let colon = line.firstByte { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return byte == UInt8(ascii: ":") && !isQuoted
    }
    guard let colon else { return nil }
    key = String(line[..<colon])
    name = key.prefix { $0 != ";" }.uppercased()
    value = String(line[line.utf8.index(after: colon)...])
  }

  /// Whether the line has a parameter, given with its value in capital letters, such as `RELTYPE=PARENT`.
  func has(_ parameter: String) -> Bool { key.uppercased().split(separator: ";").dropFirst().contains(parameter[...]) }

  /// The value as a text, without its escapes.
  var text: String {
    var text = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in value.unicodeScalars {
      if isEscaped {
        text.append(scalar == "n" || scalar == "N" ? "\n" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }

  /// The value as a list of texts, which commas separate; empty ones are left out.
  var texts: [String] {
    var parts = [""]
    var isEscaped = false
    for scalar in value.unicodeScalars {
      if scalar == ",", !isEscaped { parts.append("") } else { parts[parts.count - 1].unicodeScalars.append(scalar) }
      isEscaped = scalar == "\\" && !isEscaped
    }
    return parts.compactMap { CalendarLine("X:\($0)")?.text }.filter { !$0.isEmpty }
  }

  /// Escapes a text for a value.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "\\", ",", ";": escaped += "\\\(scalar)"
      case "\n": escaped += "\\n"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }

  /// Folds a line into parts of at most 75 bytes; every part after the first begins with a space.
  static func folded(_ line: String) -> String {
    var (folded, count) = ("", 0)
    for scalar in line.unicodeScalars {
      let size = UTF8.width(scalar)
      if count + size > 75 {
        folded += "\r\n "
        count = 1
      }
      folded.unicodeScalars.append(scalar)
      count += size
    }
    return folded + "\r\n"
  }

  /// The lines of a document, without their folds.
  static func lines(of bytes: [UInt8]) -> [(number: Int, text: String)] {
    var lines: [(number: Int, bytes: [UInt8])] = []
    for (index, range) in bytes.lineRanges().enumerated() {
      if bytes[range].first?.isBlank == true, !lines.isEmpty {
        lines[lines.count - 1].bytes += bytes[range].dropFirst()
      } else if !range.isEmpty {
        lines.append((index + 1, Array(bytes[range])))
      }
    }
    return lines.map { ($0.number, String(decoding: $0.bytes, as: UTF8.self)) }
  }
}
