import ListChanges
import OutlineCore
import OutlineStore

/// Where rows are, or go: directly in a section, or below one of its rows.
struct RowParent: Hashable {
  let section: SectionID
  /// The row; nil for the section.
  var row: Row?
}

/// The rows that go back where they were when an entry is undone after other rows moved, with all that is below them now.
struct ReturningRows {
  typealias WantedRow = UndoPlanner.WantedRow

  /// A row as it is after the undo, and as it is now; nil if it does not exist now.
  struct Item {
    let row: Row
    let found: Row?
  }

  /// Rows that follow each other, and the rows between which they go.
  struct Run {
    var items: [Item] = []
    /// The last row before them; nil at the start of the section.
    var last: Row?
    /// The first row after them; nil at the end of the section.
    var next: Row?

    /// The rows with their places beside others, in the order in which to move them there.
    var spots: [(Item, UndoPlan.LooseRow.Spot)] {
      var last = last?.id
      return items.map { item in
        let spot: UndoPlan.LooseRow.Spot = next.map { .before($0.id) } ?? last.map { .after($0) } ?? .end
        last = item.row.id
        return (item, spot)
      }
    }
  }

  /// The rows that go back to where they were.
  let wanted: [RowID: WantedRow]
  let leaving: UndoPlanner.LeavingRows
  private let planner: UndoPlanner
  /// The wanted rows whose parents are wanted as well, by these parents.
  private var inner: [RowID: [WantedRow]] = [:]
  /// The other wanted rows, with their former parents.
  private var outer: [(row: WantedRow, parent: RowID?)] = []
  /// The rows that are directly below each row that goes along, and stay there.
  private var below: [RowID: [Row]] = [:]
  /// The rows that go along because they are below rows that leave.
  private var carried: Set<RowID> = []

  /// - Throws: ``Conflict`` if something is below a row that is to be deleted.
  init(_ planner: UndoPlanner, _ rows: [WantedRow], _ leaving: UndoPlanner.LeavingRows) throws {
    (self.planner, self.leaving) = (planner, leaving)
    wanted = Dictionary(rows.map { ($0.row.id, $0) }) { first, _ in first }
    for row in rows {
      let parent = try planner.former?.parent(of: row.row.id)
      if let parent, wanted[parent] != nil {
        inner[parent, default: []].append(row)
      } else {
        outer.append((row, parent))
      }
    }
    for parent in inner.keys { inner[parent]?.sort { $0.row.rank < $1.row.rank } }
    if planner.former == nil { return }
    for row in rows { if let found = row.found { try carryAlong(found) } }
    for id in leaving.deleted {
      guard let row = try planner.reader.row(id) else { continue }
      let rows = try planner.reader.rows(below: row)
      if rows.contains(where: { !leaving.contains($0.id) }) { throw Conflict.filled(.row(id), title: row.text) }
    }
  }

  /// Whether a row leaves its position.
  func leaves(_ id: RowID) -> Bool { leaving.contains(id) || carried.contains(id) }

  private mutating func carryAlong(_ row: Row) throws {
    if below[row.id] != nil { return }
    below[row.id] = []
    var path = LevelStack<RowID>()
    path.enter(row.id, level: row.level)
    for other in try planner.reader.rows(below: row) {
      let parent = path.enter(other.id, level: other.level)
      below[other.id] = below[other.id] ?? []
      guard let parent, !leaving.contains(other.id) else { continue }
      below[parent, default: []].append(other)
      carried.insert(other.id)
    }
  }

  /// Returns the outermost rows by their former parents, wherever these are now.
  ///
  /// - Throws: ``Conflict`` if a parent is gone, or below one of the rows.
  func roots() throws -> [RowParent: [WantedRow]] {
    var roots: [RowParent: [WantedRow]] = [:]
    for (row, id) in outer {
      guard let id else {
        roots[RowParent(section: row.row.section), default: []].append(row)
        continue
      }
      guard let parent = try planner.reader.row(id) else { throw try planner.missing(.row(id), text: nil) }
      if carried.contains(id) {
        throw Conflict.inside(.row(id), title: parent.text, of: .row(row.row.id), named: row.row.text)
      }
      roots[RowParent(section: parent.section, row: parent), default: []].append(row)
    }
    return roots
  }

  /// Returns rows, and all below them, with the levels that they get between two neighbours below a parent.
  func run(of group: UndoPlanner.Neighbours, below parent: RowParent) throws -> Run {
    var run = Run(last: group.last, next: group.next)
    var deepest = group.last?.level ?? OutlineLimits.levels.upperBound
    for row in group.rows {
      let step = try planner.former?.step(of: row.row.id) ?? row.row.level
      deepest = max(min((parent.row?.level ?? 0) + step, deepest), group.next?.level ?? 1)
      try add(row.row, over: row.found, level: deepest, in: parent.section, to: &run)
    }
    if planner.former == nil { return run }
    run.next = try group.next ?? parent.row.flatMap(end)
    var rank = run.next?.rank ?? OrderKeys.bound
    run.last = nil
    while run.last == nil, let last = try planner.reader.row(before: rank, in: parent.section) {
      rank = last.key
      if !leaves(last.id) { run.last = try planner.reader.row(last.id) }
    }
    return run
  }

  /// The first row after everything below a row; nil at the end of the section.
  private func end(of row: Row) throws -> Row? {
    var rank = row.rank
    while let next = try planner.reader.firstRow(in: row.section, after: rank, level: row.level) {
      rank = next
      guard let id = try planner.reader.row(ranked: rank, in: row.section), !leaves(id) else { continue }
      return try planner.reader.row(id)
    }
    return nil
  }

  private func add(_ row: Row, over found: Row?, level: Int, in section: SectionID, to run: inout Run) throws {
    guard OutlineLimits.levels.contains(level) else { throw Conflict.noLevel(.row(row.id), title: row.text) }
    let item = Row(id: row.id, section: section, rank: row.rank, content: row.with(level: level).content)
    run.items.append(Item(row: item, found: found))
    var deepest = OutlineLimits.levels.upperBound
    for child in try children(of: row.id) {
      if let wanted = wanted[child.id] {
        deepest = min(level + (try planner.former?.step(of: child.id) ?? 1), deepest)
        try add(wanted.row, over: wanted.found, level: deepest, in: section, to: &run)
      } else {
        deepest = min(level + child.level - (found?.level ?? 0), deepest)
        try add(child, over: child, level: deepest, in: section, to: &run)
      }
    }
  }

  /// Returns the rows directly below one that goes along, in their order after the undo.
  private func children(of id: RowID) throws -> [Row] {
    let (coming, present) = ((inner[id] ?? []).map(\.row), below[id] ?? [])
    guard let former = planner.former, !coming.isEmpty, !present.isEmpty else { return coming + present }
    let there = try present.filter { try former.parent(of: $0.id) == id }
      .compactMap { row in try former.rank(of: row.id).map { Keyed(row.id, at: $0) } }
    let old = (there + coming.map { Keyed($0.id, at: $0.rank) }).sorted { $0.key < $1.key }
    let rows = Dictionary((coming + present).map { ($0.id, $0) }) { first, _ in first }
    return FormerNeighbours.list(
      returning: Set(coming.map(\.id)), asIn: old.map(\.id), to: present.map(\.id), unmoved: { _ in true }
    ).compactMap { rows[$0] }
  }
}
