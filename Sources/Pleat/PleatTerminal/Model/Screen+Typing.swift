import OutlineCore
import OutlineRepository

extension Screen {
  func beginEditing() {
    guard let line = current else { return }
    begin(Input(purpose: .text(of: line), line: LineInput(writtenText(of: line), hasLines: line.marker.isRow)))
  }

  func beginRow() { begin(Input(purpose: newRow(isTask: makesTask), line: LineInput(hasLines: true))) }

  /// Begins an input, with the text that escape left in the last one of its kind, if any; the first character replaces it.
  private func begin(_ input: Input) {
    var input = input
    if let left = state.leftInput, left.isContinued(by: input) {
      input.line = LineInput(left.line.text, hasLines: input.line.hasLines, isSelected: true)
      state.message = "This text was not saved before: enter saves it, and a character replaces it."
    }
    state.leftInput = nil
    state.mode = .input(input)
  }

  /// Leaves an input without saving it; a typed text is kept for the next one of its kind.
  private func leave(_ input: Input) {
    state.mode = .list
    switch input.purpose {
    case .filter: leaveFilterUnused()
    case .command: if !input.isBlank { state.lastCommand = input.line.text }
    case .due: break
    case .text(let line) where input.line.text == writtenText(of: line): break
    case .note(let line) where input.line.text == line.note: break
    case .text, .note, .row, .section:
      if input.isBlank { break }
      state.leftInput = input
      let text = input.line.text.prefix(while: { !$0.isNewline }).prefix(40)
      state.message = "\"\(text)\" is not saved; \(input.beginningKey) offers it again."
    }
  }

  /// The text of a line as it is edited.
  private func writtenText(of line: ShownLine) -> String {
    BoxedText(isDone: nil, text: DatedText.written(line.text, today: today())).written
  }

  /// Whether a new row at the cursor begins as a task: if `add` would make one, or next to a task unless the section
  /// has a setting for new rows.
  private var makesTask: Bool {
    guard let section = currentPosition?.section else { return false }
    let isBesideTask = current?.isDone != nil && view.header(ofSection: section)?.section.newRows == nil
    return isBesideTask || view.boxOfNewRow(inSection: section) == .open
  }

  /// Begins a row before the one under the cursor, or as the first one of the section there.
  func beginRowAbove() {
    guard let line = current, line.marker.isRow else { return beginRow() }
    begin(
      Input(
        purpose: .row(.before(Address(line.id)), level: line.level, isTask: makesTask), line: LineInput(hasLines: true))
    )
  }

  /// Goes to the next hit in a filter; elsewhere begins the note of the item under the cursor.
  func writeNoteOrGoOn() {
    if let filter = state.filter, !filter.isAgenda { return nextHit(by: 1) }
    if let refusal = refusals.edits {
      state.message = refusal
      return
    }
    guard let line = current else { return }
    begin(Input(purpose: .note(of: line), line: LineInput(line.note, hasLines: true)))
  }

  private func save(note input: Input, of line: ShownLine) {
    let note = input.line.text
    if note.hasSameBytes(as: line.note) { return }
    let result = perform(
      .change(Address(line.id), to: Patch(note: note, oldNote: line.note)), done: .changed,
      words: words("edit --note", [line]))
    if case .failure(let refusal) = result { typeOn(input, after: refusal) }
  }

  private func newRow(isTask: Bool) -> Input.Purpose {
    let placement = rowPlacement
    let isBelow = if case .inside = placement.anchor { 1 } else { 0 }
    return .row(placement, level: current.map { $0.level + isBelow } ?? 1, isTask: isTask)
  }

  func beginSection() {
    let isTask = currentPosition.flatMap { view.header(ofSection: $0.section) }?.section.isDone != nil
    begin(Input(purpose: newSection(at: sectionPlacement, isTask: isTask), line: LineInput()))
  }

  private func newSection(at placement: Placement?, isTask: Bool) -> Input.Purpose {
    .section(placement, in: placement.flatMap(titleOfHolder), isTask: isTask)
  }

