import ListChanges
import OutlineCore
import OutlineRepository

// Edits: each is one call to the library, and what it did comes back as steps of the view.
extension Screen {
  /// Carries an edit out, and says in the status line what it did or why it did not.
  ///
  /// - Parameter follows: Whether the cursor goes to what the edit made.
  /// - Returns: What the edit did, or why it was not made.
  @discardableResult
  func perform(
    _ edit: Edit, done: String, words: String, follows: Bool = false, saying text: ((Answer) -> String)? = nil
  ) -> Result<Answer, EditRefusal> {
    let cursor = state.selected
    let result = perform(done: done, words: words, saying: text) { try outline.perform(edit, as: user, with: $0) }
    if case .success(let answer) = result {
      if edit.changesContent { remember(cursor, before: answer) }
      if follows, let last = answer.items.last, last != state.selected { select(last) }
    }
    return result
  }

  /// Carries out edits that add items as one, and puts the cursor on the last.
  func perform(_ batch: [BatchEdit], words: String) -> Result<Answer, EditRefusal> {
    let cursor = state.selected
    let result = perform(done: "added", words: words, saying: { "added \($0.items.count) items" }) {
      try outline.perform(batch, as: user, with: $0)
    }
    if case .success(let answer) = result {
      remember(cursor, before: answer)
      if let last = answer.items.last { select(last) }
    }
    return result
  }

  @discardableResult
  private func perform(
    done: String, words: String = "", saying text: ((Answer) -> String)?,
    _ work: (OutlineRepository.Request) throws -> Answer
  ) -> Result<Answer, EditRefusal> {
    if let refusal = refusals.edits {
      state.message = refusal
      return .failure(.other)
    }
    _ = catchUp(ownSteps: 0)
    do {
      let answer = try work(OutlineRepository.Request(words: words, report: .names))
      _ = catchUp(ownSteps: 1)
      state.message = [texts.warning(answer), text?(answer) ?? texts.receipt(done, answer)].compactMap(\.self)
        .joined(separator: " ")
      return .success(answer)
    } catch OutlineError.othersEdit(let entry, let direction) {
      state.mode = .question(question(about: entry, direction))
      return .failure(.other)
    } catch {
      state.message = texts.failure(error)
      return .failure(EditRefusal(error))
    }
  }

  /// Remembers where the cursor was before an edit, so that undo puts it there again.
  private func remember(_ cursor: ItemID?, before answer: Answer) {
    guard let cursor, !answer.items.isEmpty else { return }
    state.origins.append(ScreenState.Origin(items: Set(answer.items), cursor: cursor))
  }

  /// Puts the cursor where it was before an edit that is undone, or else on what the undo is about.
  private func goBack(_ answer: Answer) {
    guard let first = answer.items.first else { return }
    let index = state.origins.lastIndex { !$0.items.isDisjoint(with: answer.items) }
    select(first)
    if let index { select(state.origins.remove(at: index).cursor) }
  }

  /// The words that the history keeps of an edit: what was done, and to what.
  private func words(_ verb: String, _ lines: [ShownLine]) -> String { "\(verb) \(lines.title)" }

  // MARK: - What is marked or under the cursor

  /// Makes open tasks of plain rows; if there are none, ticks all tasks or, if all are done, unticks them.
  func tick() {
    let plain = targets.filter { $0.isDone == nil }
    let lines = plain.isEmpty ? targets : plain
    if lines.isEmpty { return }
    let box: CheckBox = lines.contains { $0.isDone == false } ? .done : .open
    perform(
      .change(lines.map { Address($0.id) }, to: Patch(checkBox: box)),
      done: box == .done ? "marked as done" : "marked as open",
      words: words(box == .done ? "done" : plain.isEmpty ? "undone" : "edit --done no", lines))
  }

