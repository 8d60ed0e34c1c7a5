import ListChanges
import OutlineCore
import SQLite

/// Rows to insert, several by one statement, because running a statement costs more than inserting a row.
struct RowBatch {
  private struct Waiting {
    let key: Int64
    let section: SectionID
    let rank: OrderKey
    let content: RowDraft
  }

  /// How many rows one statement inserts, the most first; with more, hardly anything is saved.
  ///
  /// A statement for several rows keeps a copy of each page before it changes it, which is worth it for many.
  private static let sizes = [64, 16, 1]

  private let db: Connection
  /// The statements by the number of their rows, made when they are needed.
  private var statements: [Int: Statement] = [:]
  private var waiting: [Waiting] = []

  init(_ db: Connection) { self.db = db }

  /// Adds a row, and inserts the batch if it is full.
  ///
  /// - Throws: What ``insert()`` throws.
  mutating func add(_ content: RowDraft, key: Int64, section: SectionID, rank: OrderKey) throws {
    waiting.append(Waiting(key: key, section: section, rank: rank, content: content))
    if waiting.count == Self.sizes[0] { try insert() }
  }

  /// Inserts the rows of the batch.
  ///
  /// - Throws: ``StoreError/refused(message:)`` that names the first key that is already in use; an SQLite error.
  mutating func insert() throws {
    defer { waiting.removeAll(keepingCapacity: true) }
    var rest = waiting[...]
    while let size = Self.sizes.first(where: { $0 <= rest.count }) {
      try insert(rest.prefix(size))
      rest = rest.dropFirst(size)
    }
  }

  /// Inserts rows by one statement, or one by one, to name a key that is already in use.
  private mutating func insert(_ rows: ArraySlice<Waiting>) throws {
    let statement = try statements[rows.count] ?? db.statement(RowTable.insert(rows.count))
    statements[rows.count] = statement
    for (offset, row) in rows.enumerated() { try bind(row, to: statement, from: 1 + offset * RowTable.columnCount) }
    guard rows.count > 1 else { return try GivenKeys.naming(rows.first?.key ?? 0, of: "row", statement.run) }
    do throws(DatabaseError) { try statement.run() } catch {
      guard GivenKeys.isTaken(error, in: "row") else { throw error }
      for index in rows.indices { try insert(rows[index...index]) }
    }
  }

  private func bind(_ row: Waiting, to statement: Statement, from first: Int) throws {
    try statement.bind(row.key, at: first)
    try statement.bind(row.section.rawValue, at: first + 1)
    try statement.bind(row.rank, at: first + 2)
    try row.content.bind(to: statement, from: first + 3)
  }
}

/// Counts of inserted rows, which go into `row_count` many at a time.
struct CountBatch {
  /// A line of `row_count`.
  private struct Line: Hashable {
    let section: SectionID
    let span: Int64
    let level: Int
  }

  /// The number of lines that fill the batch.
  private static let size = 1_000

  private let db: Connection
  private let statement: Statement
  private var waiting: [Line: ItemCounts] = [:]
  /// The line of the last row, which is often that of the next one, and what is to be added to it.
  private var last: (line: Line, counts: ItemCounts)?

  init(_ db: Connection) throws {
    self.db = db
    statement = try db.statement(
      """
      INSERT INTO row_count (section_id, span, level, rows, tasks, done) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET rows = rows + excluded.rows, tasks = tasks + excluded.tasks, done = done + excluded.done
      """)
  }

  /// Adds a row to the counts, and inserts the lines if the batch is full.
  mutating func add(_ content: RowDraft, section: SectionID, rank: OrderKey) throws {
    let line = Line(section: section, span: rank >> Spans.shift, level: content.level)
    let counts = ItemCounts(row: content.isDone)
    if last?.line == line {
      last?.counts += counts
      return
    }
    if let last { waiting[last.line, default: .zero] += last.counts }
    last = (line, counts)
    if waiting.count >= Self.size { try insert() }
  }

  /// Inserts the lines of the batch.
  mutating func insert() throws {
    if let last { waiting[last.line, default: .zero] += last.counts }
    last = nil
    try db.run("UPDATE counting SET is_open = 1")
    let lines = waiting.sorted { one, other in
      (one.key.section, one.key.span, one.key.level) < (other.key.section, other.key.span, other.key.level)
    }
    for (line, counts) in lines {
      try statement.bind([
        line.section.rawValue, line.span, line.level, counts.rows, counts.tasks, counts.doneTasks,
      ])
      try statement.run()
    }
    try db.run("UPDATE counting SET is_open = 0")
    waiting.removeAll(keepingCapacity: true)
  }
}
