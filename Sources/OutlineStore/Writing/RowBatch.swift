import OutlineCore
import SQLite

/// Rows to insert, of which one statement inserts several, as running a statement costs more than inserting a row.
struct RowBatch {
  /// A row with its keys.
  private struct Waiting {
    let key: Int64
    let section: SectionID
    let rank: OrderKey
    let content: RowDraft
  }

  /// How many rows one statement inserts; with more, hardly anything is saved.
  private static let size = 16

  private let db: Connection
  private let one: Statement
  /// Inserts as many rows as wait at most; nil until there are so many.
  private var several: Statement?
  private var waiting: [Waiting] = []

  init(_ db: Connection) throws {
    self.db = db
    one = try db.statement(RowTable.insert)
  }

  /// Adds a row, and inserts all that wait if they are enough.
  ///
  /// - Throws: What ``insert()`` throws.
  mutating func add(_ content: RowDraft, key: Int64, section: SectionID, rank: OrderKey) throws {
    waiting.append(Waiting(key: key, section: section, rank: rank, content: content))
    if waiting.count == Self.size { try insert() }
  }

  /// Inserts the rows that wait.
  ///
  /// - Throws: ``StoreError/refused(message:)`` that names the first key that is already in use; an SQLite error.
  mutating func insert() throws {
    defer { waiting.removeAll(keepingCapacity: true) }
    if waiting.count == Self.size, try insertTogether() { return }
    for row in waiting {
      try bind(row, to: one, from: 1)
      try GivenKeys.naming(row.key, of: "row", one.run)
    }
  }

  /// Inserts the rows by one statement; returns false, with nothing inserted, if a key is already in use.
  private mutating func insertTogether() throws -> Bool {
    let statement = try several ?? db.statement(RowTable.insert(Self.size))
    several = statement
    for (index, row) in waiting.enumerated() { try bind(row, to: statement, from: 1 + index * RowTable.columnCount) }
    do throws(DatabaseError) { try statement.run() } catch {
      guard GivenKeys.isTaken(error, in: "row") else { throw error }
      return false
    }
    return true
  }

  private func bind(_ row: Waiting, to statement: Statement, from first: Int) throws {
    try statement.bind(row.key, at: first)
    try statement.bind(row.section.rawValue, at: first + 1)
    try statement.bind(row.rank, at: first + 2)
    try row.content.bind(to: statement, from: first + 3)
  }
}
