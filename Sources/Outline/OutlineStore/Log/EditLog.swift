import OutlineCore
import SQLite

/// The user, command and kind of a new entry of the history.
package struct EntryHeading: Sendable {
  let user: String
  let words: String
  let kind: HistoryEntry.Kind
  let undoes: EntryID?
  let group: [Int64]

  /// Creates a heading.
  ///
  /// - Parameters:
  ///   - user: The name of the user who makes the edit.
  ///   - words: The command, as the history shows it.
  ///   - kind: Whether the entry is an edit, an undo or a redo.
  ///   - undoes: For an undo or a redo, the edit that it undoes or redoes.
  ///   - group: See ``HistoryEntry/group``.
  package init(
    user: String, words: String, kind: HistoryEntry.Kind = .edit, undoes: EntryID? = nil, group: [Int64] = []
  ) {
    self.user = user
    self.words = words
    self.kind = kind
    self.undoes = undoes
    self.group = group
  }
}

/// Writes the entries of the history that one transaction makes.
final class EditLog {
  /// A random number stored with each entry, by which the transaction can be found in the file again.
  private let token = Int64.random(in: .min ... .max)
  /// The id of the first entry, and the id and first change number of the last one; nil before the first entry.
  private var entries: (first: Int64, last: Int64, firstChange: Int64)?

  /// Whether the end of the transaction removes the oldest changes if the log is too long.
  var trimsOldEntries = true

  /// How many days the clock leapt before the transaction, if that kept the log from being trimmed by age.
  private(set) var leap: Int?

  /// The backup that the transaction made before it upgraded the file; nil for none.
  ///
  /// It goes if the transaction is not saved: it would be in the way of a later upgrade, after other edits.
  var madeBackup: String?

  /// Whether the transaction takes its ids from another file of the same outline.
  var keepsLineage = false

  /// The changes that the current entry undoes or redoes; nil for an edit.
  var restored: Range<Int64>?

  /// Whether rows that lost their flags in the current entry get them back once they have rows below them again.
  var bringsFlagsBack = false

  /// The flags that rows lost in the current entry with the last row below them.
  var lostFlags: [(user: Int64, row: Int64, isCollapsed: Int64)] = []

  /// Ends the current entry and begins another one, to which all later changes belong.
  func begin(_ heading: EntryHeading, in db: Connection) throws {
    try close(in: db)
    (restored, lostFlags, bringsFlagsBack) = (nil, [], false)
    let firstChange = try StoreReader(db: db).lastChange() + 1
    try Self.open(in: db)
    try db.run(
      """
      INSERT INTO edit (edit_id, user, token, kind, words, undoes, undoes_change, undoes_all, first_change)
      SELECT edit_id, ?, ?, ?, ?, ?, ?, ?, ? FROM current_edit
      """,
      [
        heading.user, token, heading.kind.name, heading.words, heading.undoes?.edit,
        heading.undoes?.change,
        heading.group.isEmpty ? nil : heading.group.map(String.init).joined(separator: " "), firstChange,
      ])
    let entry = db.lastInsertedRowID
    entries = (entries?.first ?? entry, entry, firstChange)
  }

  /// Gives the current entry all changes after one with this number, which were made by hand in the transaction.
  func adopt(after last: Int64, in db: Connection) throws {
    guard let entry else { return }
    try db.run("UPDATE change SET edit_id = ?, at = NULL WHERE change_id > ?", [entry, last])
    try db.run("UPDATE edit SET first_change = ? WHERE edit_id = ?", [last + 1, entry])
    entries?.firstChange = last + 1
  }

  /// Forgets the entries of the transaction, which are no longer in the file.
  func forget() { entries = nil }

  /// The id of the current entry; nil before the first one.
  var entry: Int64? { entries?.last }

  /// Ends the last entry, and removes the oldest changes if the log is too long and may be trimmed.
  ///
  /// - Parameter stampsIDs: Whether to leave a stamp for the ids that were given; without it, ``stampGivenIDs(in:)`` has to follow.
  /// - Returns: The token of the transaction; nil if it made no entry.
  func end(in db: Connection, stampsIDs: Bool = true) throws -> Int64? {
    guard let entries else { return nil }
    try close(in: db)
    if stampsIDs, !keepsLineage { try db.stampGivenIDs() }
    if trimsOldEntries { leap = try LogTrim(before: entries.first).trim(in: db) }
    try Self.shut(in: db)
    return token
  }

  /// Leaves one stamp for the ids that several edits of a transaction have given.
  static func stampGivenIDs(in db: Connection) throws {
    try open(in: db)
    try db.stampGivenIDs()
    try shut(in: db)
  }

  /// Lets the transaction write to the history and the settings, and has the log record changes under the next number
  /// of `edit`.
  static func open(in db: Connection) throws {
    try db.run(
      """
      UPDATE current_edit SET edit_id = 1 + coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'edit'), 0),
        makes_room = 0
      """)
    if db.changedRows != 1 { throw StoreReader(db: db).damage("current_edit does not have its one line") }
  }

  /// Makes the history and the settings refuse changes again.
  static func shut(in db: Connection) throws { try db.run("UPDATE current_edit SET edit_id = NULL") }

  private func close(in db: Connection) throws {
    guard let entries else { return }
    let last = try StoreReader(db: db).lastChange()
    try LogRuns.compact(from: entries.firstChange, to: last, in: db)
    try db.run(
      "UPDATE edit SET last_change = ? WHERE edit_id = ?", [max(last, entries.firstChange - 1), entries.last])
  }

  /// Whether the file contains the transaction with the token, among the last 10,000 entries.
  static func contains(_ token: Int64, in db: Connection) throws -> Bool {
    let sql = "SELECT EXISTS (SELECT 1 FROM (SELECT token FROM edit ORDER BY edit_id DESC LIMIT 10000) WHERE token = ?)"
    return try db.value(sql, [token]) ?? false
  }
}

extension EntryID {
  /// The value of `edit_id`; nil for a statement run by hand.
  fileprivate var edit: Int64? {
    if case .edit(let number) = self { number } else { nil }
  }

  /// The number of the last change of a statement run by hand; nil for an edit.
  fileprivate var change: Int64? {
    if case .hand(let number) = self { number } else { nil }
  }
}

extension HistoryEntry.Kind {
  /// The value of `edit.kind`.
  var name: String {
    switch self {
    case .edit, .hand: "edit"
    case .sync: "sync"
    case .undo(.content): "undo"
    case .redo(.content): "redo"
    case .undo(.folds): "undo folds"
    case .redo(.folds): "redo folds"
    }
  }

  /// Creates the kind for a value of `edit.kind`; unknown values are edits.
  init(name: String) {
    switch name {
    case "sync": self = .sync
    case "undo": self = .undo(.content)
    case "redo": self = .redo(.content)
    case "undo folds": self = .undo(.folds)
    case "redo folds": self = .redo(.folds)
    default: self = .edit
    }
  }
}
