import OutlineCore
import SQLite

/// Writes to the file within one write transaction.
package struct StoreWriter {
  let db: Connection
  let path: String
  /// The version that the file had when the transaction began.
  let version: Int
  let log = EditLog()
  let ids = BlockIDs()

  /// How many days the clock leapt before the transaction, if that prevented trimming by age; known at its end.
  package var leap: Int? { log.leap }

  /// A reader for the file's state within the transaction.
  package var reader: StoreReader { StoreReader(db: db) }

  /// Begins an entry of the history, to which all later changes belong.
  package func begin(_ heading: EntryHeading) throws {
    try log.begin(heading, in: db)
  }

  /// Stamps a file that came from a dump as pleat's, with the version that it has.
  func stamp() throws {
    let found: Int = try db.value("PRAGMA user_version") ?? 0
    try Schema.stamp(db, version: max(found, version))
  }

  /// Sets which changes the current entry undoes or redoes, so that texts that are not UTF-8 are restored byte for
  /// byte.
  package func restores(_ changes: Range<Int64>) { log.restored = changes }

  /// Lets rows that lose the last row below them in the current entry, and get one again, keep their flags.
  package func keepsRowFlags() { log.bringsFlagsBack = true }

  /// Carries out the writes of a plan, in order, as a user; nil for writes that concern no user's flags or settings.
  ///
  /// A user unknown to the file is added first.
  ///
  /// - Returns: The ids of the created sections and rows, in order.
  /// - Throws: An SQLite error, or ``StoreError``. The transaction must then be rolled back.
  package func perform(_ writes: [Write], as user: StoredUser?) throws -> [ItemID] {
    guard !writes.isEmpty else { return [] }
    guard log.entry != nil else { throw StoreError.unexpected(message: "a change has no entry in the log") }
    var run = WriteRun(
      db: db, user: try user.map { try $0.key ?? db.enter($0.user) }, exact: ExactBytes(db: db, source: log.restored),
      ids: ids)
    try StoreError.translating(path: path) {
      let flags = try rowFlags(before: writes)
      for write in writes {
        try run.note(makesRoom: write.makesRoom)
        try run.perform(write)
      }
      try run.note(makesRoom: false)
      try adjust(flags)
      try ids.save(in: db)
    }
    return run.made
  }

  /// Changes a setting of the file for all users; the log keeps no old value of it.
  ///
  /// The transaction does not trim the log, so that a slip can be corrected before the next edit.
  package func set(_ setting: Setting, to value: SettingValue) throws {
    log.trimsOldEntries = false
    try StoreError.translating(path: path) {
      try db.run(
        "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
        [setting.rawValue, value.bindable])
    }
  }

  /// Converts an SQLite error to a ``StoreError``; returns other errors as they are.
  package func translated(_ error: any Error) -> any Error {
    (error as? DatabaseError).map { StoreError($0, path: path) } ?? error
  }

  /// Renames a user, also in the history of the user's edits.
  package func rename(_ user: StoredUser, to name: String) throws {
    try StoreError.translating(path: path) {
      try db.run("UPDATE user SET name = ? WHERE user_id = ?", [name, user.key])
      try db.run("UPDATE edit SET user = ? WHERE user = ?", [name, user.user.name])
    }
  }

  /// Deletes a user with all flags.
  package func delete(_ user: StoredUser) throws {
    try StoreError.translating(path: path) {
      try db.run("DELETE FROM user WHERE user_id = ?", [user.key])
    }
  }
}

extension SettingValue {
  fileprivate var bindable: any Bindable {
    switch self {
    case .number(let number): number
    case .text(let text): text
    }
  }
}

/// Carries out the writes of one plan.
private struct WriteRun {
  let db: Connection
  let user: Int64?
  let exact: ExactBytes
  let ids: BlockIDs
  private(set) var made: [ItemID] = []
  /// Whether the log records changes as ones that make room.
  private var makesRoom = false

