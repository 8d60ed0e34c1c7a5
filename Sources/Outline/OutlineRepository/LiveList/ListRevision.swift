import ListChanges
import OutlineCore
import OutlineStore

/// One user's list as of one revision of the file; the file itself may have changed since.
struct ListRevision {
  private(set) var table: LiveSections
  private(set) var overlay = RowOverlay()
  private var collapsed = CollapsedRows()

  /// Creates the list from the current state of the file.
  ///
  /// O(sections + rows that the user has collapsed).
  init(_ reader: StoreReader, as user: String) throws {
    let stored = try reader.user(named: user)
    table = try LiveSections(reader, for: stored)
    if table.collapsedRows.isEmpty { return }
    var hidden: [SectionID: HiddenRows] = [:]
    for (section, rows) in try reader.collapsedRows(of: stored) {
      for (rank, row) in rows { collapsed.put(row.id, at: (section, rank)) }
      hidden[section] = try reader.hiddenRows(below: rows, in: section)
    }
    table.hide(hidden)
  }

  /// Returns the list of a user with these folds.
  ///
  /// O(n log n) in the number of sections, and O(log n) for each row that the user has collapsed.
  func with(_ folds: UserFolds, _ reader: StoreReader) throws -> ListRevision {
    var other = self
    other.table = table.with(folds)
    try other.findCollapsedRows(reader)
    return other
  }

  /// Records a change that the file has and the revision does not have yet.
  mutating func note(_ event: LoggedChange.Event) {
    if case .row(let id, let old, let new) = event { overlay.add(id, old, new) }
  }

  /// Moves the revision on by the events of one edit, all of which have been recorded before.
  mutating func advance(by events: [LoggedChange.Event], _ reader: StoreReader) throws -> ViewStep {
    var touched = TouchedIDs(events)
    let converted = ConvertedItems(events)
    let before = MentionedSections(events, in: table)
    let headers = table.apply(events).filter { id in
      guard let old = before.contents[id], let new = table.section(id) else { return true }
      return !old.content.isSame(as: new.content)
    }
    let after = MentionedSections(events, in: table)
    let oldContents = try contents(of: touched.changedTwice, reader)
    let oldOverlay = overlay
    // If a section's header comes or goes, its rows come or go with it.
    let old = try positions(
      of: touched.ids, where: { before.shown.contains($0) && after.indices[$0] != nil }, reader)
    let oldItems = ItemPositions(
      rows: try positions(of: converted.rows, where: before.shown.contains, reader), sections: before.indices,
      in: before.list)
    for case .row(let id, _, let new) in events { overlay.advance(id, new) }
    var counts: [SectionID: ItemCounts] = [:]
    for section in touched.recounted { counts[section] = try overlay.counts(of: section, reader) }
    table.recount(counts)
    try hideRows(after: events, touched, reader)
    let newContents = try contents(of: touched.changedTwice, reader)
    for (id, content) in oldContents where newContents[id].map(content.isSame) == true { touched.isUnchanged(id) }
    let new = try positions(
      of: touched.ids, after: touched.positions, where: { after.shown.contains($0) && before.indices[$0] != nil },
      reader)
    var rows = touched.ids.map { id in
      TouchedRow(old: old[id], new: new[id], isChanged: touched.changed.contains(id))
    }.filter { $0.old != nil || $0.new != nil }
    try RowMarkers(before: oldOverlay, after: overlay, reader).addRows(to: &rows)
    var changes = ListDiff.changes(
      from: before.list.headers, to: table.list.headers, rows: rows, headers: Set(headers.map(\.rawValue)),
      touched: (Array(before.indices.values), Array(after.indices.values)))
    let newItems = ItemPositions(
      rows: try positions(of: converted.rows, after: touched.positions, where: after.shown.contains, reader),
      sections: after.indices, in: table.list)
    changes.converted = converted.conversions(from: oldItems, to: newItems)
    return ViewStep(changes: changes, before: before.list.shape, after: table.list.shape, isReset: false)
  }

  // MARK: - Rows below collapsed rows

