import OutlineCore
import OutlineRepository

extension Screen {
  func beginEditing() {
    guard let line = current else { return }
    let text = BoxedText(isDone: nil, text: DatedText.written(line.text, today: today())).written
    state.mode = .input(Input(purpose: .text(of: line), line: LineInput(text, hasLines: line.marker.isRow)))
  }

  func beginRow() {
    state.mode = .input(Input(purpose: newRow(isTask: makesTask), line: LineInput(hasLines: true)))
  }

  /// Whether a new row at the cursor begins as a task: where `add` would make one, and beside a task unless the section
  /// has a setting for new rows.
  private var makesTask: Bool {
    guard let section = currentHolder else { return false }
    let isBesideTask = current?.isDone != nil && view.header(ofSection: section)?.section.newRows == nil
    return isBesideTask || view.boxOfNewRow(inSection: section) == .open
  }

  /// The index of the section for a new row; nil if there is none.
  private var currentHolder: Int? {
    currentPosition.flatMap { current?.marker == .item ? view.index(enclosingSection: $0.section) : $0.section }
  }

  /// A new row at the cursor.
  private func newRow(isTask: Bool) -> Input.Purpose {
    let level = current.map { $0.marker.isItem ? $0.level : $0.level + 1 } ?? 1
    return .row(rowPlacement, level: level, isTask: isTask)
  }

  func beginSection() {
    let isTask = currentPosition.flatMap { view.header(ofSection: $0.section) }?.section.isDone != nil
    state.mode = .input(Input(purpose: newSection(at: sectionPlacement, isTask: isTask), line: LineInput()))
  }

  private func newSection(at placement: Placement?, isTask: Bool) -> Input.Purpose {
    .section(placement, in: placement.flatMap(titleOfHolder), isTask: isTask)
  }

  func take(_ key: Key, in input: Input) {
    var input = input
    switch key {
    case .enter: finish(input)
    case .escape, .control("c"):
      state.mode = .list
      if case .filter = input.purpose { leaveFilter() }
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

  /// Indents or outdents a new item that is still being typed: below the item before it, or after its section.
  private func changeLevel(of input: Input, isDown: Bool) {
    let placement: Placement?
    switch input.purpose {
    case .row(let place, _, _): placement = place
    case .section(let place, _, _): placement = place
    case .filter: return
    case .text, .due:
      state.message = "Save it first: \(isDown ? "tab" : "shift-tab") moves only saved items and new items."
      return
    }
    guard let target = placement.flatMap({ self.placement(beside: $0, isDown: isDown) }) else {
      state.message = isDown ? "There is nothing before it." : "It is not inside a section."
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

  /// The placement one level below or above another one; nil if there is none.
  private func placement(beside placement: Placement, isDown: Bool) -> Placement? {
    switch (placement.anchor, isDown) {
    case (.after(let item), true): .inside(item)
    case (.inside(let section), false): .after(section)
    case (.after(let item), false): holder(of: item).map { .after(.section($0.id)) }
    case (.inside, true), (.before, _), (.anywhere, _): nil
    }
  }

  /// The title of the section around a placement; nil for the outermost level.
  private func titleOfHolder(at placement: Placement) -> String? {
    switch placement.anchor {
    case .inside(let item): line(showing: item).flatMap { live.line($0)?.text }
    case .before(let item), .after(let item): holder(of: item)?.title
    case .anywhere: nil
    }
  }

  /// The section around an item; nil if the item is an outermost section, or hidden.
  private func holder(of item: Address) -> Section? {
    guard let position = line(showing: item).flatMap(view.shape.position) else { return nil }
    let isRow = if case .row = position { true } else { false }
    let section = isRow ? position.section : view.index(enclosingSection: position.section)
    return section.flatMap { view.header(ofSection: $0) }?.section
  }

  /// The line of the list that shows an item; nil if it is hidden.
  private func line(showing item: Address) -> Int? {
    item.itemID.flatMap { (try? view.line(showing: $0)) ?? nil }
  }

  /// Moves among the hits while a filter is typed.
  private func moveInFilter(_ key: Key, _ input: Input) {
    guard case .filter = input.purpose else { return }
    switch key {
    case .down: state.filter == nil ? move(by: 1) : nextHit(by: 1)
    case .up: state.filter == nil ? move(by: -1) : nextHit(by: -1)
    default: break
    }
  }

  /// Uses the text for its purpose; it stays in the input if that fails.
  private func finish(_ input: Input, asLines: Bool = false) {
    state.mode = .list
    switch input.purpose {
    case .filter:
      settle()
      if let filter = state.filter, filter.hits.isEmpty, filter.doneCount == 0 { leaveFilter() }
      dropHiddenMarks()
    case .text(let line):
      save(input, in: line, over: line.text)
    case .due(let lines): saveDue(input, of: lines)
    case .row, .section: if !input.isBlank { addItems(input, asLines: asLines) }
    }
  }

  /// Adds the typed item, and begins the next one after it, unless the text is pasted lines.
  ///
  /// - Parameter isHere: Whether the item goes to the cursor because its own place is gone.
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
    case .text, .due, .filter: return
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

  /// Adds the typed item at the cursor, because its own place is gone.
  private func addHere(_ input: Input, asLines: Bool) {
    var input = input
    switch input.purpose {
    case .row: input.purpose = newRow(isTask: input.isNewTask)
    case .section: input.purpose = newSection(at: sectionPlacement, isTask: input.isNewTask)
    case .text, .due, .filter: return
    }
    addItems(input, asLines: asLines, isHere: true)
    state.message = ["Its place does not exist any more, so it is here:", state.message].compactMap(\.self).joined(
      separator: " ")
  }

  /// Saves a text in place of an old one, and asks what to do if that has changed meanwhile.
  func save(_ input: Input, in line: ShownLine, over old: String) {
    let typed = BoxedText(reading: input.line.text)
    let dated = DatedText(reading: typed.text, today: today())
    if typed.isDone == nil, dated.due == nil, dated.text.hasSameBytes(as: old) { return }
    let box = typed.isDone.map { $0 ? CheckBox.done : .open }
    let edit = Edit.change(
      Address(line.id),
      to: Patch(
        text: dated.text, oldText: old, checkBox: box, doneOn: today(), check: TickCheck(showing: [line]),
        schedule: dated.due.map { SchedulePatch(due: $0) }))
    let result = perform(edit, done: "changed", words: "edit \"\(input.line.text.prefix(40))\"")
    switch result {
    case .success: tellOfSlip(in: typed.text)
    case .failure(let refusal): typeOn(input, after: refusal)
    }
  }

  /// Says so if a typed text ends with `due:` and nearly a day, which stays in the text.
  private func tellOfSlip(in typed: String) {
    guard let error = DatedText.slip(in: typed, today: today()) else { return }
    state.message = "\(error.remark) w sets the day" + (error.nearest.map { ", such as \($0)." } ?? ".")
  }

  /// Leaves a text that was not saved in the input, or asks what to do with it.
  func typeOn(_ input: Input, after refusal: EditRefusal) {
    switch (refusal, input.purpose) {
    case (.changed, .text(let line)), (.gone, .text(let line)): ask(about: line, input)
    default: state.mode = .input(input)
    }
  }
}
