import OutlineCore
import SQLite

/// Checks the history for entries and changes that cannot be read, and for numbers that contradict each other.
struct HistoryCheck {
  let db: Connection
  let take: (Finding) -> Void

  private static let number: ClosedRange<Int64> = 1...((1 << 53) - 1)

  private static let columns: [(name: String, rule: ColumnRule)] = [
    ("edit_id", .id), ("first_change", .id), ("last_change", .integer(0...((1 << 53) - 1))),
    ("at", .integer(-(1 << 53)...(1 << 53))), ("user", .text(.max)), ("token", .integer(.min ... .max)),
    ("kind", .text(.max)), ("words", .text(.max)), ("undoes", .optionalInteger(number)),
    ("undoes_change", .optionalInteger(number)), ("undoes_all", .optionalText(.max)),
  ]

  /// Returns the number of the change from which on the history is sound; `Int64.max` if no part of it is.
  func soundStart() throws -> Int64 {
    let check = FileCheck(db: db, take: take)
    var start: Int64?
    try check.attempt(.history, "edit") { start = try checkEntries() }
    guard var start else { return .max }
    var end: Int64?
    try check.attempt(.history, "change") { end = try checkChanges() }
    guard let end else { return .max }
    start = max(start, end)
    try check.find(
      .history, in: "edit",
      """
      SELECT edit_id, last_change FROM edit NOT INDEXED
      WHERE last_change > coalesce((SELECT max(change_id) FROM change), 0) OR first_change <= last_change
        AND last_change >= (SELECT min(change_id) FROM change) AND NOT EXISTS (
          SELECT 1 FROM change WHERE change_id = last_change AND change.edit_id = edit.edit_id)
      """
    ) { line in
      let last = try line.found(1)
      if let number = last.integer, number < .max { start = max(start, number + 1) }
      return "the log does not have the changes up to \(last.kind)"
    }
    var belongs = true
    try check.find(
      .history, in: "change",
      """
      SELECT change_id, edit_id FROM change NOT INDEXED WHERE edit_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM edit WHERE edit.edit_id = change.edit_id AND change_id BETWEEN first_change AND last_change
          AND change_id - coalesce(run, 1) + 1 >= first_change)
      """
    ) { line in
      if let number = try line.found(0).integer, number < .max {
        start = max(start, number + 1)
      } else {
        belongs = false
      }
      return "entry \(try line.found(1).kind) does not include it"
    }
    return belongs ? start : .max
  }

  /// Checks the entries by themselves, and that each begins after the one before.
  private func checkEntries() throws -> Int64 {
    let names = Self.columns.map(\.name).joined(separator: ", ")
    let lines = try db.cursor("SELECT \(names) FROM edit NOT INDEXED ORDER BY edit_id")
    var (start, end): (Int64, Int64) = (1, 0)
    while let line = try lines.next() {
      let id = try line.found(0).integer
      let (first, last) = (try line.found(1).integer, try line.found(2).integer)
      guard let problem = try problem(of: line, first: first, last: last, end: end) else {
        end = last ?? end
        continue
      }
      take(Finding(.history, in: "edit", id: id, problem))
      guard let last, Self.number.contains(last) else {
        start = .max
        continue
      }
      end = max(end, last)
      start = max(start, end + 1)  // after the earlier entries as well
    }
    return start
  }

  private func problem(of line: ResultRow, first: Int64?, last: Int64?, end: Int64) throws -> String? {
    for (index, column) in Self.columns.enumerated() {
      if let problem = column.rule.problem(of: try line.found(index)) {
        return "\(column.name) \(problem.message)"
      }
    }
    let kind: String = try line[6]
    if !["edit", "sync", "undo", "redo", "undo folds", "redo folds"].contains(kind) { return "its kind is '\(kind)'" }
    guard let first, let last else { return nil }
    if first > last + 1 { return "it begins with change \(first) and ends with change \(last)" }
    if first <= end { return "it begins with change \(first), which belongs to an earlier entry" }
    return nil
  }

  /// Checks the changes by themselves, and that their numbers have no gaps.
  private func checkChanges() throws -> Int64 {
    let lines = try db.cursor("SELECT \(LogLine.columns) FROM change NOT INDEXED ORDER BY change_id")
    let reader = StoreReader(db: db)
    var (start, end): (Int64, Int64?) = (1, nil)
    while let line = try lines.next() {
      let id = try line.found(0).integer
      do {
        let first = try LogLine(line, path: db.path).check(reader)
        if let end, first != end + 1 {
          let isGap = first > end + 1
          let gap =
            isGap
            ? "the changes from \(end + 1) to \(first - 1) are missing before it" : "it overlaps the line before it"
          take(Finding(.history, in: "change", id: id, gap))
          start = max(start, isGap ? first : max(end, id ?? end) + 1)
        }
      } catch let error as DatabaseError where error.code == .mismatch {
        take(Finding(.history, in: "change", id: id, error.message))
        start = max(start, id.map { Self.number.contains($0) ? $0 + 1 : .max } ?? .max)
      } catch StoreError.damaged(_, let message) {
        take(Finding(.history, in: "change", id: id, message))
        start = max(start, id.map { Self.number.contains($0) ? $0 + 1 : .max } ?? .max)
      }
      end = id.map { Self.number.contains($0) ? $0 : 0 } ?? end
    }
    return start
  }
}