  /// Finds all collapsed rows again, and what they hide.
  private mutating func findCollapsedRows(_ reader: StoreReader) throws {
    collapsed = CollapsedRows()
    for row in table.collapsedRows { collapsed.put(row, at: try overlay.currentPosition(of: row, reader)) }
    var hidden: [SectionID: HiddenRows] = [:]
    for section in table.sectionsHidingRows { hidden[section] = HiddenRows() }
    for section in collapsed.sections {
      hidden[section] = try HiddenRows(below: Array(collapsed.rows(of: section))) { rank, row in
        try rowsBelow(row, rank: rank, of: section, reader)
      }
    }
    table.hide(hidden)
  }

  /// Finds what the collapsed rows hide after an edit, where old or new ranks of the edit touch them.
  ///
  /// O(t log n) in the number of touched rows, and a copy of the ranges of the touched sections.
  private mutating func hideRows(
    after events: [LoggedChange.Event], _ touched: TouchedIDs, _ reader: StoreReader
  ) throws {
    var ranks: [SectionID: Set<OrderKey>] = [:]
    func touch(_ place: (section: SectionID, rank: OrderKey)?) {
      if let place { ranks[place.section, default: []].insert(place.rank) }
    }
    for event in events {
      switch event {
      case .user: return try findCollapsedRows(reader)
      case .section: break
      case .row(let id, let old, let new):
        touch(old.map { ($0.section, $0.rank) })
        touch(new.map { ($0.section, $0.rank) })
        let isCollapsed = table.isCollapsed(id)
        if isCollapsed || collapsed.place(of: id) != nil {
          collapsed.put(id, at: isCollapsed ? new.map { ($0.section, $0.rank) } : nil)
        }
      case .fold(let id, _, _, _):
        let row = RowID(id.rawValue)
        let isCollapsed = table.isCollapsed(row)
        if isCollapsed == (collapsed.place(of: row) != nil) { continue }
        touch(collapsed.place(of: row))
        collapsed.put(row, at: isCollapsed ? try overlay.currentPosition(of: row, reader) : nil)
        touch(collapsed.place(of: row))
      }
    }
    if collapsed.isEmpty, table.sectionsHidingRows.isEmpty { return }
    var hidden: [SectionID: HiddenRows] = [:]
    for (section, ranks) in ranks {
      hidden[section] = try hiddenRows(of: section, touched: ranks.sorted(), touched.moves(in: section), reader)
    }
    table.hide(hidden)
  }

  /// Returns what the collapsed rows of a section hide after an edit: ranges without a touched rank stay as they were,
  /// and only rows in the other ranges or directly before touched ranks can begin a range.
  private func hiddenRows(
    of section: SectionID, touched ranks: [OrderKey], _ moves: (from: [OrderKey], to: [OrderKey]), _ reader: StoreReader
  ) throws -> HiddenRows {
    var kept: [HiddenRows.Range] = []
    var rows: [OrderKey: RowID] = [:]
    for range in table.hiddenRows(of: section).ranges {
      if let rank = ranks.first(from: range.rank), rank <= range.end ?? OrderKeys.bound {
        for (rank, row) in collapsed.rows(of: section, from: range.rank, to: range.end) { rows[rank] = row }
      } else {
        kept.append(range.moved(by: moves.to.count(below: range.rank) - moves.from.count(below: range.rank)))
      }
    }
    for rank in ranks {
      for end in [rank, rank + 1] {
        if let last = collapsed.last(of: section, before: end) { rows[last.rank] = last.row }
      }
    }
    let candidates = rows.sorted { $0.key < $1.key }.map { (rank: $0.key, row: $0.value) }
    return try HiddenRows(below: candidates, keeping: kept) { rank, row in
      try rowsBelow(row, rank: rank, of: section, reader)
    }
  }

  /// Returns the index of a row, the rank of the first row after it that is not below it, and what is below it.
  private func rowsBelow(
    _ row: RowID, rank: OrderKey, of section: SectionID, _ reader: StoreReader
  ) throws -> (row: Int, end: OrderKey?, counts: ItemCounts) {
    let level = try overlay.content(of: row, reader)?.level ?? 1
    let end = try overlay.firstRow(in: section, after: rank, level: level, reader)
    let counts = try overlay.counts(of: section, from: rank + 1, to: end, reader)
    let index = try counts.rows > 0 ? overlay.indices(of: [rank], in: section, reader)[rank] : nil
    return (index ?? 0, end, counts)
  }

