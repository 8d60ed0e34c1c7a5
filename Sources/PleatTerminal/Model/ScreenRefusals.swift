/// The actions that a screen refuses, each with the sentence that says so; nil for an action that is possible.
///
/// A screen that is shown on another machine may have an outline that is served read-only, or have no editor.
package struct ScreenRefusals: Sendable {
  let edits: String?
  let editor: String?
  /// Stopping pleat, so that the shell has the terminal.
  let suspension: String?

  /// Creates refusals; by default everything can be done.
  package init(edits: String? = nil, editor: String? = nil, suspension: String? = nil) {
    self.edits = edits
    self.editor = editor
    self.suspension = suspension
  }
}

extension Screen {
  /// Asks for an editor, or says that there is none.
  func askForEditor() {
    if let refusal = refusals.editor {
      state.message = refusal
    } else {
      state.request = current.map { .editor($0.id) }
    }
  }

  /// Asks to be stopped, or says that nothing could bring pleat back.
  func askForSuspension() {
    if let refusal = refusals.suspension { state.message = refusal } else { state.request = .suspend }
  }
}
