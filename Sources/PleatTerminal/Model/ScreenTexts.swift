import OutlineRepository

/// The messages of the screen about edits, which the command line provides.
package struct ScreenTexts {
  /// Returns the message about an edit, given as a participle such as "added".
  package var receipt: (_ done: String, _ answer: Answer) -> String
  /// Returns the message about an undo or a redo, given as a participle.
  package var undone: (_ done: String, _ answer: Answer) -> String
  /// Returns, on one line, a warning about an edit, such as a failed backup; nil if there is none.
  package var warning: (Answer) -> String?
  /// Returns, on one line, why an edit was refused, and the next step.
  package var failure: (any Error) -> String
  /// Returns, on one line, the problem with the file or with an edit, without a next step.
  package var trouble: (any Error) -> String
  /// Returns a text on one line, escaped so that it cannot harm a terminal.
  package var escaped: (String) -> String

  package init(
    receipt: @escaping (_ done: String, _ answer: Answer) -> String,
    undone: @escaping (_ done: String, _ answer: Answer) -> String, warning: @escaping (Answer) -> String?,
    failure: @escaping (any Error) -> String, trouble: @escaping (any Error) -> String,
    escaped: @escaping (String) -> String
  ) {
    self.receipt = receipt
    self.undone = undone
    self.warning = warning
    self.failure = failure
    self.trouble = trouble
    self.escaped = escaped
  }
}

/// The signs that the screen draws with.
package struct Signs: Sendable {
  /// Whether the terminal shows UTF-8.
  package let isUTF8: Bool

  /// The marker of an expanded section.
  let open: String
  /// The marker of a collapsed section.
  let collapsed: String
  /// The check box of an open task.
  let todo: String
  /// The check box of a task that is done.
  let done: String

  /// Creates the signs; a sign that is not given has its default.
  package init(
    isUTF8: Bool, open: String? = nil, collapsed: String? = nil, todo: String? = nil, done: String? = nil
  ) {
    self.isUTF8 = isUTF8
    self.open = open ?? (isUTF8 ? "▾" : "-")
    self.collapsed = collapsed ?? (isUTF8 ? "▸" : "+")
    self.todo = todo ?? (isUTF8 ? "☐" : "[ ]")
    self.done = done ?? (isUTF8 ? "☑" : "[x]")
  }

  var dot: String { isUTF8 ? "·" : "-" }
  var dash: String { isUTF8 ? "—" : "--" }
  var mark: String { isUTF8 ? "•" : "#" }
  var lineBreak: String { isUTF8 ? "⏎" : "\\n" }
}
