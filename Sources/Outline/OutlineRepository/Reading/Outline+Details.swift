import OutlineCore
import OutlineStore

extension Outline {
  /// Returns everything that the file has about one section or row, its history included.
  ///
  /// O(changes in the log).
  /// - Throws: `OutlineError`, `StoreError`.
  public func details(of address: Address, as userName: String) throws -> ItemDetails {
    try read(as: userName) { reader, user in
      let item = try Resolver(reader: reader).item(address)
      var walk = LineWalk(reader, as: user, ListQuery(limit: 1), visitor: LineCopies())
      let holder: Section
      switch item {
      case .section(let section):
        holder = section
        let end = try reader.subtreeEnd(ord: section.ord, level: section.level)
        try walk.walk(from: section.ord, to: end, level: section.level)
      case .row(let row, let section):
        holder = section
        try walk.walk(row, in: section)
      }
      guard let line = walk.finish().lines.first else { throw OutlineError.notFound(address, suggestions: []) }
      let path = try Resolver(reader: reader).path(of: item)
      let below = if case .row(let row, _) = item { try reader.counts(below: row).rows } else { 0 }
      return ItemDetails(
        line: line, number: try reader.number(of: holder), path: path, rowsBelow: below,
        changes: try reader.history(of: item.id), hasLostOlder: try reader.hasLostChanges(),
        historyStart: try reader.timeOfFirstChange())
    }
  }
}

/// Everything that a file has about one section or row.
public struct ItemDetails: Hashable, Sendable {
  /// The section or row as a list shows it.
  public let line: OutlineLine
  /// The number of the section, or of the section that holds the row.
  private let sectionNumber: ItemNumber
  /// The titles from the top down to the section, followed by the first line of the text if it is a row.
  public let path: [String]
  /// How many rows are below a row; 0 for a section.
  public let rowsBelow: Int
  /// Its changes by entries of the history, the newest first.
  public let changes: [ItemChange]
  /// Whether older entries were trimmed from the history.
  public let hasLostOlder: Bool
  /// When the oldest entry of the history was made; nil if the history is empty.
  public let historyStart: Int64?

  fileprivate init(
    line: OutlineLine, number: ItemNumber, path: [String], rowsBelow: Int, changes: [ItemChange], hasLostOlder: Bool,
    historyStart: Int64?
  ) {
    self.line = line
    sectionNumber = number
    if case .row(let row) = line { self.path = path.dropLast() + [row.text.firstLine] } else { self.path = path }
    self.rowsBelow = rowsBelow
    self.changes = changes
    self.hasLostOlder = hasLostOlder
    self.historyStart = historyStart
  }

  /// The number.
  public var number: ItemNumber {
    if case .row(let row) = line { ItemNumber(sectionNumber.sections, row: row.number) } else { sectionNumber }
  }

  /// When it is due and how it repeats.
  public var schedule: Schedule {
    switch line {
    case .header(let header): header.section.schedule
    case .row(let row): row.content.schedule
    }
  }

  /// The entry that added it; nil if the history no longer has it.
  public var added: HistoryEntry? {
    guard let first = changes.last, first.kinds == [.added] else { return nil }
    return first.authors.last { $0.action == .insert }.map(first.entry.made(by:)) ?? first.entries.last
  }

  /// The times when it was done, as far back as the history goes, the newest first; undone edits are left out.
  public var timesDone: [Int64] {
    var undone: Set<EntryID> = []
    var known = UndoneEdits()
    return changes.compactMap { change in
      let origin = change.entry.origin.id
      let isCovered = known.group(of: change.entry) != nil
      let isNewest = known.note(change.entry)
      switch change.entry.kind {
      case .undo: if isNewest, change.entry.group.isEmpty { undone.insert(origin) }
      case .redo: break
      case .edit, .sync, .hand:
        return change.isTicking && !isCovered && !undone.contains(origin) ? change.entry.time : nil
      }
      return nil
    }
  }

  /// The entry that changed it last.
  public var changed: HistoryEntry? { changes.first?.entries.first }
}

/// The present title or text of a section or a row, and the user who wrote it.
public struct CurrentText: Hashable, Sendable {
  /// The title or the text; nil if the section or row does not exist any more.
  public let text: String?
  /// The user who wrote or deleted it; nil for a change made by hand, and if the history does not have the change.
  public let writer: String?
}

extension Outline {
  /// Returns the present title or text of a section or a row, and the user who wrote it.
  ///
  /// O(n) in the number of changes in the log.
  /// - Parameters:
  ///   - item: The section or row.
  ///   - userName: The acting user.
  /// - Throws: `StoreError`.
  public func currentText(of item: ItemID, as userName: String) throws -> CurrentText {
    try read(as: userName) { reader, _ in
      let text =
        switch item {
        case .section(let id): try reader.section(id)?.title
        case .row(let id): try reader.row(id)?.text
        }
      return CurrentText(
        text: text, writer: try reader.history(of: item).first(where: \.namesItem)?.entries.first?.user)
    }
  }
}

extension ItemChange {
  /// Whether the change gave the item its title or text, or took it away.
  fileprivate var namesItem: Bool {
    kinds.contains(.added) || kinds.contains(.deleted) || fields.contains { $0.name == "text" || $0.name == "title" }
  }
}
