import OutlineCore
import OutlineRepository

/// The messages of the screen about edits, provided by the command line.
package struct ScreenTexts {
  /// Returns the message about an edit.
  package var receipt: (_ done: Deed, _ answer: Answer) -> String
  /// Returns the message about an undo or a redo.
  package var undone: (_ done: Deed, _ answer: Answer) -> String
  /// Returns, on one line, a warning about an edit, such as a failed backup; nil for none.
  package var warning: (Answer) -> String?
  /// Returns, on one line, why an edit was refused, with the next step.
  package var failure: (any Error) -> String
  /// Returns, on one line, the problem with the file or with an edit, without a next step.
  package var trouble: (any Error) -> String
  /// Returns a text on one line, escaped so that it cannot harm a terminal.
  package var escaped: (String) -> String

  package init(
    receipt: @escaping (_ done: Deed, _ answer: Answer) -> String,
    undone: @escaping (_ done: Deed, _ answer: Answer) -> String, warning: @escaping (Answer) -> String?,
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
