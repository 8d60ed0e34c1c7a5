import OutlineCore
import OutlineStore

extension UndoPlanner {
  /// The writes that undo the entry's changes of rows.
  struct RowParts {
    var deletions: Set<RowID> = []
    var parking: [Write] = []
    var placing: [Write] = []
    var changes: [Write] = []
    var loose: [UndoPlan.LooseRow] = []
    /// The contents of the rows that stay, with the levels that they get.
    fileprivate var contents: [RowID: (found: Row, content: RowContent)] = [:]
    /// The keys that rows need, by their sections.
    fileprivate var keys: [SectionID: [OrderKey]] = [:]

    /// Sends a row to a key.
    mutating func place(_ row: Row, over found: Row?) {
      setLevel(of: row, over: found)
      if let found, found.section == row.section, found.rank == row.rank { return }
      placing.append(found == nil ? .restoreRow(row) : .moveRow(row.id, in: row.section, rank: row.rank))
      keys[row.section, default: []].append(row.rank)
    }

    /// Sends a row to a place beside others.
    mutating func place(_ row: Row, over found: Row?, at spot: UndoPlan.LooseRow.Spot) {
      setLevel(of: row, over: found)
      loose.append(UndoPlan.LooseRow(row: row, exists: found != nil, spot: spot))
    }

    private mutating func setLevel(of row: Row, over found: Row?) {
      guard let found else { return }
      contents[row.id, default: (found, found.content)].content.level = row.level
    }
  }

  /// The rows that leave their positions.
  struct LeavingRows {
    var moved: Set<RowID> = []
    var deleted: Set<RowID> = []

    func contains(_ row: RowID) -> Bool { moved.contains(row) || deleted.contains(row) }
  }

  /// A row that goes back to where it was.
  struct WantedRow {
    /// The row as it was.
    let row: Row
    /// The row as it is; nil if it does not exist.
    let found: Row?
    /// Its former position, relative to the present rows.
    let spot: PositionsSince.Spot
  }

  func rowParts() throws -> RowParts {
    var parts = RowParts()
    var wanted: [WantedRow] = []
    var leaving = LeavingRows()
    for (id, change) in net.rows where !change.isRoomAlone {
      let found = try current(id, change)
      guard let before = change.before else {
        if found != nil, leaving.deleted.insert(id).inserted { parts.deletions.insert(id) }
        continue
      }
      guard let row = before.row(id, over: found).map({ $0.with(level: former?.level(ofChanged: id) ?? $0.level) })
      else { throw Conflict.gone(.row(id), text: nil) }
      if found == nil, let section = try reader.section(SectionID(id.rawValue)) {
        try refuseEdited(section)
      }
      if let found { parts.contents[id] = (found, row.with(level: found.level).content) }
      guard change.isMoved, isElsewhere(id, before, change.after) else { continue }
      if found != nil { leaving.moved.insert(id) }
      wanted.append(WantedRow(row: row, found: found, spot: positions.spot(of: row.rank, in: .rows(of: row.section))))
    }
    try put(wanted, leaving, into: &parts)
    for (section, keys) in room.rowKeys { parts.keys[section, default: []] += keys }
    for (section, keys) in parts.keys { parts.parking += try parking(keys, in: section, leaving) }
    parts.changes = parts.contents.sorted { $0.key < $1.key }.compactMap { id, row in
      row.content.isSame(as: row.found.content)
        ? nil : .changeRow(row.found.with(row.content), before: row.found.content)
    }
    return parts
  }

  /// Whether the entry gave a row another place or level.
  private func isElsewhere(_ id: RowID, _ before: RowImage, _ after: RowImage?) -> Bool {
    before.section != after?.section || before.rank != after?.rank
      || former?.level(ofChanged: id) != latter?.level(ofChanged: id)
  }

