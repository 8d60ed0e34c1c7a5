import OutlineCore
import SQLite

extension StoreReader {
  /// Returns the open tasks with a due date that fit a filter, the earliest first, sections and rows apart.
  ///
  /// The indexes on `due` find them: O(t log n), where t is the number of tasks that the dates in the filter leave.
  ///
  /// - Parameters:
  ///   - filter: The filter.
  ///   - places: Where the sections begin and end that the filter names.
  package func dueTasks(
    _ filter: ItemFilter, places: [Address: Range<OrderKey>] = [:]
  ) throws -> (sections: [Section], rows: [Row]) {
    let condition = try condition(filter, places: places)
    let problem = try condition.defineTests(on: db)
    func found<T>(_ columns: String, in table: FilterCondition.Table, _ read: (ResultRow) throws -> T) throws -> [T] {
      let (test, values) = condition.sql(for: table)
      // The sign keeps SQLite from the index on done, which lists every task that is open.
      return try db.rows(
        "SELECT \(columns) FROM \(table) WHERE due IS NOT NULL AND +done = 0 AND (\(test)) ORDER BY due", values, read)
    }
    let sections = try found(SectionTable.columns, in: .section, SectionTable.section(from:))
    let rows = try found(RowTable.columns, in: .row, RowTable.row(from:))
    if let error = problem.first { throw error }
    return (sections, rows)
  }
}
