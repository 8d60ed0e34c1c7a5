import GRDB
import GRDBSQLite
import OutlineCore

/// Inserts sections and rows one after the other, as they come, without keeping any of them.
public final class OutlineInserter {
  private let db: Database
  private let rows: Statement
  private var users: [String: Int64] = [:]

  init(_ db: Database) throws {
    self.db = db
    rows = try db.makeStatement(
      sql: "INSERT INTO row (row_id, section_id, rank, text, attributes) VALUES (?, ?, ?, ?, ?)")
  }

  /// Inserts a section; its key is the one given, or else the next.
  public func insert(_ draft: SectionDraft, id: SectionID?, ord: OrderKey, level: Int) throws -> SectionID {
    try db.cachedStatement(
      sql: """
        INSERT INTO section (section_id, ord, level, title, detail, collapsible, attributes)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(
      arguments: [id?.rawValue, ord, level, draft.title, draft.detail, draft.isCollapsible, draft.attributes])
    return SectionID(db.lastInsertedRowID)
  }

  /// Inserts a row; its key is the one given, or else the next.
  ///
  /// Millions of rows come this way: the bytes go straight to SQLite.
  public func insert(_ draft: RowDraft, id: RowID?, in section: SectionID, rank: OrderKey) throws {
    let handle = rows.sqliteStatement
    if let id { sqlite3_bind_int64(handle, 1, id.rawValue) } else { sqlite3_bind_null(handle, 1) }
    sqlite3_bind_int64(handle, 2, section.rawValue)
    sqlite3_bind_int64(handle, 3, rank)
    var text = draft.text
    var attributes = draft.attributes ?? ""
    let code = text.withUTF8 { text in
      attributes.withUTF8 { attributes in
        bind(text, to: handle, at: 4)
        if draft.attributes == nil { sqlite3_bind_null(handle, 5) } else { bind(attributes, to: handle, at: 5) }
        defer { sqlite3_reset(handle) }
        return sqlite3_step(handle)
      }
    }
    guard code == SQLITE_DONE else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: sqlite3_extended_errcode(db.sqliteConnection)), message: db.lastErrorMessage)
    }
  }

  /// Binds bytes that stay where they are until the statement has run.
  private func bind(_ bytes: UnsafeBufferPointer<UInt8>, to handle: OpaquePointer, at index: Int32) {
    let start = bytes.baseAddress.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) }
    if let start {
      sqlite3_bind_text(handle, index, start, Int32(bytes.count), nil)
    } else {
      sqlite3_bind_text(handle, index, "", 0, nil)
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
