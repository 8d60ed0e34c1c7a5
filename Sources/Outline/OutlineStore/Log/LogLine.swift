import OutlineCore
import SQLite

/// A line of the log, that is, of the table `change`: one change, or a run of inserted rows.
struct LogLine {
  /// The columns to select, in the order in which a line is read.
  static let columns = """
    change_id, edit_id, at, thing, action, id, run, step, user_id, old_section, new_section, old_place, new_place,
      old_level, new_level, old_flag, new_flag, old_accordion, new_accordion, changed, old_text, old_detail,
      old_attributes, old_done, old_new_rows, made_room, old_due, old_repeat
    """

  /// The numbers of the columns; each column of a new value follows that of the old value.
  enum Column {
    static let thing = 3
    static let action = 4
    static let id = 5
    static let run = 6
    static let step = 7
    static let user = 8
    static let section = 9
    static let place = 11
    static let level = 13
    static let flag = 15
    static let accordion = 17
    static let changed = 19
    static let text = 20
    static let detail = 21
    static let attributes = 22
    static let done = 23
    static let newRows = 24
    static let madeRoom = 25
    static let due = 26
    static let repeats = 27
    static let count = 28
  }

  /// The state before or after a change; the raw value is the offset from the column of the old state.
  private enum Side: Int {
    case old
    case new
  }

  /// The bits of `changed`.
  private struct Changed: OptionSet {
    let rawValue: Int
    static let text = Changed(rawValue: 1)
    static let detail = Changed(rawValue: 2)
    static let attributes = Changed(rawValue: 4)
    static let done = Changed(rawValue: 8)
    static let newRows = Changed(rawValue: 16)
    static let due = Changed(rawValue: 32)
    static let repeats = Changed(rawValue: 64)
  }

  private enum Action: String {
    case insert
    case update
    case delete

    func has(_ side: Side) -> Bool { side == .old ? self != .insert : self != .delete }
  }

  private let row: ResultRow
  private let action: Action
  private let changed: Changed

  /// Reads a line, which must have the columns in ``columns``.
  ///
  /// - Throws: ``StoreError/damaged(path:message:)`` for an unknown action.
  init(_ row: ResultRow, path: String) throws {
    self.row = row
    let word: String = try row[Column.action]
    guard let action = Action(rawValue: word) else {
      throw StoreError.damaged(path: path, message: "the log has an unknown kind of change, '\(word)'")
    }
    self.action = action
    let bits: Int? = try row[Column.changed]
    changed = Changed(rawValue: action == .delete ? -1 : bits ?? 0)
  }

  /// Returns the changes in the line.
  ///
  /// The log does not contain the new texts and attributes, so they are missing from the new states.
  func changes(_ reader: StoreReader) throws -> [LoggedChange] {
    let number = try row.key(0)
    let (edit, time) = (try row.ifPresent(1, row.key), try row.ifPresent(2, row.time))
    let group: LoggedChange.Group = edit.map { .edit($0) } ?? .hand(at: time ?? 0)
    if let run: Int64 = try row[Column.run] { return try inserts(run, endingAt: number, group, reader) }
    let madeRoom: Bool? = try row[Column.madeRoom]
    return [
      LoggedChange(number: number, group: group, event: try event(path: reader.db.path), madeRoom: madeRoom ?? false)
    ]
  }

  /// Returns the ids of the rows in a run of insertions; nil for a single change.
  func insertedRun(_ reader: StoreReader) throws -> Range<Int64>? {
    guard let count: Int64 = try row[Column.run] else { return nil }
    let run = try run(count, endingAt: row.key(0), reader)
    let end = run.firstRow.addingReportingOverflow(count)
    return run.firstRow..<(end.overflow ? .max : end.partialValue)
  }

  /// Checks that ``changes(_:)`` can return the changes, without making a list of a run.
  ///
  /// - Returns: The number of the first change in the line.
  func check(_ reader: StoreReader) throws -> Int64 {
    guard let count: Int64 = try row[Column.run] else { return try changes(reader).first?.number ?? 0 }
    let (edit, time) = (try row.ifPresent(1, row.key), try row.ifPresent(2, row.time))
    guard (edit == nil) != (time == nil), action == .insert, try row[Column.thing] as String == "row" else {
      throw StoreError.damaged(path: reader.db.path, message: "the log has a run of items that are not rows")
    }
    _ = try run(count, endingAt: row.key(0), reader)
    return try row.key(0) - count + 1
  }

