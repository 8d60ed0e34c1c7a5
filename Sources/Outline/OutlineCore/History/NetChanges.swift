/// The net effect of a group of changes: the states of each touched item before the first and after the last change.
///
/// It does not depend on the order in which cascades and triggers log, which SQLite does not define.
package struct NetChanges: Sendable {
  /// The states of one item before and after; nil where it did not exist.
  package struct Change<Image: Sendable>: Sendable {
    /// The state before, as far as the changes record it.
    package fileprivate(set) var before: Image?
    package fileprivate(set) var after: Image?
    /// Whether the item was inserted, deleted or moved; false if only its content changed, or its sort key to make
    /// room.
    package fileprivate(set) var isMoved = false
  }

  /// The key of one user's flag for one section.
  package struct FlagKey: Hashable, Sendable {
    /// The value of `user.user_id`.
    package let user: Int64
    package let section: SectionID
  }

  /// The sections, in the order in which they were first changed.
  package private(set) var sections: [(id: SectionID, change: Change<SectionImage>)] = []
  /// The rows, in the order in which they were first changed.
  package private(set) var rows: [(id: RowID, change: Change<RowImage>)] = []
  package private(set) var flags: [FlagKey: Change<Bool>] = [:]
  /// The users, by `user.user_id`.
  package private(set) var users: [Int64: Change<UserImage>] = [:]

  private var sectionIndices: [SectionID: Int] = [:]
  private var rowIndices: [RowID: Int] = [:]

  /// Creates the net effect of the changes of a group, given in the order of the log.
  ///
  /// O(n).
  package init(_ events: some Sequence<LoggedChange.Event>) {
    for event in events { add(event, isMoving: true) }
  }

  /// Creates the net effect of the changes of a group, given in the order of the log.
  ///
  /// O(n).
  package init(_ changes: [LoggedChange]) {
    for change in changes { add(change.event, isMoving: !change.madeRoom) }
  }

  /// The change of a row; nil if it was not touched.
  package func change(of row: RowID) -> Change<RowImage>? { rowIndices[row].map { rows[$0].change } }

  /// The change of a section; nil if it was not touched.
  package func change(of section: SectionID) -> Change<SectionImage>? {
    sectionIndices[section].map { sections[$0].change }
  }

  private mutating func add(_ event: LoggedChange.Event, isMoving: Bool) {
    let isMoving = isMoving && event.isMoving
    switch event {
    case .section(let id, let old, let new):
      guard let index = sectionIndices[id] else {
        sectionIndices[id] = sections.count
        return sections.append((id, Change(before: old, after: new, isMoved: isMoving)))
      }
      if isMoving { sections[index].change.isMoved = true }
      if let before = sections[index].change.before, let old {
        sections[index].change.before = before.completed(by: old)
      }
      sections[index].change.after = new.map { sections[index].change.after?.followed(by: $0) ?? $0 }
    case .row(let id, let old, let new):
      guard let index = rowIndices[id] else {
        rowIndices[id] = rows.count
        return rows.append((id, Change(before: old, after: new, isMoved: isMoving)))
      }
      if isMoving { rows[index].change.isMoved = true }
      if let before = rows[index].change.before, let old { rows[index].change.before = before.completed(by: old) }
      let changed = old?.content ?? PartialRowContent()
      rows[index].change.after = new.map { rows[index].change.after?.followed(by: $0, changing: changed) ?? $0 }
    case .fold(let section, let user, let old, let new):
      flags[FlagKey(user: user, section: section), default: Change(before: old, after: old)].after = new
    case .user(let key, let old, let new):
      users[key, default: Change(before: old, after: old)].after = new
    }
  }
}

extension LoggedChange.Event {
  /// Whether a section or a row was inserted, deleted or got another position or level.
  package var isMoving: Bool {
    switch self {
    case .section(_, let old?, let new?): old.ord != new.ord || old.level != new.level
    case .row(_, let old?, let new?):
      old.section != new.section || old.rank != new.rank || old.content.level != nil
    case .section, .row: true
    case .fold, .user: false
    }
  }
}
