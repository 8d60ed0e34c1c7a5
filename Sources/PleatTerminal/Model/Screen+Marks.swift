import OutlineCore
import OutlineRepository

/// The marked lines, on which some keys act together.
struct Marks {
  /// The lines as they were when they were marked, by the numbers of their items.
  private var lines: [Int64: ShownLine] = [:]
  /// The item at which a range that is being marked begins; nil if there is no such range.
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
  /// Marks the line under the cursor, or takes its mark away, and goes to the next.
  func mark() {
    guard let line = current else { return }
    state.marks.set(line, isMarked: !state.marks.contains(line.id))
    move(by: 1)
  }

  /// Moves the cursor, and marks the lines between its position at the first such key and its new one.
  func drawRange(by count: Int) {
    for _ in 0..<min(abs(count), lines.count) { drawRange(isDown: count > 0) }
  }

  private func drawRange(isDown: Bool) {
    guard let from = current else { return }
    if state.marks.anchor == nil {
      state.marks.anchor = from.id
      state.marks.set(from, isMarked: true)
    }
    let (start, anchor) = (port.cursor, state.marks.anchor.flatMap(index) ?? port.cursor)
    moveCursor(to: line(port.cursor, movedBy: isDown ? 1 : -1))
    guard let to = current, to.id != from.id else { return }
    let isLonger = abs(port.cursor - anchor) > abs(start - anchor)
    state.marks.set(isLonger ? to : from, isMarked: isLonger)
  }

  /// The current line of an item.
  private func index(of item: ItemID) -> Int? {
    if let filter = state.filter { return filter.lines.firstIndex { $0.id == item } }
    return (try? view.line(showing: item)) ?? nil
  }

  /// The lines that a key acts on: the marked lines in the order of the list, or else the one under the cursor.
  ///
  /// Lines that do not exist any more, or are hidden because they are done, lose their marks.
  func targets() -> [ShownLine] {
    let found = state.marks.all.compactMap { line -> (index: Int, line: ShownLine)? in
      guard let index = (try? view.line(showing: line.id)) ?? nil, !state.done.contains(index) else { return nil }
      let now = live.line(index)
      return (index, now?.id.number == line.id.number ? now ?? line : line)
    }
    let lines = found.sorted { $0.index < $1.index }.map(\.line)
    state.marks.keep(lines)
    return lines.isEmpty ? [current].compactMap(\.self) : lines
  }

  func leaveFilterOrMarks() {
    if state.filter != nil { leaveFilter() } else { state.marks = Marks() }
  }
}

extension [ShownLine] {
  /// The name of the lines in a question or in the history.
  var title: String {
    guard count == 1, let first else { return "\(count) marked items" }
    return "\"\(first.text.count > 40 ? first.text.prefix(39) + "…" : first.text[...])\""
  }
}
