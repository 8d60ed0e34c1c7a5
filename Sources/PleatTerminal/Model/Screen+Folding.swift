import ListChanges
import OutlineCore
import OutlineRepository

// Folds, and sections that are shown alone.
extension Screen {
  /// The position under the cursor in the whole list, not in a filter.
  var currentPosition: ListPosition? {
    state.bounds.contains(state.livePort.cursor) ? view.shape.position(ofLine: state.livePort.cursor) : nil
  }

  /// The header under the cursor, with its index among the visible sections.
  private var currentHeader: (header: HeaderLine, index: Int)? {
    guard case .header(let index)? = currentPosition else { return nil }
    return view.header(ofSection: index).map { ($0, index) }
  }

  func toggle() {
    guard let (header, _) = currentHeader, !header.isItem else { return needHeader() }
    fold([header.section.id], header.isCollapsed ? .expand : .collapse)
  }

  private func needHeader() {
    if !state.bounds.isEmpty { state.message = "This is a row: left goes to its header, e edits it, x marks it." }
  }

  /// Expands the section or, if it is expanded already, the collapsed sections of the next level below it.
  func open() {
    guard let (header, index) = currentHeader else { return needHeader() }
    if header.isCollapsed { return fold([header.section.id], .expand) }
    guard let lines = view.linesBelow(section: index) else { return }
    var found: [SectionID] = []
    var level = Int.max
    for next in index + 1..<max(view.numberOfSections, index + 1) {
      guard let below = view.header(ofSection: next), below.line < lines.upperBound else { break }
      guard below.isCollapsed, below.rowCount + below.sectionsBelow > 0, below.section.level <= level else { continue }
      if below.section.level < level { found = [] }
      level = below.section.level
      found.append(below.section.id)
    }
    if found.isEmpty { state.message = "Nothing is collapsed here." } else { fold(found, .expand) }
  }

  /// Collapses the section; on a row, goes to its header, and on a collapsed header, to the parent's.
  func close() {
    guard let position = currentPosition else { return }
    if case .row = position {
      if let line = view.shape.headerLine(ofSection: position.section) { moveCursor(to: line) }
      return
    }
    guard let (header, index) = currentHeader else { return }
    let hasNothing = header.rowCount + header.sectionsBelow == 0
    if !header.isCollapsed, !hasNothing, header.section.isCollapsible { return fold([header.section.id], .collapse) }
    let parent = view.index(enclosingSection: index)
    if let line = parent.flatMap(view.shape.headerLine) { moveCursor(to: line) }
  }

  func foldAll(_ request: FoldRequest) {
    perform(.fold(.all, request), done: request == .collapse ? "collapsed" : "expanded", words: "fold all")
  }

  func switchAccordion() {
    let isOn = !view.userSettings.accordion
    perform(.setAccordion(isOn), done: "", words: "accordion") { _ in
      isOn ? "Accordion on: expanding a section collapses the sections beside it." : "Accordion off."
    }
  }

  func fold(_ sections: [SectionID], _ request: FoldRequest) {
    let done = request == .collapse ? "collapsed" : "expanded"
    perform(.fold(.sections(sections.map(Address.section), recursive: false), request), done: done, words: done)
    guard request == .expand, let (_, index) = currentHeader, let lines = view.linesBelow(section: index) else {
      return
    }
    // Scroll as little as needed to show the new lines; if they do not fit, the header goes to the top.
    let last = min(lines.upperBound - 1, state.livePort.cursor + listRows)
    load(around: state.livePort.cursor)
    showBelow(from: state.livePort.cursor, to: last)
  }

  // MARK: - Sections that are shown alone

  func hoist() {
    guard let position = currentPosition, let header = view.header(ofSection: position.section) else { return }
    if state.hoists.last == header.section.id {
      state.message = "This section is shown alone already; backspace goes back."
      return
    }
    state.hoists.append(header.section.id)
    findBounds()
    dropHiddenMarks()
    state.livePort.top = state.bounds.lowerBound
  }

  func leaveHoist() {
    if state.hoists.popLast() == nil { state.message = "The whole outline is shown." }
    findBounds()
  }

  func leaveHoists() {
    state.hoists = []
    findBounds()
  }
}
