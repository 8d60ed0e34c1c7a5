import OutlineCore
import SQLite

/// Reads the effects of entries of the history, with the names and contents that things had then.
///
/// The log has only the values from before each change. So the entries are read from the newest to the oldest, and a
/// value that a change replaced is the value in all older entries, up to the next change of it.
package struct PastEffects {
  private let reader: StoreReader
  /// The names of the things that the entries read so far have renamed or deleted, as they were before those entries.
  private var names: [ItemID: String] = [:]
  /// The contents, without names, that these entries have changed, as they were before them.
  private var contents: [ItemID: LoggedChange.Event] = [:]

  package init(_ reader: StoreReader) {
    self.reader = reader
  }

  /// The effects of one entry's changes on a thing.
  private struct EntryEffect {
    var name: String?
    /// The name before the entry; nil if the entry did not change it.
    var oldName: String?
    var existedBefore = true
    let existsAfter: Bool
    var kinds: Set<HistoryEffects.Kind> = []
    /// The change of the content; nil if there is none.
    var content: LoggedChange.Event?

    private var isGone: Bool { existedBefore && !existsAfter }

    /// - Parameter other: The effect of the item of the other kind with the same number; nil if there is none.
    func effects(besides other: EntryEffect?) -> [HistoryEffects.Kind] {
      switch (existedBefore, existsAfter) {
      case (false, true) where other?.isGone == true: [.converted]
      case (true, false) where other.map { !$0.existedBefore && $0.existsAfter } == true: []
      case (false, true): [.added]
      case (true, false): [.deleted]
      case (false, false): []
      case (true, true): HistoryEffects.Kind.allCases.filter(kinds.contains)
      }
    }
  }

  /// Returns the effects of an entry's changes; call it for all entries in turn, from the newest to the oldest.
  ///
  /// O(n log n), where n is the number of the changes.
  package mutating func effects(of changes: Range<Int64>) throws -> HistoryEffects {
    var items: [ItemID: EntryEffect] = [:]
    var runs: [(first: Int64, count: Int64)] = []
    let lines = try reader.db.cursor(
      """
      SELECT \(LogLine.columns), old_section IS NOT new_section OR old_place IS NOT new_place
        OR old_level IS NOT new_level, old_flag IS NOT new_flag
      FROM change WHERE change_id >= ? AND change_id < ? AND thing IN ('section', 'row') ORDER BY change_id DESC
      """, [changes.lowerBound, changes.upperBound])
    while let line = try lines.next() {
      guard let run: Int64 = try line[LogLine.Column.run] else {
        try note(line, &items)
        continue
      }
      runs.append((try line.key(LogLine.Column.id), Int64(try reader.checked(rowCount: run))))
    }
    return try summary(items, runs)
  }

  private mutating func note(_ line: ResultRow, _ items: inout [ItemID: EntryEffect]) throws {
    let (thing, action): (String, String) = (try line[LogLine.Column.thing], try line[LogLine.Column.action])
    let number: Int64 = try line[LogLine.Column.id]
    let id: ItemID = thing == "section" ? .section(SectionID(number)) : .row(RowID(number))
    let (changed, oldName): (Int, String?) = (try line[LogLine.Column.changed] ?? 0, try line[LogLine.Column.text])
    var effect = items[id] ?? EntryEffect(name: names[id], existsAfter: action != "delete")
    effect.existedBefore = action != "insert"
    let (isMoved, isFlagged): (Bool, Bool) = (
      try line[LogLine.Column.count], try line[LogLine.Column.count + 1]
    )
    if action == "update" {
      let madeRoom: Bool? = try line[LogLine.Column.madeRoom]
      if isMoved, madeRoom != true { effect.kinds.insert(.moved) }
      if changed & ~RowColumn.level.changedBit != 0 || isFlagged { effect.kinds.insert(.changed) }
    }
    if action == "delete" || changed & ~1 != 0 || isFlagged, action != "insert" {
      try LogLine(line, path: reader.db.path).changes(reader).forEach { note($0.event, of: id, &effect) }
    }
    if action == "delete" || changed & 1 != 0, let oldName {
      names[id] = String(oldName.prefix(HistoryEffects.nameLimit))
      if action == "update" { effect.oldName = names[id] }
      if action == "delete", !effect.existsAfter { effect.name = names[id] }
    }
    items[id] = effect
  }

  /// Records the content before a change, and the change as a part of the entry's change of the content.
  private mutating func note(_ event: LoggedChange.Event, of id: ItemID, _ effect: inout EntryEffect) {
    let event = event.withoutName.completed(by: contents[id])
    contents[id] = event
    effect.content = event.followed(by: effect.content)
  }

  private func summary(_ items: [ItemID: EntryEffect], _ runs: [(first: Int64, count: Int64)]) throws -> HistoryEffects
  {
    var effects = HistoryEffects()
    var found = items.flatMap { id, effect in
      effect.effects(besides: items[id.otherKind]).map {
        (
          id: id, kind: $0, name: effect.name, oldName: $0 == .changed ? effect.oldName : nil,
          content: $0 == .changed ? effect.content : nil
        )
      }
    }
    effects.count = found.count
    for run in runs {
      effects.count += Int(run.count)
      found += (0..<min(run.count, Int64(HistoryEffects.limit))).map { index in
        let id = ItemID.row(RowID(run.first + index))
        return (id, .added, names[id], nil, nil)
      }
    }
    found.sort { $0.id.sortKey < $1.id.sortKey }
    effects.first = try found.prefix(HistoryEffects.limit).map { id, kind, name, oldName, content in
      HistoryEffects.Effect(
        kind, id, name: try name ?? currentName(id), oldName: oldName, parents: try parents(of: id),
        fields: try content.map { try fields(of: $0, id) } ?? [])
    }
    return effects
  }

  private func fields(of content: LoggedChange.Event, _ id: ItemID) throws -> [ItemChange.Field] {
    let change = LoggedChange(number: 0, group: .hand(at: 0), event: content)
    return try reader.completed([change], of: id).flatMap { ItemChange.Field.fields(of: $0.event) }
  }

  private func parents(of id: ItemID) throws -> [String] {
    guard case .row(let id) = id, let row = try reader.row(id) else { return [] }
    return try reader.parents(of: row).reversed().map(\.text.firstLine)
  }

  private func currentName(_ id: ItemID) throws -> String {
    let name =
      switch id {
      case .section(let id): try reader.section(id)?.title
      case .row(let id): try reader.row(id)?.text
      }
    return String((name ?? "").prefix(HistoryEffects.nameLimit))
  }
}

