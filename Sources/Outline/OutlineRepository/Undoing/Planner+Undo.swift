import OutlineCore
import OutlineStore

/// Plans how to go back from the state after an entry of the history to the state before it.
///
/// This uses the net effect of the entry instead of running its changes backwards, because SQLite does not define the
/// order in which cascades log.
extension Planner {
  /// Returns the plan that undoes an entry's changes of the content.
  ///
  /// O(changes × log n + later changes).
  /// - Throws: `OutlineError/conflict(_:words:)` if the entry does not fit the outline any more.
  func undo(_ changes: [LoggedChange], of entry: HistoryEntry) throws -> UndoPlan {
    do {
      let planner = try UndoPlanner(changes, before: entry.changes.upperBound, reader)
      var plan = try planner.plan()
      if entry.origin.isSync { plan.closing += try planner.foldWrites() }
      return plan
    } catch let conflict as Conflict {
      throw OutlineError.conflict(conflict, words: entry.sentence)
    }
  }

  /// Returns the writes that undo an entry's changes of the acting user's flags and settings.
  ///
  /// Flags of deleted sections are not restored.
  func undoFolds(_ net: NetChanges, of entry: HistoryEntry) throws -> [Write] {
    guard let key = user.key else { return [] }
    var writes: [Write] = []
    let comingOrGoing = net.comingOrGoing
    for (flag, change) in net.flags where flag.user == key && !comingOrGoing.contains(flag.section) {
      guard let (item, name) = try reader.holder(of: flag) else { continue }
      guard try reader.flag(of: flag.section, for: user) == change.after else {
        throw OutlineError.conflict(.changed(item, text: name), words: entry.sentence)
      }
      if change.before != change.after {
        writes.append(.restoreFlag(flag.section, user: key, isCollapsed: change.before))
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
}

extension StoreReader {
  /// Returns the section or row that a flag is about, and its name; nil if there is none, or nothing below the row.
  ///
  /// O(log n).
  func holder(of flag: NetChanges.FlagKey) throws -> (ItemID, String)? {
    if let section = try section(flag.section) { return (.section(section.id), section.title) }
    guard let row = try row(RowID(flag.section.rawValue)) else { return nil }
    let next = try self.row(after: row.rank, in: row.section).flatMap { try self.row($0.id) }
    return next.map { $0.level > row.level } == true ? (.row(row.id), row.text) : nil
  }
}

extension NetChanges {
  /// The sections that were inserted or deleted; so were their flags.
  var comingOrGoing: Set<SectionID> {
    Set(sections.filter { $0.change.before == nil || $0.change.after == nil }.map(\.id))
  }
}
