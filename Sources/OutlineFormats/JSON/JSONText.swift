/// Builds the text of a JSON object, member by member.
struct JSONObjectText {
  private var members = ""

  /// The text of the object.
  var text: String { "{\(members)}" }

  /// Adds a member whose value is already JSON.
  mutating func append(_ key: String, json: String) {
    if !members.isEmpty { members += "," }
    members += "\(JSONText.string(key)):\(json)"
  }

  /// Adds a member whose value is a string.
  mutating func append(_ key: String, _ value: String) { append(key, json: JSONText.string(value)) }
}

/// Writes JSON values.
package enum JSONText {
  /// Writes a string with its quotes, and escapes quotes, backslashes and control characters.
  ///
  /// - Parameter isEscaped: Whether to escape a given character from U+007F on as well; nil to escape none of them.
  package static func string(_ value: String, alsoEscaping isEscaped: ((Unicode.Scalar) -> Bool)? = nil) -> String {
    var value = value
    var bytes: [UInt8] = []
    bytes.reserveCapacity(value.utf8.count + 2)
    value.withUTF8 { append(UnsafeRawBufferPointer($0), to: &bytes, alsoEscaping: isEscaped) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes an array of values that are already JSON.
  static func array(_ values: [String]) -> String { "[\(values.joined(separator: ","))]" }

  /// Appends UTF-8 bytes as a string with its quotes.
  ///
  /// - Parameters:
  ///   - text: The bytes. If `isEscaped` is given, bytes that are not UTF-8 become U+FFFD.
  ///   - output: Receives the string.
  ///   - isEscaped: Whether to escape a given character from U+007F on as well; nil to escape none of them.
  package static func append(
    _ text: UnsafeRawBufferPointer, to output: inout [UInt8], alsoEscaping isEscaped: ((Unicode.Scalar) -> Bool)? = nil
  ) {
    output.append(UInt8(ascii: "\""))
    var start = 0
    while true {
      let end = endOfPlain(in: text, from: start, onlyASCII: isEscaped != nil)
      output.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start..<end]))
      guard end < text.count else { break }
      start = end + 1
      if text[end] < 0x7F {
        appendEscape(of: Unicode.Scalar(text[end]), to: &output)
      } else if let isEscaped {
        start = text[end...].firstIndex { $0 < 0x7F } ?? text.count
        appendScalars(UnsafeRawBufferPointer(rebasing: text[end..<start]), to: &output, escaping: isEscaped)
      }
    }
    output.append(UInt8(ascii: "\""))
  }

  /// Returns the index after the bytes from `start` that can be copied unchanged.
  ///
  /// - Parameter onlyASCII: Whether to stop at bytes from 0x7F on.
  private static func endOfPlain(in text: UnsafeRawBufferPointer, from start: Int, onlyASCII: Bool) -> Int {
    var index = start
    while index < text.count {
      let byte = text[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || onlyASCII && byte >= 0x7F { break }
      index += 1
    }
    return index
  }

  private static func appendScalars(
    _ bytes: UnsafeRawBufferPointer, to output: inout [UInt8], escaping isEscaped: (Unicode.Scalar) -> Bool
  ) {
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if isEscaped(scalar) {
        appendEscape(of: scalar, to: &output)
      } else {
        output.append(contentsOf: UTF8.encode(scalar)?.map(\.self) ?? [])
      }
    }
  }

  /// Appends the escape of a character, the short form if JSON has one.
  package static func appendEscape(of scalar: Unicode.Scalar, to output: inout [UInt8]) {
    switch scalar {
    case "\t": output += "\\t".utf8
    case "\n": output += "\\n".utf8
    case "\r": output += "\\r".utf8
    case "\"", "\\": output += [UInt8(ascii: "\\"), UInt8(ascii: scalar)]
    default: output += unicodeEscape(of: scalar).utf8
    }
  }

  /// Writes a character as `\uXXXX`, or as two of these if UTF-16 needs two units.
  static func unicodeEscape(of scalar: Unicode.Scalar) -> String {
    UTF16.encode(scalar).map { units in
      units.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    } ?? ""
  }
}
