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
    let statement = try db.cachedStatement(
      sql: "SELECT \(columns) FROM change WHERE change_id > ? ORDER BY change_id")
    var changes: [LoggedChange] = []
    let lines = try GRDB.Row.fetchCursor(statement, arguments: [number])
    while let line = try lines.next() {
      if let change = change(from: line) { changes.append(change) }
    }
    return changes
  }

  private var columns: String {
    """
    change_id, edit_id, at, thing, action, id, user_id, old_section, new_section, old_place, new_place,
      old_level, new_level, old_flag, new_flag, old_accordion, new_accordion, old_text, new_text,
      old_detail, new_detail, old_attributes, new_attributes
    """
  }

  private func change(from line: GRDB.Row) -> LoggedChange? {
    let action: String = line["action"]
    let old = Side(line: line, prefix: "old_", isPresent: action != "insert", isWhole: action == "delete")
    let new = Side(line: line, prefix: "new_", isPresent: action != "delete", isWhole: action == "insert")
    guard let event = event(line["thing"], of: line, old: old, new: new) else { return nil }
    let edit: Int64? = line["edit_id"]
    return LoggedChange(
      number: line["change_id"], group: edit.map { .edit($0) } ?? .hand(at: line["at"] ?? 0), event: event)
  }

  private func event(_ thing: String, of line: GRDB.Row, old: Side, new: Side) -> LoggedChange.Event? {
    let id: Int64 = line["id"]
    switch thing {
    case "section": return .section(SectionID(id), old: old.section, new: new.section)
    case "row": return .row(RowID(id), old: old.row, new: new.row)
    case "fold": return .fold(SectionID(id), user: line["user_id"] ?? 0, isCollapsed: new.flag)
    case "user": return .user(id, new.user)
    default: return nil
    }
  }
}

/// The old or the new columns of a line of the log.
private struct Side {
  let line: GRDB.Row
  let prefix: String
  let isPresent: Bool
  /// Whether every column counts, and not only those that differ from the other side.
  let isWhole: Bool

  var section: SectionImage? {
    guard isPresent, let ord: Int64 = line[prefix + "place"], let level: Int = line[prefix + "level"] else {
      return nil
    }
    return SectionImage(
      ord: ord, level: level, isCollapsible: flag ?? true, title: line[prefix + "text"],
      detail: line[prefix + "detail"], attributes: line[prefix + "attributes"],
      changesDetail: isWhole || differs("detail"), changesAttributes: isWhole || differs("attributes"))
  }

  var row: RowImage? {
    guard isPresent, let section: Int64 = line[prefix + "section"], let rank: Int64 = line[prefix + "place"] else {
      return nil
    }
    return RowImage(
      section: SectionID(section), rank: rank, text: line[prefix + "text"], attributes: line[prefix + "attributes"],
      changesAttributes: isWhole || differs("attributes"))
  }

  var flag: Bool? { isPresent ? line[prefix + "flag"] : nil }

  var user: User? {
    guard isPresent, let name: String = line[prefix + "text"] else { return nil }
    return User(name: name, startsCollapsed: flag ?? false, accordion: line[prefix + "accordion"] ?? false)
  }

  private func differs(_ column: String) -> Bool {
    !(line["old_" + column] as DatabaseValue).isNull || !(line["new_" + column] as DatabaseValue).isNull
  }
}
