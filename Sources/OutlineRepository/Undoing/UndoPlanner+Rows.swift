import OutlineCore
import OutlineStore

extension UndoPlanner {
  /// The writes that take back the entry's changes of rows.
  struct RowParts {
    var deletions: Set<RowID> = []
    var parking: [Write] = []
    var placing: [Write] = []
    var changes: [Write] = []
    var loose: [UndoPlan.LooseRow] = []
  }

  /// The rows that leave their positions.
  private struct LeavingRows {
    var moved: Set<RowID> = []
    var deleted: Set<RowID> = []

    func contains(_ row: RowID) -> Bool { moved.contains(row) || deleted.contains(row) }
  }

  /// A row that goes back to where it was.
  private struct WantedRow {
    /// The row as it was.
    let row: Row
    /// Whether it exists at the moment.
    let exists: Bool
    /// Its former position, relative to the present rows.
    let spot: PositionsSince.Spot
  }

  func rowParts() throws -> RowParts {
    var parts = RowParts()
    var wanted: [SectionID: [WantedRow]] = [:]
    var leaving = LeavingRows()
    for (id, change) in net.rows where !change.isRoomAlone {
      let found = try current(id, change)
      guard let before = change.before else {
        if found != nil, leaving.deleted.insert(id).inserted { parts.deletions.insert(id) }
        continue
      }
      guard let row = before.row(id, over: found) else { throw Conflict.gone(.row(id), text: nil) }
      if found == nil, let section = try reader.section(SectionID(id.rawValue)) {
        try refuseEdited(section)
      }
      if let found, !row.content.isSame(as: found.content) {
        parts.changes.append(.changeRow(row, before: found.content))
      }
      guard change.isMoved, before.section != change.after?.section || before.rank != change.after?.rank else {
        continue
      }
      if found != nil { leaving.moved.insert(id) }
      let spot = positions.spot(of: row.rank, in: .rows(of: row.section))
      wanted[row.section, default: []].append(WantedRow(row: row, exists: found != nil, spot: spot))
    }
    let restored = Set(net.sections.filter { $0.change.before != nil }.map(\.id))
    for (section, rows) in wanted {
      guard try restored.contains(section) || reader.section(section) != nil else {
        throw try missing(.section(section), text: nil)
      }
      try put(rows.sorted { $0.row.rank < $1.row.rank }, in: section, leaving, into: &parts)
    }
    for (section, keys) in room.rowKeys where wanted[section] == nil {
      parts.parking += try parking(keys, in: section, leaving)
    }
    return parts
  }

