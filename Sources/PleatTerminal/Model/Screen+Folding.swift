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

  /// The row under the cursor, with its position, if it has others below it.
  private var currentParent: (row: RowLine, isCollapsed: Bool)? {
    guard case .row(let path)? = currentPosition, let row = try? view.row(at: path) else { return nil }
    return row.isCollapsed.map { (row, $0) }
  }

  func toggle() {
    if let (row, isCollapsed) = currentParent { return fold([.row(row.id)], isCollapsed ? .expand : .collapse) }
    guard let (header, _) = currentHeader, !header.isItem else { return needHeader() }
    fold([.section(header.section.id)], header.isCollapsed ? .expand : .collapse)
  }

  private func needHeader() {
    if !state.bounds.isEmpty { state.message = "Nothing is below this row: left goes to what it is in, e edits it, x marks it." }
  }

  /// Expands the section or, if it is expanded already, the collapsed sections of the next level below it.
  func open() {
    if let (row, isCollapsed) = currentParent, isCollapsed { return fold([.row(row.id)], .expand) }
    guard let (header, index) = currentHeader else { return needHeader() }
    if header.isCollapsed { return fold([.section(header.section.id)], .expand) }
    guard let lines = view.linesBelow(section: index) else { return }
    var found: [ItemID] = []
    var level = Int.max
    for next in index + 1..<max(view.numberOfSections, index + 1) {
      guard let below = view.header(ofSection: next), below.line < lines.upperBound else { break }
      guard below.isCollapsed, below.rowCount + below.sectionsBelow > 0, below.section.level <= level else { continue }
      if below.section.level < level { found = [] }
      level = below.section.level
      found.append(.section(below.section.id))
    }
    if found.isEmpty { state.message = "Nothing is collapsed here." } else { fold(found, .expand) }
  }

  /// Collapses the section or row; goes to what a row is in if it has nothing below it or is collapsed, and on a collapsed header to
  /// the parent's.
  func close() {
    guard let position = currentPosition else { return }
    if case .row(let path) = position {
      if let (row, isCollapsed) = currentParent, !isCollapsed { return fold([.row(row.id)], .collapse) }
      if let line = lineAround(path) { moveCursor(to: line) }
      return
    }
    guard let (header, index) = currentHeader else { return }
    let hasNothing = header.rowCount + header.sectionsBelow == 0
    if !header.isCollapsed, !hasNothing, header.section.isCollapsible { return fold([.section(header.section.id)], .collapse) }
    let parent = view.index(enclosingSection: index)
    if let line = parent.flatMap(view.shape.headerLine) { moveCursor(to: line) }
  }

  /// The line of the row that a row is below, or else of its header.
  private func lineAround(_ path: RowPath) -> Int? {
    guard let header = view.shape.headerLine(ofSection: path.section), let row = try? view.row(at: path) else { return nil }
    var end = path.row
    while row.level > 1, end > 0 {
      let start = max(0, end - Self.rowsAtOnce)
      let lines = (try? view.lines(in: (header + 1 + start)..<(header + 1 + end))) ?? []
      for case .row(let above) in lines.reversed() where above.level < row.level { return above.line }
      end = start
    }
    return header
  }

  /// How many rows are read at once in the search for the one that another is below.
  private static let rowsAtOnce = 200

  func foldAll(_ request: FoldRequest) {
    perform(.fold(.all, request), done: request == .collapse ? "collapsed" : "expanded", words: "fold all")
  }

  func switchAccordion() {
    let isOn = !view.userSettings.accordion
    perform(.setAccordion(isOn), done: "", words: "accordion") { _ in
      isOn ? "Accordion on: expanding a section collapses the sections beside it." : "Accordion off."
    }
  }

  func fold(_ items: [ItemID], _ request: FoldRequest) {
    let done = request == .collapse ? "collapsed" : "expanded"
    perform(.fold(.sections(items.map { Address($0) }, recursive: false), request), done: done, words: done)
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