  private func contents(of ids: Set<RowID>, _ reader: StoreReader) throws -> [RowID: RowContent] {
    var contents: [RowID: RowContent] = [:]
    for id in ids { contents[id] = try overlay.content(of: id, reader) }
    return contents
  }

  /// Returns the positions of rows in the sections that `isWanted` accepts, as of the revision or as in `images`.
  private func positions(
    of ids: [RowID], after images: [RowID: RowImage?] = [:], where isWanted: (SectionID) -> Bool,
    _ reader: StoreReader
  ) throws -> [RowID: RowPosition] {
    var bySection: [SectionID: [(id: RowID, rank: OrderKey)]] = [:]
    for id in ids {
      guard let position = images[id] ?? overlay.position(of: id), isWanted(position.section) else { continue }
      bySection[position.section, default: []].append((id, position.rank))
    }
    var positions: [RowID: RowPosition] = [:]
    for (section, rows) in bySection {
      let indices = try overlay.indices(of: rows.map(\.rank), in: section, reader)
      for row in rows {
        positions[row.id] = indices[row.rank].map { RowPosition(section: section, index: $0) }
      }
    }
    return positions
  }
}

/// The sections that the events of an edit mention, as one state of the table has them.
private struct MentionedSections {
  let list: VisibleSections
  private(set) var contents: [SectionID: Section] = [:]
  /// The indices of the visible ones among all visible sections.
  private(set) var indices: [SectionID: Int] = [:]
  /// The sections that show their rows.
  private(set) var shown: Set<SectionID> = []

  init(_ events: [LoggedChange.Event], in table: LiveSections) {
    list = table.list
    for event in events {
      switch event {
      case .section(let id, _, _), .fold(let id, _, _, _): add(id, table)
      case .row(_, let old, let new):
        if let old { add(old.section, table) }
        if let new, new.section != old?.section { add(new.section, table) }
      case .user: break
      }
    }
  }

  private mutating func add(_ id: SectionID, _ table: LiveSections) {
    guard contents[id] == nil, let section = table.section(id) else { return }
    contents[id] = section
    guard let index = table.visibleIndex(of: id) else { return }
    indices[id] = index
    if !list.headers[index].isShut { shown.insert(id) }
  }
}

/// The rows that an edit touched, each once, in the order in which the edit touched them.
private struct TouchedIDs {
  private(set) var ids: [RowID] = []
  /// The position of each row before the edit; nil if the row is new.
  private var former: [RowID: RowImage?] = [:]
  /// The position of each row after the edit; nil if the row is deleted.
  private(set) var positions: [RowID: RowImage?] = [:]
  /// The rows whose content changed.
  private(set) var changed: Set<RowID> = []
  /// The sections whose numbers of rows or tasks may have changed.
  private(set) var recounted: Set<SectionID> = []
  /// The rows whose content changed more than once, so that it may be the same as before.
  private(set) var changedTwice: Set<RowID> = []

  init(_ events: [LoggedChange.Event]) {
    for case .row(let id, let old, let new) in events {
      let isKnown = positions.updateValue(new, forKey: id) != nil
      if old?.section != new?.section || old?.content.knows(.done) == true {
        recounted.formUnion([old, new].compactMap { $0?.section })
      }
      if !isKnown {
        ids.append(id)
        former[id] = .some(old)
      }
      // A row that one edit deletes and restores under its id was there before it was inserted.
      let isChanged = old.map { !$0.content.isEmpty } ?? isKnown
      if new != nil, isChanged, !changed.insert(id).inserted { changedTwice.insert(id) }
      if isKnown, old == nil { changedTwice.insert(id) }
    }
  }

  /// The ranks in a section that rows left and that rows got, each list in ascending order.
  func moves(in section: SectionID) -> (from: [OrderKey], to: [OrderKey]) {
    func ranks(_ images: [RowID: RowImage?]) -> [OrderKey] {
      images.values.compactMap { $0?.section == section ? $0?.rank : nil }.sorted()
    }
    return (ranks(former), ranks(positions))
  }

  /// Records that the content of a row is the same as before the edit.
  mutating func isUnchanged(_ id: RowID) { changed.remove(id) }
}
