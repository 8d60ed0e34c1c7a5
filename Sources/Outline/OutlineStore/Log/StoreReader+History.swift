import OutlineCore
import SQLite

extension StoreReader {
  /// Calls `body` with the entries of the history, newest first, until it returns false.
  ///
  /// O(n), where n is the number of entries visited plus the number of changes made by hand among them.
  package func eachEntry(_ body: (HistoryEntry) throws -> Bool) throws {
    let oldest = try firstChange() ?? Int64.max
    var end = try lastChange() + 1  // every change from here on belongs to an entry already visited
    var undone: Set<Int64> = []  // the last changes of the steps by hand that a visited entry undoes or redoes
    let edits = try db.cursor(
      """
      SELECT edit.edit_id, edit.kind, edit.user, edit.words, edit.at, edit.first_change,
        coalesce(edit.last_change, (SELECT max(change_id) FROM change), edit.first_change - 1),
        edit.undoes, edit.undoes_change, origin.user, coalesce(origin.at, by_hand.at),
        origin.kind = 'sync', edit.undoes_all
      FROM edit LEFT JOIN edit AS origin ON origin.edit_id = edit.undoes
        LEFT JOIN change AS by_hand ON by_hand.change_id = edit.undoes_change
      WHERE edit.last_change IS NOT NULL OR edit.edit_id = (SELECT edit_id FROM current_edit)
      ORDER BY edit.edit_id DESC
      """)
    while let line = try edits.next() {
      let edit = try entry(from: line, oldest: oldest)
      while end > edit.changes.upperBound,
        let other = try entry(before: end, after: edit.changes, oldest: oldest, besides: undone)
      {
        if try !body(other) { return }
        end = other.changes.lowerBound
      }
      if try !body(edit) { return }
      end = min(end, edit.changes.lowerBound)
      if case .hand(let last) = edit.origin.id { undone.insert(last) }
    }
    while let other = try entry(before: end, after: 0..<0, oldest: oldest, besides: undone) {
      if try !body(other) { return }
      end = other.changes.lowerBound
    }
  }

  private func entry(from line: ResultRow, oldest: Int64) throws -> HistoryEntry {
    let first = try line.key(5)
    let end = try line.integer(6, in: 0...((1 << 53) - 1)) + 1
    let isComplete = first >= end || first >= oldest
    return HistoryEntry(
      id: .edit(try line.key(0)), origin: try origin(from: line), group: try group(in: line),
      kind: HistoryEntry.Kind(name: try line[1]),
      user: try line[2], words: try line[3],
      time: try line.time(4), changes: first..<max(first, end), isComplete: isComplete)
  }

  /// Returns the edits that an undo or a redo is about, if there are several.
  private func group(in line: ResultRow) throws -> [Int64] {
    let numbers: String? = try line[12]
    return numbers?.split(separator: " ").compactMap { Int64($0) } ?? []
  }

  /// Returns the edit that an undo or a redo is about, the newest of several; nil for an edit.
  private func origin(from line: ResultRow) throws -> HistoryEntry.Origin? {
    let (edit, change) = (try line.ifPresent(7, line.key), try line.ifPresent(8, line.key))
    guard let id = edit.map({ EntryID.edit($0) }) ?? change.map({ EntryID.hand($0) }) else { return nil }
    let isSync: Bool? = try line[11]
    return HistoryEntry.Origin(
      id: id, user: try line[9], time: try line.ifPresent(10, line.time), isSync: isSync ?? false)
  }

  /// The most milliseconds between two statements by hand that count as one step, and between the first and the last of a step.
  private static let (pause, span): (Int64, Int64) = (100, 10_000)

