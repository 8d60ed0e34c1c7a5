import OutlineCore
import SQLite

extension StoreReader {
  /// Returns the last edit of each user among those that a synchronization brought, the newest first; at most ten.
  ///
  /// Empty for all other entries. O(n) in the number of edits that it brought.
  package func authors(of entry: HistoryEntry) throws -> [Authorship] {
    try authors(of: entry, "max(at)", "GROUP BY user ORDER BY at DESC, user LIMIT 10")
  }

  /// Returns the edits of one section or row that a synchronization brought, the newest first; at most 100.
  package func authors(of entry: HistoryEntry, item: ItemID) throws -> [Authorship] {
    try authors(
      of: entry, "at", "AND first_id <= ?2 AND last_id >= ?2 ORDER BY at DESC, user LIMIT 100", [item.number])
  }

  private func authors(
    of entry: HistoryEntry, _ time: String, _ rest: String, _ parameters: [any Bindable] = []
  ) throws -> [Authorship] {
    guard entry.kind == .sync, case .edit(let id) = entry.id else { return [] }
    let lines = try db.cursor(
      "SELECT user, \(time) AS at, action, first_id, last_id FROM author WHERE edit_id = ?1 \(rest)",
      [id] + parameters)
    var found: [Authorship] = []
    while let line = try lines.next() {
      let (first, last) = (try line.key(3), try line.key(4))
      guard let action = Authorship.Action(rawValue: try line[2]), first <= last else { continue }
      found.append(Authorship(user: try line[0], time: try line.time(1), action: action, numbers: first...last))
    }
    return found
  }

  /// Returns the edits of sections and rows by users of this file, the newest first.
  ///
  /// Edits that synchronizations brought are left out, and changes made by hand, whose users are unknown. O(changes).
  /// - Parameters:
  ///   - change: The number of the change after which to begin; nil for the last one of the last synchronization.
  ///   - last: The number of the last change.
  ///   - limit: The number of values after which older edits are left out.
  package func authorships(since change: Int64?, through last: Int64, limit: Int) throws -> [Authorship] {
    let start = try change ?? value("SELECT coalesce(max(last_change), 0) FROM edit WHERE kind = 'sync'", []) ?? 0
    let lines = try db.cursor(
      """
      SELECT edit_id, edit.at, user, action, id, coalesce(run, 1), thing = 'section'
      FROM change JOIN edit USING (edit_id)
      WHERE change_id > ? AND change_id <= ? AND thing IN ('section', 'row') AND made_room IS NOT 1 AND kind <> 'sync'
      ORDER BY change_id DESC
      """, [start, last])
    var found: [Authorship] = []
    var edit: PastEdit?
    while let line = try lines.next() {
      let id = try line.key(0)
      if edit?.id != id {
        found += edit?.authorships ?? []
        if found.count >= limit { return found }
        edit = PastEdit(id: id, user: try line[2], time: try line.time(1))
      }
      let (first, count) = (try line.key(4), Int64(try checked(rowCount: try line[5])))
      edit?.note(try line[3], first..<first + count, isSection: try line[6])
    }
    return found + (edit?.authorships ?? [])
  }
}

/// The effects of one edit, put together from its last change to its first.
private struct PastEdit {
  let id: Int64
  let user: String
  let time: Int64
  /// Whether each section and row existed before the edit and after it.
  private var things: [Thing: (before: Bool, after: Bool)] = [:]
  private var runs: [Range<Int64>] = []

  private struct Thing: Hashable {
    let number: Int64
    let isSection: Bool
  }

  init(id: Int64, user: String, time: Int64) {
    self.id = id
    self.user = user
    self.time = time
  }

  mutating func note(_ action: String, _ numbers: Range<Int64>, isSection: Bool) {
    if numbers.count > 1 { return runs.append(numbers) }
    let thing = Thing(number: numbers.lowerBound, isSection: isSection)
    things[thing] = (action != "insert", things[thing]?.after ?? (action != "delete"))
  }

  /// The effects in runs of numbers, without items that the edit both inserted and deleted.
  var authorships: [Authorship] {
    var ends: [Int64: (before: Bool, after: Bool)] = [:]
    for (thing, own) in things {
      let other = ends[thing.number] ?? (false, false)
      ends[thing.number] = (own.before || other.before, own.after || other.after)
    }
    var numbers: [Authorship.Action: [Int64]] = [:]
    for (number, ends) in ends {
      switch ends {
      case (true, true): numbers[.update, default: []].append(number)
      case (false, true): numbers[.insert, default: []].append(number)
      case (true, false): numbers[.delete, default: []].append(number)
      case (false, false): break
      }
    }
    return runs.map { authorship(.insert, $0.lowerBound...$0.upperBound - 1) }
      + [.insert, .update, .delete].flatMap { action in
        Self.ranges(numbers[action, default: []].sorted()).map { authorship(action, $0) }
      }
  }

  private func authorship(_ action: Authorship.Action, _ numbers: ClosedRange<Int64>) -> Authorship {
    Authorship(user: user, time: time, action: action, numbers: numbers)
  }

  private static func ranges(_ numbers: [Int64]) -> [ClosedRange<Int64>] {
    numbers.reduce(into: []) { ranges, number in
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
  }
}