extension LoggedChange.Event {
  /// The change without titles and texts, which may be long.
  fileprivate var withoutName: LoggedChange.Event {
    switch self {
    case .section(let id, var old, var new):
      old?.title = nil
      new?.title = nil
      return .section(id, old: old, new: new)
    case .row(let id, let old, let new):
      let rest = { (row: RowImage) in
        RowImage(section: row.section, rank: row.rank, content: row.content.without(.text))
      }
      return .row(id, old: old.map(rest), new: new.map(rest))
    case .fold, .user: return self
    }
  }

  /// Returns the change with the parts that it does not record filled in from the next change of the same item.
  fileprivate func completed(by next: LoggedChange.Event?) -> LoggedChange.Event {
    switch (self, next) {
    case (.section(let id, let old?, let new?), .section(_, let later?, _)?):
      let new = new.completed(by: later)
      return .section(id, old: old.completed(by: new), new: new)
    case (.row(let id, let old?, let new?), .row(_, let later?, _)?):
      let new = new.completed(by: later)
      return .row(id, old: old.completed(by: new), new: new)
    default: return self
    }
  }

  /// Returns this change and a later one of the same item as one.
  fileprivate func followed(by later: LoggedChange.Event?) -> LoggedChange.Event {
    switch (self, later) {
    case (.section(let id, let old, _), .section(_, _, let new)?): .section(id, old: old, new: new)
    case (.row(let id, let old, _), .row(_, _, let new)?): .row(id, old: old, new: new)
    default: self
    }
  }
}

extension ItemID {
  /// The id of the other kind with the same number.
  fileprivate var otherKind: ItemID {
    switch self {
    case .section(let id): .row(RowID(id.rawValue))
    case .row(let id): .section(SectionID(id.rawValue))
    }
  }

  /// Sections come before rows, and smaller ids before greater ones.
  fileprivate var sortKey: (Int, Int64) {
    switch self {
    case .section(let id): (0, id.rawValue)
    case .row(let id): (1, id.rawValue)
    }
  }
}

extension StoreReader {
  /// Whether the oldest changes were trimmed from the log.
  package func hasLostChanges() throws -> Bool { try firstChange() ?? 1 > 1 }

  /// Returns the time of the first change in the log, in milliseconds since 1970; nil if the log is empty.
  package func timeOfFirstChange() throws -> Int64? {
    try value(
      "SELECT coalesce(change.at, edit.at) FROM change LEFT JOIN edit USING (edit_id) ORDER BY change_id LIMIT 1", [])
  }
}
