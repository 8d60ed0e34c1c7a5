import OutlineCore
import OutlineStore

/// Plans how to take one entry of the history back, which need not be the last one.
///
/// What the entry changed has to be as the entry left it; everything else may have changed since. Sort keys that changed
/// only to make room, by the entry or since, are no change.
struct UndoPlanner {
  let net: NetChanges
  let reader: StoreReader
  let places: PlacesSince
  /// The neighbours that made room for the entry and go back to the keys that they had.
  let room: UndoRoom

  /// Prepares to undo an entry with these changes.
  ///
  /// - Parameter end: The number of the first change after the entry.
  init(_ changes: [LoggedChange], before end: Int64, _ reader: StoreReader) throws {
    net = NetChanges(changes)
    self.reader = reader
    room = try UndoRoom(net, reader)
    let kept = changes.filter { [room] change in change.madeRoom && !room.takesBack(change.event) }
    places = try reader.places(since: end, after: kept)
  }

  /// Returns the plan.
  ///
  /// - Throws: ``Conflict`` if the entry no longer fits what is there.
  func plan() throws -> UndoPlan {
    try refuseFilled()
    let sections = try sectionParts()
    let rows = try rowParts()
    return UndoPlan(
      opening: rows.deletions + sections.parking + rows.parking + room.writes + sections.placing,
      blocks: sections.blocks, rows: rows.placing, looseRows: rows.loose,
      closing: sections.changes + rows.changes + sections.deletions + flagWrites())
  }

  /// Returns the writes that restore the flags of restored sections, for all users that still exist.
  private func flagWrites() -> [Write] {
    let back = Set(net.sections.filter { $0.change.before != nil && $0.change.after == nil }.map(\.id))
    return net.flags.sorted { ($0.key.section, $0.key.user) < ($1.key.section, $1.key.user) }
      .compactMap { flag, change in
        guard back.contains(flag.section), let isCollapsed = change.before else { return nil }
        return .restoreFlag(flag.section, user: flag.user, isCollapsed: isCollapsed)
      }
  }
}

// MARK: - Whether it still fits

extension Conflict: Error {}

extension UndoPlanner {
  /// Returns the section as it is, or nil if the entry deleted it.
  func current(_ id: SectionID, _ change: NetChanges.Change<SectionImage>) throws -> Section? {
    let found = try reader.section(id)
    guard let after = change.after else {
      if let found { throw Conflict.back(.section(id), text: found.title) }
      return nil
    }
    guard let found else { throw Conflict.gone(.section(id), text: after.title ?? change.before?.title) }
    let isInPlace =
      !change.isPlaced
      || after.level == found.level && places.isSame(.section(id), in: .sections, after.ord, as: found.ord)
    guard isInPlace, after.contentFits(found, since: change.before) else {
      throw Conflict.changed(.section(id), text: found.title)
    }
    return found
  }

  /// Returns the row as it is, or nil if the entry deleted it.
  func current(_ id: RowID, _ change: NetChanges.Change<RowImage>) throws -> Row? {
    let found = try reader.row(id)
    guard let after = change.after else {
      if let found { throw Conflict.back(.row(id), text: found.text) }
      return nil
    }
    guard let found else { throw Conflict.gone(.row(id), text: after.content.text ?? change.before?.content.text) }
    let isInPlace =
      !change.isPlaced
      || after.section == found.section
        && places.isSame(.row(id), in: .rows(of: found.section), after.rank, as: found.rank)
    guard isInPlace, after.contentFits(found, since: change.before) else {
      throw Conflict.changed(.row(id), text: found.text)
    }
    return found
  }

  /// Throws an error if a section to delete has rows that the entry did not add.
  private func refuseFilled() throws {
    var own: [SectionID: Int] = [:]
    for (_, change) in net.rows {
      if let image = change.after { own[image.section, default: 0] += 1 }
    }
    for (id, change) in net.sections where change.before == nil && change.after != nil {
      guard try reader.rowCount(of: id) > own[id, default: 0] else { continue }
      throw Conflict.filled(id, title: try reader.section(id)?.title ?? "")
    }
  }
}

