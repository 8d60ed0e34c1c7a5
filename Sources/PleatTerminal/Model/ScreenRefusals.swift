/// The actions that a screen refuses, each with a sentence for the user; nil for an action that is possible.
///
/// On another machine's outline, for example, edits may be forbidden, or there may be no editor.
package struct ScreenRefusals: Sendable {
  let edits: String?
  let editor: String?
  /// Suspending pleat, which returns the terminal to the shell.
  let suspension: String?

  /// Creates refusals; by default, everything is possible.
  package init(edits: String? = nil, editor: String? = nil, suspension: String? = nil) {
    self.edits = edits
    self.editor = editor
    self.suspension = suspension
  }
}

extension Screen {
  /// Requests the editor, or explains that there is none.
  func askForEditor() {
    if let refusal = refusals.editor {
      state.message = refusal
    } else {
      state.request = current.map { .editor($0.id) }
    }
  }

  /// Requests suspension, or explains that nothing could resume pleat.
  func askForSuspension() {
    if let refusal = refusals.suspension { state.message = refusal } else { state.request = .suspend }
  }
}
