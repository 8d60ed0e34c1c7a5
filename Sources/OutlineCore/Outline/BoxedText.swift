/// A check box at the start of a text, as people type it and Markdown has it: `[ ] call` and `[x] bread`.
///
/// The text of a plain row may begin in the same way; then it is written with a backslash before it.
package struct BoxedText: Hashable {
  /// Whether the task is done; nil for a text without a box.
  package var isDone: Bool?
  /// The text after the box.
  package var text: String

  /// Makes a text with a box, or without one.
  package init(isDone: Bool?, text: String) {
    self.isDone = isDone
    self.text = text
  }

  /// Reads a text: takes a box off its start, or the backslash that keeps the text from having one.
  package init(reading written: String) {
    let bytes = written.utf8
    let boxed = bytes.drop { $0 == UInt8(ascii: "\\") }
    guard let isDone = Self.box(at: boxed) else {
      self.init(isDone: nil, text: written)
      return
    }
    if boxed.startIndex > bytes.startIndex {
      self.init(isDone: nil, text: String(written.dropFirst()))
    } else {
      let rest = boxed.dropFirst(3).drop(while: Self.isSpace)
      self.init(isDone: isDone, text: String(decoding: Array(rest), as: UTF8.self))
    }
  }

  /// The text with its box, so that reading it gives the same again; the text must not begin with white space.
  package var written: String {
    if let isDone { return (isDone ? "[x]" : "[ ]") + (text.isEmpty ? "" : " \(text)") }
    return Self.box(at: text.utf8.drop { $0 == UInt8(ascii: "\\") }) == nil ? text : "\\" + text
  }

  /// Whether the box at the start of some bytes says done; nil where there is none with white space after it.
  private static func box(at bytes: Substring.UTF8View) -> Bool? {
    let start = Array(bytes.prefix(4))
    guard start.count == 4, start[0] == UInt8(ascii: "["), start[2] == UInt8(ascii: "]"),
      isSpace(start[3])
    else { return nil }
    switch start[1] {
    case UInt8(ascii: " "): return false
    case UInt8(ascii: "x"), UInt8(ascii: "X"): return true
    default: return nil
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}

extension SectionDraft {
  /// Makes a section with a title as somebody types it; see ``RowContent/init(typed:isDone:attributes:today:)``.
  package init(typed title: String, isDone: Bool? = nil, today: Day?) {
    let typed = RowDraft(typed: title, isDone: isDone, today: today)
    self.init(title: typed.text, isDone: typed.isDone, schedule: typed.schedule)
  }
}

extension RowContent {
  /// Makes a row of a text as somebody types it: a box at its start, or a day at its end, makes the row a task.
  ///
  /// - Parameters:
  ///   - isDone: The check box of a text without one.
  ///   - today: The day of the one who types the text; nil where a day at its end is a part of it.
  package init(typed text: String, isDone: Bool? = nil, attributes: String? = nil, today: Day?) {
    let boxed = BoxedText(reading: text)
    let dated = today.map { DatedText(reading: boxed.text, today: $0) }
    let box = boxed.isDone ?? isDone ?? (dated?.due == nil ? nil : false)
    self.init(dated?.text ?? boxed.text, isDone: box, attributes: attributes, schedule: Schedule(due: dated?.due))
  }
}
