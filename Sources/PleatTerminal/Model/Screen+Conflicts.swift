import OutlineCore
import OutlineRepository

// Conflicts with simultaneous edits by others: the other text is shown, and one key decides about both.
extension Screen {
  /// Asks what to do with a typed text after somebody else changed or deleted its item.
  func ask(about line: ShownLine, _ input: Input) {
    guard let found = currentText(of: line) else {
      state.mode = .input(input)
      return
    }
    guard let theirs = found.text else { return askAgain(about: line, input, deletedBy: name(of: found)) }
    state.mode = .question(
      Question(
        text: "Meanwhile \(name(of: found)) wrote \"\(theirs)\" here. "
          + "y: your \"\(input.line.text.prefix(40))\" in its place, t: theirs, b: both, any other key: keep typing",
        answers: [
          .character("y"): { $0.save(input, in: line, over: theirs) },
          .character("t"): { $0.state.message = "\"\(theirs.prefix(60))\" stays." },
          .character("b"): { $0.add(besides: line, input) },
        ],
        typing: input))
  }

  /// Asks whether to add a typed text as a new item, because its section or row was deleted.
  private func askAgain(about line: ShownLine, _ input: Input, deletedBy name: String) {
    state.mode = .question(
      Question(
        text: "Meanwhile \(name) deleted \"\(line.text)\". "
          + "a: add your \"\(input.line.text.prefix(40))\" here, d: drop it, any other key: keep typing",
        answers: [
          .character("a"): { $0.addAgain(line, input) },
          .character("d"): { $0.state.message = "It stays deleted." },
        ],
        typing: input))
  }

  /// Asks whether to delete lines although somebody else has changed one of them.
  func askToDelete(_ line: ShownLine, among lines: [ShownLine]) {
    guard let found = currentText(of: line), let theirs = found.text else { return }
    let lines = lines.map { $0.id == line.id ? line.saying(theirs) : $0 }
    let delete = { (screen: Screen) in screen.delete(lines) }
    let those = lines.count == 1 ? "it" : "all \(lines.count)"
    state.mode = .question(
      Question(
        text:
          "Meanwhile \(name(of: found)) wrote \"\(theirs)\" here. d or y: delete \(those), any other key: leave \(those)",
        answers: [.character("d"): delete, .character("y"): delete]))
  }

  /// Returns the current text of a line; nil if the file cannot be read, which the status line then reports.
  private func currentText(of line: ShownLine) -> CurrentText? {
    do {
      let found = try outline.currentText(of: line.id, as: user)
      _ = catchUp(ownSteps: 0)
      return found
    } catch {
      state.message = texts.failure(error)
      return nil
    }
  }

  private func name(of found: CurrentText) -> String {
    guard let writer = found.writer else { return "somebody" }
    return writer.hasSameBytes(as: user) ? "you yourself, elsewhere," : writer
  }

  /// Keeps the other text, and adds the typed one after the row, or as the first row of the section.
  private func add(besides line: ShownLine, _ input: Input) {
    let address = Address(line.id)
    add(input, line, to: line.marker.isRow ? .after(address) : .inside(address, .first))
  }

  /// Adds a typed text as a new row or section, because its item was deleted.
  private func addAgain(_ line: ShownLine, _ input: Input) {
    if line.marker.isRow { return add(input, line, to: rowPlacement) }
    let words = "add --section \"\(input.line.text.prefix(40))\""
    let section = SectionDraft(typed: input.line.text, isDone: line.isDone, today: today())
    let result = add([section], to: sectionPlacement(at: line.level), words: words)
    if case .failure(let refusal) = result { typeOn(input, after: refusal) }
  }

  /// Returns the placement after the section around the cursor whose level is at most `level`; nil for the end of the
  /// outline.
  private func sectionPlacement(at level: Int) -> Placement? {
    var index = currentPosition?.section
    while let section = index, let header = view.header(ofSection: section) {
      if header.section.level <= level { return .after(.section(header.section.id)) }
      index = view.index(enclosingSection: section)
    }
    return nil
  }

  private func add(_ input: Input, _ line: ShownLine, to placement: Placement) {
    let row = RowDraft(typed: input.line.text, isDone: line.isDone, today: today())
    let result = add([row], to: placement, words: "add \"\(input.line.text.prefix(40))\"")
    if case .failure(let refusal) = result { typeOn(input, after: refusal) }
  }
}
