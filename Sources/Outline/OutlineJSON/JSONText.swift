/// Writes JSON values.
///
/// No string that is written holds a control character, a mark that changes the direction of text, or anything else that
/// harms a terminal: all of these are escaped, in every document and every answer.
package enum JSONText {
  /// Writes a string with its quotes, and escapes quotes, backslashes and the characters that ``TextSafety`` calls harmful.
  package static func string(_ value: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(value.utf8.count + 2)
    append(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns JSON with further characters escaped, all of them in strings.
  package static func escaping(_ json: String, where isEscaped: (Unicode.Scalar) -> Bool) -> String {
    guard json.unicodeScalars.contains(where: isEscaped) else { return json }
    return json.unicodeScalars.reduce(into: "") { escaped, scalar in
      if isEscaped(scalar) { escaped += unicodeEscape(of: scalar) } else { escaped.unicodeScalars.append(scalar) }
    }
  }

  /// Appends a text as ``string(_:)`` writes it.
  package static func append(_ text: String, to output: inout [UInt8]) {
    var text = text
    text.withUTF8 { append(UTF8Text(bytes: UnsafeRawBufferPointer($0)), to: &output) }
  }

  /// Appends bytes as a string with its quotes; bytes that are not UTF-8 become U+FFFD.
  package static func append(_ text: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    UTF8Text.with(text) { append($0, to: &output) }
  }

  private static func append(_ text: UTF8Text, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    text.copy(
      to: &output,
      stoppingAt: { byte, next in
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || TextSafety.isSuspect(byte, before: next)
      },
      replacing: { scalar, _ in
        scalar == "\"" || scalar == "\\" || TextSafety.isHarmful(scalar) ? escape(of: scalar) : nil
      })
    output.append(UInt8(ascii: "\""))
  }

  /// Returns JSON that is complete, without white space between its parts, and with escapes for characters that harm a terminal.
  ///
  /// This is how the JSON reader gives attributes, so that a document that is read and written again keeps its bytes.
  package static func compact(_ json: String) -> String {
    var json = json.jsonWithoutSpace()
    var bytes: [UInt8] = []
    json.withUTF8 { append(json: UnsafeRawBufferPointer($0), to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends JSON that is complete, on one line: white space between its parts becomes spaces, and each harmful character
  /// is escaped.
  package static func append(json: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    UTF8Text.with(json) { json in
      json.copy(
        to: &output, stoppingAt: { TextSafety.isSuspect($0, before: $1) },
        replacing: { scalar, _ in
          guard TextSafety.isHarmful(scalar) else { return nil }
          return scalar < " " ? " " : escape(of: scalar)
        })
    }
  }

  /// Returns the escape of a character, the short form if JSON has one.
  package static func escape(of scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\t": "\\t"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\"", "\\": "\\\(scalar)"
    default: unicodeEscape(of: scalar)
    }
  }

  /// Writes a character as `\uXXXX`, or as two of these if UTF-16 needs two units.
  package static func unicodeEscape(of scalar: Unicode.Scalar) -> String {
    UTF16.encode(scalar).map { units in
      units.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    } ?? ""
  }
}

extension String {
  /// The same JSON without white space between values.
  package func jsonWithoutSpace() -> String {
    guard utf8.contains(where: \.isJSONSpace) else { return self }
    var bytes: [UInt8] = []
    var isInString = false
    var isEscaped = false
    for byte in utf8 {
      if isEscaped {
        isEscaped = false
      } else if isInString, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString.toggle()
      }
      if isInString || !byte.isJSONSpace { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
