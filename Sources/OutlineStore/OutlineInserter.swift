import GRDB
import GRDBSQLite
import OutlineCore

/// Inserts sections and rows one after the other, as they come, without keeping any of them.
///
/// Millions come this way: the bytes go straight to SQLite.
public final class OutlineInserter {
  private let db: Database
  private let sections: Statement
  private let rows: Statement
  private var users: [String: Int64] = [:]

  init(_ db: Database) throws {
    self.db = db
    sections = try db.makeStatement(
      sql: """
        INSERT INTO section (section_id, ord, level, title, detail, collapsible, attributes)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """)
    rows = try db.makeStatement(
      sql: "INSERT INTO row (row_id, section_id, rank, text, attributes) VALUES (?, ?, ?, ?, ?)")
  }

  /// Inserts a section; its key is the one given, or else the next.
  public func insert(_ draft: SectionDraft, id: SectionID?, ord: OrderKey, level: Int) throws -> SectionID {
    let handle = sections.sqliteStatement
    bind(id?.rawValue, to: handle, at: 1)
    bind(ord, to: handle, at: 2)
    bind(Int64(level), to: handle, at: 3)
    bind(draft.title, to: handle, at: 4)
    bind(draft.detail, to: handle, at: 5)
    bind(draft.isCollapsible ? 1 : 0, to: handle, at: 6)
    bind(draft.attributes, to: handle, at: 7)
    try run(handle)
    return SectionID(db.lastInsertedRowID)
  }

  /// Inserts a row; its key is the one given, or else the next.
  public func insert(_ draft: RowDraft, id: RowID?, in section: SectionID, rank: OrderKey) throws {
    let handle = rows.sqliteStatement
    bind(id?.rawValue, to: handle, at: 1)
    bind(section.rawValue, to: handle, at: 2)
    bind(rank, to: handle, at: 3)
    bind(draft.text, to: handle, at: 4)
    bind(draft.attributes, to: handle, at: 5)
    try run(handle)
  }

  private func bind(_ number: Int64?, to handle: OpaquePointer, at index: Int32) {
    if let number { sqlite3_bind_int64(handle, index, number) } else { sqlite3_bind_null(handle, index) }
  }

  /// Binds a copy of a text.
  private func bind(_ text: String?, to handle: OpaquePointer, at index: Int32) {
    guard var text else {
      sqlite3_bind_null(handle, index)
      return
    }
    let copy = unsafeBitCast(-1, to: sqlite3_destructor_type.self)  // SQLITE_TRANSIENT, which Swift cannot import
    text.withUTF8 { bytes in
      guard let start = bytes.baseAddress else {
        _ = sqlite3_bind_text(handle, index, "", 0, copy)
        return
      }
      let characters = UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
      sqlite3_bind_text(handle, index, characters, Int32(bytes.count), copy)
    }
  }

  private func run(_ handle: OpaquePointer) throws {
    defer { sqlite3_reset(handle) }
    guard sqlite3_step(handle) == SQLITE_DONE else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: sqlite3_extended_errcode(db.sqliteConnection)), message: db.lastErrorMessage)
    }
  }

  /// Sets a user's flag for a section; a user that the file does not know is entered, with the settings of `user`.
  public func setFlag(_ section: SectionID, _ isCollapsed: Bool, for user: User) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO fold (user_id, section_id, collapsed) VALUES (?, ?, ?)
        ON CONFLICT DO UPDATE SET collapsed = excluded.collapsed
        """
    ).execute(arguments: [key(of: user), section.rawValue, isCollapsed])
  }

  /// Enters a user that the file does not know; one that it knows keeps the settings.
  public func enter(_ user: User) throws { _ = try key(of: user) }

  private func key(of user: User) throws -> Int64 {
    if let key = users[user.name] { return key }
    let known: Int64? = try StoreReader(db: db).value("SELECT user_id FROM user WHERE name = ?", [user.name])
    if known == nil {
      try db.execute(
        sql: "INSERT INTO user (name, starts_collapsed, accordion) VALUES (?, ?, ?)",
        arguments: [user.name, user.startsCollapsed, user.accordion])
    }
    let key = known ?? db.lastInsertedRowID
    users[user.name] = key
    return key
  }
}

extension StoreWriter {
  /// Begins to insert an outline.
  public func inserter() throws -> OutlineInserter { try OutlineInserter(db) }
}
