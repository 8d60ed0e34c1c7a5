import OutlineFormats
import OutlineJSON

/// Escapes the characters that ``TextSafety`` considers unsafe to show to people.
package enum Escapes {
  /// The way in which characters are escaped.
  package enum Form {
    /// On one line: `\x1b`, `\u202e`, and `\n` for a line break.
    case line
    /// With line breaks, each followed by this many spaces.
    case block(indent: Int)
    /// A document on a terminal, with its line breaks and tabs.
    case document
  }

  /// Returns the text on one line, escaped for people.
  package static func oneLine(_ text: String) -> String {
    var text = text
    let isPlain = text.withUTF8 { TextSafety.isPlain(UnsafeRawBufferPointer($0)) }
    return isPlain ? text : oneLine(text, text.startIndex..<text.endIndex)
  }

  /// Returns a part of a text on one line, escaped as it would be within the whole text.
  package static func oneLine(_ text: String, _ part: Range<String.Index>) -> String {
    let start = text.utf8.distance(from: text.startIndex, to: part.lowerBound)
    let end = text.utf8.distance(from: text.startIndex, to: part.upperBound)
    var bytes: [UInt8] = []
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0), start..<end, as: .line, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a text on one line for people, with a sign for each line break.
  package static func joined(_ text: String) -> String {
    text.hasByte(UInt8(ascii: "\n"))
      ? text.split(separator: "\n", omittingEmptySubsequences: false).map { oneLine(String($0)) }
        .joined(separator: " \(lineBreak) ") : oneLine(text)
  }

  private static let lineBreak = "⏎"

  /// Returns a title or a text on one line, cut after 59 characters if it is longer than 60.
  package static func short(_ name: String) -> String {
    let line = joined(name)
    return line.count > 60 ? "\(line.prefix(59))…" : line
  }

  /// Returns a message with pleat's own signs in ASCII: `...` for `…`, `!=` for `≠`, and `\n` for `⏎`.
  package static func withASCIISigns(_ text: String) -> String {
    text.map { $0 == "…" ? "..." : $0 == "≠" ? "!=" : $0 == "⏎" ? "\\n" : String($0) }.joined()
  }

  package static func append(_ text: String, as form: Form, to output: inout [UInt8]) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0), as: form, to: &output) }
  }

  /// Appends bytes, or a part of them, escaped; bytes that are not UTF-8 become U+FFFD.
  package static func append(
    _ text: UnsafeRawBufferPointer, _ part: Range<Int>? = nil, as form: Form, to output: inout [UInt8]
  ) {
    if part == nil, TextSafety.isPlain(text) { return output.append(contentsOf: text) }
    UTF8Text.with(text) { text in
      text.copy(
        to: &output, part, stoppingAt: { TextSafety.isSuspect($0, before: $1) },
        replacing: { scalar, index in
          TextSafety.isShownEscaped(scalar, at: index, in: text) ? escape(of: scalar, as: form) : nil
        })
    }
  }

  private static func escape(of scalar: Unicode.Scalar, as form: Form) -> String? {
    switch (form, scalar) {
    case (.block(let indent), "\n"): "\n" + String(repeating: " ", count: indent)
    case (.document, "\n"), (.document, "\t"): nil
    case (_, "\t"), (_, "\n"), (_, "\r"): JSONText.escape(of: scalar)
    case (_, "\0"..."\u{7F}"): "\\x" + hex(scalar, digits: 2)
    case (_, "\0"..."\u{FFFF}"): "\\u" + hex(scalar, digits: 4)
    default: "\\U" + hex(scalar, digits: 8)
    }
  }

  private static func hex(_ scalar: Unicode.Scalar, digits: Int) -> String {
    let number = String(scalar.value, radix: 16)
    return String(repeating: "0", count: digits - number.count) + number
  }
}
