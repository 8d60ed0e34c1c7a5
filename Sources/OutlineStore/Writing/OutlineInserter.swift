import OutlineCore
import SQLite

/// Inserts sections and rows one after the other, as they come, without keeping any of them.
///
/// Millions come this way: guards, counts and log are done in bulk, see ``InsertTriggers``. ``finish()`` has to be the
/// last of it, and nothing else may insert sections or rows before.
package final class OutlineInserter {
  private let db: Connection
  private let entry: Int64
  private let sections: Statement
  private let rows: Statement
  private let sectionLog: Statement
  private let runLog: Statement
  /// The greatest key of a section before.
  private let lastSection: Int64
  private var sectionKeys: GivenKeys
  private var rowKeys: GivenKeys
  private var run: LogRun?
  private var rowCount: Int64 = 0
  private var users: [String: Int64] = [:]

  /// - Parameter entry: the entry of the log that it belongs to.
  init(_ db: Connection, entry: Int64) throws {
    self.db = db
    self.entry = entry
    lastSection = try db.value("SELECT max(section_id) FROM section") ?? 0
    sectionKeys = try GivenKeys("section", db)
    rowKeys = try GivenKeys("row", db)
    try InsertTriggers.drop(in: db)
    sections = try db.statement(
      """
      INSERT INTO section (section_id, ord, level, title, detail, collapsible, attributes)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """)
    rows = try db.statement("INSERT INTO row (row_id, section_id, rank, text, attributes) VALUES (?, ?, ?, ?, ?)")
    sectionLog = try db.statement(
      """
      INSERT INTO change (edit_id, thing, action, id, new_place, new_level, new_flag)
      VALUES (?, 'section', 'insert', ?, ?, ?, ?)
      """)
    runLog = try db.statement(
      """
      INSERT INTO change (change_id, edit_id, thing, action, id, run, step, new_section, new_place)
      VALUES ((SELECT coalesce(max(change_id), 0) FROM change) + ?1, ?2, 'row', 'insert', ?3, nullif(?1, 1),
        nullif(?4, 0), ?5, ?6)
      """)
  }

  /// Inserts a section; its key is the one given, or else the next.
  ///
  /// - Throws: ``StoreError/refused(message:)`` for a key that is taken or out of all proportion.
  package func insert(_ draft: SectionDraft, id: SectionID?, ord: OrderKey, level: Int) throws -> SectionID {
    try sectionKeys.check(id?.rawValue)
    try sections.bind([id?.rawValue, ord, level, draft.title, draft.detail, draft.isCollapsible, draft.attributes])
    try sectionKeys.naming(id?.rawValue, sections.run)
    let key = db.lastInsertedRowID
    try writeRun()
    try sectionLog.bind([entry, key, ord, level, draft.isCollapsible])
    try sectionLog.run()
    return SectionID(key)
  }

  /// Inserts a row; its key is the one given, or else the next.
  ///
  /// - Throws: ``StoreError/refused(message:)`` for a key that is taken or out of all proportion.
  package func insert(_ draft: RowDraft, id: RowID?, in section: SectionID, rank: OrderKey) throws {
    try rowKeys.check(id?.rawValue)
    try rows.bind(id?.rawValue, at: 1)
    try rows.bind(section.rawValue, at: 2)
    try rows.bind(rank, at: 3)
    try rows.bind(draft.text, at: 4)
    try rows.bind(draft.attributes, at: 5)
    try rowKeys.naming(id?.rawValue, rows.run)
    rowCount += 1
    let next = LogRun(last: rowCount, firstRow: db.lastInsertedRowID, section: section.rawValue, firstRank: rank)
    if run?.extend(next) == true { return }
    try writeRun()
    run = next
  }

  /// Writes the rows of the last run to the log.
  private func writeRun() throws {
    guard let run else { return }
    try runLog.bind([run.count, entry, run.firstRow, run.step, run.section, run.firstRank])
    try runLog.run()
    self.run = nil
  }

  /// Counts what came, and puts the triggers back.
  ///
  /// - Throws: an error of SQLite, or ``StoreError`` where the file does not hold what it has to; the transaction is
  ///   then to be rolled back.
  package func finish() throws {
    try writeRun()
    try db.run("UPDATE counting SET is_open = 1")
    try db.run(
      """
      INSERT INTO row_count (section_id, span, rows)
      SELECT section_id, rank >> \(Spans.shift), count(*) FROM row WHERE section_id > ?
      GROUP BY section_id, rank >> \(Spans.shift)
      """, [lastSection])
    try db.run("UPDATE counting SET is_open = 0")
    let counted: Int64 = try db.value("SELECT sum(rows) FROM row_count WHERE section_id > ?", [lastSection]) ?? 0
    guard counted == rowCount else {
      throw StoreError.unexpected(message: "\(counted) rows were counted of \(rowCount) that were imported")
    }
    try InsertTriggers.make(in: db)
  }

  /// Sets a user's flag for a section; a user that the file does not know is entered, with the settings of `user`.
  package func setFlag(_ section: SectionID, _ isCollapsed: Bool, for user: User) throws {
    try db.run(
      """
      INSERT INTO fold (user_id, section_id, collapsed) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET collapsed = excluded.collapsed
      """, [key(of: user), section.rawValue, isCollapsed])
  }

  /// Enters a user that the file does not know; one that it knows keeps the settings.
  package func enter(_ user: User) throws { _ = try key(of: user) }

  private func key(of user: User) throws -> Int64 {
    if let key = users[user.name] { return key }
    let known: Int64? = try db.value("SELECT user_id FROM user WHERE name = ?", [user.name])
    let key = try known ?? db.enter(user)
    users[user.name] = key
    return key
  }
}

extension Connection {
  /// Enters a user that the file does not know; the value of `user.user_id`.
  func enter(_ user: User) throws -> Int64 {
    try run(
      "INSERT INTO user (name, starts_collapsed, accordion) VALUES (?, ?, ?)",
      [user.name, user.startsCollapsed, user.accordion])
    return lastInsertedRowID
  }
}

/// Keys that a document gives to its sections or rows, and what the guards would say of them.
private struct GivenKeys {
  private let table: String
  private var greatest: Int64

  init(_ table: String, _ db: Connection) throws {
    self.table = table
    greatest = try db.value("SELECT seq FROM sqlite_sequence WHERE name = ?", [table]) ?? 0
  }

  /// Refuses a key after which few would be left.
  mutating func check(_ key: Int64?) throws(StoreError) {
    guard let key else { return }
    if key > greatest + 1_000_000_000 {
      throw .refused(message: "\(table): \(table)_id \(key) is far above all others; leave it out to get the next one")
    }
    greatest = max(greatest, key)
  }

  /// Runs an INSERT; where the key that was given is taken, the error says so.
  func naming(_ key: Int64?, _ insert: () throws(DatabaseError) -> Void) throws {
    do throws(DatabaseError) { try insert() } catch {
      guard let key, error.message == "UNIQUE constraint failed: \(table).\(table)_id" else { throw error }
      throw StoreError.refused(message: "\(table): \(table)_id \(key) is there twice")
    }
  }
}

extension StoreWriter {
  /// Begins to insert an outline, in the entry that has begun.
  package func inserter() throws -> OutlineInserter {
    guard let entry = log.entry else { throw StoreError.unexpected(message: "an import without an entry in the log") }
    return try OutlineInserter(db, entry: entry)
  }
}
