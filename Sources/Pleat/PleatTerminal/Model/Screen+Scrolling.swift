import ListChanges
import OutlineCore
import TerminalText

extension Screen {
  /// The number of screen lines for the list, between the head line and the status lines.
  var listRows: Int { max(state.size.rows - headRows - state.statusRows, 1) }

  /// The number of head lines: on a low screen, the list needs the line more.
  var headRows: Int { state.size.rows < 8 ? 0 : 1 }

  /// The screen lines before a line that belong to no item: on a high screen, an empty one separates what is in an outermost
  /// section from the next such section; in an agenda, they are the headings of days.
  func rows(above index: Int) -> [[Span]] {
    let hasAir = state.size.rows >= 20
    if let filter = state.filter, filter.isAgenda {
      let headings = filter.headings[index] ?? []
      let rows = headings.map { heading in
        let title = Span(" " + layout.shown(heading.title), heading.isEmpty ? .dim : .bold)
        return heading.isEmpty ? [title, Span("  nothing", .dim)] : [title]
      }
      return hasAir && index > 0 && !rows.isEmpty ? [[]] + rows : rows
    }
    guard hasAir, let line = line(index), line.level == 1 else { return [] }
    let above = self.line(index, movedBy: -1)
    return above == index || self.line(above)?.level == 1 ? [] : [[]]
  }

  var layout: LineLayout {
    LineLayout(width: state.size.columns, signs: signs, escaped: texts.escaped, today: today(), notes: scheduleNotes)
  }

  /// Returns the screen lines of a line; except for the selected line, no more than the list has room for.
  func rows(of index: Int) -> [[Span]] {
    if isHidden(index) { return [] }
    guard let line = line(index) else { return [[Span(layout.shown(" …"))]] }
    let isSelected = index == port.cursor
    return rows(above: index)
      + layout.rows(
        line, isChanged: state.highlights[line.id] != nil,
        isMarked: state.marks.contains(line.id), hits: line.isAround ? nil : state.filter?.pattern,
        limit: isSelected ? port.skip + listRows + 1 : listRows)
  }

  private func height(of index: Int) -> Int { rows(of: index).count }

  /// The number of screen lines above the cursor.
  var rowsAboveCursor: Int {
    let (top, cursor) = (state.livePort.top, state.livePort.cursor)
    guard top < cursor, cursor - top <= listRows else { return 0 }
    return (top..<cursor).reduce(0) { $0 + height(of: $1) }
  }

  /// Scrolls as little as needed to show the line under the cursor without empty lines below the list.
  func keepInSight() {
    state.statusRows = status.rows.count
    var port = port
    if lines.isEmpty {
      self.port = Viewport()
      return
    }
    port.cursor = shown(min(max(port.cursor, lines.lowerBound), lines.upperBound - 1))
    port.top = min(shown(max(port.top, lines.lowerBound)), port.cursor)
    self.port = port
    load(around: port.cursor)
    showBelow(from: port.cursor, to: port.cursor, extra: inputRows)
    fillUp()
    load(around: self.port.top)
    noteSelection()
  }

  /// Scrolls until a range of lines is on the screen; if it does not fit, its first line goes to the top.
  func showBelow(from first: Int, to last: Int, extra: Int = 0) {
    var room = listRows - extra
    var top = last + 1
    while top > first, room > 0 {
      load(around: top - 1)
      room -= height(of: top - 1)
      if room >= 0 || top - 1 == first { top -= 1 }
    }
    if top > first { top = first }
    while top > port.top, top > lines.lowerBound, room > 0 {
      room -= height(of: top - 1)
      if room >= 0 { top -= 1 }
    }
    if port.top < top {
      port.top = top
      port.skip = 0
    }
    let height = height(of: port.cursor)
    if port.top != port.cursor || height <= listRows { port.skip = 0 }
  }

