import ListChanges
import OutlineCore
import OutlineRepository

// Folding, and showing one section alone.
extension Screen {
  /// The position under the cursor in the whole list; nil in a filter.
  var currentPosition: ListPosition? {
    state.bounds.contains(state.livePort.cursor) ? view.shape.position(ofLine: state.livePort.cursor) : nil
  }

  /// The header under the cursor, with its index among the visible sections.
  private var currentHeader: (header: HeaderLine, index: Int)? {
    guard case .header(let index)? = currentPosition else { return nil }
    return view.header(ofSection: index).map { ($0, index) }
  }

  func toggle() {
    guard let line = current else { return }
    switch line.marker {
    case .open, .openRow: fold([line.id], .collapse)
    case .collapsed, .collapsedRow: fold([line.id], .expand)
    case .empty, .row: sayNothingIsBelow()
    }
  }

  /// Goes to a hit in the whole list; without a filter, collapses or expands what is under the cursor.
  func goToHitOrToggle() {
    if state.filter == nil { toggle() } else { leaveFilter() }
  }

  private func sayNothingIsBelow() {
    state.message = "Nothing is below it: left goes to what it is in, e edits it, x ticks it."
  }

  /// Expands the section or row or, if it is expanded, the collapsed items one level below it.
  func open() {
    guard let line = current, let position = currentPosition else { return }
    switch line.marker {
    case .collapsed, .collapsedRow: fold([line.id], .expand)
    case .empty, .row: sayNothingIsBelow()
    case .open, .openRow:
      let all = collapsedLines(below: position)
      let level = all.map(\.level).min()
      let next = all.filter { $0.level == level }.map(\.id)
      if next.isEmpty { state.message = "Nothing is collapsed here." } else { fold(next, .expand) }
    }
  }

  /// Returns the collapsed lines one level below a section or row.
  private func collapsedLines(below position: ListPosition) -> [ShownLine] {
    if case .row(let path) = position {
      let start = state.livePort.cursor
      let end = rowAfterSubtree(of: path)?.line ?? .max
      return collapsedRows(of: path.section).filter { start < $0.line && $0.line < end }.map(\.shown)
    }
    guard let lines = view.linesBelow(section: position.section) else { return [] }
    var found = collapsedRows(of: position.section).map(\.shown)
    for index in position.section + 1..<max(view.numberOfSections, position.section + 1) {
      guard let header = view.header(ofSection: index), header.line < lines.upperBound else { break }
      if header.isCollapsed { found += header.isEmpty ? [] : [ShownLine(header)] }
      found += collapsedRows(of: index).map(\.shown)
    }
    return found
  }

  /// Returns the collapsed rows that a section shows, with the indices of their lines in the list.
  private func collapsedRows(of section: Int) -> [(line: Int, shown: ShownLine)] {
    let level = view.header(ofSection: section)?.section.level ?? 1
    return view.collapsedRows(inSection: section).compactMap { path in
      (try? view.row(at: path)).flatMap(\.self).map { ($0.line, ShownLine($0, level: level)) }
    }
  }

  /// Collapses the section or row; if it cannot be collapsed, moves the cursor to its parent.
  func close() {
    guard let line = current, let position = currentPosition else { return }
    let isCollapsible = currentHeader?.header.section.isCollapsible ?? true
    if isCollapsible, [.open, .openRow].contains(line.marker) {
      fold([line.id], .collapse)
      return
    }
    if let around = self.line(around: position) { moveCursor(to: around) }
  }

  func foldAll(_ request: FoldRequest) {
    perform(
      .fold(.all(withRows: false), request), done: request == .collapse ? .collapsed : .expanded, words: "fold all")
  }

  func switchAccordion() {
    let isOn = !view.userSettings.accordion
    perform(.setAccordion(isOn), done: Deed(""), words: "accordion") { _ in
      isOn ? "Accordion on: expanding a section collapses the sections beside it." : "Accordion off."
    }
  }

  /// Collapses or expands sections and rows; returns whether that was possible.
  @discardableResult
  func fold(_ items: [ItemID], _ request: FoldRequest) -> Bool {
    let done = request == .collapse ? Deed.collapsed : .expanded
    let count = view.numberOfLines
    let result = perform(
      .fold(.sections(items.map { Address($0) }, recursive: false), request), done: done, words: done.words)
    if request != .expand { return result.isSuccess }
    let lines = currentHeader.flatMap { view.linesBelow(section: $0.index) }
    let end = lines?.upperBound ?? state.livePort.cursor + 1 + max(0, view.numberOfLines - count)
    // Scrolls as little as needed to show the new lines; if they do not fit, the header or row moves to the top.
    let last = min(end - 1, state.livePort.cursor + listRows)
    load(around: state.livePort.cursor)
    showBelow(from: state.livePort.cursor, to: last)
    return result.isSuccess
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
