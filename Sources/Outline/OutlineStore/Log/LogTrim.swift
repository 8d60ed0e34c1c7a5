import OutlineCore
import SQLite

/// Removes the oldest entries of the log, always whole ones, in the transaction of an edit.
struct LogTrim {
  /// The number of lines that one edit may remove in addition to twice its own changes.
  ///
  /// The limit keeps small edits fast after a big one, and the share of its own changes keeps the log from outgrowing
  /// its bound.
  private static let allowance: Int64 = 1_000

  /// The id of the transaction's first entry, which is kept with all that follow.
  private let entry: Int64

  init(before entry: Int64) {
    self.entry = entry
  }

  /// The most days between two earlier entries after which the clock is trusted, unless the log is kept longer.
  private static let plausibleLeap = 365

  /// Removes entries that exceed the log's size or age.
  ///
  /// The clock may be wrong. So nothing is removed by age if too many days lie between the oldest entry that is young
  /// enough and the entry before it: for an entry of this transaction, more than the log is kept; for an earlier one,
  /// also more than a year. Entries with times in the future are ignored. If nothing is to be removed, this takes a few
  /// look-ups.
  ///
  /// - Returns: How many days the clock leapt before the transaction, if that prevented trimming by age; nil otherwise.
  func trim(in db: Connection) throws -> Int? {
    let reader = StoreReader(db: db)
    guard let oldest = try reader.firstChange(), let bounds = try bounds(in: db) else { return nil }
    var leap: (days: Int, isTooFar: Bool)?
    if let young = bounds.young, young.firstChange > oldest { leap = try self.leap(to: young.entry, in: db) }
    let endByAge = leap?.isTooFar == false ? bounds.young?.firstChange : nil
    let (newest, first) = (bounds.newest, bounds.first)
    let isTooLong = newest - oldest >= bounds.kept
    let endBySize = try isTooLong ? start(ofEntryWith: newest - bounds.kept + 1, reader) : oldest
    // The newest change stays, although the transaction may have none: the next ones are numbered after it.
    let end = min(first, newest, max(endByAge ?? oldest, endBySize))
    if end > oldest { try delete(before: end, atMost: Self.allowance + 2 * (newest - first + 1), in: db) }
    return leap?.isTooFar == true && bounds.young?.entry == entry ? leap?.days : nil
  }

  /// The extent of the log, and how much of it is kept.
  private struct Bounds {
    /// The last change.
    let newest: Int64
    /// The number of changes to keep.
    let kept: Int64
    /// The first change of the transaction.
    let first: Int64
    /// The first entry that is young enough to be kept, and its first change; nil if there is none.
    let young: (entry: Int64, firstChange: Int64)?
  }

  /// The time of the transaction, whose first entry is `?1`, and the number of days that the log is kept.
  private static let limits = """
    (SELECT at AS now, coalesce((SELECT value FROM setting WHERE name = 'history-days'), 365) AS days
      FROM edit WHERE edit_id = ?1)
    """

  private func bounds(in db: Connection) throws -> Bounds? {
    try db.first(
      """
      SELECT (SELECT max(change_id) FROM change), (SELECT value FROM setting WHERE name = 'history-changes'),
        (SELECT first_change FROM edit WHERE edit_id = ?1), young.edit_id, young.first_change
      FROM \(Self.limits) LEFT JOIN edit AS young ON young.edit_id = (SELECT edit_id FROM edit
        WHERE at BETWEEN now - days * 86400000 AND now ORDER BY edit_id LIMIT 1)
      """, [entry]
    ) { line in
      let young: (Int64, Int64)? = try line.ifPresent(3) { (try line.key($0), try line.key(4)) }
      return Bounds(
        newest: try line.key(0),
        kept: try line.ifPresent(1) { try line.integer($0, in: 1_000...1_000_000_000) } ?? 200_000,
        first: try line.key(2), young: young)
    }
  }

  /// Returns by how many days the clock leapt to an entry, and whether that is too far; nil if no entry before it has a
  /// time up to now.
  private func leap(to young: Int64, in db: Connection) throws -> (days: Int, isTooFar: Bool)? {
    try db.first(
      """
      SELECT (young.at - older.at) / 86400000,
        young.at - older.at > max(days, iif(young.edit_id = ?1, 0, ?3)) * 86400000
      FROM \(Self.limits) JOIN edit AS young ON young.edit_id = ?2
        JOIN edit AS older ON older.edit_id = (SELECT edit_id FROM edit
          WHERE edit_id < ?2 AND at <= now ORDER BY edit_id DESC LIMIT 1)
      """, [entry, young, Self.plausibleLeap]
    ) { line in (try line[0], try line[1]) }
  }

  /// Returns the first change of the entry that contains a change.
  private func start(ofEntryWith change: Int64, _ reader: StoreReader) throws -> Int64 {
    try reader.value(
      """
      SELECT coalesce((SELECT first_change FROM edit WHERE edit.edit_id = change.edit_id),
        change_id - coalesce(run, 1) + 1)
      FROM change WHERE change_id >= ? ORDER BY change_id LIMIT 1
      """, [change]) ?? change
  }

  private func delete(before end: Int64, atMost lines: Int64, in db: Connection) throws {
    let rest: Int64? = try db.value("SELECT change_id FROM change ORDER BY change_id LIMIT 1 OFFSET ?", [lines])
    try db.run("DELETE FROM change WHERE change_id < ?", [min(end, rest ?? end)])
    try db.run(
      """
      DELETE FROM edit WHERE edit_id < (
        SELECT edit_id FROM edit WHERE last_change >= (SELECT min(change_id) FROM change) ORDER BY edit_id LIMIT 1)
      """)
    try db.run("DELETE FROM author WHERE edit_id < (SELECT min(edit_id) FROM edit)")
  }
}
