/// A text with a check box at its start, in the form of Markdown: `[ ] call` and `[x] bread`.
///
/// A plain text that begins like a box is written with a backslash before it.
package struct BoxedText: Hashable {
  /// Whether the task is done; nil for a text without a box.
  package var isDone: Bool?
  /// The text after the box.
  package var text: String

  package init(isDone: Bool?, text: String) {
    self.isDone = isDone
    self.text = text
  }

  /// Reads a text: removes a box from its start, or the backslash before what looks like a box.
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
      self.init(isDone: isDone, text: String(Substring(rest)))
    }
  }

  /// The text with its box; reading it gives the same value, if the text does not begin with white space.
  package var written: String {
    if let isDone { return (isDone ? "[x]" : "[ ]") + (text.isEmpty ? "" : " \(text)") }
    return Self.box(at: text.utf8.drop { $0 == UInt8(ascii: "\\") }) == nil ? text : "\\" + text
  }

  /// Whether the box at the start of some bytes is ticked; nil if there is no box with white space after it.
  private static func box(at bytes: Substring.UTF8View) -> Bool? {
    var rest = bytes
    guard rest.popFirst() == UInt8(ascii: "["), let mark = rest.popFirst(), rest.popFirst() == UInt8(ascii: "]"),
      rest.first.map(isSpace) == true
    else { return nil }
    switch mark {
    case UInt8(ascii: " "): return false
    case UInt8(ascii: "x"), UInt8(ascii: "X"): return true
    default: return nil
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}

extension SectionDraft {
  /// Makes a section from a typed title; see ``RowContent/init(typed:isDone:attributes:today:)``.
  package init(typed title: String, isDone: Bool? = nil, today: Day?) {
    let typed = RowDraft(typed: title, isDone: isDone, today: today)
    self.init(title: typed.text, isDone: typed.isDone, schedule: typed.schedule)
  }
}

extension RowContent {
  /// Makes a row from a typed text: a box at its start, or a day or a rule at its end, makes the row a task.
  ///
  /// - Parameters:
  ///   - isDone: The check box of a text without one.
  ///   - today: The current day of the user; nil to leave a day and a rule in the text.
  package init(typed text: String, isDone: Bool? = nil, attributes: String? = nil, today: Day?) {
    let boxed = BoxedText(reading: text)
    let dated = today.map { DatedText(reading: boxed.text, today: $0) }
    let patch = today.flatMap { dated?.schedule(today: $0) }
    let box = boxed.isDone ?? isDone ?? (patch?.makesTask == true ? false : nil)
    self.init(
      dated?.text ?? boxed.text, isDone: box, attributes: attributes,
      schedule: patch.map { Schedule.none.changed(by: $0) } ?? .none)
  }
}

/// Whether a section or a row is a task, and done.
public enum CheckBox: String, CaseIterable, Sendable {
  /// It is no task.
  case plain
  /// It is a task that is still to be done.
  case open
  /// It is a task that is done.
  case done

  /// The check box as the file stores it: whether the task is done; nil without a check box.
  public var isDone: Bool? {
    switch self {
    case .plain: nil
    case .open: false
    case .done: true
    }
  }
}