  func take(_ key: Key, in input: Input) {
    var input = input
    switch key {
    case .enter: finish(input)
    case .escape, .control("c"): leave(input)
    case .tab where input.isCommand: complete(input)
    case .up where input.isCommand:
      input.line = LineInput(state.lastCommand)
      state.mode = .input(input)
    case .tab, .backTab: changeLevel(of: input, isDown: key == .tab)
    case .backspace where input.isNewTask && input.line.characters.isEmpty:
      input.isNewTask = false
      state.mode = .input(input)
    case .paste(let text):
      guard case .row = input.purpose, text.contains(where: \.isNewline) else { fallthrough }
      input.line.insert(text)
      finish(input, asLines: true)
    default:
      if !input.line.take(key) { return moveInFilter(key, input) }
      state.mode = .input(input)
      if case .filter = input.purpose { search(for: input) }
    }
  }

  /// Indents or outdents a new item that is still being typed: below the item before it, or after its parent.
  private func changeLevel(of input: Input, isDown: Bool) {
    let placement: Placement?
    switch input.purpose {
    case .row(let place, _, _): placement = place
    case .section(let place, _, _): placement = place
    case .filter, .command: return
    case .text, .note, .due:
      state.message = "Save it first: \(isDown ? "tab" : "shift-tab") moves only saved items and new items."
      return
    }
    let isRow = if case .row = input.purpose { true } else { false }
    guard let target = placement.flatMap({ self.placement(beside: $0, isDown: isDown, isRow: isRow) }) else {
      state.message =
        isDown ? "There is nothing before it." : isRow ? "It is not below a row." : "It is not inside a section."
      return
    }
    var input = input
    if case .row(_, let level, let isTask) = input.purpose {
      input.purpose = .row(target, level: max(level + (isDown ? 1 : -1), 1), isTask: isTask)
    } else {
      input.purpose = newSection(at: target, isTask: input.isNewTask)
    }
    state.mode = .input(input)
  }

  /// Returns the placement one level below or above another one; nil if there is none.
  private func placement(beside placement: Placement, isDown: Bool, isRow: Bool) -> Placement? {
    let holder: Address?
    switch (placement.anchor, isDown) {
    case (.after(let item), true): return .inside(item)
    case (.inside(let item), false): holder = item
    case (.after(let item), false): holder = self.holder(of: item).map { Address($0.id) }
    case (.inside, true), (.before, _), (.anywhere, _): return nil
    }
    if isRow, case .section? = holder { return nil }
    return holder.map { .after($0) }
  }

  /// Returns the title of the section around a placement; nil for the top level.
  private func titleOfHolder(at placement: Placement) -> String? {
    switch placement.anchor {
    case .inside(let item): line(showing: item).flatMap { live.line($0)?.text }
    case .before(let item), .after(let item): holder(of: item)?.text
    case .anywhere: nil
    }
  }

  /// Returns the line of an item's parent; nil for an outermost section, or if the parent is hidden.
  private func holder(of item: Address) -> ShownLine? {
    guard let position = line(showing: item).flatMap(view.shape.position), let line = line(around: position) else {
      return nil
    }
    load(around: line)
    return live.line(line)
  }

  /// Returns the index of the line that shows an item; nil if it is hidden.
  private func line(showing item: Address) -> Int? {
    item.itemID.flatMap { (try? view.line(showing: $0)) ?? nil }
  }

  /// Moves among the hits while a filter is being typed.
  private func moveInFilter(_ key: Key, _ input: Input) {
    guard case .filter = input.purpose else { return }
    switch key {
    case .down: state.filter == nil ? move(by: 1) : nextHit(by: 1)
    case .up: state.filter == nil ? move(by: -1) : nextHit(by: -1)
    default: break
    }
  }

