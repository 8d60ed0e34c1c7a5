import GRDB
import OutlineCore

/// What an entry of the history says of itself.
public struct EntryHeading: Sendable {
  let user: String
  let words: String
  let kind: HistoryEntry.Kind

  /// Makes a heading.
  ///
  /// - Parameter words: the command in its own words.
  public init(user: String, words: String, kind: HistoryEntry.Kind = .edit) {
    self.user = user
    self.words = words
    self.kind = kind
  }
}

/// The entries that a transaction of pleat's makes in the log.
final class EditLog {
  /// A random mark, by which the transaction is found again; nil while there is no entry.
  private var mark: Int64?
  private var entry: Int64?
  /// The number of the transaction's first change.
  private var first: Int64 = 0

  /// Begins an entry, after the one before it: from now on changes are logged under it.
  func begin(_ heading: EntryHeading, in db: Database) throws {
    try close(in: db)
    let mark = mark ?? Int64.random(in: .min ... .max)
    let next = try Self.lastChange(in: db) + 1
    if self.mark == nil { first = next }
    self.mark = mark
    try db.cachedStatement(sql: "INSERT INTO edit (user, mark, kind, words, first_change) VALUES (?, ?, ?, ?, ?)")
      .execute(arguments: [heading.user, mark, heading.kind.name, heading.words, next])
    entry = db.lastInsertedRowID
    try db.cachedStatement(sql: "UPDATE current_edit SET edit_id = ?").execute(arguments: [entry])
  }

  /// Whether there is an entry for changes to go to.
  var isOpen: Bool { entry != nil }

  /// Ends the last entry, and lets the oldest changes go; the mark, nil where there was no entry.
  func end(in db: Database) throws -> Int64? {
    guard mark != nil else { return nil }
    try close(in: db)
    try db.cachedStatement(sql: "UPDATE current_edit SET edit_id = NULL").execute()
    try LogTrim(before: first).trim(in: db)
    return mark
  }

  private func close(in db: Database) throws {
    guard let entry else { return }
    try db.cachedStatement(sql: "UPDATE edit SET last_change = max(?, first_change - 1) WHERE edit_id = ?")
      .execute(arguments: [Self.lastChange(in: db), entry])
  }

  /// The number of the newest change; 0 for an empty log.
  private static func lastChange(in db: Database) throws -> Int64 {
    try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(change_id) FROM change")) ?? 0
  }

  /// Whether the transaction that left `mark` is in the file.
  static func stands(_ mark: Int64, in db: Database) throws -> Bool {
    let sql = "SELECT EXISTS (SELECT 1 FROM (SELECT mark FROM edit ORDER BY edit_id DESC LIMIT 10000) WHERE mark = ?)"
    return try Bool.fetchOne(db, sql: sql, arguments: [mark]) ?? false
  }
}

extension HistoryEntry.Kind {
  /// The value of `edit.kind`.
  var name: String {
    switch self {
    case .edit, .hand: "edit"
    case .undo(.content): "undo"
    case .redo(.content): "redo"
    case .undo(.folds): "undo folds"
    case .redo(.folds): "redo folds"
    }
  }

  /// The kind with this value of `edit.kind`; any other is an edit.
  init(name: String) {
    switch name {
    case "undo": self = .undo(.content)
    case "redo": self = .redo(.content)
    case "undo folds": self = .undo(.folds)
    case "redo folds": self = .redo(.folds)
    default: self = .edit
    }
  }
}
