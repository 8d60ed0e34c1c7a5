import OutlineCore

/// A property of iCalendar, such as `DUE;VALUE=DATE:20261127`.
struct CalendarLine {
  /// The name in capital letters.
  let name: String
  /// The bytes of the line; the other texts are made of them when they are asked for.
  private let line: ArraySlice<UInt8>
  private let nameEnd: Int
  private let colon: Int

  /// Reads an unfolded line; nil if it has no colon.
  init?(_ line: ArraySlice<UInt8>) {
    let ends = line.withUnsafeBufferPointer { bytes -> (name: Int, colon: Int)? in
      let isEnd = { (byte: UInt8) in
        byte == UInt8(ascii: ":") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "\"")
      }
      guard let first = bytes.firstIndex(where: isEnd) else { return nil }
      if bytes[first] == UInt8(ascii: ":") { return (first, first) }
      var isQuoted = false
      let colon = bytes[first...].firstIndex { byte in
        if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
        return byte == UInt8(ascii: ":") && !isQuoted
      }
      return colon.map { (bytes[..<$0].firstIndex(of: UInt8(ascii: ";")) ?? $0, $0) }
    }
    guard let ends else { return nil }
    (self.line, nameEnd, colon) = (line, line.startIndex + ends.name, line.startIndex + ends.colon)
    name = Self.capitals(line[..<nameEnd])
  }

  /// Whether there are parameters.
  var hasParameters: Bool { nameEnd < colon }

  /// The parameters in capital letters, such as `;VALUE=DATE`; empty if there are none.
  var parameters: String { Self.capitals(line[nameEnd..<colon]) }

  /// The name with its parameters, as the document has it.
  var key: String { line[..<colon].text() }

  /// The value as the document has it, with its escapes.
  var value: String { line[(colon + 1)...].text() }

  /// The value in capital letters.
  var word: String { Self.capitals(line[(colon + 1)...]) }

  /// Reads an unfolded line; nil if it has no colon.
  init?(_ line: String) { self.init(ArraySlice(line.utf8)) }

  private static func capitals(_ bytes: ArraySlice<UInt8>) -> String {
    let isCapital = !bytes.contains { $0 >= UInt8(ascii: "a") }
    return isCapital ? bytes.text() : bytes.text().uppercased()
  }

  /// Whether the line has a parameter, given with its value in capital letters, such as `RELTYPE=PARENT`.
  func has(_ parameter: String) -> Bool { parameters.split(separator: ";").contains(parameter[...]) }

  /// The name of the time zone of the value; nil if there is none.
  var zone: String? {
    let bytes = parameters.utf8
    guard bytes.indices.contains(where: { bytes[$0...].starts(with: ";TZID=".utf8) }) else { return nil }
    let parts = key.split(separator: ";").dropFirst()
    return parts.first { $0.uppercased().hasPrefix("TZID=") }.map { String($0.dropFirst(5).filter { $0 != "\"" }) }
  }

  /// The value as a text, without its escapes.
  var text: String { Self.unescaped(line[(colon + 1)...]) }

  /// The value as a list of texts, which commas separate; empty ones are left out.
  var texts: [String] {
    var isEscaped = false
    let parts = line[(colon + 1)...].split { byte in
      defer { isEscaped = byte == UInt8(ascii: "\\") && !isEscaped }
      return byte == UInt8(ascii: ",") && !isEscaped
    }
    return parts.map(Self.unescaped).filter { !$0.isEmpty }
  }

  private static func unescaped(_ value: ArraySlice<UInt8>) -> String {
    guard value.contains(UInt8(ascii: "\\")) else { return value.text() }
    var text: [UInt8] = []
    text.reserveCapacity(value.count)
    var isEscaped = false
    for byte in value {
      let isSign = byte == UInt8(ascii: "\\") && !isEscaped
      if !isSign { text.append(isEscaped && byte | 0x20 == UInt8(ascii: "n") ? UInt8(ascii: "\n") : byte) }
      isEscaped = isSign
    }
    return String(decoding: text, as: UTF8.self)
  }

  static func escaped(_ text: String) -> String {
    guard text.hasByte(where: isEscaped) else { return text }
    let bytes = text.utf8.reduce(into: [UInt8]()) { escaped, byte in
      if isEscaped(byte) { escaped.append(UInt8(ascii: "\\")) }
      escaped.append(byte == UInt8(ascii: "\n") ? UInt8(ascii: "n") : byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\\"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\n"): true
    default: false
    }
  }

  /// Appends a line in parts of at most 75 bytes; every part after the first begins with a space.
  static func append(_ line: String, to output: inout [UInt8]) {
    var line = line
    line.withUTF8 { bytes in
      var (start, most) = (0, 75)
      while bytes.count - start > most {
        var end = start + most
        while bytes[end] & 0xC0 == 0x80 { end -= 1 }  // a character is not cut
        output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<end]))
        output += "\r\n ".utf8
        (start, most) = (end, 74)
      }
      output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
    }
    output += "\r\n".utf8
  }

  /// Passes on each line of a document that is not empty, without its folds, with its number counted from 1.
  static func forEach(in bytes: [UInt8], _ body: (_ number: Int, _ line: ArraySlice<UInt8>) throws -> Void) rethrows {
    let ranges = bytes.lineRanges()
    var next = 0
    while next < ranges.count {
      let first = next
      var line = bytes[ranges[first]]
      next += 1
      if line.isEmpty { continue }
      while next < ranges.count, bytes[ranges[next]].first?.isBlank ?? true {
        line += bytes[ranges[next]].dropFirst()
        next += 1
      }
      try body(first + 1, line)
    }
  }
}
