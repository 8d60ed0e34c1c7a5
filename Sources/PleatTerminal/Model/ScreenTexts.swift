import OutlineRepository

/// What the screen says about edits, in the words of whoever shows it: of the command line.
package struct ScreenTexts {
  /// Says what an edit did, given as a participle, such as "added".
  package var receipt: (_ done: String, _ answer: Answer) -> String
  /// Says what an undo or a redo did, given as a participle.
  package var undone: (_ done: String, _ answer: Answer) -> String
  /// Says on one line what an edit could not do, such as a backup; nil if there is nothing to say.
  package var warning: (Answer) -> String?
  /// Says on one line why an edit was refused, and what to do next.
  package var failure: (any Error) -> String
  /// Says on one line what is wrong with the file, or with an edit, without what to do next.
  package var trouble: (any Error) -> String
  /// Returns a text on one line, in which nothing can harm a terminal.
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

  /// What stands before the title of a section that is open.
  let open: String
  /// What stands before the title of a section that is collapsed.
  let collapsed: String
  /// The check box of an open task.
  let todo: String
  /// The check box of a task that is done.
  let done: String

  /// Creates the signs; those that are not given are the usual ones.
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
