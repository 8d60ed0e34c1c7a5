import OutlineCore
import SQLite

extension StoreReader {
  /// Returns the user who gave a section or a row its title or text as it is now, or who deleted it.
  ///
  /// O(n) in the number of later changes.
  /// - Returns: The name; nil for a change made by hand, and where the log no longer has the change.
  package func lastWriter(of item: ItemID) throws -> String? {
    let (thing, id) =
      switch item {
      case .section(let id): ("section", id.rawValue)
      case .row(let id): ("row", id.rawValue)
      }
    let user = try db.first(
      """
      SELECT edit.user FROM change LEFT JOIN edit ON edit.edit_id = change.edit_id
      WHERE change.thing = ?1 AND (change.action <> 'update' OR change.changed & 1)
        AND ?2 BETWEEN change.id AND change.id + coalesce(change.run, 1) - 1
      ORDER BY change.change_id DESC LIMIT 1
      """, [thing, id]
    ) { line -> String? in try line[0] }
    return user ?? nil
  }
}
