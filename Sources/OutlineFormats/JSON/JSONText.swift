/// A JSON object that is written as text, member by member, in order.
struct JSONObjectText {
  private var members = ""

  /// The object.
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
  /// A string with its quotes; quotes, backslashes and control characters are escaped.
  ///
  /// - Parameter isEscaped: whether to escape a character from U+007F on as well; nil for none of them.
  package static func string(_ value: String, alsoEscaping isEscaped: ((Unicode.Scalar) -> Bool)? = nil) -> String {
    var value = value
    var bytes: [UInt8] = []
    bytes.reserveCapacity(value.utf8.count + 2)
    value.withUTF8 { append(UnsafeRawBufferPointer($0), to: &bytes, alsoEscaping: isEscaped) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// An array of values that are already JSON.
  static func array(_ values: [String]) -> String { "[\(values.joined(separator: ","))]" }

  /// Appends bytes of UTF-8 as a string with its quotes.
  ///
  /// - Parameter isEscaped: whether to escape a character from U+007F on as well; nil for none of them. Where it is
  ///   given, what is not UTF-8 becomes U+FFFD.
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

  /// Where the bytes from a place on end that can be copied as they are.
  ///
  /// - Parameter onlyASCII: whether no byte from 0x7F on may be copied before it was looked at.
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

  /// Appends the escape of a character: the short one where JSON has one.
  package static func appendEscape(of scalar: Unicode.Scalar, to output: inout [UInt8]) {
    switch scalar {
    case "\t": output += "\\t".utf8
    case "\n": output += "\\n".utf8
    case "\r": output += "\\r".utf8
    case "\"", "\\": output += [UInt8(ascii: "\\"), UInt8(ascii: scalar)]
    default: output += unicodeEscape(of: scalar).utf8
    }
  }

  /// A character as `\uXXXX`, or as two of these where it takes two units of UTF-16.
  static func unicodeEscape(of scalar: Unicode.Scalar) -> String {
    UTF16.encode(scalar).map { units in
      units.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    } ?? ""
  }
}
