import OutlineCore
import PleatSystem
import SQLite

/// The position of a file in its journal: the last entry that the file has.
package struct JournalPosition: Sendable {
  /// The name of the outline in the journal.
  package let outline: String
  /// The number of the last entry that the file has.
  package let seq: Int64
  /// The random number of that entry.
  package let token: Int64
  /// The ``ContentSum`` after that entry.
  package let sum: Int64

  package init(outline: String, seq: Int64, token: Int64, sum: Int64) {
    (self.outline, self.seq, self.token, self.sum) = (outline, seq, token, sum)
  }
}

/// The additional objects of a file with a journal: a table for its position, and triggers that refuse writes from
/// outside pleat.
enum JournalTables {
  /// The table without a key, so that the session extension does not record it.
  static let table = "journal_position"

  private static let guards: [(table: String, sql: String)] = ["section", "row", "user", "fold"].flatMap { table in
    ["INSERT", "UPDATE", "DELETE"].map { action in
      (
        table,
        """
        CREATE TRIGGER journal_\(table)_\(action.lowercased()) BEFORE \(action) ON \(table)
        WHEN (SELECT edit_id FROM current_edit) IS NULL BEGIN
          SELECT RAISE(ABORT, 'this outline has a journal: only pleat host --journal may change it');
        END
        """
      )
    }
  }

  /// The hashes of the triggers, as ``SchemaFingerprint`` makes them.
  static let hashes = Set(guards.map { SchemaFingerprint.hash(type: "trigger", table: $0.table, sql: $0.sql) })

  /// Adds these objects to a file.
  static func make(at position: JournalPosition, in db: Connection) throws {
    try db.execute(
      """
      CREATE TABLE \(table) (
        outline TEXT NOT NULL, -- the name in the journal
        seq INTEGER NOT NULL, -- the number of the last entry that the file has
        token INTEGER NOT NULL, -- the random number of that entry
        sum INTEGER NOT NULL -- of the hashes of all values
      ) STRICT
      """)
    for trigger in guards { try db.execute(trigger.sql) }
    try db.run(
      "INSERT INTO \(table) VALUES (?, ?, ?, ?)", [position.outline, position.seq, position.token, position.sum])
  }

  /// Removes these objects: the file is then an outline of its own, which pleat and the shell may change.
  static func drop(in db: Connection) throws {
    for trigger in guards {
      let words = trigger.sql.split(separator: " ")  // CREATE TRIGGER name
      try db.execute("DROP TRIGGER IF EXISTS \(words[2])")
    }
    try db.execute("DROP TABLE IF EXISTS \(table)")
  }

  static func exist(in db: Connection) throws -> Bool {
    try db.value("SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = ?)", [table]) ?? false
  }

  /// Whether a path is that of an outline in the folder of a host that keeps a journal, so that only the host may write there.
  ///
  /// The file of the host has to belong to root, or to the owner of the outline or of its folder.
  static func areWanted(at path: String) -> Bool {
    var (around, below) = (path.split(separator: "/").map(String.init), [String]())
    func folder() -> String { "/" + around.joined(separator: "/") }
    func goUp() { below = around.popLast().map { [$0] + below } ?? below }
    goUp()
    // Folders that are not there yet are made together with the outline.
    while Platform.absolutePath(of: folder()) == nil, !around.isEmpty { goUp() }
    around = (Platform.absolutePath(of: folder()) ?? "").split(separator: "/").map(String.init)
    let owner = ((try? FileStatus(of: path)) ?? (try? FileStatus(of: folder())))?.owner
    for _ in 0...HostedName.mostLevels {
      let status = try? FileStatus(of: "\(folder())/\(HostedName.journal)", followingLinks: false)
      if let status, status.owner == 0 || status.owner == owner {
        return HostedName.isOutline(below.joined(separator: "/"))
      }
      if around.isEmpty { return false }
      goUp()
    }
    return false
  }

  /// Returns the position of a file; nil if it has no journal.
  static func position(in db: Connection) throws -> JournalPosition? {
    guard try exist(in: db) else { return nil }
    return try db.first("SELECT outline, seq, token, sum FROM \(table)") { row in
      JournalPosition(outline: try row[0], seq: try row[1], token: try row[2], sum: try row[3])
    }
  }

  /// Returns the random identity of the outline, which no other outline has.
  static func identity(in db: Connection) throws -> String {
    try db.value("SELECT value FROM setting WHERE name = 'identity'") ?? ""
  }

  static func set(_ position: JournalPosition, in db: Connection) throws {
    try db.run("UPDATE \(table) SET seq = ?, token = ?, sum = ?", [position.seq, position.token, position.sum])
  }
}
