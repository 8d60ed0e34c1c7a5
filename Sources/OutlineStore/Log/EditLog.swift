import OutlineCore
import SQLite

/// What an entry of the history says of itself.
package struct EntryHeading: Sendable {
  let user: String
  let words: String
  let kind: HistoryEntry.Kind

  /// Makes a heading.
  ///
  /// - Parameter words: the command in its own words.
  package init(user: String, words: String, kind: HistoryEntry.Kind = .edit) {
    self.user = user
    self.words = words
    self.kind = kind
  }
}

/// The entries that a transaction of pleat's makes in the log.
final class EditLog {
  /// A random mark, by which the transaction is found again.
  private let mark = Int64.random(in: .min ... .max)
  /// The first entry's key, and the last one's with the number of its first change; nil while there is none.
  private var entries: (first: Int64, last: Int64, firstChange: Int64)?

  /// Begins an entry, after the one before it: from now on changes are logged under it.
  func begin(_ heading: EntryHeading, in db: Connection) throws {
    try close(in: db)
    let firstChange = try StoreReader(db: db).lastChange() + 1
    try db.run(
      "INSERT INTO edit (user, mark, kind, words, first_change) VALUES (?, ?, ?, ?, ?)",
      [heading.user, mark, heading.kind.name, heading.words, firstChange])
    let entry = db.lastInsertedRowID
    entries = (entries?.first ?? entry, entry, firstChange)
    try db.run("UPDATE current_edit SET edit_id = ?", [entry])
  }

  /// The entry that changes go to; nil where there is none.
  var entry: Int64? { entries?.last }

  /// Ends the last entry, and lets the oldest changes go; the mark, nil where there was no entry.
  func end(in db: Connection) throws -> Int64? {
    guard let entries else { return nil }
    try close(in: db)
    try db.run("UPDATE current_edit SET edit_id = NULL")
    try LogTrim(before: entries.first).trim(in: db)
    return mark
  }

  private func close(in db: Connection) throws {
    guard let entries else { return }
    let last = try StoreReader(db: db).lastChange()
    try LogRuns.compact(from: entries.firstChange, to: last, in: db)
    try db.run(
      "UPDATE edit SET last_change = ? WHERE edit_id = ?", [max(last, entries.firstChange - 1), entries.last])
  }

  /// Whether the transaction that left `mark` is in the file.
  static func stands(_ mark: Int64, in db: Connection) throws -> Bool {
    let sql = "SELECT EXISTS (SELECT 1 FROM (SELECT mark FROM edit ORDER BY edit_id DESC LIMIT 10000) WHERE mark = ?)"
    return try db.value(sql, [mark]) ?? false
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
