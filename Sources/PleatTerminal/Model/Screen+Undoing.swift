import OutlineCore
import OutlineRepository

extension Screen {
  func undo() { step(.undo) }

  func redo() { step(.redo) }

  private func step(_ direction: History.Direction, _ selection: UndoSelection = .last(1)) {
    let done = direction == .undo ? "undone" : "redone"
    let cursor = state.selected
    let result = perform(done: done, saying: { self.texts.undone(done, $0) }) {
      direction == .undo
        ? try outline.undo(selection, as: user, with: $0) : try outline.redo(selection, as: user, with: $0)
    }
    guard case .success(let answer) = result else { return }
    if direction == .undo { return goBack(answer) }
    remember(cursor, before: answer)
    if let first = answer.items.first { select(first) }
  }

  /// Asks what to do if the last edit, or the last undo, is somebody else's.
  func question(about entry: HistoryEntry, _ direction: History.Direction) -> Question {
    let verb = direction == .undo ? "undo" : "redo"
    return Question(
      text:
        "\(texts.trouble(OutlineError.othersEdit(entry, direction))) m: \(verb) your own last one, a: \(verb) that one, any other key: neither",
      answers: [
        .character("m"): { $0.step(direction, .lastOwn(1)) },
        .character("a"): { $0.step(direction, .entry(entry.id)) },
      ])
  }

  /// Puts the cursor where it was before the undone edit or, if that is unknown, on the first item of the undo.
  private func goBack(_ answer: Answer) {
    guard let first = answer.items.first else { return }
    let index = state.origins.lastIndex { !$0.items.isDisjoint(with: answer.items) }
    select(first)
    if let index { select(state.origins.remove(at: index).cursor) }
  }
}
