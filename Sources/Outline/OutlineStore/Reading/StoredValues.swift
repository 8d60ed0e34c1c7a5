import ListChanges
import OutlineCore
import SQLite

// The guards of the file keep its numbers in range, but anybody can get around them. So every number is checked again
// when it is read, and computing with it cannot overflow.
extension ResultRow {
  /// Returns the value of `section_id`, `row_id`, `user_id`, `edit_id` or `change_id` in a column.
  func key(_ column: Int) throws(DatabaseError) -> Int64 { try integer(column, in: 1...((1 << 53) - 1)) }

  /// Returns the value of `ord` or `rank` in a column.
  func orderKey(_ column: Int) throws(DatabaseError) -> OrderKey {
    try integer(column, in: (1 - OrderKeys.bound)...(OrderKeys.bound - 1))
  }

  /// Returns the number of a span of sort keys in a column.
  func span(_ column: Int) throws(DatabaseError) -> Int64 {
    try integer(column, in: (-OrderKeys.bound >> Spans.shift)...(OrderKeys.bound >> Spans.shift - 1))
  }

  /// Returns the level of a section or a row in a column.
  func level(_ column: Int) throws(DatabaseError) -> Int { Int(try integer(column, in: 1...100)) }

  /// Returns the time in a column, in milliseconds since 1970.
  func time(_ column: Int) throws(DatabaseError) -> Int64 { try integer(column, in: -(1 << 53)...(1 << 53)) }

  /// Returns the text in a column; faster than the subscript, which is generic, for thousands of rows.
  func string(_ column: Int) throws(DatabaseError) -> String { String(decoding: try text(column), as: UTF8.self) }

  /// Returns the due date in a column; nil for NULL.
  ///
  /// - Throws: `DatabaseError` with `ResultCode.mismatch` for a text that is no date.
  func due(_ column: Int) throws -> DueDate? {
    guard let text = try ifPresent(column, string) else { return nil }
    guard let due = DueDate(text) else {
      throw DatabaseError(.mismatch, message: "due is '\(text)', which is not a date")
    }
    return due
  }

  /// Returns the schedule in two columns, the due date and the rule of a repeat.
  func schedule(_ column: Int) throws -> Schedule {
    if isNull(column), isNull(column + 1) { return .none }
    return Schedule(due: try due(column), repeats: try ifPresent(column + 1, string))
  }

  /// Calls `read` with a column and returns its value; nil for NULL.
  func ifPresent<Value>(_ column: Int, _ read: (Int) throws -> Value) rethrows -> Value? {
    isNull(column) ? nil : try read(column)
  }
}

extension StoreReader {
  /// Returns the number of rows in a column; 0 for NULL.
  ///
  /// - Throws: ``StoreError/damaged(path:message:)`` for a number of rows that a file of this size cannot have.
  func rowCount(in line: ResultRow, _ column: Int) throws -> Int {
    try line.isNull(column) ? 0 : checked(rowCount: line.integer(column))
  }

  /// Returns the numbers of rows, tasks and done tasks in three columns; 0 for NULL.
  ///
  /// - Throws: ``StoreError/damaged(path:message:)`` for numbers that a file of this size cannot have.
  func counts(in line: ResultRow, from column: Int) throws -> ItemCounts {
    try checked(
      ItemCounts(
        rows: rowCount(in: line, column), tasks: rowCount(in: line, column + 1),
        doneTasks: rowCount(in: line, column + 2)))
  }

  /// Returns counts, after a check that tasks are not more than rows, done tasks not more than tasks, and nothing below 0.
  func checked(_ counts: ItemCounts) throws -> ItemCounts {
    _ = try checked(rowCount: Int64(counts.rows))
    if counts.doneTasks < 0 || counts.doneTasks > counts.tasks || counts.tasks > counts.rows {
      throw damage(
        "its counts are impossible: \(counts.rows) rows, \(counts.tasks) tasks and \(counts.doneTasks) done tasks")
    }
    return counts
  }

  /// Returns a number of rows that a table or the log states, after a check that the file can have that many.
  ///
  /// Callers may then spend work and memory in proportion to it. O(1).
  ///
  /// - Throws: ``StoreError/damaged(path:message:)`` for a number of rows that a file of this size cannot have.
  func checked(rowCount: Int64) throws -> Int { try checked(rowCount, "rows") }

  /// Returns a number of sections that a table states, as ``checked(rowCount:)`` does.
  func checked(sectionCount: Int64) throws -> Int { try checked(sectionCount, "sections") }

  private func checked(_ count: Int64, _ things: String) throws -> Int {
    if (0...10_000).contains(count) { return Int(count) }
    guard count >= 0, count <= (try mostItems()) else { throw tooMany(count, things) }
    return Int(count)
  }

  /// Returns the number of rows or sections that a file of this size cannot exceed.
  ///
  /// Each takes more than 16 bytes in its table and the index. O(1), but it costs as much as reading a hundred lines.
  func mostItems() throws -> Int64 {
    let pages: Int64 = try value("PRAGMA page_count", []) ?? 0
    let size: Int64 = try value("PRAGMA page_size", []) ?? 0
    return pages * size / 16
  }

  /// The error for a file that states a number of items that is negative or more than it can have.
  func tooMany(_ count: Int64, _ things: String) -> StoreError {
    damage("it counts \(count) \(things), which a file of this size cannot have")
  }
}
