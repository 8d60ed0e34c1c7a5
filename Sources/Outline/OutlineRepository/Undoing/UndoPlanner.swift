import OutlineCore
import OutlineStore

/// Plans how to undo one entry of the history, which need not be the last one.
///
/// Items that the entry changed have to be as the entry left them; everything else may have changed since. Sort keys
/// that changed only to make room, by the entry or since, do not count.
struct UndoPlanner {
  let net: NetChanges
  let reader: StoreReader
  /// The number of the first change after the entry.
  let end: Int64
  let positions: PositionsSince
  /// The neighbours that made room for the entry and go back to the keys that they had.
  let room: UndoRoom
  /// The parents of rows before the entry; nil if no row is below another one.
  let former: FormerRows?
  /// The parents of rows directly after the entry.
  let latter: FormerRows?
  /// The parents of rows now.
  let present: FormerRows
  /// Where sections go if sections came, went or moved since; nil if they go to the keys that they had.
  let sectionReturn: SectionReturn?
  /// The net changes after the entry, if the entry changed the kind of an item; otherwise empty.
  let later: NetChanges

  /// Prepares to undo an entry with these changes.
  ///
  /// - Parameter end: The number of the first change after the entry.
  init(_ changes: [LoggedChange], before end: Int64, _ reader: StoreReader) throws {
    net = NetChanges(changes)
    self.reader = reader
    self.end = end
    var positions = try reader.positions(since: end, ofRows: net.rows.contains { $0.change.isMoved })
    let hasMoved = try positions.oldSections.contains { id, old in
      let section = try reader.section(id)
      return section?.ord != old?.ord || section?.level != old?.level
    }
    let gone = Set(net.rows.filter { $0.change.isGone || $0.change.isNew }.map(\.id.rawValue))
    let changesKinds = net.sections.contains { gone.contains($0.id.rawValue) }
    later = NetChanges(changesKinds ? try reader.changes(in: end..<max(end, reader.lastChange() + 1)) : [])
    let room = try UndoRoom(net, sections: !hasMoved, reader)
    positions.precede(with: changes.filter { $0.madeRoom && !room.takesBack($0.event) })
    let movesSections = hasMoved && net.sections.contains { $0.change.isMoved }
    (self.positions, self.room) = (positions, room)
    let hasLevels = try net.hasRowLevels || !positions.oldLevels.isEmpty || reader.hasRowLevels()
    former = try hasLevels ? FormerRows(net, \.before, positions, reader) : nil
    latter = try hasLevels ? FormerRows(net, \.after, positions, reader) : nil
    present = try FormerRows(NetChanges([LoggedChange]()), \.after, PositionsSince(), reader)
    sectionReturn = try movesSections ? SectionReturn(net, since: positions, now: reader.sectionShape()) : nil
  }

  /// Returns the plan.
  ///
  /// - Throws: ``Conflict`` if the entry does not fit the outline any more.
  func plan() throws -> UndoPlan {
    try refuseFilled()
    let sections = try sectionParts()
    let rows = try rowParts()
    // A row that becomes a section again is deleted after the section is restored, so that its flags stay.
    let converted = Set(sections.restored.keys.map { RowID($0.rawValue) })
    let deletions = rows.deletions.filter { !converted.contains($0) }.map { Write.deleteRow($0) }
    return try UndoPlan(
      opening: deletions + sections.parking + room.sectionWrites
        + sections.placing.flatMap { Self.replacing($0, rows.deletions) },
      runs: sections.runs, restored: sections.restored, converted: converted.intersection(rows.deletions),
      rows: rows.parking + room.rowWrites + rows.placing, looseRows: rows.loose,
      closing: sections.changes + rows.changes + sections.deletions + flagWrites())
  }

  /// A write; if it restores a section that is a row now, the deletion of the row follows.
  private static func replacing(_ write: Write, _ deletions: Set<RowID>) -> [Write] {
    guard case .restoreSection(let section) = write, deletions.contains(RowID(section.id.rawValue)) else {
      return [write]
    }
    return [write, .deleteRow(RowID(section.id.rawValue))]
  }

  /// Returns the writes that restore the flags of restored items, for all users that still exist.
  ///
  /// An item that only changes its kind loses the flags from the entry, unless their users have changed them since.
  private func flagWrites() throws -> [Write] {
    let back = Set(net.sections.filter { $0.change.isGone }.map(\.id.rawValue))
      .symmetricDifference(net.rows.filter { $0.change.isGone }.map(\.id.rawValue))
    let come = Set(net.sections.filter { $0.change.isNew }.map(\.id.rawValue))
      .union(net.rows.filter { $0.change.isNew }.map(\.id.rawValue))
    return try net.flags.sorted { ($0.key.section, $0.key.user) < ($1.key.section, $1.key.user) }
      .compactMap { flag, change in
        let number = flag.section.rawValue
        let isWanted =
          try come.contains(number)
          ? back.contains(number) && reader.flag(of: flag.section, ofUserWithKey: flag.user) == change.after
          : back.contains(number) && change.before != nil
        return isWanted ? .restoreFlag(flag.section, user: flag.user, isCollapsed: change.before) : nil
      }
  }
}

extension NetChanges {
  /// Whether a row had a level above 1, or changes its level.
  fileprivate var hasRowLevels: Bool {
    rows.contains { row in row.change.before?.content.level.map { $0 > 1 || row.change.after != nil } ?? false }
  }
}

extension NetChanges.Change {
  var isGone: Bool { before != nil && after == nil }

  var isNew: Bool { before == nil && after != nil }

  var staysInPlace: Bool { !isMoved && before != nil && after != nil }
}

extension NetChanges.Change<RowImage> {
  /// Whether the row only made room for another one.
  var isRoomAlone: Bool { staysInPlace && before?.content.isEmpty == true }
}

extension NetChanges.Change<SectionImage> {
  var isRoomAlone: Bool {
    staysInPlace && before?.hasContent == false && before?.isCollapsible == after?.isCollapsible
  }
}

extension UndoPlanner {
  /// Returns the writes that undo a synchronization's changes of the flags and settings of all users.
  ///
  /// Flags and settings that a user has changed since stay. Flags of inserted and deleted sections are left out.
  func foldWrites() throws -> [Write] {
    let comingOrGoing = net.comingOrGoing
    let flags = net.flags.sorted { ($0.key.section, $0.key.user) < ($1.key.section, $1.key.user) }
    let flagWrites: [Write] = try flags.compactMap { flag, change in
      guard change.before != change.after, !comingOrGoing.contains(flag.section),
        try reader.holder(of: flag) != nil,
        try reader.flag(of: flag.section, ofUserWithKey: flag.user) == change.after
      else { return nil }
      return .restoreFlag(flag.section, user: flag.user, isCollapsed: change.before)
    }
    return try flagWrites + net.users.sorted { $0.key < $1.key }.compactMap(settings)
  }

  /// Returns the write that gives a user the former settings back, unless the user has changed them since.
  private func settings(of key: Int64, _ change: NetChanges.Change<UserImage>) throws -> Write? {
    // A user who came with the synchronization stays, with the settings of a user whom the file does not know.
    let before = change.before ?? UserImage(name: nil, startsCollapsed: false, accordion: false)
    guard let after = change.after, let user = try reader.user(withKey: key),
      user.startsCollapsed == after.startsCollapsed, user.accordion == after.accordion,
      before.startsCollapsed != after.startsCollapsed || before.accordion != after.accordion
    else { return nil }
    return .restoreUser(
      key, User(name: user.name, startsCollapsed: before.startsCollapsed, accordion: before.accordion))
  }
}