  /// Finishes the input by using its text; if that fails, the text stays.
  private func finish(_ input: Input, asLines: Bool = false) {
    state.mode = .list
    switch input.purpose {
    case .filter:
      settle()
      if let problem = state.filter?.problem {
        state.mode = .input(input)
        state.message = problem
        return
      }
      if let filter = state.filter, filter.hits.isEmpty, filter.doneCount == 0 {
        leaveFilter()
        state.message = "No hit for \(filter.text); this is the whole list."
      }
      dropHiddenMarks()
    case .text(let line):
      save(input, in: line, over: line.text)
    case .note(let line): save(note: input, of: line)
    case .due(let lines): saveDue(input, of: lines)
    case .command: run(command: input.line.text)
    case .row, .section: if !input.isBlank { addItems(input, asLines: asLines) }
    }
  }

  /// Adds the typed item, and begins another one after it, unless the text is pasted lines.
  ///
  /// - Parameter isHere: Whether to add it at the cursor because its intended place is gone.
  private func addItems(_ input: Input, asLines: Bool, isHere: Bool = false) {
    let text = input.line.text
    let words = "\"\(text.prefix(40))\""
    let isDone = input.isNewTask ? false : nil
    let result: Result<Answer, EditRefusal>
    switch input.purpose {
    case .row(let placement, _, _):
      result =
        asLines
        ? add(pasted: text, to: placement, isDone: isDone)
        : add([RowDraft(typed: text, isDone: isDone, today: today())], to: placement, words: "add \(words)")
    case .section(let placement, _, _):
      result = add(
        [SectionDraft(typed: text, isDone: isDone, today: today())], to: placement, words: "add --section \(words)",
        expandsHolder: true)
    case .text, .note, .due, .filter, .command: return
    }
    switch result {
    case .success(let answer):
      if case .section = input.purpose { expandHolders(of: answer.items) }
      if !asLines { tellOfSlip(in: text) }
      if !asLines, let next = answer.items.last.flatMap(input.next) { state.mode = .input(next) }
    case .failure(.gone) where !isHere: addHere(input, asLines: asLines)
    case .failure(let refusal): typeOn(input, after: refusal)
    }
  }

  /// Adds the typed item at the cursor, because its intended place is gone.
  private func addHere(_ input: Input, asLines: Bool) {
    var input = input
    switch input.purpose {
    case .row: input.purpose = newRow(isTask: input.isNewTask)
    case .section: input.purpose = newSection(at: sectionPlacement, isTask: input.isNewTask)
    case .text, .note, .due, .filter, .command: return
    }
    addItems(input, asLines: asLines, isHere: true)
    state.message = ["Its place does not exist any more, so it is here:", state.message].compactMap(\.self).joined(
      separator: " ")
  }

  /// Replaces a text; if somebody else has changed it meanwhile, asks what to do.
  func save(_ input: Input, in line: ShownLine, over old: String) {
    let typed = BoxedText(reading: input.line.text)
    let dated = DatedText(reading: typed.text, today: today())
    let schedule = dated.schedule(today: today())
    if typed.isDone == nil, schedule == nil, dated.text.hasSameBytes(as: old) { return }
    let box = typed.isDone.map { $0 ? CheckBox.done : .open }
    let edit = Edit.change(
      Address(line.id),
      to: Patch(
        text: dated.text, oldText: old, checkBox: box, doneOn: today(), check: TickCheck(showing: [line]),
        schedule: schedule))
    let result = perform(edit, done: .changed, words: "edit \"\(input.line.text.prefix(40))\"")
    switch result {
    case .success: tellOfSlip(in: typed.text)
    case .failure(let refusal): typeOn(input, after: refusal)
    }
  }

  /// Warns if a typed text ends with `due:` and a mistyped day, which stays in the text.
  private func tellOfSlip(in typed: String) {
    guard let error = DatedText.slip(in: typed, today: today()) else { return }
    state.message = "\(error.remark) w sets the day" + (error.nearest.map { ", such as \($0)." } ?? ".")
  }

  /// After a refused edit, keeps the text in the input, or asks what to do with it.
  func typeOn(_ input: Input, after refusal: EditRefusal) {
    switch (refusal, input.purpose) {
    case (.changed, .text(let line)), (.gone, .text(let line)): ask(about: line, input)
    default: state.mode = .input(input)
    }
  }
}
