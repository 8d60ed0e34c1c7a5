import OutlineCore
import OutlineRepository

// Edits of the marked lines or, without marks, of the line under the cursor.
extension Screen {
  /// Returns the sentence about an edit for the history.
  func words(_ verb: String, _ lines: [ShownLine]) -> String { "\(verb) \(lines.title)" }

  /// Turns plain rows into open tasks; without plain rows, ticks all tasks or, if all are done, unticks them.
  func tick() {
    let all = targets()
    let plain = all.filter { $0.isDone == nil }
    let lines = plain.isEmpty ? all : plain
    if lines.isEmpty { return }
    let box: CheckBox = lines.contains { $0.isDone == false } ? .done : .open
    perform(
      .change(
        lines.map { Address($0.id) }, to: Patch(checkBox: box, doneOn: today(), check: TickCheck(showing: lines))),
      done: box == .done ? "marked as done" : "marked as open",
      words: words(box == .done ? "done" : plain.isEmpty ? "undone" : "edit --done no", lines))
  }

  /// Deletes the marked lines, or the line under the cursor.
  ///
  /// Asks before several lines, a section that is not empty, or a second deletion in a row, so that `dd` deletes one.
  func delete() {
    let lines = targets()
    guard lines.count == 1, let line = lines.first else { return deleteSeveral(lines) }
    let isFull = line.marker.isFull
    if !isFull, !state.deletions.before { return delete(lines, isRecursive: false) }
    ask(toDelete: line, isFull: isFull)
  }

  private func ask(toDelete line: ShownLine, isFull: Bool) {
    let delete = { (screen: Screen) in screen.delete([line], isRecursive: isFull) }
    state.mode = .question(
      Question(
        text:
          "Delete \"\(line.text.prefix(40))\" \(isFull ? "with everything in it" : "too")? d or y: yes, any other key: no",
        answers: [.character("d"): delete, .character("y"): delete], passesOn: !isFull))
  }

  private func deleteSeveral(_ lines: [ShownLine]) {
    if lines.isEmpty { return }
    let delete = { (screen: Screen) in screen.delete(lines) }
    state.mode = .question(
      Question(
        text: "Delete \(lines.title) with everything in them? d or y: yes, any other key: no",
        answers: [.character("d"): delete, .character("y"): delete]))
  }

  /// Deletes lines, unless the text of one has changed since it was shown.
  ///
  /// - Parameter isRecursive: Whether to delete what is below them too; otherwise the user is asked about it.
  func delete(_ lines: [ShownLine], isRecursive: Bool = true) {
    let texts = Dictionary(lines.map { ($0.id, $0.text) }) { first, _ in first }
    let edit = Edit.delete(
      lines.map { Address($0.id) }, options: DeleteOptions(isRecursive: isRecursive, oldTexts: texts))
    let result = perform(edit, done: "deleted", words: words("delete", lines))
    state.deletions.now = result.isSuccess
    if result.isSuccess { state.marks = Marks() }
    switch result {
    case .failure(.changed(let item)):
      if let line = lines.first(where: { $0.id == item }) { askToDelete(line, among: lines) }
    case .failure(.full): if let line = lines.first { ask(toDelete: line, isFull: true) }
    case .success, .failure(.gone), .failure(.other): break
    }
  }

  func changeLevel(isDown: Bool) {
    let lines = targets()
    let addresses = lines.map { Address($0.id) }
    if lines.isEmpty { return }
    let result = perform(
      isDown ? .indent(addresses) : .outdent(addresses), done: isDown ? "indented" : "outdented",
      words: words(isDown ? "indent" : "outdent", lines), follows: true, expandsHolders: true)
    if case .success(let answer) = result { expandHolders(of: answer.items) }
  }

  func promote() { changeKind({ .promote($0) }, done: "promoted", verb: "promote") }

  func demote() { changeKind({ .demote($0) }, done: "demoted", verb: "demote") }

  private func changeKind(_ edit: ([Address]) -> Edit, done: String, verb: String) {
    let lines = targets()
    if lines.isEmpty { return }
    let result = perform(
      edit(lines.map { Address($0.id) }), done: done, words: words(verb, lines), follows: true, expandsHolders: true)
    guard case .success(let answer) = result else { return }
    state.marks = Marks()
    expandHolders(of: answer.items)
  }

  /// Expands the sections and rows that items moved into, so that the next key finds the items.
  func expandHolders(of items: [ItemID]) {
    var holders: [ItemID] = []
    for item in items {
      guard let line = (try? view.line(showing: item)) ?? nil, let holder = live.line(line)?.id,
        item != holder, holders.last != holder
      else { continue }
      holders.append(holder)
    }
    guard !holders.isEmpty, let last = items.last else { return }
    let message = state.message
    fold(holders, .expand)
    select(last)
    state.message = message
  }
}

extension TickCheck {
  /// Creates the check that each task is still due on the day that its line shows.
  init(showing lines: [ShownLine]) {
    self.init()
    for line in lines { days[line.id] = line.schedule.due?.day }
  }
}