  /// Sends rows back: to the keys that they had if nothing has moved since, or else below their former parents.
  private func put(_ wanted: [WantedRow], _ leaving: LeavingRows, into parts: inout RowParts) throws {
    let restored = Set(net.sections.filter { $0.change.before != nil }.map(\.id))
    for section in Set(wanted.map(\.row.section)) {
      guard try restored.contains(section) || reader.section(section) != nil else {
        throw try missing(.section(section), text: nil)
      }
    }
    if try former != nil && isAsLeft() {
      for row in wanted { parts.place(row.row, over: row.found) }
      return
    }
    let tree = try ReturningRows(self, wanted, leaving)
    for (parent, rows) in try tree.roots() {
      try put(rows.sorted { $0.row.rank < $1.row.rank }, below: parent, tree, into: &parts)
    }
  }

  /// Whether every row that has moved since is back where the entry left it.
  private func isAsLeft() throws -> Bool {
    for (id, old) in positions.oldRows {
      let row = try reader.row(id)
      if row?.section != old?.section || row?.rank != old?.rank { return false }
      if let row, let level = positions.oldLevels[id], level != row.level { return false }
    }
    return try !positions.newRows.contains { try reader.hasRow(in: $0) }
  }

  /// Returns writes that move rows aside from ranks that others need.
  private func parking(_ wanted: [OrderKey], in section: SectionID, _ leaving: LeavingRows) throws -> [Write] {
    let last = max(try reader.row(before: OrderKeys.bound, in: section)?.key ?? 0, wanted.max() ?? 0)
    let first = min(try reader.row(after: -OrderKeys.bound, in: section)?.key ?? 0, wanted.min() ?? 0)
    var keys = SpareKeys(first: first, last: last)
    return try wanted.compactMap { rank in
      guard let other = try reader.row(ranked: rank, in: section), leaving.moved.contains(other) else { return nil }
      return .parkRow(other, rank: keys.next())
    }
  }
}

// MARK: - Beside former neighbours

extension UndoPlanner {
  /// The rows below one parent around a position, up to the nearest ones on both sides that were there before the entry
  /// and have stayed.
  private struct Window {
    /// The row that has stayed before the position; nil at the start.
    var start: Row?
    /// The rows between, which came or moved since.
    var rows: [Row] = []
    /// The row that has stayed after the position; nil at the end.
    var end: Row?

    var all: [Row] { [start].compactMap(\.self) + rows + [end].compactMap(\.self) }
  }

  /// Rows that go between two neighbours below the same parent.
  struct Neighbours {
    var last: Row?
    var rows: [WantedRow] = []
    var next: Row?
  }

  /// Sends rows, in the order that they had below a parent, to the keys that they had, or beside their former
  /// neighbours if others are there now; the rows below them go along.
  private func put(
    _ rows: [WantedRow], below parent: RowParent, _ tree: ReturningRows, into parts: inout RowParts
  ) throws {
    var rest = rows[...]
    while let first = rest.first {
      let window = try window(around: first.spot.key, from: first.row.section, below: parent, tree)
      let group = rest.prefix { row in window.end.map { row.spot.key <= $0.rank } ?? true }
      rest = rest.dropFirst(max(group.count, 1))
      let groups = try order(of: group.isEmpty ? [first] : Array(group), in: window, below: parent)
      let runs = try groups.map { try tree.run(of: $0, below: parent) }
      if let ranked = try ranked(runs, in: parent.section, tree) {
        for item in ranked { parts.place(item.row, over: item.found) }
      } else {
        for run in runs { for (item, spot) in run.spots { parts.place(item.row, over: item.found, at: spot) } }
      }
    }
  }

  private func window(
    around key: OrderKey, from old: SectionID, below parent: RowParent, _ tree: ReturningRows
  ) throws -> Window {
    var window = Window()
    var start = key
    if let row = parent.row {
      start = min(max(key, row.rank + 1), try reader.subtreeEnd(of: row) ?? OrderKeys.bound)
    }
    var rank = start
    /// Adds rows that have moved or are new, up to the first one that has not, which it returns.
    func walk(_ next: (OrderKey) throws -> Row?) throws -> Row? {
      while let row = try next(rank) {
        rank = row.rank
        if tree.leaves(row.id) { continue }
        if try hasStayed(row, in: old, below: parent) { return row }
        window.rows.append(row)
      }
      return nil
    }
    window.start = try walk { try reader.lastChild(of: parent.row, in: parent.section, before: $0) }
    window.rows.reverse()
    rank = start - 1
    window.end = try walk { try reader.firstChild(of: parent.row, in: parent.section, after: $0) }
    return window
  }

