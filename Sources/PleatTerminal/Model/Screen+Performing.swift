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
    _ edit: Edit, done: String, words: String, follows: Bool = false, expandsHolders: Bool = false,
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
    make(done: "added", words: words, follows: true, saying: { _ in "added \(count) items" }) {
      try outline.perform(batch, as: user, with: $0)
    }
  }

  private func make(
    done: String, words: String, remembers: Bool = true, follows: Bool, saying text: ((Answer) -> String)?,
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
