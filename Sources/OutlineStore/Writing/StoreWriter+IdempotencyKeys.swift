import OutlineCore

extension StoreWriter {
  /// Keeps the idempotency key of the current entry, with its user, command and input, and the items of its answer.
  ///
  /// Keys whose edits left the history at least 30 days ago are removed.
  package func keep(idempotencyKey key: Int64, asking: (user: String, words: String, input: Int64?), of items: [ItemID])
    throws
  {
    guard let entry = log.entry else { return }
    try db.run("DELETE FROM idempotency_key WHERE edit_id >= ?", [entry])  // left where the history was cut off by hand
    try db.run(
      "INSERT INTO idempotency_key (edit_id, key, user, words, input, items) VALUES (?, ?, ?, ?, ?, ?)",
      [entry, key, asking.user, asking.words, asking.input, try ItemRuns(items: items).text])
    try db.run(
      """
      DELETE FROM idempotency_key WHERE edit_id < min(
        (SELECT edit_id FROM edit ORDER BY edit_id LIMIT 1),
        coalesce((SELECT edit_id FROM idempotency_key WHERE at >= CAST((julianday('now') - 2440587.5 - 30
          - coalesce((SELECT value FROM setting WHERE name = ?), ?)) * 86400000 AS INTEGER) ORDER BY edit_id LIMIT 1), 0))
      """, [Setting.historyDays.rawValue, Setting.historyDays.standard.description])
  }
}