  private func event(path: String) throws -> LoggedChange.Event {
    let (thing, id): (String, Int64) = (try row[Column.thing], try row.key(Column.id))
    switch thing {
    case "section": return .section(SectionID(id), old: try section(.old), new: try section(.new))
    case "row": return .row(RowID(id), old: try rowImage(.old), new: try rowImage(.new))
    case "fold": return .fold(SectionID(id), user: try row.key(Column.user), old: try flag(.old), new: try flag(.new))
    case "user": return .user(id, old: try user(.old), new: try user(.new))
    default: throw StoreError.damaged(path: path, message: "the log has a change of an unknown thing, '\(thing)'")
    }
  }

  private typealias Run = (firstRow: Int64, section: SectionID, firstRank: OrderKey, step: Int64)

  /// Reads the rows of a run, and checks that its numbers are in range.
  private func run(_ count: Int64, endingAt last: Int64, _ reader: StoreReader) throws -> Run {
    let (firstRow, section, firstRank) = (
      try row.key(Column.id), try row.key(Column.section + 1), try row.orderKey(Column.place + 1)
    )
    let step: Int64 = try row[Column.step] ?? 0
    let reach = step.multipliedReportingOverflow(by: count)
    let end = firstRank.addingReportingOverflow(reach.partialValue)
    guard count > 0, count <= last, !reach.overflow, !end.overflow else {
      throw StoreError.damaged(path: reader.db.path, message: "the log has a run of \(count) rows, which is impossible")
    }
    _ = try reader.checked(rowCount: count)
    return (firstRow, SectionID(section), firstRank, step)
  }

  private func inserts(
    _ count: Int64, endingAt last: Int64, _ group: LoggedChange.Group, _ reader: StoreReader
  ) throws -> [LoggedChange] {
    let run = try run(count, endingAt: last, reader)
    return (0..<count).map { index in
      let image = RowImage(section: run.section, rank: run.firstRank + run.step * index)
      return LoggedChange(
        number: last - count + 1 + index, group: group, event: .row(RowID(run.firstRow + index), old: nil, new: image))
    }
  }

  // MARK: - Sides

  private func section(_ side: Side) throws -> SectionImage? {
    guard action.has(side) else { return nil }
    let shift = side.rawValue
    var image = SectionImage(
      ord: try row.orderKey(Column.place + shift), level: try row.level(Column.level + shift),
      isCollapsible: try row[Column.flag + shift])
    guard side == .old else { return image }
    if changed.contains(.text) { image.title = try row[Column.text] as String }
    if changed.contains(.detail) { image.detail = .some(try row[Column.detail]) }
    if changed.contains(.done) { image.isDone = .some(try row[Column.done]) }
    if changed.contains(.newRows) {
      image.newRows = .some((try row[Column.newRows] as String?).flatMap(NewRows.init))
    }
    if changed.contains(.attributes) { image.attributes = .some(try row[Column.attributes]) }
    if changed.contains(.due) { image.due = .some(try row.due(Column.due)) }
    if changed.contains(.repeats) { image.repeats = .some(try row[Column.repeats]) }
    return image
  }

  private func rowImage(_ side: Side) throws -> RowImage? {
    guard action.has(side) else { return nil }
    let shift = side.rawValue
    let image = RowImage(
      section: SectionID(try row.key(Column.section + shift)), rank: try row.orderKey(Column.place + shift))
    guard side == .old else { return image }
    return RowImage(
      section: image.section, rank: image.rank, content: try PartialRowContent(from: row, changed: changed.rawValue))
  }

  private func flag(_ side: Side) throws -> Bool? {
    action.has(side) ? try row[Column.flag + side.rawValue] as Bool : nil
  }

  private func user(_ side: Side) throws -> UserImage? {
    guard action.has(side) else { return nil }
    return UserImage(
      name: side == .old && changed.contains(.text) ? try row[Column.text] as String : nil,
      startsCollapsed: try row[Column.flag + side.rawValue], accordion: try row[Column.accordion + side.rawValue])
  }
}

extension RowColumn {
  /// The bit of `change.changed` that says that an update changed the column.
  var changedBit: Int {
    switch self {
    case .text: 1
    case .done: 8
    case .attributes: 4
    case .due: 32
    case .repeats: 64
    case .level: 128
    }
  }
}

extension PartialRowContent {
  /// Reads the parts of the old content that a line of the log records.
  ///
  /// A row deleted by version 16 or before had level 1, which its line does not record.
  ///
  /// - Parameter changed: the bits of `change.changed`.
  init(from line: ResultRow, changed: Int) throws {
    let hasText = changed & RowColumn.text.changedBit != 0
    let content = RowContent(
      text: hasText ? try line[LogLine.Column.text] : "", isDone: try line[LogLine.Column.done],
      attributes: try line[LogLine.Column.attributes], schedule: try line.schedule(LogLine.Column.due),
      level: changed & RowColumn.level.changedBit == 0 ? 1 : try line.ifPresent(LogLine.Column.level, line.level) ?? 1)
    self.init(content) { changed & $0.changedBit != 0 }
  }
}
