import OutlineCore
import OutlineStore

/// Plans how to go back from the state after an entry of the history to the state before it.
///
/// This uses the net effect of the entry instead of running its changes backwards, because SQLite does not define the
/// order in which cascades log. If something else is at a place that is needed and is to leave it, it is moved aside
/// first.
extension Planner {
  /// Returns the writes that take back what an entry changed in the content.
  ///
  /// O(changes × log n).
  /// - Throws: `OutlineError/conflict(_:words:)` if something has changed since the entry.
  func undo(_ net: NetChanges, of entry: HistoryEntry) throws -> [Write] {
    do {
      try refuseFilled(net)
      let sections = try sectionWrites(net)
      let rows = try rowWrites(net)
      return rows.deletions + sections.parking + rows.parking + sections.placing + rows.placing + sections.changes
        + rows.changes + sections.deletions + flagWrites(net)
    } catch let conflict as Conflict {
      throw OutlineError.conflict(conflict, words: entry.sentence)
    }
  }

  /// Returns the writes that take back what an entry changed in the acting user's flags and settings.
  ///
  /// Flags of deleted sections are not restored.
  func undoFolds(_ net: NetChanges, of entry: HistoryEntry) throws -> [Write] {
    guard let key = user.key else { return [] }
    var writes: [Write] = []
    let comingOrGoing = net.comingOrGoing
    for (flag, change) in net.flags where flag.user == key && !comingOrGoing.contains(flag.section) {
      guard let section = try reader.section(flag.section) else { continue }
      guard try reader.flag(of: section.id, for: user) == change.after else {
        throw OutlineError.conflict(.changed(.section(section.id), text: section.title), words: entry.sentence)
      }
      if change.before != change.after {
        writes.append(.restoreFlag(section.id, user: key, isCollapsed: change.before))
      }
    }
    if let change = net.users[key], let before = change.before, let after = change.after {
      var settings = user.user
      if before.startsCollapsed != after.startsCollapsed { settings.startsCollapsed = before.startsCollapsed }
      if before.accordion != after.accordion { settings.accordion = before.accordion }
      if settings != user.user { writes.append(.setUser(settings)) }
    }
    return writes
  }

