/// Shows what must not reach a terminal as it is: control characters, and characters that turn the direction of
/// everything after them.
enum Escapes {
  /// How characters are escaped.
  enum Form {
    /// For people: `\x1b`, `\u202e`; line breaks as `\n`.
    case line
    /// For people, with real line breaks, after each of which this many spaces follow.
    case block(indent: Int)
    /// Inside a JSON string: also quotation marks and backslashes.
    case json
    /// JSON that stands as it is, on one line: white space between its parts becomes blanks.
    case jsonSource
  }

  /// The text on one line, escaped for people.
  static func oneLine(_ text: String) -> String { escaped(text, as: .line) }

  /// The text with its line breaks, escaped for people.
  static func lines(_ text: String) -> String { escaped(text, as: .block(indent: 0)) }

  private static func escaped(_ text: String, as form: Form) -> String {
    var bytes: [UInt8] = []
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0), as: form, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends bytes, escaped; what is not UTF-8 becomes U+FFFD.
  ///
  /// Runs of plain ASCII are copied as they are.
  static func append(_ text: UnsafeRawBufferPointer, as form: Form, to output: inout [UInt8]) {
    let isJSON = if case .json = form { true } else { false }
    var start = 0
    var index = 0
    while index < text.count {
      if index + 8 <= text.count, isPlain(text.loadUnaligned(fromByteOffset: index, as: UInt64.self), isJSON) {
        index += 8
        continue
      }
      let byte = text[index]
      let isPlain = byte >= 0x20 && byte < 0x7F && !(isJSON && (byte == 0x22 || byte == 0x5C))
      if isPlain {
        index += 1
        continue
      }
      output.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start..<index]))
      if byte >= 0x80 {
        let end = text[index...].firstIndex { $0 < 0x80 } ?? text.count
        appendScalars(UnsafeRawBufferPointer(rebasing: text[index..<end]), as: form, to: &output)
        index = end
      } else {
        appendControl(UInt32(byte), as: form, to: &output)
        index += 1
      }
      start = index
    }
    output.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start..<index]))
  }

  /// Whether eight bytes at once are plain ASCII; JSON is looked at byte by byte.
  @inline(__always)
  private static func isPlain(_ bytes: UInt64, _ isJSON: Bool) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops = ones &* 0x80
    let belowBlank = (bytes &- ones &* 0x20) & ~bytes
    let flipped = bytes ^ (ones &* 0x7F)
    let deleted = (flipped &- ones) & ~flipped
    return !isJSON && (bytes | belowBlank | deleted) & tops == 0
  }

  private static func appendScalars(_ bytes: UnsafeRawBufferPointer, as form: Form, to output: inout [UInt8]) {
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if isHarmful(scalar.value) {
        appendControl(scalar.value, as: form, to: &output)
      } else {
        output.append(contentsOf: UTF8.encode(scalar)?.map(\.self) ?? [])
      }
    }
  }

  /// C1 controls, line and paragraph separators, and the marks that set or override the direction of text.
  private static func isHarmful(_ value: UInt32) -> Bool {
    switch value {
    case 0x80...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func appendControl(_ value: UInt32, as form: Form, to output: inout [UInt8]) {
    switch form {
    case .block(let indent) where value == 0x0A:
      output.append(0x0A)
      output.append(contentsOf: repeatElement(0x20, count: indent))
    case .jsonSource where value < 0x20: output.append(0x20)
    case .line, .block: appendEscape(value, isShort: value < 0x80, to: &output)
    case .json, .jsonSource: appendEscape(value, isShort: false, to: &output)
    }
  }

  private static func appendEscape(_ value: UInt32, isShort: Bool, to output: inout [UInt8]) {
    let named: [UInt32: String] = [0x09: "\\t", 0x0A: "\\n", 0x0D: "\\r", 0x22: "\\\"", 0x5C: "\\\\"]
    if let name = named[value] {
      output.append(contentsOf: name.utf8)
      return
    }
    let digits = String(value, radix: 16)
    let zeros = String(repeating: "0", count: (isShort ? 2 : 4) - digits.count)
    output.append(contentsOf: "\\\(isShort ? "x" : "u")\(zeros)\(digits)".utf8)
  }
}

/// Texts as JSON strings.
enum JSONText {
  /// The text as a JSON string, quotation marks included.
  static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A JSON array, one object per line.
  static func array(_ objects: [String]) -> String {
    objects.isEmpty ? "[]\n" : "[\n\(objects.joined(separator: ",\n"))\n]\n"
  }

  /// Appends the text as a JSON string.
  static func append(_ text: String, to output: inout [UInt8]) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0), to: &output) }
  }

  /// Appends bytes as a JSON string.
  static func append(_ text: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    output.append(0x22)
    Escapes.append(text, as: .json, to: &output)
    output.append(0x22)
  }
}
