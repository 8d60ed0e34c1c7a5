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
  /// A random mark, by which the transaction is found again.
  private let mark = Int64.random(in: .min ... .max)
  /// The keys of the first and the last entry; nil while there is none.
  private var entries: (first: Int64, last: Int64)?

  /// Begins an entry, after the one before it: from now on changes are logged under it.
  func begin(_ heading: EntryHeading, in db: Database) throws {
    try close(in: db)
    try db.cachedStatement(
      sql: """
        INSERT INTO edit (user, mark, kind, words, first_change)
        VALUES (?, ?, ?, ?, (SELECT coalesce(max(change_id), 0) + 1 FROM change))
        """
    ).execute(arguments: [heading.user, mark, heading.kind.name, heading.words])
    let entry = db.lastInsertedRowID
    entries = (entries?.first ?? entry, entry)
    try db.cachedStatement(sql: "UPDATE current_edit SET edit_id = ?").execute(arguments: [entry])
  }

  /// Whether there is an entry for changes to go to.
  var isOpen: Bool { entries != nil }

  /// Ends the last entry, and lets the oldest changes go; the mark, nil where there was no entry.
  func end(in db: Database) throws -> Int64? {
    guard let entries else { return nil }
    try close(in: db)
    try db.cachedStatement(sql: "UPDATE current_edit SET edit_id = NULL").execute()
    try LogTrim(before: entries.first).trim(in: db)
    return mark
  }

  private func close(in db: Database) throws {
    guard let entries else { return }
    try db.cachedStatement(
      sql: """
        UPDATE edit SET last_change = max(coalesce((SELECT max(change_id) FROM change), 0), first_change - 1)
        WHERE edit_id = ?
        """
    ).execute(arguments: [entries.last])
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
