import OutlineStore
import PleatSystem

// Old snapshots and entries.
extension JournaledOutline {
  /// Deletes snapshots that nothing needs: all but the first, from which everything can be restored, the last ones, and,
  /// where old entries are deleted, one for each half of the time that entries are kept: only entries before a snapshot
  /// can be deleted.
  func forgetSnapshots() throws(PostgresError) {
    _ = try database.run(
      """
      DELETE FROM snapshot USING journal AS own
      WHERE snapshot.outline = $1 AND own.outline = $1 AND own.seq = snapshot.seq AND own.changes IS NOT NULL
        AND own.seq > (SELECT min(seq) FROM snapshot WHERE outline = $1)
        AND own.seq NOT IN (SELECT seq FROM snapshot WHERE outline = $1 ORDER BY seq DESC LIMIT \(Self.keptSnapshots))
        AND ($2::integer IS NULL OR EXISTS (
          SELECT FROM snapshot AS former JOIN journal USING (outline, seq)
          WHERE outline = $1 AND seq < own.seq AND at > own.at - make_interval(hours => 12 * $2::integer)))
      """, [.text(outline), days])
  }

  private var days: Postgres.Value { checks.days.map { .number(Int64($0)) } ?? .null }

  /// Deletes entries that are too old and before a snapshot; first makes a snapshot if the last one is half as old.
  ///
  /// A file that lacks a deleted entry is made anew from the snapshot.
  func trim() throws {
    if checks.days == nil { return }
    let isDue = try database.run(
      """
      SELECT max(at) < clock_timestamp() - make_interval(hours => 12 * $2::integer)
        AND max(seq) < (SELECT max(seq) FROM journal WHERE outline = $1)
      FROM snapshot JOIN journal USING (outline, seq) WHERE outline = $1
      """, [.text(outline), days]
    ).first?[0]
    let file = try JournaledFile(path)
    if isDue == "t", try file.size() <= Self.largestSnapshot, let (position, content) = try file.content() {
      _ = try database.run(
        """
        INSERT INTO snapshot SELECT outline, seq, $4::bytea FROM journal
        WHERE outline = $1 AND seq = $2 AND token = $3 ON CONFLICT DO NOTHING
        """, [.text(outline), .number(position.seq), .number(position.token), .bytes(content)], within: 60)
    }
    let trimmed = try database.run(
      """
      WITH base AS (
        SELECT max(seq) AS seq FROM snapshot JOIN journal USING (outline, seq)
        WHERE outline = $1 AND at < clock_timestamp() - make_interval(days => $2::integer)),
      old AS (DELETE FROM snapshot USING base WHERE outline = $1 AND snapshot.seq < base.seq),
      gone AS (DELETE FROM journal USING base WHERE outline = $1 AND journal.seq < base.seq RETURNING 1)
      SELECT count(*) FROM gone
      """, [.text(outline), days], within: 60
    ).first?.number(0)
    if let trimmed, trimmed > 0 { log("deletes \(trimmed) old entries of \(outline)") }
  }
}
