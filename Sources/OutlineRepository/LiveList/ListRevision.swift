import ListChanges
import OutlineCore
import OutlineStore

/// One user's list as of one revision of the file; the file itself may have changed since.
struct ListRevision {
  private(set) var table: LiveSections
  private(set) var overlay = RowOverlay()

  /// Creates the list from the current state of the file.
  ///
  /// O(sections).
  init(_ reader: StoreReader, as user: String) throws {
    table = try LiveSections(reader, userName: user)
  }

  /// Returns the list of a user with these folds.
  func with(_ folds: UserFolds, _ reader: StoreReader) throws -> ListRevision {
    var other = self
    other.table = table.with(folds)
    try other.hideRows(afterEvents: [], reader)
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
    try hideRows(afterEvents: events, reader)
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
      from: before.list.headers, to: table.list.headers, rows: rows, headers: headers,
      touched: (Array(before.indices.values), Array(after.indices.values)))
    let newItems = ItemPositions(
      rows: try positions(of: converted.rows, after: touched.positions, where: after.shown.contains, reader),
      sections: after.indices, in: table.list)
    changes.converted = converted.conversions(from: oldItems, to: newItems)
    return ViewStep(changes: changes, before: before.list.shape, after: table.list.shape, isReset: false)
  }

  /// Finds the rows below collapsed rows again, in the sections that events of rows or of the user's flags mention.
  ///
  /// O(rows of these sections) if the user has collapsed rows.
  private mutating func hideRows(afterEvents events: [LoggedChange.Event], _ reader: StoreReader) throws {
    let collapsed = Set(table.collapsedRows)
    var changed = Set(table.sectionsHidingRows)
    if collapsed.isEmpty, changed.isEmpty { return }
    if !events.isEmpty {
      changed = []
      for event in events {
        switch event {
        case .row(_, let old, let new): changed.formUnion([old, new].compactMap { $0?.section })
        case .fold(let id, _, _, _):
          if let place = try overlay.currentPosition(of: RowID(id.rawValue), reader) { changed.insert(place.section) }
        case .user: changed.formUnion(table.sectionsHidingRows)
        case .section: break
        }
      }
    } else {
      for row in collapsed {
        if let place = try overlay.currentPosition(of: row, reader) { changed.insert(place.section) }
      }
    }
    var hidden: [SectionID: HiddenRows] = [:]
    for section in changed { hidden[section] = try hiddenRows(of: section, below: collapsed, reader) }
    table.hide(hidden)
  }

  private func hiddenRows(of section: SectionID, below collapsed: Set<RowID>, _ reader: StoreReader) throws
    -> HiddenRows
  {
    var hidden = HiddenRows()
    var open: (row: Row, index: Int, counts: ItemCounts)?
    func close(at end: OrderKey?) {
      if let open, open.counts.rows > 0 {
        hidden.add(row: open.index, rank: open.row.rank, end: end, counts: open.counts)
      }
      open = nil
    }
    if collapsed.isEmpty { return hidden }
    try overlay.eachRow(of: section, from: 0, reader) { row, index in
      if let level = open?.row.level, row.level > level {
        open?.counts += ItemCounts(row: row.isDone)
      } else {
        close(at: row.rank)
        if collapsed.contains(row.id) { open = (row, index, .zero) }
      }
      return true
    }
    close(at: nil)
    return hidden
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
  /// The indices of those that are visible, among the visible sections.
  private(set) var indices: [SectionID: Int] = [:]
  /// Those that show their rows.
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
      if !isKnown { ids.append(id) }
      // A row that one edit deletes and restores under its id was there before it was inserted.
      let isChanged = old.map { !$0.content.isEmpty } ?? isKnown
      if new != nil, isChanged, !changed.insert(id).inserted { changedTwice.insert(id) }
      if isKnown, old == nil { changedTwice.insert(id) }
    }
  }

  /// Records that the content of a row is the same as before the edit.
  mutating func isUnchanged(_ id: RowID) { changed.remove(id) }
}
