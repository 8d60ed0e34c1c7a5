import OutlineFormats

/// Escapes what must not reach a terminal: control characters, and characters that change the direction of the text
/// after them.
enum Escapes {
  /// The way in which characters are escaped.
  enum Form {
    /// For people, on one line: `\x1b`, `\u202e`, and `\n` for a line break.
    case line
    /// For people, with line breaks; after each of them comes this number of spaces.
    case block(indent: Int)
    /// JSON that is already complete, on one line: white space between its parts becomes spaces.
    case jsonSource
  }

  /// Returns the text on one line, escaped for people.
  static func oneLine(_ text: String) -> String { escaped(text, as: .line) }

  /// Returns the text with its line breaks, escaped for people.
  static func lines(_ text: String) -> String { escaped(text, as: .block(indent: 0)) }

  private static func escaped(_ text: String, as form: Form) -> String {
    var bytes: [UInt8] = []
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0), as: form, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends bytes, escaped; bytes that are not UTF-8 become U+FFFD.
  ///
  /// Runs of plain ASCII are copied as they are.
  static func append(_ text: UnsafeRawBufferPointer, as form: Form, to output: inout [UInt8]) {
    var start = 0
    var index = 0
    while index < text.count {
      if index + 8 <= text.count, isPlain(text.loadUnaligned(fromByteOffset: index, as: UInt64.self)) {
        index += 8
        continue
      }
      let byte = text[index]
      if byte >= 0x20 && byte < 0x7F {
        index += 1
        continue
      }
      output.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start..<index]))
      if byte >= 0x80 {
        let end = text[index...].firstIndex { $0 < 0x80 } ?? text.count
        appendScalars(UnsafeRawBufferPointer(rebasing: text[index..<end]), as: form, to: &output)
        index = end
      } else {
        appendControl(Unicode.Scalar(byte), as: form, to: &output)
        index += 1
      }
      start = index
    }
    output.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start..<index]))
  }

  /// Appends a text, escaped.
  static func append(_ text: String, as form: Form, to output: inout [UInt8]) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0), as: form, to: &output) }
  }

  /// Returns whether eight bytes are all plain ASCII.
  @inline(__always)
  private static func isPlain(_ bytes: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops = ones &* 0x80
    let belowBlank = (bytes &- ones &* 0x20) & ~bytes
    let flipped = bytes ^ (ones &* 0x7F)
    let deleted = (flipped &- ones) & ~flipped
    return (bytes | belowBlank | deleted) & tops == 0
  }

  private static func appendScalars(_ bytes: UnsafeRawBufferPointer, as form: Form, to output: inout [UInt8]) {
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if isHarmful(scalar) {
        appendControl(scalar, as: form, to: &output)
      } else {
        output.append(contentsOf: UTF8.encode(scalar)?.map(\.self) ?? [])
      }
    }
  }

  /// Returns whether a character from U+007F on is harmful.
  ///
  /// Harmful are control characters, line and paragraph separators, and marks that change the direction of text.
  static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func appendControl(_ scalar: Unicode.Scalar, as form: Form, to output: inout [UInt8]) {
    switch (form, scalar) {
    case (.block(let indent), "\n"):
      output.append(0x0A)
      output.append(contentsOf: repeatElement(0x20, count: indent))
    case (.jsonSource, ..<" "):
      output.append(0x20)
    case (.line, "\0"..."\u{7F}"), (.block, "\0"..."\u{7F}"):
      appendShortEscape(of: scalar, to: &output)
    case (.line, _), (.block, _), (.jsonSource, _):
      JSONText.appendEscape(of: scalar, to: &output)
    }
  }

  /// Appends `\n` for a line break, and an escape such as `\x1b` for other characters.
  private static func appendShortEscape(of scalar: Unicode.Scalar, to output: inout [UInt8]) {
    switch scalar {
    case "\t", "\n", "\r": JSONText.appendEscape(of: scalar, to: &output)
    default: output += "\\x\(scalar.value < 0x10 ? "0" : "")\(String(scalar.value, radix: 16))".utf8
    }
  }
}

extension JSONText {
  /// Returns the text as a JSON string with quotation marks, in which everything that can harm a terminal is escaped.
  static func quoted(_ text: String) -> String { string(text, alsoEscaping: Escapes.isHarmful) }

  /// Appends the text as a JSON string in which everything that can harm a terminal is escaped.
  static func append(quoted text: String, to output: inout [UInt8]) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0), to: &output, alsoEscaping: Escapes.isHarmful) }
  }

  /// Returns a JSON array with one object on each line.
  static func lines(_ objects: [String]) -> String {
    objects.isEmpty ? "[]\n" : "[\n\(objects.joined(separator: ",\n"))\n]\n"
  }
}
