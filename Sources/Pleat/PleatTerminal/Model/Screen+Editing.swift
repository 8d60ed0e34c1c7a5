import OutlineCore
import OutlineRepository

// Edits of the marked lines or, without marks, of the line under the cursor.
extension Screen {
  /// Returns the sentence about an edit for the history.
  func words(_ verb: String, _ lines: [ShownLine]) -> String { "\(verb) \(lines.title)" }

  /// Turns plain rows into open tasks; without plain rows, ticks all tasks or, if all are done, unticks them.
  ///
  /// A repeating task stays open and goes to its next day; the same key pressed once more takes that back.
  func tick() {
    let all = targets()
    let plain = all.filter { $0.isDone == nil }
    let lines = plain.isEmpty ? all : plain
    if lines.isEmpty { return }
    let ids = Set(lines.map(\.id))
    if ids == state.repeats.before { return undo() }
    let box: CheckBox = lines.contains { $0.isDone == false } ? .done : .open
    let result = perform(
      .change(
        lines.map { Address($0.id) }, to: Patch(checkBox: box, doneOn: today(), check: TickCheck(showing: lines))),
      done: box == .done ? .markedAsDone : .markedAsOpen,
      words: words(box == .done ? "done" : plain.isEmpty ? "undone" : "edit --done no", lines))
    if result.isSuccess, box == .done, lines.allSatisfy({ $0.schedule.repeats != nil }) { state.repeats.now = ids }
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
    let result = performOnMarks { perform(edit, done: .deleted, words: words("delete", lines)) }
    state.deletions.now = result.isSuccess
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
      isDown ? .indent(addresses) : .outdent(addresses), done: isDown ? .indented : .outdented,
      words: words(isDown ? "indent" : "outdent", lines), follows: true, expandsHolders: true)
    if case .success(let answer) = result { expandHolders(of: answer.items) }
  }

  func promote() {
    let lines = targets()
    if let line = lines.first(where: { !$0.marker.isRow }) {
      state.message = "\([line].title) is a section already. R makes a row of it."
    } else {
      changeKind(lines, { .promote($0) }, done: .promoted, verb: "promote")
    }
  }

  func demote() {
    let lines = targets()
    if let line = lines.first(where: \.marker.isRow) {
      state.message = "\([line].title) is a row already. S makes a section of it."
    } else {
      changeKind(lines, { .demote($0) }, done: .demoted, verb: "demote")
    }
  }

  private func changeKind(_ lines: [ShownLine], _ edit: ([Address]) -> Edit, done: Deed, verb: String) {
    if lines.isEmpty { return }
    let result = performOnMarks {
      perform(
        edit(lines.map { Address($0.id) }), done: done, words: words(verb, lines), follows: true, expandsHolders: true)
    }
    guard case .success(let answer) = result else { return }
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

// Adding items, and where they go.
extension Screen {
  @discardableResult
  func add(_ rows: [RowDraft], to placement: Placement, words: String) -> Result<Answer, EditRefusal> {
    perform(.addRows(rows, to: placement), done: .added, words: words, follows: true)
  }

  /// Adds sections; without a placement, at the end of the outline.
  ///
  /// - Parameter expandsHolder: Whether the caller then expands the section that contains them.
  @discardableResult
  func add(
    _ sections: [SectionDraft], to placement: Placement?, words: String, expandsHolder: Bool = false
  ) -> Result<Answer, EditRefusal> {
    perform(
      .addSections(sections, to: placement ?? Placement()), done: .added, words: words, follows: true,
      expandsHolders: expandsHolder)
  }

  /// The placement of a new row, directly below the cursor: in the section or expanded row there, or after the row.
  var rowPlacement: Placement {
    switch current {
    case let line? where line.marker == .row || line.marker == .collapsedRow: .after(Address(line.id))
    case let line?: .inside(Address(line.id), line.marker == .collapsed ? .last : .first)
    case nil: Placement()
    }
  }

  /// The placement of a new section: after the one under the cursor.
  var sectionPlacement: Placement? {
    guard let position = currentPosition else { return nil }
    return view.header(ofSection: position.section).map { .after(.section($0.section.id)) }
  }

  /// The placement of pasted sections, in the section under the cursor: first, or last if it is collapsed.
  var nestedPlacement: Placement {
    guard let position = currentPosition, let header = view.header(ofSection: position.section) else {
      return Placement()
    }
    return .inside(.section(header.section.id), header.isCollapsed ? .last : .first)
  }
}

extension Screen {
  func undo() { step(.undo) }

  func redo() { step(.redo) }

  private func step(_ direction: History.Direction, _ selection: UndoSelection = .last(1)) {
    let done = direction == .undo ? Deed.undone : .redone
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
