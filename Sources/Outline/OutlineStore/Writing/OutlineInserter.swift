import OutlineCore
import SQLite

/// Inserts sections and rows one by one without keeping them in memory.
///
/// It is made for millions of rows: checks, counts and the log are handled in bulk, see ``InsertTriggers``. Until
/// ``finish()`` is called, nothing else may insert sections or rows.
package final class OutlineInserter {
  private let db: Connection
  private let entry: Int64
  private let sections: Statement
  private let sectionLog: Statement
  private let runLog: Statement
  private let ids: BlockIDs
  /// The ids of the inserted sections: those above the greatest earlier one, or those from the block.
  private var newSections: ClosedRange<Int64>
  private var keys: GivenKeys
  private var rows: RowBatch
  private var counts: CountBatch
  private var hasBlock = false
  private var run: LogRun?
  private var rowCount: Int64 = 0
  private var users: [ExactText: Int64] = [:]

  /// Begins to insert.
  ///
  /// - Parameter entry: The id of the log entry to which the insertions belong.
  init(_ db: Connection, entry: Int64, ids: BlockIDs) throws {
    self.db = db
    self.entry = entry
    self.ids = ids
    let last: Int64 = try db.value("SELECT max(section_id) FROM section") ?? 0
    newSections = (last + 1)...Int64.max
    keys = try GivenKeys(db)
    db.setWorkLimit(isOn: false)
    try InsertTriggers.drop(in: db)
    sections = try db.statement(SectionTable.insert)
    rows = RowBatch(db)
    counts = try CountBatch(db)
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

  /// Inserts a section.
  ///
  /// - Parameter id: The section's id; nil to use the next one.
  /// - Returns: The section's id.
  /// - Throws: ``StoreError/refused(message:)`` for an id that is in use or far above all others.
  package func insert(_ content: SectionContent, id: SectionID?, ord: OrderKey, level: Int) throws -> SectionID {
    let key = try keys.take(id?.rawValue, orFromBlock: id == nil ? blockSection() : nil, of: "section")
    try sections.bind([key, ord, level] + content.values)
    try GivenKeys.naming(key, of: "section", sections.run)
    try writeRun()
    try sectionLog.bind([entry, key, ord, level, content.isCollapsible])
    try sectionLog.run()
    return SectionID(key)
  }

  /// Inserts a row, at the latest when ``finish()`` is called.
  ///
  /// - Parameter id: The row's id; nil to use the next one.
  /// - Returns: The row's id.
  /// - Throws: ``StoreError/refused(message:)`` for an id that is far above all others, and for one of this row or an
  ///   earlier one that is in use.
  @discardableResult
  package func insert(_ draft: RowDraft, id: RowID?, in section: SectionID, rank: OrderKey) throws -> RowID {
    let key = try keys.take(id?.rawValue, orFromBlock: id == nil ? ids.take(in: db) : nil, of: "row")
    try rows.add(draft, key: key, section: section, rank: rank)
    try counts.add(draft, section: section, rank: rank)
    rowCount += 1
    let next = LogRun(last: rowCount, firstRow: key, section: section.rawValue, firstRank: rank)
    if run?.extend(next) == true { return RowID(key) }
    try writeRun()
    run = next
    return RowID(key)
  }

  /// Returns the next section id of the block; nil if the file has none.
  ///
  /// The first one is the start of the new sections.
  private func blockSection() throws -> Int64? {
    guard let id = try ids.take(in: db) else { return nil }
    if newSections.lowerBound == 1 { return id }  // there were none before
    newSections = hasBlock ? newSections.lowerBound...id : id...id
    hasBlock = true
    return id
  }

  private func writeRun() throws {
    guard let run else { return }
    try runLog.bind([run.count, entry, run.firstRow, run.step, run.section, run.firstRank])
    try runLog.run()
    self.run = nil
  }

  /// Counts the inserted sections and rows, and creates the triggers again.
  ///
  /// O(n) in the number of inserted sections.
  ///
  /// - Throws: An SQLite error, or ``StoreError`` if the schema is wrong; then roll the transaction back.
  package func finish() throws {
    defer { db.setWorkLimit(isOn: true) }
    try rows.insert()
    try writeRun()
    try ids.save(in: db)
    try keys.finish(db)
    let bounds: [any Bindable] = [newSections.lowerBound, newSections.upperBound]
    try counts.insert()
    try db.run("UPDATE counting SET is_open = 1")
    try db.run(
      """
      INSERT INTO section_count (level, span, sections)
      SELECT level, ord >> \(Spans.shift), count(*) FROM section WHERE section_id BETWEEN ? AND ?
      GROUP BY level, ord >> \(Spans.shift)
      ON CONFLICT DO UPDATE SET sections = sections + excluded.sections
      """, bounds)
    try db.run("UPDATE counting SET is_open = 0")
    try InsertTriggers.make(in: db)
  }

  /// Sets a user's flag for a section, or for a row once ``finish()`` has been called.
  ///
  /// A user unknown to the file is added first, with the settings of `user`.
  package func setFlag(of item: ItemID, isCollapsed: Bool, for user: User) throws {
    try db.run(
      """
      INSERT INTO fold (user_id, section_id, collapsed) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET collapsed = excluded.collapsed
      """, [key(of: user), item.number, isCollapsed])
  }

  /// Adds a user unless the file already knows the name; a known user keeps its settings.
  package func enter(_ user: User) throws { _ = try key(of: user) }

  /// Adds a user whom the file does not know.
  ///
  /// - Parameter id: The user's id; nil to use the next one.
  package func enter(_ user: User, id: Int64?) throws {
    try db.run(
      "INSERT INTO user (user_id, name, starts_collapsed, accordion) VALUES (?, ?, ?, ?)",
      [id, user.name, user.startsCollapsed, user.accordion])
    users[ExactText(user.name)] = db.lastInsertedRowID
  }

  private func key(of user: User) throws -> Int64 {
    let name = ExactText(user.name)
    if let key = users[name] { return key }
    let known: Int64? = try db.value("SELECT user_id FROM user WHERE name = ?", [user.name])
    let key = try known ?? db.enter(user)
    users[name] = key
    return key
  }
}

extension Connection {
  /// Adds a user unknown to the file, and returns the new `user_id`.
  func enter(_ user: User) throws -> Int64 {
    try run(
      "INSERT INTO user (name, starts_collapsed, accordion) VALUES (?, ?, ?)",
      [user.name, user.startsCollapsed, user.accordion])
    return lastInsertedRowID
  }
}

extension StoreWriter {
  /// Begins to insert an outline within the current entry of the log.
  package func inserter() throws -> OutlineInserter {
    guard let entry = log.entry else { throw StoreError.unexpected(message: "an import has no entry in the log") }
    return try OutlineInserter(db, entry: entry, ids: ids)
  }
}
