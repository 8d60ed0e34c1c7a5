extension GroupedList where Header: Identifiable & Equatable, Row: Identifiable & Equatable {
  /// Returns the changes that lead from this list to another one.
  ///
  /// Sections and rows are the same if their ids are equal. One that is in both lists stays or moves, and is reloaded if
  /// its content differs; a row of which only one list has the section is deleted or inserted with that section. As few
  /// sections move as possible, and as few rows within a section. If several choices are equally few, the last
  /// section or row that stays is the one with the smallest index in this list, and so is the one that stays before it, up to
  /// the first. A section that would move while its rows come, go or move is deleted and inserted instead.
  ///
  /// No list is refused: if one has an id twice, each place of that id is paired with at most one of the other list, and the others
  /// are deleted or inserted. What is collapsed, and what that hides, is up to the lists; ``CollapsibleList`` makes them.
  ///
  /// O(n) in the sections and rows, and O(d log d) in those that differ; the rows of a section are not looked at if both lists
  /// share them as copies of one array.
  public func changes(to other: GroupedList) -> ViewChanges {
    let matches = SectionMatches(from: sections.map(\.header.id), to: other.sections.map(\.header.id))
    var rows = RowMatches<Row>()
    var headers: Set<Int64> = []
    for (from, to) in matches.pairs {
      let (old, new) = (sections[from], other.sections[to])
      if old.header != new.header { headers.insert(matches.old[from]) }
      rows.add(old.rows, new.rows, in: matches.old[from])
    }
    let before = zip(matches.old, sections).map { VisibleSection(key: $0, shownRows: $1.rows.count) }
    let after = zip(matches.new, other.sections).map { VisibleSection(key: $0, shownRows: $1.rows.count) }
    return ListDiff.changes(from: before, to: after, rows: rows.touched, headers: headers)
  }
}

/// Numbers for the sections of two lists; a section of both lists has the same number in both.
private struct SectionMatches {
  private(set) var old: [Int64]
  private(set) var new: [Int64] = []
  /// The indices of the sections that are in both lists, before and after.
  private(set) var pairs: [(from: Int, to: Int)] = []

  init<ID: Hashable>(from before: [ID], to after: [ID]) {
    old = before.indices.map { Int64($0) }
    var indices = Dictionary(zip(before, before.indices)) { first, _ in first }
    for (to, id) in after.enumerated() {
      let from = indices.removeValue(forKey: id)
      if let from { pairs.append((from, to)) }
      new.append(Int64(from ?? before.count + to))
    }
  }
}

/// The rows that differ between two lists.
private struct RowMatches<Row: Identifiable & Equatable> {
  private var changed: [TouchedRow] = []
  private var old: [(row: Row, position: RowPosition)] = []
  private var new: [(row: Row, position: RowPosition)] = []

  /// Adds the rows of a section that is in both lists.
  mutating func add(_ before: [Row], _ after: [Row], in section: Int64) {
    if before.sharesStorage(with: after) { return }
    let shorter = min(before.count, after.count)
    var head = 0
    while head < shorter, before[head].id == after[head].id {
      compare(before, head, after, head, in: section)
      head += 1
    }
    var tail = 0
    while tail < shorter - head, before[before.count - 1 - tail].id == after[after.count - 1 - tail].id {
      compare(before, before.count - 1 - tail, after, after.count - 1 - tail, in: section)
      tail += 1
    }
    old += (head..<(before.count - tail)).map { (before[$0], RowPosition(section: section, index: $0)) }
    new += (head..<(after.count - tail)).map { (after[$0], RowPosition(section: section, index: $0)) }
  }

  private mutating func compare(_ before: [Row], _ from: Int, _ after: [Row], _ to: Int, in section: Int64) {
    if before[from] == after[to] { return }
    let positions = (RowPosition(section: section, index: from), RowPosition(section: section, index: to))
    changed.append(TouchedRow(old: positions.0, new: positions.1, isChanged: true))
  }

  /// All rows that come, go, change, or are between such rows.
  var touched: [TouchedRow] {
    var indices = Dictionary(zip(old.map(\.row.id), old.indices)) { first, _ in first }
    var isPaired = [Bool](repeating: false, count: old.count)
    var touched = changed
    for (row, position) in new {
      let index = indices.removeValue(forKey: row.id)
      if let index { isPaired[index] = true }
      touched.append(
        TouchedRow(
          old: index.map { old[$0].position }, new: position, isChanged: index.map { old[$0].row != row } ?? false))
    }
    for index in old.indices where !isPaired[index] {
      touched.append(TouchedRow(old: old[index].position, new: nil, isChanged: false))
    }
    return touched
  }
}

extension VisibleSection {
  /// A section by what a list shows of it.
  fileprivate init(key: Int64, shownRows: Int) {
    self.init(key: key, level: 1, isShut: false, rowCount: shownRows, hidden: .zero, hiddenSections: 0)
  }
}

extension Array {
  /// Whether two arrays are copies of one that have not changed since; false for equal arrays that were made apart.
  func sharesStorage(with other: [Element]) -> Bool {
    withUnsafeBufferPointer { own in
      other.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress && own.count == $0.count }
    }
  }
}