  /// Scrolls up if there are empty lines below the list.
  private func fillUp() {
    var room = listRows - inputRows
    for index in port.top..<lines.upperBound {
      room -= height(of: index)
      if room <= 0 { return }
    }
    while true {
      let above = line(port.top, movedBy: -1)
      guard above < port.top else { return }
      load(around: above)
      room -= height(of: above)
      if room < 0 { return }
      port.top = above
    }
  }

  /// Scrolls, and keeps the cursor on the screen.
  func scroll(by count: Int) {
    if lines.isEmpty { return }
    port.top = line(port.top, movedBy: count)
    load(around: port.top)
    fillUp()
    let last = lastOnScreen
    if port.cursor < port.top { moveCursor(to: port.top) } else if port.cursor > last { moveCursor(to: last) }
  }

  /// The last line that is completely on the screen.
  private var lastOnScreen: Int {
    var room = listRows
    var last = port.top
    for index in port.top..<max(lines.upperBound, port.top) where !isHidden(index) {
      room -= height(of: index)
      if room < 0 { break }
      last = index
      if room == 0 { break }
    }
    return last
  }

  /// Moves the cursor; a step of one line first scrolls through a line that is longer than the screen.
  func move(by count: Int) {
    let hidden = rows(of: port.cursor).count - port.skip - listRows
    if port.top == port.cursor, count == 1, hidden > 0 {
      port.skip += 1
    } else if port.top == port.cursor, count == -1, port.skip > 0 {
      port.skip -= 1
    } else {
      moveCursor(to: line(port.cursor, movedBy: count))
    }
  }

  /// Goes to a line, counted from 1 among the lines that can be shown.
  func goToLine(_ number: Int) {
    if state.filter != nil || state.done.isEmpty { return moveCursor(to: lines.lowerBound + number - 1) }
    var (low, high) = (lines.lowerBound, lines.upperBound)
    while low < high {
      let middle = (low + high) / 2
      let count = state.done.countOfOthers(in: lines.lowerBound..<(middle + 1))
      if count < number { low = middle + 1 } else { high = middle }
    }
    moveCursor(to: low)
  }

  /// Moves the cursor and the screen by pages.
  func page(by pages: Int) {
    let onScreen = state.done.gaps(in: port.top..<max(lastOnScreen, port.top)).reduce(0) { $0 + $1.count }
    let count = max(onScreen, 1) * pages
    port.top = line(port.top, movedBy: count)
    moveCursor(to: line(port.cursor, movedBy: count))
  }

  // MARK: - The mouse

  /// Returns the line at a row of the screen, and whether that is its first row; nil if no line is there.
  func line(atRow row: Int) -> (line: Int, isFirst: Bool)? {
    guard (0..<listRows).contains(row) else { return nil }
    var first = -port.skip
    for index in port.top..<max(lines.upperBound, port.top) where first <= row {
      let next = first + height(of: index)
      if row < next { return (index, row == first + rows(above: index).count) }
      first = next
    }
    return nil
  }

  /// The longest time between the two clicks of a double click.
  private static let doubleClick: Duration = .milliseconds(400)

  func click(_ column: Int, _ row: Int) {
    guard row >= headRows, let (line, isFirst) = line(atRow: row - headRows) else { return }
    moveCursor(to: line)
    guard isFirst, let shown = self.line(line) else { return }
    let last = state.lastClick
    state.lastClick = nil
    if layout.columns(ofBoxOf: shown).contains(column) {
      tick()
    } else if layout.columns(ofMarkerOf: shown).contains(column), leaveFilter() {
      toggle()  // in a filter all sections are drawn open; a fold is about the whole list
    } else if let last, last.line == shown.id, last.time.elapsed < Self.doubleClick {
      if shown.marker.isFull { if leaveFilter() { toggle() } } else if refusals.edits == nil { beginEditing() }
    } else {
      state.lastClick = (shown.id, .now)
    }
  }
}
