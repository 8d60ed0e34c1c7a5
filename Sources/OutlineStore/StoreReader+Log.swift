import GRDB
import OutlineCore

extension StoreReader {
  /// The number of the last change in the log; 0 for an empty log.
  public func lastChange() throws -> Int64 {
    try value("SELECT max(change_id) FROM change", []) ?? 0
  }

  /// The change with this number; nil where the log no longer has it.
  public func change(_ number: Int64) throws -> LoggedChange? {
    try line("SELECT \(columns) FROM change WHERE change_id = ?", [number]).flatMap(change)
  }

  /// The changes after a number, oldest first.
  public func changes(after number: Int64) throws -> [LoggedChange] {
    try changes(in: (number + 1)..<Int64.max)
  }

  /// The changes with these numbers, oldest first.
  ///
  /// O(changes).
  public func changes(in numbers: Range<Int64>) throws -> [LoggedChange] {
    let statement = try db.cachedStatement(
      sql: "SELECT \(columns) FROM change WHERE change_id >= ? AND change_id < ? ORDER BY change_id")
    var changes: [LoggedChange] = []
    let lines = try GRDB.Row.fetchCursor(statement, arguments: [numbers.lowerBound, numbers.upperBound])
    while let line = try lines.next() {
      if let change = change(from: line) { changes.append(change) }
    }
    return changes
  }

  /// The columns of a change, in the order that `change(from:)` and ``Side`` read: every old one before its new one.
  private var columns: String {
    """
    change_id, edit_id, at, thing, action, id, user_id, old_section, new_section, old_place, new_place,
      old_level, new_level, old_flag, new_flag, old_accordion, new_accordion, old_text, new_text,
      old_detail, new_detail, old_attributes, new_attributes
    """
  }

  private func change(from line: GRDB.Row) -> LoggedChange? {
    let action: String = line[4]
    let old = Side(line: line, shift: 0, isPresent: action != "insert", isWhole: action == "delete")
    let new = Side(line: line, shift: 1, isPresent: action != "delete", isWhole: action == "insert")
    guard let event = event(line[3], of: line, old: old, new: new) else { return nil }
    let edit: Int64? = line[1]
    return LoggedChange(number: line[0], group: edit.map { .edit($0) } ?? .hand(at: line[2] ?? 0), event: event)
  }

  private func event(_ thing: String, of line: GRDB.Row, old: Side, new: Side) -> LoggedChange.Event? {
    let id: Int64 = line[5]
    switch thing {
    case "section": return .section(SectionID(id), old: old.section, new: new.section)
    case "row": return .row(RowID(id), old: old.row, new: new.row)
    case "fold": return .fold(SectionID(id), user: line[6] ?? 0, old: old.flag, new: new.flag)
    case "user": return .user(id, old: old.user, new: new.user)
    default: return nil
    }
  }
}

/// The old or the new columns of a line of the log.
private struct Side {
  let line: GRDB.Row
  /// 0 for the old columns, 1 for the new ones.
  let shift: Int
  let isPresent: Bool
  /// Whether every column counts, and not only those that differ from the other side.
  let isWhole: Bool

  /// The place of an old column; the new one stands behind it.
  private enum Column {
    static let section = 7
    static let place = 9
    static let level = 11
    static let flag = 13
    static let accordion = 15
    static let text = 17
    static let detail = 19
    static let attributes = 21
  }

  var section: SectionImage? {
    guard isPresent, let ord: Int64 = line[Column.place + shift], let level: Int = line[Column.level + shift] else {
      return nil
    }
    return SectionImage(
      ord: ord, level: level, isCollapsible: flag ?? true, title: line[Column.text + shift],
      detail: line[Column.detail + shift], attributes: line[Column.attributes + shift],
      changesDetail: isWhole || differs(Column.detail), changesAttributes: isWhole || differs(Column.attributes))
  }

  var row: RowImage? {
    guard isPresent, let section: Int64 = line[Column.section + shift], let rank: Int64 = line[Column.place + shift]
    else { return nil }
    return RowImage(
      section: SectionID(section), rank: rank, text: line[Column.text + shift],
      attributes: line[Column.attributes + shift], changesAttributes: isWhole || differs(Column.attributes))
  }

  var flag: Bool? { isPresent ? line[Column.flag + shift] : nil }

  var user: User? {
    guard isPresent, let name: String = line[Column.text + shift] else { return nil }
    return User(name: name, startsCollapsed: flag ?? false, accordion: line[Column.accordion + shift] ?? false)
  }

  private func differs(_ column: Int) -> Bool { !line.hasNull(atIndex: column) || !line.hasNull(atIndex: column + 1) }
}
