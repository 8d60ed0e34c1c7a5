import OutlineCore
import SQLite

extension StoreReader {
  /// Returns the changes of one section or row, oldest first, as far back as the log goes, whatever its kind was then.
  ///
  /// Their states are complete, except for texts that neither the log nor the outline has. O(n) in the size of the log.
  /// - Parameters:
  ///   - item: The section or row.
  ///   - first: The number of the first change to look at.
  package func changes(of item: ItemID, since first: Int64 = 0) throws -> [LoggedChange] {
    let lines = try db.cursor(
      """
      SELECT \(LogLine.columns) FROM change
      WHERE change_id >= ?2 AND thing IN ('section', 'row') AND CASE WHEN run IS NULL THEN id = ?1 ELSE ?1 >= id AND ?1 - id < run END
      ORDER BY change_id
      """, [item.number, first])
    var changes: [LoggedChange] = []
    while let line = try lines.next() {
      if let insert = try insert(of: item.number, in: line) {
        changes.append(insert)
      } else {
        changes += try LogLine(line, path: db.path).changes(self)
      }
    }
    return try completed(changes, of: item)
  }

  /// Returns the change that inserted a row, from a run of insertions; nil for a line that is no run.
  private func insert(of row: Int64, in line: ResultRow) throws -> LoggedChange? {
    guard let count: Int64 = try line[LogLine.Column.run] else { return nil }
    let index = row &- (try line.key(LogLine.Column.id))
    let step: Int64 = try line[LogLine.Column.step] ?? 0
    let rank = try line.orderKey(LogLine.Column.place + 1) &+ step &* index
    let (edit, time) = (try line.ifPresent(1, line.key), try line.ifPresent(2, line.time))
    let image = RowImage(section: SectionID(try line.key(LogLine.Column.section + 1)), rank: rank)
    return LoggedChange(
      number: try line.key(0) &- count &+ 1 &+ index, group: edit.map { .edit($0) } ?? .hand(at: time ?? 0),
      event: .row(RowID(row), old: nil, new: image))
  }

  /// Returns changes of one item with complete contents; parts that no change has are as they are in the outline.
  ///
  /// Contents are found from the last change to the first: a part that a change did not touch was the same before it.
  package func completed(_ changes: [LoggedChange], of item: ItemID) throws -> [LoggedChange] {
    var changes = changes
    var section = try self.section(SectionID(item.number)).map(SectionImage.init)
    var row = try self.row(RowID(item.number)).map {
      RowImage(section: $0.section, rank: $0.rank, content: PartialRowContent($0.content))
    }
    for index in changes.indices.reversed() {
      switch changes[index].event {
      case .section(let id, let old, let new):
        let new = new.map { image in section.map(image.completed) ?? image }
        section = old.map { image in new.map(image.completed) ?? image }
        changes[index].event = .section(id, old: section, new: new)
      case .row(let id, let old, let new):
        let new = new.map { image in row.map(image.completed) ?? image }
        row = old.map { image in new.map(image.completed) ?? image }
        changes[index].event = .row(id, old: row, new: new)
      case .fold, .user: break
      }
    }
    return changes
  }
}
