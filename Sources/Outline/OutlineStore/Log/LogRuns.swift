import OutlineCore
import SQLite

/// A run of consecutive rows that one edit inserted into one section, stored as a single line of the log.
struct LogRun {
  /// The number of the change that inserted the last row.
  var last: Int64
  var count: Int64 = 1
  var firstRow: Int64
  var section: Int64
  var firstRank: OrderKey
  /// The distance between the ranks of neighbouring rows; 0 for a single row.
  var step: OrderKey = 0

  /// Appends the next row if it continues the run; returns whether it does.
  mutating func extend(_ next: LogRun) -> Bool {
    let distance = next.firstRank.subtractingReportingOverflow(lastRank)
    guard next.last == last + 1, next.firstRow == firstRow + count, next.section == section, !distance.overflow,
      distance.partialValue > 0, count == 1 || distance.partialValue == step
    else { return false }
    (step, count, last) = (distance.partialValue, count + 1, next.last)
    return true
  }

  private var lastRank: OrderKey { firstRank &+ step &* (count - 1) }

  /// Turns the last row's line into the line of the whole run, and deletes the other lines.
  func write(in db: Connection) throws {
    try db.run("DELETE FROM change WHERE change_id > ? AND change_id < ?", [last - count, last])
    try db.run(
      "UPDATE change SET id = ?, run = ?, step = ?, new_place = ? WHERE change_id = ?",
      [firstRow, count, step, firstRank, last])
  }
}

/// Finds the runs in an entry of the log.
enum LogRuns {
  /// The least number of rows that are stored as a run.
  static let shortest: Int64 = 8

  /// Replaces every run among the changes with these numbers by a single line.
  ///
  /// O(n) in the number of changes.
  static func compact(from first: Int64, to last: Int64, in db: Connection) throws {
    guard last - first >= shortest - 1 else { return }
    for run in try found(from: first, to: last, in: db) { try run.write(in: db) }
  }

  private static func found(from first: Int64, to last: Int64, in db: Connection) throws -> [LogRun] {
    let lines = try db.cursor(
      """
      SELECT change_id, id, new_section, new_place FROM change
      WHERE change_id BETWEEN ? AND ? AND thing = 'row' AND action = 'insert' AND run IS NULL ORDER BY change_id
      """, [first, last])
    var runs: [LogRun] = []
    var current: LogRun?
    while let line = try lines.next() {
      let next = LogRun(
        last: try line.key(0), firstRow: try line.key(1), section: try line.key(2), firstRank: try line.orderKey(3))
      if current?.extend(next) == true { continue }
      if let run = current, run.count >= shortest { runs.append(run) }
      current = next
    }
    if let run = current, run.count >= shortest { runs.append(run) }
    return runs
  }
}
