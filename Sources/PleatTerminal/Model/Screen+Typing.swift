import ListChanges
import OutlineCore
import OutlineRepository

/// A text that is being typed, and what becomes of it.
struct Input {
  /// What the text is for.
  enum Purpose {
    /// The new text of a row, or the new title of a section.
    case text(of: ShownLine)
    /// A new row; the level is where it is drawn.
    case row(Placement, level: Int)
    /// A new section; nil for the end of the outline.
    case section(Placement?)
    case filter
  }

  let purpose: Purpose
  var line: LineInput
  /// The text or title that somebody else has written meanwhile, where the purpose is a text; it stays.
  var theirs: String?

  /// How the line begins that the text is typed in; nil if that is the last line of the screen, and not one of the list.
  var place: (marker: ShownLine.Marker, level: Int)? {
    switch purpose {
    case .text(let line): (line.marker, line.level)
    case .row(_, let level): (.row(isDone: nil), level)
    case .section, .filter: nil
    }
  }

  /// What stands before the text in the last line of the screen.
  var prompt: String? {
    switch purpose {
    case .text, .row: nil
    case .section: "New section:"
    case .filter: "/"
    }
  }

  /// What the keys do that end it.
  var hint: String {
    if case .filter = purpose { return "up, down: hits  enter: stay among them  escape: the whole list" }
    if let theirs {
      return
        "Meanwhile it was changed to \"\(theirs)\". enter: keep that, and add your text as a row below  escape: drop your text"
    }
    return "enter: save  escape: leave it as it was"
  }
}

extension Screen {
  func beginEditing() {
    guard let line = current else { return }
    state.mode = .input(Input(purpose: .text(of: line), line: LineInput(line.text, hasLines: line.marker.isRow)))
  }

  func beginRow() {
    let level = current.map { $0.marker.isRow ? $0.level : $0.level + 1 } ?? 1
    state.mode = .input(Input(purpose: .row(rowPlacement, level: level), line: LineInput(hasLines: true)))
  }

  func beginSection() { state.mode = .input(Input(purpose: .section(sectionPlacement), line: LineInput())) }

  func take(_ key: Key, in input: Input) {
    var input = input
    switch key {
    case .enter: finish(input)
    case .escape, .control("c"):
      state.mode = .list
      if case .filter = input.purpose { leaveFilter() }
    case .paste(let text):
      guard case .row = input.purpose, text.contains(where: \.isNewline) else { fallthrough }
      input.line.insert(text)
      finish(input, asLines: true)
    default:
      if !input.line.take(key) { return moveInFilter(key, input) }
      state.mode = .input(input)
      if case .filter = input.purpose { search(for: input.line.text) }
    }
  }

  /// Moves among the hits while the words are typed.
  private func moveInFilter(_ key: Key, _ input: Input) {
    guard case .filter = input.purpose else { return }
    switch key {
    case .down: nextHit(by: 1)
    case .up: nextHit(by: -1)
    default: break
    }
  }

  /// Does what the text is for; it stays where it is if that fails.
  private func finish(_ input: Input, asLines: Bool = false) {
    state.mode = .list
    let text = input.line.text
    let refusal: EditRefusal?
    switch input.purpose {
    case .filter:
      settle()
      if state.filter?.hits.isEmpty ?? false { leaveFilter() }
      return
    case .text(let line):
      if text.utf8.elementsEqual(line.text.utf8) { return }
      if input.theirs != nil { return keepBoth(input, line) }
      let edit = Edit.change(Address(line.id), to: Patch(text: text, oldText: line.text))
      refusal = perform(edit, done: "changed", words: "edit \"\(text.prefix(40))\"")
    case .row(let placement, _):
      let rows = asLines ? Self.rows(in: text) : text.isEmpty ? [] : [RowDraft(text)]
      if rows.isEmpty { return }
      refusal = add(rows, to: placement, words: "add \"\(text.prefix(40))\"")
    case .section(let placement):
      if text.isEmpty { return }
      refusal = add([SectionDraft(title: text)], to: placement, words: "add --section \"\(text.prefix(40))\"")
    }
    if let refusal { typeOn(input, after: refusal) }
  }

  /// Leaves a text that was not saved on the screen; beside it, what somebody else has written in its place.
  private func typeOn(_ input: Input, after refusal: EditRefusal) {
    var input = input
    if let text = refusal.theirs {
      input.theirs = text
      state.message = nil  // the hint says it as long as the text is typed
    }
    state.mode = .input(input)
  }

  /// Leaves what somebody else wrote in its place, and adds the text that was typed as a row: after the row, or as the first
  /// one of the section.
  private func keepBoth(_ input: Input, _ line: ShownLine) {
    let text = input.line.text
    let address = Address(line.id)
    let placement: Placement = line.marker.isRow ? .after(address) : .inside(address, .first)
    if text.utf8.elementsEqual((input.theirs ?? "").utf8) { return }
    let refusal = add([RowDraft(text)], to: placement, words: "add \"\(text.prefix(40))\"")
    if let refusal { typeOn(input, after: refusal) }
  }
}
