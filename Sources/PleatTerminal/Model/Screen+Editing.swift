import OutlineCore
import OutlineRepository

// What keys do to what is marked, or else to what is under the cursor.
extension Screen {
  /// The words that the history keeps of an edit: what was done, and to what.
  func words(_ verb: String, _ lines: [ShownLine]) -> String { "\(verb) \(lines.title)" }

  /// Makes open tasks of plain rows; if there are none, ticks all tasks or, if all are done, unticks them.
  func tick() {
    let all = targets()
    let plain = all.filter { $0.isDone == nil }
    let lines = plain.isEmpty ? all : plain
    if lines.isEmpty { return }
    let box: CheckBox = lines.contains { $0.isDone == false } ? .done : .open
    perform(
      .change(lines.map { Address($0.id) }, to: Patch(checkBox: box, doneOn: today())),
      done: box == .done ? "marked as done" : "marked as open",
      words: words(box == .done ? "done" : plain.isEmpty ? "undone" : "edit --done no", lines))
  }

  /// Deletes what is marked or under the cursor; asks before several things, before a section that is not empty, and before
  /// another row directly after one, so that who types `dd` deletes one.
  func delete() {
    let lines = targets()
    guard lines.count == 1, let line = lines.first else { return deleteSeveral(lines) }
    let delete = { (screen: Screen) in screen.delete(lines) }
    let isFull = line.marker.isFull
    if !isFull, !state.deletions.before { return delete(self) }
    state.mode = .question(
      Question(
        text:
          "Delete \"\(line.text.prefix(40))\" \(isFull ? "with all that is in it" : "too")? d or y: yes, any other key: no",
        answers: [.character("d"): delete, .character("y"): delete], passesOn: !isFull))
  }

  private func deleteSeveral(_ lines: [ShownLine]) {
    if lines.isEmpty { return }
    let delete = { (screen: Screen) in screen.delete(lines) }
    state.mode = .question(
      Question(
        text: "Delete \(lines.title) with all that is in them? d or y: yes, any other key: no",
        answers: [.character("d"): delete, .character("y"): delete]))
  }

  /// Deletes lines, unless one says something else by now than whoever deletes it saw.
  func delete(_ lines: [ShownLine]) {
    let texts = Dictionary(lines.map { ($0.id, $0.text) }) { first, _ in first }
    let edit = Edit.delete(lines.map { Address($0.id) }, options: DeleteOptions(isRecursive: true, oldTexts: texts))
    let result = perform(edit, done: "deleted", words: words("delete", lines))
    state.deletions.now = result.isSuccess
    if result.isSuccess { state.marks = Marks() }
    guard case .failure(.changed(let item)) = result else { return }
    if let line = lines.first(where: { $0.id == item }) { askToDelete(line, among: lines) }
  }

  func changeLevel(isDown: Bool) {
    let lines = targets()
    let addresses = lines.map { Address($0.id) }
    if lines.isEmpty { return }
    let result = perform(
      isDown ? .indent(addresses) : .outdent(addresses), done: isDown ? "indented" : "outdented",
      words: words(isDown ? "indent" : "outdent", lines), follows: true)
    if case .success(let answer) = result { expandHolders(of: answer.items) }
  }

  /// Expands the sections that hide items which went into them, so that the next key finds the items.
  func expandHolders(of items: [ItemID]) {
    var holders: [SectionID] = []
    for item in items {
      guard let line = (try? view.line(showing: item)) ?? nil, case .section(let holder)? = live.line(line)?.id,
        item != .section(holder), holders.last != holder
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
