import OutlineCore
import SQLite

// Tables and indexes have to agree about sections, rows, flags and users. If two of them have each other's pages, every
// single page looks right to SQLite. So the first entry of one is looked up in the other, and if one is empty, the
// other has to be empty, too. `pleat check` finds damage further on.
extension StoreReader {
  /// Checks that the first section is where the outline's order has it, and that the first flag is found.
  ///
  /// O(log n).
  ///
  /// - Throws: ``StoreError/damaged(path:message:)``.
  func checkReadingKeys() throws {
    try expect(
      """
      SELECT (SELECT section_id FROM main.section INDEXED BY section_by_ord WHERE ord = t.ord) = t.section_id
      FROM main.section AS t NOT INDEXED LIMIT 1
      """, "section_by_ord does not belong to section")
    _ = try checkFirstFlag()
  }

  /// Checks that indexes, counts and flags agree about the first section and row, because an edit relies on them.
  ///
  /// - Throws: ``StoreError/damaged(path:message:)``.
  func checkWritingKeys() throws {
    try expect(
      """
      SELECT (SELECT section_id FROM main.section INDEXED BY section_by_ord WHERE ord = t.ord) = t.section_id
        AND EXISTS (SELECT 1 FROM main.section AS i INDEXED BY section_by_level
          WHERE i.level = t.level AND i.ord = t.ord AND i.section_id = t.section_id)
        AND EXISTS (SELECT 1 FROM main.section AS i INDEXED BY section_by_title
          WHERE i.title = t.title AND i.section_id = t.section_id)
      FROM main.section AS t NOT INDEXED LIMIT 1
      """, "the indexes of section do not belong to it")
    try checkRows()
    try checkFlags()
    try expect(
      "SELECT coalesce((SELECT typeof(is_open) FROM counting), '') = 'integer'", "counting does not have its one line")
  }

  /// Checks that the first row is where the order of its section has it, and counted.
  func checkRows() throws {
    let isThere = try expect(
      """
      SELECT (SELECT row_id FROM main.row INDEXED BY row_by_rank WHERE section_id = t.section_id AND rank = t.rank) = t.row_id
        AND EXISTS (SELECT 1 FROM row_count WHERE section_id = t.section_id AND span = t.rank >> \(Spans.shift) AND rows > 0)
      FROM main.row AS t NOT INDEXED LIMIT 1
      """, "row_by_rank and row_count do not belong to row")
    if try isThere || isEmpty("SELECT 1 FROM row_count LIMIT 1") { return }
    throw damage("row_count counts rows, and row has none")
  }

  /// Checks that the first flag by section is found by user, and that there is none by user if there is none by section.
  func checkFlags() throws {
    if try checkFirstFlag() || isEmpty("SELECT collapsed FROM fold LIMIT 1") { return }
    throw damage("fold_by_section has none of the flags in fold")
  }

  /// Checks that the first flag by section is found by user; returns false if there is none.
  private func checkFirstFlag() throws -> Bool {
    let first = try db.first("SELECT user_id, section_id FROM fold INDEXED BY fold_by_section LIMIT 1", []) { line in
      (try line.key(0), SectionID(try line.key(1)))
    }
    guard let first else { return false }
    if try flag(of: first.1, ofUserWithKey: first.0) != nil { return true }
    throw damage("fold_by_section does not belong to fold")
  }

  /// Checks that the table has no user with a name that its index does not have.
  ///
  /// O(users).
  func checkUnknown(_ name: String) throws {
    if try isEmpty("SELECT 1 FROM user NOT INDEXED WHERE name = ?", [name]) { return }
    throw damage("user_by_name does not have '\(name)', which user has")
  }

  /// Throws an error if a query that is to return 1 returns 0 or NULL; returns false if it returns no line.
  @discardableResult
  private func expect(_ sql: String, _ message: String) throws -> Bool {
    let fits = try db.first(sql, []) { line in try !line.isNull(0) && line[0] }
    if fits == false { throw damage(message) }
    return fits != nil
  }

  /// Whether a query returns no line.
  func isEmpty(_ sql: String, _ values: [any Bindable] = []) throws -> Bool { try value(sql, values) as Int64? == nil }

  /// Checks the column of a line that says whether a table has an item as an index has it.
  ///
  /// - Throws: ``StoreError/damaged(path:message:)`` if the table has it otherwise, or not at all.
  func checkIndexed(_ line: ResultRow, _ column: Int, _ item: ItemID) throws {
    if try !line.isNull(column) && line.flag(column) { return }
    let table = if case .row = item { "row" } else { "section" }
    throw damage("an index of \(table) does not have \(table) \(item.number) in its place")
  }

  /// Checks that the table has a row where the order of its section has it.
  func checkPlace(of row: RowID, in section: SectionID, at rank: OrderKey) throws {
    let isThere = try !isEmpty(
      "SELECT 1 FROM main.row NOT INDEXED WHERE row_id = ? AND section_id = ? AND rank = ?",
      [row.rawValue, section.rawValue, rank])
    if !isThere { throw damage("an index of row does not have row \(row.rawValue) in its place") }
  }

  /// The error for a file that contradicts itself.
  func damage(_ message: String) -> StoreError { .damaged(path: db.path, message: message) }
}

/// Compares the counts of the first sections with their rows.
///
/// If `row_count` has the pages of another table, sections seem to have other rows than they have, or none.
struct CountedRows {
  /// How many more sections are looked at.
  private var looks = 50
  /// How many more rows are counted.
  private var rows = 1_000

  /// Takes the next section and its number of rows.
  ///
  /// O(log n + rows of the section), and nothing after the first sections.
  ///
  /// - Throws: ``StoreError/damaged(path:message:)`` if the section has more rows or fewer.
  mutating func check(_ section: Int64, count: Int, _ reader: StoreReader) throws {
    guard looks > 0, count <= rows else { return }
    looks -= 1
    rows -= count
    let found: Int? = try reader.value(
      "SELECT count(*) FROM (SELECT 1 FROM row WHERE section_id = ? LIMIT ?)", [section, count + 1])
    if found == count { return }
    let message =
      count == 0
      ? "has rows, and row_count does not count them" : "does not have the \(count) rows that row_count counts"
    throw reader.damage("section \(section) \(message)")
  }
}