  /// Deletes what is marked or under the cursor; asks before several things, before a section that is not empty, and before
  /// another row directly after one, so that who types `dd` deletes one.
  func delete() {
    let lines = targets
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

  /// Asks what to do where the last edit, or the last undo, is somebody else's.
  private func question(about entry: HistoryEntry, _ direction: History.Direction) -> Question {
    let verb = direction == .undo ? "undo" : "redo"
    return Question(
      text:
        "\(texts.trouble(OutlineError.othersEdit(entry, direction))) m: \(verb) your own last one, a: \(verb) that one, any other key: neither",
      answers: [
        .character("m"): { $0.step(direction, .lastOwn(1)) },
        .character("a"): { $0.step(direction, .entry(entry.id)) },
      ])
  }

  func changeLevel(isDown: Bool) {
    guard let line = current else { return }
    if isDown, line.marker.isRow {
      state.message =
        "Only a section can go a level down. m moves the row to another section, K and J move it up and down."
      return
    }
    let address = Address(line.id)
    perform(
      isDown ? .demote([address]) : .promote([address]), done: isDown ? "demoted" : "promoted",
      words: words(isDown ? "demote" : "promote", [line]), follows: true)
  }

  // MARK: - Up and down

  func moveUp() { moveCurrent(by: -1) }

  func moveDown() { moveCurrent(by: 1) }

  private func moveCurrent(by step: Int) {
    guard let line = current, let position = view.shape.position(ofLine: state.livePort.cursor) else { return }
    let target =
      switch position {
      case .row(let path): rowTarget(path, by: step)
      case .header(let section): sectionTarget(section, by: step)
      }
    guard let target else {
      state.message = step < 0 ? "There is nothing above to move to." : "There is nothing below to move to."
      return
    }
    perform(.move(Address(line.id), to: target), done: "moved", words: words("move", [line]))
  }

  /// Next to the neighbouring row, or into the section before or behind if that is open.
  private func rowTarget(_ path: RowPath, by step: Int) -> Placement? {
    let count = view.numberOfRows(inSection: path.section) ?? 0
    let cursor = state.livePort.cursor
    let next = state.done.next(from: cursor + step, isDown: step > 0)
    if (0..<count).contains(path.row + next - cursor) {
      load(around: cursor)
      guard let neighbour = live.line(next) else { return nil }
      return step < 0 ? .before(Address(neighbour.id)) : .after(Address(neighbour.id))
    }
    guard let header = view.header(ofSection: path.section + step), !header.isCollapsed,
      state.bounds.contains(header.line)
    else { return nil }
    return .inside(.section(header.section.id), step < 0 ? .last : .first)
  }

  /// Before or behind the neighbouring section with the same parent.
  private func sectionTarget(_ section: Int, by step: Int) -> Placement? {
    guard let level = view.header(ofSection: section)?.section.level else { return nil }
    var index = section + step
    while let header = view.header(ofSection: index), header.section.level >= level,
      state.bounds.contains(header.line)
    {
      if header.section.level == level {
        let address = Address.section(header.section.id)
        return step < 0 ? .before(address) : .after(address)
      }
      index += step
    }
    return nil
  }

  // MARK: - Copies

  func copy() {
    guard let line = current else { return }
    do {
      state.clipboard = try Clipboard(Address(line.id), from: outline, as: user)
      state.message = "copied \"\(line.text.prefix(60))\""
    } catch {
      state.message = texts.failure(error)
    }
  }

  func paste() {
    switch state.clipboard {
    case .row(let row)?: add([row], to: rowPlacement, words: "paste")
    case .sections(let drafts)?: add(drafts, to: sectionPlacement, words: "paste a section")
    case nil: state.message = "Nothing was copied yet: y copies."
    }
  }

  @discardableResult
  func add(_ rows: [RowDraft], to placement: Placement, words: String) -> Result<Answer, EditRefusal> {
    perform(.addRows(rows, to: placement), done: "added", words: words, follows: true)
  }

  /// Adds sections; nil is the end of the outline.
  @discardableResult
  func add(
    _ sections: [SectionDraft], to placement: Placement?, words: String
  ) -> Result<Answer, EditRefusal> {
    perform(.addSections(sections, to: placement ?? Placement()), done: "added", words: words, follows: true)
  }

  /// Where a new row goes: below the row under the cursor, or into the section under it.
  var rowPlacement: Placement {
    switch current {
    case let line? where line.marker.isRow: .after(Address(line.id))
    case let line?: .inside(Address(line.id), line.marker == .collapsed ? .last : .first)
    case nil: Placement()
    }
  }

  /// Where a new section goes: behind the one under the cursor.
  var sectionPlacement: Placement? {
    guard let position = currentPosition else { return nil }
    return view.header(ofSection: position.section).map { .after(.section($0.section.id)) }
  }
}

/// Why the screen could not make an edit; the status line says it, or a question.
enum EditRefusal: Error {
  /// Somebody else has changed this, which the edit was to change.
  case changed(ItemID)
  /// What the edit names does not exist any more.
  case gone
  case other

  init(_ error: any Error) {
    self =
      switch (error as? BatchError)?.reason ?? error {
      case OutlineError.outdated(.changed(let item, _)): .changed(item)
      case OutlineError.notFound: .gone
      default: .other
      }
  }
}

extension Result {
  /// Whether the edit was made.
  var isSuccess: Bool { if case .success = self { true } else { false } }
}

/// What was copied on the screen.
enum Clipboard {
  case row(RowDraft)
  /// A section with all that is below it.
  case sections([SectionDraft])

  init(_ address: Address, from outline: Outline, as user: String) throws {
    if case .row = address, case .row(let row)? = try outline.lines(for: user, ListQuery(addresses: [address])).first {
      self = .row(row.content)
      return
    }
    var drafts: [SectionDraft] = []
    try outline.export([address], as: user, begin: { _ in }) { drafts.add($0) }
    self = .sections(drafts)
  }
}