  /// Returns the writes that restore the flags of restored sections, for all users that still exist.
  private func flagWrites(_ net: NetChanges) -> [Write] {
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

extension Planner {
  /// Returns the current section, or nil if the entry deleted it.
  private func current(_ id: SectionID, _ image: SectionImage?) throws -> Section? {
    let found = try reader.section(id)
    guard let image else {
      if let found { throw Conflict.back(.section(id), text: found.title) }
      return nil
    }
    guard let found else { throw Conflict.gone(.section(id)) }
    if !image.fits(found) { throw Conflict.changed(.section(id), text: found.title) }
    return found
  }

  /// Returns the current row, or nil if the entry deleted it.
  private func current(_ id: RowID, _ image: RowImage?) throws -> Row? {
    let found = try reader.row(id)
    guard let image else {
      if let found { throw Conflict.back(.row(id), text: found.text) }
      return nil
    }
    guard let found else { throw Conflict.gone(.row(id)) }
    if !image.fits(found) { throw Conflict.changed(.row(id), text: found.text) }
    return found
  }

  /// Throws an error if a section to delete has rows that the entry did not add.
  private func refuseFilled(_ net: NetChanges) throws {
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

// MARK: - Writes

/// The writes that undo an entry, in an order in which they never get in each other's way.
private struct UndoWrites {
  var deletions: [Write] = []
  var parking: [Write] = []
  var placing: [Write] = []
  var changes: [Write] = []
}

extension Planner {
  private func sectionWrites(_ net: NetChanges) throws -> UndoWrites {
    var writes = UndoWrites()
    var wanted: [OrderKey] = []
    var leaving: Set<SectionID> = []
    for (id, change) in net.sections {
      let found = try current(id, change.after)
      guard let before = change.before else {
        if found != nil {
          writes.deletions.append(.deleteSection(id))
          leaving.insert(id)
        }
        continue
      }
      guard let section = before.section(id, over: found) else { throw Conflict.gone(.section(id)) }
      guard let after = change.after, let found else {
        writes.placing.append(.restoreSection(section))
        wanted.append(section.ord)
        continue
      }
      if before.ord != after.ord {
        leaving.insert(id)
        wanted.append(section.ord)
      }
      if before.ord != after.ord || before.level != after.level {
        writes.placing.append(.placeSection(id, ord: section.ord, level: section.level))
      }
      if !section.isSame(as: found) { writes.changes.append(.changeSection(section)) }
    }
    writes.parking = try parking(wanted, leaving: leaving)
    return writes
  }

  /// Returns writes that move sections aside from places that others need, if those sections are to leave them anyway.
  private func parking(_ wanted: [OrderKey], leaving: Set<SectionID>) throws -> [Write] {
    let last = max(try reader.lastSection()?.ord ?? 0, wanted.max() ?? 0)
    let first = min(try reader.section(atOrAfter: -OrderKeys.bound)?.ord ?? 0, wanted.min() ?? 0)
    var keys = SpareKeys(first: first, last: last)
    return try wanted.compactMap { ord in
      guard let other = try reader.section(atOrAfter: ord), other.ord == ord else { return nil }
      guard leaving.contains(other.id) else { throw Conflict.placeTaken(by: .section(other.id), text: other.title) }
      return .spaceSection(other.id, ord: keys.next())
    }
  }

  private func rowWrites(_ net: NetChanges) throws -> UndoWrites {
    var writes = UndoWrites()
    var wanted: [SectionID: [OrderKey]] = [:]
    var leaving: Set<RowID> = []
    var deleted: Set<RowID> = []
    for (id, change) in net.rows {
      let found = try current(id, change.after)
      guard let before = change.before else {
        if found != nil {
          writes.deletions.append(.deleteRow(id))
          deleted.insert(id)
        }
        continue
      }
      guard let row = before.row(id, over: found) else { throw Conflict.gone(.row(id)) }
      guard let after = change.after, let found else {
        writes.placing.append(.restoreRow(row))
        wanted[row.section, default: []].append(row.rank)
        continue
      }
      if before.section != after.section || before.rank != after.rank {
        leaving.insert(id)
        wanted[row.section, default: []].append(row.rank)
        writes.placing.append(.placeRow(id, in: row.section, rank: row.rank))
      }
      if !row.content.isSame(as: found.content) { writes.changes.append(.changeRow(row)) }
    }
    let restored = Set(net.sections.filter { $0.change.before != nil }.map(\.id))
    for (section, ranks) in wanted {
      guard try restored.contains(section) || reader.section(section) != nil else {
        throw Conflict.gone(.section(section))
      }
      writes.parking += try parking(ranks, in: section, leaving: leaving, deleted: deleted)
    }
    return writes
  }

  /// Returns writes that move rows aside from places that others need, if those rows are to leave them anyway.
  private func parking(
    _ wanted: [OrderKey], in section: SectionID, leaving: Set<RowID>, deleted: Set<RowID>
  ) throws -> [Write] {
    let last = max(try reader.row(before: OrderKeys.bound, in: section)?.key ?? 0, wanted.max() ?? 0)
    let first = min(try reader.row(after: -OrderKeys.bound, in: section)?.key ?? 0, wanted.min() ?? 0)
    var keys = SpareKeys(first: first, last: last)
    return try wanted.compactMap { rank in
      guard let other = try reader.row(ranked: rank, in: section), !deleted.contains(other) else { return nil }
      guard leaving.contains(other) else {
        throw Conflict.placeTaken(by: .row(other), text: try reader.row(other)?.text ?? "")
      }
      return .spaceRow(other, rank: keys.next())
    }
  }
}

/// Sort keys beyond all those that are in use or needed in a list, at the end or else at the start.
private struct SpareKeys {
  private var key: OrderKey
  private let step: OrderKey

  init(first: OrderKey, last: OrderKey) {
    let hasRoomBehind = last < OrderKeys.bound - OrderKeys.gap
    key = hasRoomBehind ? last : first
    step = hasRoomBehind ? 1 : -1
  }

  mutating func next() -> OrderKey {
    key += step
    return key
  }
}

extension NetChanges {
  /// The sections that were inserted or deleted; so were their flags.
  var comingOrGoing: Set<SectionID> {
    Set(sections.filter { $0.change.before == nil || $0.change.after == nil }.map(\.id))
  }
}
