import OutlineCore
import OutlineRepository

/// The marked lines, which some keys edit together.
struct Marks {
  /// The lines as they were when they were marked, by the numbers of their items.
  private var lines: [Int64: ShownLine] = [:]
  /// The item where a range of marks begins; nil if no range is being marked.
  var anchor: ItemID?

  var isEmpty: Bool { lines.isEmpty }
  var count: Int { lines.count }
  var all: [ShownLine] { Array(lines.values) }

  func contains(_ item: ItemID) -> Bool { lines[item.number] != nil }

  mutating func set(_ line: ShownLine, isMarked: Bool) { lines[line.id.number] = isMarked ? line : nil }

  mutating func keep(_ lines: [ShownLine]) {
    self.lines = Dictionary(lines.map { ($0.id.number, $0) }) { first, _ in first }
  }
}

extension Screen {
  /// Marks or unmarks the line under the cursor, and goes to the next line.
  func mark() {
    guard let line = current else { return }
    if line.isAround {
      state.message = "\"\(line.text.prefix(40))\" is no hit, and cannot be marked here."
    } else {
      state.marks.set(line, isMarked: !state.marks.contains(line.id))
    }
    move(by: 1)
  }

  /// Moves the cursor, and marks the lines from where the range began to the cursor's new position.
  func drawRange(by count: Int) {
    for _ in 0..<min(abs(count), lines.count) { drawRange(isDown: count > 0) }
  }

  private func drawRange(isDown: Bool) {
    guard let from = current else { return }
    if state.marks.anchor == nil {
      state.marks.anchor = from.id
      mark(from, isMarked: true)
    }
    let (start, anchor) = (port.cursor, state.marks.anchor.flatMap(index(showing:)) ?? port.cursor)
    moveCursor(to: line(port.cursor, movedBy: isDown ? 1 : -1))
    guard let to = current, to.id != from.id else { return }
    let isLonger = abs(port.cursor - anchor) > abs(start - anchor)
    mark(isLonger ? to : from, isMarked: isLonger)
  }

  /// Marks or unmarks a line, unless a filter shows it only because of a hit below it.
  private func mark(_ line: ShownLine, isMarked: Bool) {
    if !line.isAround { state.marks.set(line, isMarked: isMarked) }
  }

  /// Returns the index of the line that shows an item, or that hides it.
  private func index(showing item: ItemID) -> Int? {
    if let filter = state.filter { return filter.lines.firstIndex { $0.id == item } }
    return (try? view.line(showing: item)) ?? nil
  }

  /// Returns the index of the line of an item; nil if the line is not shown, or is not a hit of the filter.
  private func index(of item: ItemID) -> Int? {
    if let filter = state.filter { return filter.hits.first { filter.lines[$0].id.number == item.number } }
    guard let index = index(showing: item), state.bounds.contains(index), !isHidden(index),
      let position = view.shape.position(ofLine: index)
    else { return nil }
    // The position may be a header that hides the item.
    guard case .header(let section) = position else { return index }
    return view.header(ofSection: section)?.section.id.rawValue == item.number ? index : nil
  }

  /// The marked lines that are shown, in the order of the list.
  private var shownMarks: [ShownLine] {
    let found = state.marks.all.compactMap { line in index(of: line.id).map { ($0, self.line($0) ?? line) } }
    return found.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Unmarks lines hidden by a fold, a filter, `H` or a section shown alone, and adds that to the message.
  ///
  /// - Returns: Whether all marked lines are shown.
  @discardableResult
  func dropHiddenMarks() -> Bool {
    let count = state.marks.count
    if count == 0 { return true }
    let shown = shownMarks
    state.marks.keep(shown)
    let hidden = count - state.marks.count
    if hidden == 0 { return true }
    let (lines, are) = hidden == 1 ? ("1 marked line", "is") : ("\(hidden) marked lines", "are")
    let before = state.message.map { $0 + ($0.hasSuffix(".") ? " " : "; ") } ?? ""
    state.message = "\(before)\(lines) \(are) not shown any more, and no longer marked."
    return false
  }

  /// Returns the lines that a key edits: the marked lines in the order of the list, or else the one under the cursor.
  func targets() -> [ShownLine] {
    let lines = shownMarks
    state.marks.keep(lines)
    return lines.isEmpty ? [current].compactMap(\.self) : lines
  }

  /// Leaves the filter or, without one, unmarks all lines or, without marks, shows the sections around the one that is shown.
  func leaveAll() {
    if state.filter != nil {
      leaveFilterUnused()
    } else if !state.marks.isEmpty {
      state.marks = Marks()
    } else if !state.hoists.isEmpty {
      leaveHoist()
    }
  }
}

extension [ShownLine] {
  /// The name of the lines in a question and in the history.
  var title: String {
    guard count == 1, let first else { return "\(count) marked items" }
    return "\"\(first.text.count > 40 ? first.text.prefix(39) + "…" : first.text[...])\""
  }
}