// MARK: - Rows

extension UndoPlanner {
  /// The writes that take back what the entry did to rows.
  struct RowParts {
    var deletions: [Write] = []
    var parking: [Write] = []
    var placing: [Write] = []
    var changes: [Write] = []
    var loose: [UndoPlan.LooseRow] = []
  }

  /// The rows that leave their places.
  private struct LeavingRows {
    var moved: Set<RowID> = []
    var deleted: Set<RowID> = []
  }

  private func rowParts() throws -> RowParts {
    var parts = RowParts()
    var wanted: [SectionID: [(row: Row, exists: Bool)]] = [:]
    var leaving = LeavingRows()
    for (id, change) in net.rows where !change.isRoomAlone {
      let found = try current(id, change)
      guard let before = change.before else {
        if found != nil, leaving.deleted.insert(id).inserted { parts.deletions.append(.deleteRow(id)) }
        continue
      }
      guard let row = before.row(id, over: found) else { throw Conflict.gone(.row(id), text: nil) }
      if let found, !row.content.isSame(as: found.content) { parts.changes.append(.changeRow(row)) }
      guard change.isPlaced, before.section != change.after?.section || before.rank != change.after?.rank else {
        continue
      }
      if found != nil { leaving.moved.insert(id) }
      wanted[row.section, default: []].append((row, found != nil))
    }
    let restored = Set(net.sections.filter { $0.change.before != nil }.map(\.id))
    for (section, rows) in wanted {
      guard try restored.contains(section) || reader.section(section) != nil else {
        throw Conflict.gone(.section(section), text: nil)
      }
      try place(rows, in: section, leaving, into: &parts)
    }
    for (section, keys) in room.rowKeys where wanted[section] == nil {
      parts.parking += try parking(keys, in: section, leaving)
    }
    return parts
  }

  /// Sends rows to the keys that they had in a section, and those whose place is gone into gaps.
  private func place(
    _ rows: [(row: Row, exists: Bool)], in section: SectionID, _ leaving: LeavingRows, into parts: inout RowParts
  ) throws {
    var loose: [UndoPlan.LooseRow] = []
    var keys = room.rowKeys[section] ?? []
    for (row, exists) in rows {
      let spot = places.spot(of: row.rank, in: .rows(of: section))
      guard case .at(let rank) = spot, try !isTaken(rank, in: section, leaving) else {
        loose.append(UndoPlan.LooseRow(row: row, exists: exists, spot: spot))
        continue
      }
      keys.append(rank)
      parts.placing.append(
        exists
          ? .placeRow(row.id, in: section, rank: rank)
          : .restoreRow(Row(id: row.id, section: section, rank: rank, content: row.content)))
    }
    parts.parking += try parking(keys, in: section, leaving)
    // Several rows that go to the same gap keep their order.
    let last = loose.filter { !$0.spot.isBefore }.sorted { $0.row.rank > $1.row.rank }
    parts.loose += last + loose.filter(\.spot.isBefore).sorted { $0.row.rank < $1.row.rank }
  }

  /// Whether a row that stays has the rank.
  private func isTaken(_ rank: OrderKey, in section: SectionID, _ leaving: LeavingRows) throws -> Bool {
    guard let other = try reader.row(ranked: rank, in: section) else { return false }
    return !leaving.moved.contains(other) && !leaving.deleted.contains(other) && !room.rows.contains(other)
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

extension PlacesSince.Spot {
  /// Whether it is a gap before an item.
  fileprivate var isBefore: Bool {
    if case .before = self { true } else { false }
  }
}

extension NetChanges.Change {
  /// Whether the thing existed before and after, and was not moved.
  var staysInPlace: Bool { !isPlaced && before != nil && after != nil }
}

extension NetChanges.Change<RowImage> {
  /// Whether the row only made room for another one.
  var isRoomAlone: Bool { staysInPlace && before?.content.isEmpty == true }
}

extension NetChanges.Change<SectionImage> {
  /// Whether the section only made room for another one.
  var isRoomAlone: Bool {
    staysInPlace && before?.hasContent == false && before?.isCollapsible == after?.isCollapsible
  }
}