  init(db: Connection, user: Int64?, exact: ExactBytes, ids: BlockIDs) {
    self.db = db
    self.user = user
    self.exact = exact
    self.ids = ids
  }

  /// Sets whether the log records the next changes as ones that make room.
  mutating func note(makesRoom: Bool) throws {
    if makesRoom != self.makesRoom { try run("UPDATE current_edit SET makes_room = ?", [makesRoom]) }
    self.makesRoom = makesRoom
  }

  mutating func perform(_ write: Write) throws {
    switch write {
    case .insertSection(let content, let ord, let level):
      try insert(content, ord: ord, level: level)
    case .fillSection(let drafts):
      guard case .section(let section)? = made.last else {
        throw StoreError.unexpected(message: "rows have no section")
      }
      for (index, draft) in drafts.enumerated() {
        try insert(draft, in: section.rawValue, rank: OrderKey(index + 1) * OrderKeys.gap)
      }
    case .insertRow(let draft, let section, let rank):
      try insert(draft, in: section.rawValue, rank: rank)
      made.append(.row(RowID(db.lastInsertedRowID)))
    case .moveSection(let id, let ord, let level):
      try run("UPDATE section SET ord = ?, level = ? WHERE section_id = ?", [ord, level, id.rawValue])
    case .spaceSection(let id, let ord), .parkSection(let id, let ord):
      try run("UPDATE section SET ord = ? WHERE section_id = ?", [ord, id.rawValue])
    case .moveRow(let id, let section, let rank):
      try run("UPDATE row SET section_id = ?, rank = ? WHERE row_id = ?", [section.rawValue, rank, id.rawValue])
    case .spaceRow(let id, let rank), .parkRow(let id, let rank):
      try run("UPDATE row SET rank = ? WHERE row_id = ?", [rank, id.rawValue])
    case .changeSection(let section):
      try run(SectionTable.update, exact.values(of: section) + [section.id.rawValue])
    case .changeRow(let row, let before):
      let columns = exact.columns(of: row, since: before)
      guard !columns.isEmpty else { break }
      try run(RowTable.update(columns), exact.values(of: row, in: columns) + [row.id.rawValue])
    case .moveAllRows(let source, let target):
      try moveAllRows(from: source.rawValue, to: target.rawValue)
    case .deleteSection(let id):
      try run("DELETE FROM section WHERE section_id = ?", [id.rawValue])
    case .deleteRow(let id):
      try run("DELETE FROM row WHERE row_id = ?", [id.rawValue])
    case .setFlag(let ids, let isCollapsed):
      try setFlags(of: ids, isCollapsed: isCollapsed)
    case .clearFlags:
      try run("DELETE FROM fold WHERE user_id = ?", [user])
    case .setUser(let settings):
      try run(
        "UPDATE user SET starts_collapsed = ?, accordion = ? WHERE user_id = ?",
        [settings.startsCollapsed, settings.accordion, user])
    case .restoreSection(let section):
      try run(SectionTable.insert, [section.id.rawValue, section.ord, section.level] + exact.values(of: section))
    case .restoreRow(let row):
      try run(RowTable.insert, [row.id.rawValue, row.section.rawValue, row.rank] + exact.values(of: row))
    case .restoreUser(let key, let settings):
      try run(
        "UPDATE user SET starts_collapsed = ?, accordion = ? WHERE user_id = ?",
        [settings.startsCollapsed, settings.accordion, key])
    case .restoreFlag(let id, let user, let isCollapsed):
      try restoreFlag(id, user: user, isCollapsed)
    }
  }

  private func run(_ sql: String, _ values: [any Bindable]) throws { try db.run(sql, values) }

  private mutating func insert(_ content: SectionContent, ord: OrderKey, level: Int) throws {
    try run(SectionTable.insert, [try ids.take(in: db), ord, level] + content.values)
    made.append(.section(SectionID(db.lastInsertedRowID)))
  }