  /// Sends rows, in the order that they had, to the keys that they had in a section, or beside their former neighbours
  /// if others are there now.
  private func put(
    _ rows: [WantedRow], in section: SectionID, _ leaving: LeavingRows, into parts: inout RowParts
  ) throws {
    var keys = room.rowKeys[section] ?? []
    var rest = rows[...]
    while let first = rest.first {
      let window = try window(around: first.spot.key, in: section, leaving)
      let group = rest.prefix { row in window.end.map { row.spot.key <= $0.key } ?? true }
      rest = rest.dropFirst(max(group.count, 1))
      let order = order(of: group.isEmpty ? [first] : Array(group), in: window, section)
      if let ranks = try ranks(of: order, in: section, leaving) {
        keys += ranks
        parts.placing += zip(order.flatMap(\.rows), ranks).map { wanted, rank in
          let row = wanted.row
          return wanted.exists
            ? .moveRow(row.id, in: section, rank: rank)
            : .restoreRow(Row(id: row.id, section: section, rank: rank, content: row.content))
        }
      } else {
        parts.loose += order.flatMap(\.loose)
      }
    }
    parts.parking += try parking(keys, in: section, leaving)
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
  /// The rows around a position, up to the nearest ones on both sides that were there before the entry and have stayed.
  private struct Window {
    /// The row that has stayed before the position; nil at the start.
    var start: Keyed<RowID>?
    /// The rows between, which came or moved since.
    var rows: [Keyed<RowID>] = []
    /// The row that has stayed after the position; nil at the end.
    var end: Keyed<RowID>?

    var all: [Keyed<RowID>] { [start].compactMap(\.self) + rows + [end].compactMap(\.self) }
  }

  /// Rows that go between two neighbours.
  private struct Neighbours {
    var last: Keyed<RowID>?
    var rows: [WantedRow] = []
    var next: Keyed<RowID>?

    var loose: [UndoPlan.LooseRow] {
      var last = last?.id
      return rows.map { wanted in
        let spot: UndoPlan.LooseRow.Spot = next.map { .before($0.id) } ?? last.map { .after($0) } ?? .end
        last = wanted.row.id
        return UndoPlan.LooseRow(row: wanted.row, exists: wanted.exists, spot: spot)
      }
    }
  }

  private func window(around key: OrderKey, in section: SectionID, _ leaving: LeavingRows) throws -> Window {
    var window = Window()
    var rank = key
    /// Adds rows that have moved or are new, up to the first one that has not, which it returns.
    func walk(_ next: (OrderKey) throws -> Keyed<RowID>?) throws -> Keyed<RowID>? {
      while let row = try next(rank) {
        rank = row.key
        if leaving.contains(row.id) { continue }
        if positions.isUnmoved(row, in: section) { return row }
        window.rows.append(row)
      }
      return nil
    }
    window.start = try walk { try reader.row(before: $0, in: section) }
    window.rows.reverse()
    rank = key - 1
    window.end = try walk { try reader.row(after: $0, in: section) }
    return window
  }

  /// Returns rows with the neighbours between which they go.
  private func order(of rows: [WantedRow], in window: Window, _ section: SectionID) -> [Neighbours] {
    let present = window.all
    let lower = window.start.flatMap { oldRank(of: $0, section) } ?? -OrderKeys.bound
    let upper = window.end.flatMap { oldRank(of: $0, section) } ?? OrderKeys.bound
    let former = present.compactMap { row in
      oldRank(of: row, section).flatMap { lower <= $0 && $0 <= upper ? Keyed(row.id, at: $0) : nil }
    }
    let old = (former + rows.map { Keyed($0.row.id, at: $0.row.rank) }).sorted { $0.key < $1.key }
    let staying = Set([window.start?.id, window.end?.id].compactMap(\.self))
    let wanted = Dictionary(rows.map { ($0.row.id, $0) }) { first, _ in first }
    let list = FormerNeighbours.list(
      returning: Set(wanted.keys), asIn: old.map(\.id), to: present.map(\.id), unmoved: staying.contains)
    let keys = Dictionary(present.map { ($0.id, $0) }) { first, _ in first }
    var groups: [Neighbours] = []
    var group = Neighbours()
    for id in list {
      if let row = wanted[id] {
        group.rows.append(row)
      } else {
        group.next = keys[id]
        if !group.rows.isEmpty { groups.append(group) }
        group = Neighbours(last: keys[id])
      }
    }
    return group.rows.isEmpty ? groups : groups + [group]
  }

  /// Returns the rank that a row had before the entry; nil if it was not in the section.
  private func oldRank(of row: Keyed<RowID>, _ section: SectionID) -> OrderKey? {
    guard let change = net.change(of: row.id) else { return positions.oldRank(of: row, in: section) }
    return change.before?.section == section ? change.before?.rank : nil
  }

  /// Returns the ranks of rows if all can go to those that they had; nil otherwise.
  private func ranks(
    of groups: [Neighbours], in section: SectionID, _ leaving: LeavingRows
  ) throws -> [OrderKey]? {
    var ranks: [OrderKey] = []
    for group in groups {
      let lower = group.last.map { room.key(of: $0, in: section) } ?? -OrderKeys.bound
      let upper = group.next.map { room.key(of: $0, in: section) } ?? OrderKeys.bound
      for wanted in group.rows {
        guard case .at(let rank) = wanted.spot, lower < rank, rank < upper, try !isTaken(rank, in: section, leaving)
        else { return nil }
        ranks.append(rank)
      }
    }
    return ranks
  }

  /// Whether a row that stays has the rank.
  private func isTaken(_ rank: OrderKey, in section: SectionID, _ leaving: LeavingRows) throws -> Bool {
    guard let other = try reader.row(ranked: rank, in: section) else { return false }
    return !leaving.contains(other) && !room.rows.contains(other)
  }
}
