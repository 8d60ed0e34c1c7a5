import OutlineCore
import OutlineRepository

// Edits; each is one call to the outline, and its effect comes back as steps of the view.
extension Screen {
  /// Makes an edit, and reports it or its failure in the status line.
  ///
  /// - Parameters:
  ///   - follows: Whether the cursor goes to the last item of the answer.
  ///   - expandsHolders: Whether the caller then expands the sections that contain these items.
  @discardableResult
  func perform(
    _ edit: Edit, done: Deed, words: String, follows: Bool = false, expandsHolders: Bool = false,
    saying text: ((Answer) -> String)? = nil
  ) -> Result<Answer, EditRefusal> {
    let receipt = { (answer: Answer) in self.texts.receipt(done, answer.withExpandedHolders) }
    return make(
      done: done, words: words, remembers: edit.changesContent, follows: follows,
      saying: text ?? (expandsHolders ? receipt : nil)
    ) {
      try outline.perform(edit, as: user, with: $0)
    }
  }

  /// Adds items in one edit, and puts the cursor on the last one.
  ///
  /// - Parameter count: The number of added items, including those inside others.
  func perform(_ batch: [BatchEdit], adding count: Int, words: String) -> Result<Answer, EditRefusal> {
    make(done: .added, words: words, follows: true, saying: { _ in "added \(count) items" }) {
      try outline.perform(batch, as: user, with: $0)
    }
  }

  private func make(
    done: Deed, words: String, remembers: Bool = true, follows: Bool, saying text: ((Answer) -> String)?,
    _ work: (OutlineRepository.Request) throws -> Answer
  ) -> Result<Answer, EditRefusal> {
    let cursor = state.selected
    let result = perform(done: done, words: words, saying: text, work)
    guard case .success(let answer) = result else { return result }
    if remembers { remember(cursor, before: answer) }
    if follows, let last = answer.items.last, last != state.selected { select(last) }
    return result
  }

  /// Applies the edits of others, and then runs a closure that makes an edit.
  func perform(
    done: Deed, words: String = "", saying text: ((Answer) -> String)?,
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
      if state.filter == nil { dropHiddenMarks() }
      return .success(answer)
    } catch OutlineError.othersEdit(let entry, let direction) {
      state.mode = .question(question(about: entry, direction))
      return .failure(.other)
    } catch {
      state.message = texts.failure(error)
      return .failure(EditRefusal(error))
    }
  }

  /// Makes an edit of the marked lines, which are then no longer marked.
  func performOnMarks(_ work: () -> Result<Answer, EditRefusal>) -> Result<Answer, EditRefusal> {
    let marks = state.marks
    state.marks = Marks()
    let result = work()
    if !result.isSuccess { state.marks = marks }
    return result
  }

  /// Records where the cursor was before an edit, so that undo can put it back.
  func remember(_ cursor: ItemID?, before answer: Answer) {
    guard let cursor, !answer.items.isEmpty else { return }
    state.origins.append(ScreenState.Origin(items: Set(answer.items), cursor: cursor))
  }
}

/// Why an edit was not made; the status line or a question has already told the user.
enum EditRefusal: Error {
  /// Somebody else changed the text of this item.
  case changed(ItemID)
  /// An item that the edit addresses no longer exists.
  case gone
  /// The edit would delete an item that has others below it.
  case full
  case other

  init(_ error: any Error) {
    self =
      switch (error as? BatchError)?.reason ?? error {
      case OutlineError.otherText(let item, _, _): .changed(item)
      case OutlineError.notFound: .gone
      case OutlineError.notEmpty: .full
      default: .other
      }
  }
}

extension Result {
  var isSuccess: Bool { if case .success = self { true } else { false } }
}

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
