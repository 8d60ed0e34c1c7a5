import OutlineCore
import SQLite

extension StoreWriter {
  /// Records the authors of the edits that the current entry brings from other machines.
  package func note(_ authorships: [Authorship]) throws {
    guard let entry = log.entry, !authorships.isEmpty else { return }
    try StoreError.translating(path: path) {
      let insert = try db.statement(
        "INSERT OR IGNORE INTO author (edit_id, first_id, last_id, at, action, user) VALUES (?, ?, ?, ?, ?, ?)")
      for own in authorships {
        try insert.bind([
          entry, own.numbers.lowerBound, own.numbers.upperBound, own.time, own.action.rawValue, own.user,
        ])
        try insert.run()
      }
    }
  }
}