  /// Returns the last entry before `end` that is missing in the table `edit`: a step by hand.
  ///
  /// The log does not say which statements were one transaction. A step is a guess: statements that soon followed each other. It is
  /// found from its end, so it stays the same once an entry follows it, even if the log is trimmed.
  ///
  /// - Parameter undone: The last changes of steps that were undone or redone; each is the end of a step.
  private func entry(
    before end: Int64, after earlier: Range<Int64>, oldest: Int64, besides undone: Set<Int64>
  ) throws -> HistoryEntry? {
    let lines = try db.cursor(
      """
      SELECT change_id, edit_id, at, run FROM change WHERE change_id < ? AND change_id >= ? ORDER BY change_id DESC
      """, [end, earlier.upperBound])
    guard let newest = try lines.next() else { return nil }
    let last = try newest.key(0)
    let edit: Int64? = try newest[1]
    let time = try newest.ifPresent(2, newest.time)
    var (first, start) = (try firstNumber(of: newest), time)
    while let line = try lines.next(), try line[1] == edit, !undone.contains(try line.key(0)) {
      let own = try line.ifPresent(2, line.time)
      if let own, let start, let time {
        if abs(start - own) > Self.pause || abs(time - own) > Self.span { break }
      } else if own != start {
        break
      }
      (first, start) = (try firstNumber(of: line), own)
    }
    return HistoryEntry(
      id: .hand(last), kind: .hand, user: nil, words: "", time: time ?? 0,
      changes: first..<(last + 1), isComplete: first > oldest || oldest == 1)
  }

  /// Returns the first change's number in a line with its own number in column 0 and its run's length in column 3.
  private func firstNumber(of line: ResultRow) throws -> Int64 {
    let (number, run): (Int64, Int64?) = (try line.key(0), try line[3])
    return max(1, number &- (run ?? 1) &+ 1)
  }

  /// Whether these changes include one of a section or row.
  ///
  /// O(n), where n is the number of changes before the first such change.
  package func hasContent(_ changes: Range<Int64>) throws -> Bool {
    try value(
      """
      SELECT EXISTS (SELECT 1 FROM change WHERE change_id >= ? AND change_id < ? AND thing IN ('section', 'row'))
      """, [changes.lowerBound, changes.upperBound]) ?? false
  }

  /// Whether these changes include one of a user's flags or settings.
  ///
  /// O(n), where n is the number of changes before the first such change.
  package func hasFolds(_ changes: Range<Int64>, of user: Int64) throws -> Bool {
    try value(
      """
      SELECT EXISTS (SELECT 1 FROM change WHERE change_id >= ?1 AND change_id < ?2
        AND (thing = 'fold' AND user_id = ?3 OR thing = 'user' AND action = 'update' AND id = ?3
          AND (old_flag <> new_flag OR old_accordion <> new_accordion)))
      """, [changes.lowerBound, changes.upperBound, user]) ?? false
  }

  /// Returns the row with exactly this rank in the section.
  ///
  /// O(log n) in the number of rows.
  package func row(ranked rank: OrderKey, in section: SectionID) throws -> RowID? {
    try value("SELECT row_id FROM row WHERE section_id = ? AND rank = ?", [section.rawValue, rank]).map { RowID($0) }
  }
}

extension StoreReader {
  /// Returns how the positions of sections and rows changed since an entry.
  ///
  /// O(n), where n is the number of later changes.
  /// - Parameters:
  ///   - end: The number of the first change after the entry.
  ///   - hasRows: Whether to follow rows as well.
  package func positions(since end: Int64, ofRows hasRows: Bool) throws -> PositionsSince {
    var positions = PositionsSince()
    let lines = try db.cursor(
      """
      SELECT \(LogLine.columns) FROM change WHERE change_id >= ?1
        AND (thing = 'section' AND (action <> 'update' OR old_place <> new_place OR old_level <> new_level)
          OR ?2 AND thing = 'row' AND (action <> 'update' OR old_place <> new_place OR old_section <> new_section
            OR changed & \(RowColumn.level.changedBit)))
      ORDER BY change_id
      """, [end, hasRows])
    while let line = try lines.next() {
      let line = try LogLine(line, path: db.path)
      if let run = try line.insertedRun(self) {
        positions.note(inserted: run)
      } else {
        for change in try line.changes(self) { positions.note(change) }
      }
    }
    return positions
  }

  /// Returns the order and levels of all sections.
  ///
  /// O(n log n) in the number of sections.
  package func sectionShape() throws -> SectionShape {
    var positions: [SectionID: SectionShape.Position] = [:]
    let lines = try db.cursor("SELECT section_id, ord, level FROM section")
    while let line = try lines.next() {
      positions[SectionID(try line.key(0))] = SectionShape.Position(
        ord: try line.orderKey(1), level: try line.level(2))
    }
    return SectionShape(positions)
  }
}