  /// Whether a row was below the parent before the entry, and has not moved.
  private func hasStayed(_ row: Row, in old: SectionID, below parent: RowParent) throws -> Bool {
    guard row.section == old, positions.isUnmoved(Keyed(row.id, at: row.rank), in: old) else { return false }
    return try former?.parent(of: row.id) == parent.row?.id
  }

  /// Returns rows with the neighbours between which they go.
  private func order(of rows: [WantedRow], in window: Window, below parent: RowParent) throws -> [Neighbours] {
    guard let old = rows.first?.row.section else { return [] }
    let present = window.all
    let lower = try window.start.flatMap { try oldRank(of: $0, old, below: parent) } ?? -OrderKeys.bound
    let upper = try window.end.flatMap { try oldRank(of: $0, old, below: parent) } ?? OrderKeys.bound
    let former = try present.compactMap { row in
      try oldRank(of: row, old, below: parent).flatMap { lower <= $0 && $0 <= upper ? Keyed(row.id, at: $0) : nil }
    }
    let order = (former + rows.map { Keyed($0.row.id, at: $0.row.rank) }).sorted { $0.key < $1.key }
    let staying = Set([window.start?.id, window.end?.id].compactMap(\.self))
    let wanted = Dictionary(rows.map { ($0.row.id, $0) }) { first, _ in first }
    let list = FormerNeighbours.list(
      returning: Set(wanted.keys), asIn: order.map(\.id), to: present.map(\.id), unmoved: staying.contains)
    let siblings = Dictionary(present.map { ($0.id, $0) }) { first, _ in first }
    var groups: [Neighbours] = []
    var group = Neighbours()
    for id in list {
      if let row = wanted[id] {
        group.rows.append(row)
      } else {
        group.next = siblings[id]
        if !group.rows.isEmpty { groups.append(group) }
        group = Neighbours(last: siblings[id])
      }
    }
    return group.rows.isEmpty ? groups : groups + [group]
  }

  /// Returns the rank that a row had before the entry; nil if it was not in the section, or below another parent.
  private func oldRank(of row: Row, _ section: SectionID, below parent: RowParent) throws -> OrderKey? {
    guard try former?.parent(of: row.id) == parent.row?.id else { return nil }
    guard let change = net.change(of: row.id) else {
      return positions.oldRank(of: Keyed(row.id, at: row.rank), in: section)
    }
    return change.before?.section == section ? change.before?.rank : nil
  }

  /// Returns the rows of runs with the ranks that they had, if all can go there; nil otherwise.
  private func ranked(
    _ runs: [ReturningRows.Run], in section: SectionID, _ tree: ReturningRows
  ) throws -> [ReturningRows.Item]? {
    var ranked: [ReturningRows.Item] = []
    for run in runs {
      var lower = run.last.map { room.key(of: Keyed($0.id, at: $0.rank), in: section) } ?? -OrderKeys.bound
      let upper = run.next.map { room.key(of: Keyed($0.id, at: $0.rank), in: section) } ?? OrderKeys.bound
      for item in run.items {
        guard let wanted = tree.wanted[item.row.id], wanted.row.section == section, case .at(let rank) = wanted.spot,
          lower < rank, rank < upper, try !isTaken(rank, in: section, tree)
        else { return nil }
        ranked.append(
          ReturningRows.Item(
            row: Row(id: item.row.id, section: section, rank: rank, content: item.row.content), found: item.found))
        lower = rank
      }
    }
    return ranked
  }

  /// Whether a row that stays has the rank.
  private func isTaken(_ rank: OrderKey, in section: SectionID, _ tree: ReturningRows) throws -> Bool {
    guard let other = try reader.row(ranked: rank, in: section) else { return false }
    return !tree.leaving.contains(other) && !room.rows.contains(other)
  }
}

extension Row {
  func with(level: Int) -> Row {
    var content = content
    content.level = level
    return with(content)
  }
}