  private func insert(_ draft: RowDraft, in section: Int64, rank: OrderKey) throws {
    try run(RowTable.insert, [try ids.take(in: db), section, rank] + draft.values)
  }

  private func moveAllRows(from source: Int64, to target: Int64) throws {
    let rows: [Int64] = try db.rows("SELECT row_id FROM row WHERE section_id = ? ORDER BY rank", [source]) { line in
      try line[0]
    }
    for row in rows {
      try run(
        """
        UPDATE row SET section_id = ?1,
          rank = coalesce((SELECT max(rank) FROM row WHERE section_id = ?1), 0) + \(OrderKeys.gap)
        WHERE row_id = ?2
        """, [target, row])
    }
  }

  private func setFlags(of ids: [SectionID], isCollapsed: Bool) throws {
    let statement = try db.statement(
      """
      INSERT INTO fold (user_id, section_id, collapsed) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET collapsed = excluded.collapsed
      """)
    try statement.bind(user, at: 1)
    try statement.bind(isCollapsed, at: 3)
    for id in ids {
      try statement.bind(id.rawValue, at: 2)
      try statement.run()
    }
  }

  private func restoreFlag(_ id: SectionID, user: Int64, _ isCollapsed: Bool?) throws {
    try run("DELETE FROM fold WHERE user_id = ? AND section_id = ?", [user, id.rawValue])
    guard let isCollapsed else { return }
    try run(
      """
      INSERT INTO fold (user_id, section_id, collapsed) SELECT user_id, ?2, ?3 FROM user WHERE user_id = ?1
      """, [user, id.rawValue, isCollapsed])
  }
}

extension Write {
  /// Whether the write changes a sort key alone and leaves the order as it is.
  fileprivate var makesRoom: Bool {
    switch self {
    case .spaceSection, .spaceRow: true
    default: false
    }
  }
}

extension StoreWriter {
  /// Records the authors of the edits that the current entry brings from other machines.
  package func note(_ authorships: [Authorship]) throws {
    guard let entry = log.entry, !authorships.isEmpty else { return }
    try StoreError.translating(path: path) {
      let insert = try db.statement(
        "INSERT OR IGNORE INTO author (edit_id, first_id, last_id, at, action, user) VALUES (?, ?, ?, ?, ?, ?)")
      for own in authorships {
        try insert.bind([
          entry, own.numbers.lowerBound, own.numbers.upperBound, own.time, own.action.rawValue, own.user,
        ])
        try insert.run()
      }
    }
  }
}

extension StoreWriter {
  /// Keeps the idempotency key of the current entry, with its user, command and input, and the items of its answer.
  ///
  /// Keys whose edits left the history at least 30 days ago are removed.
  package func keep(idempotencyKey key: Int64, asking: (user: String, words: String, input: Int64?), of items: [ItemID])
    throws
  {
    guard let entry = log.entry else { return }
    try db.run("DELETE FROM idempotency_key WHERE edit_id >= ?", [entry])  // left where the history was cut off by hand
    try db.run(
      "INSERT INTO idempotency_key (edit_id, key, user, words, input, items) VALUES (?, ?, ?, ?, ?, ?)",
      [entry, key, asking.user, asking.words, asking.input, try ItemRuns(items: items).text])
    try db.run(
      """
      DELETE FROM idempotency_key WHERE edit_id < min(
        (SELECT edit_id FROM edit ORDER BY edit_id LIMIT 1),
        coalesce((SELECT edit_id FROM idempotency_key WHERE at >= CAST((julianday('now') - 2440587.5 - 30
          - coalesce((SELECT value FROM setting WHERE name = ?), ?)) * 86400000 AS INTEGER) ORDER BY edit_id LIMIT 1), 0))
      """, [Setting.historyDays.rawValue, Setting.historyDays.standard.description])
  }
}
