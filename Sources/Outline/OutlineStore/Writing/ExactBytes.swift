import OutlineCore
import SQLite

/// Finds the bytes of texts that are not UTF-8, which statements by hand can write.
///
/// Such a text is read with U+FFFD for every broken part. An edit that leaves the text alone, or an undo that restores
/// it, must not write that. So for a text with U+FFFD, the bytes come from the log of the entry that is undone, or from
/// the table.
struct ExactBytes {
  let db: Connection
  /// The changes of the entry that is undone or redone; nil for an edit.
  let source: Range<Int64>?

  /// Returns the columns in which a row's content differs from what it was.
  ///
  /// A text that is not UTF-8 is among them, because two that differ may be read as the same.
  func columns(of row: Row, since before: RowContent) -> [RowColumn] {
    RowColumn.all.filter { column in
      !row.content.isSame(column, as: before) || Self.isBroken(row.content.text(in: column))
    }
  }

  /// Returns the values of columns of a row's content; of all, in the order of ``RowTable/content``, by default.
  func values(of row: Row, in columns: [RowColumn] = RowColumn.all) throws -> [any Bindable] {
    try columns.map { column in
      guard let text = row.content.text(in: column) else { return row.content.value(of: column) }
      return try exact(
        text, Location("row", row.id.rawValue, column.name, "old_\(column.name)", bit: column.changedBit))
    }
  }

  /// Returns the values of a section's content, in the order of ``SectionTable/columns``.
  func values(of section: Section) throws -> [any Bindable] {
    let id = section.id.rawValue
    return [
      try exact(section.title, Location("section", id, "title", "old_text", bit: 1)),
      try exact(section.detail, Location("section", id, "detail", "old_detail", bit: 2)), section.isCollapsible,
      section.newRows?.rawValue, section.isDone,
      try exact(section.attributes, Location("section", id, "attributes", "old_attributes", bit: 4)),
      section.schedule.due?.description,
      try exact(section.schedule.repeats, Location("section", id, "repeat", "old_repeat", bit: 64)),
    ]
  }

  /// Where a text is in its table and in the log.
  private struct Location {
    let table: String
    let id: Int64
    let column: String
    let logged: String
    /// The bit of `change.changed` that says that an update changed it.
    let bit: Int

    init(_ table: String, _ id: Int64, _ column: String, _ logged: String, bit: Int) {
      (self.table, self.id, self.column, self.logged, self.bit) = (table, id, column, logged, bit)
    }
  }

  private static func isBroken(_ text: String?) -> Bool { text?.unicodeScalars.contains("\u{FFFD}") == true }

  private func exact(_ text: String?, _ location: @autoclosure () -> Location) throws -> any Bindable {
    guard let text, Self.isBroken(text) else { return text }
    let location = location()
    let stored = [try logged(location), try current(location)].compactMap(\.self)
    return stored.first { String(decoding: $0, as: UTF8.self).hasSameBytes(as: text) }.map(TextBytes.init) ?? text
  }

  /// Returns the bytes before the entry that is undone.
  private func logged(_ location: Location) throws -> [UInt8]? {
    guard let source else { return nil }
    return try db.first(
      """
      SELECT \(location.logged) FROM change WHERE change_id >= ? AND change_id < ? AND thing = '\(location.table)' AND id = ?
        AND (action = 'delete' OR changed & \(location.bit)) ORDER BY change_id LIMIT 1
      """, [source.lowerBound, source.upperBound, location.id]
    ) { line in line.bytes(0).map(Array.init) }.flatMap(\.self)
  }

  /// Returns the bytes that the table has now.
  private func current(_ location: Location) throws -> [UInt8]? {
    try db.first("SELECT \(location.column) FROM \(location.table) WHERE \(location.table)_id = ?", [location.id]) {
      line in
      line.bytes(0).map(Array.init)
    }.flatMap(\.self)
  }
}
