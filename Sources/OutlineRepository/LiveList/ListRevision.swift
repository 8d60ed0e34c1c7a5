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
  func with(_ folds: UserFolds) -> ListRevision {
    var other = self
    other.table = table.with(folds)
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
    // If a section's header comes or goes, its rows come or go with it.
    let old = try positions(
      of: touched.ids, where: { before.shown.contains($0) && after.indices[$0] != nil }, reader)
    let oldItems = ItemPositions(
      rows: try positions(of: converted.rows, where: before.shown.contains, reader), sections: before.indices)
    for case .row(let id, _, let new) in events { overlay.advance(id, new) }
    var counts: [SectionID: ItemCounts] = [:]
    for section in touched.recounted { counts[section] = try overlay.counts(of: section, reader) }
    table.recount(counts)
    let newContents = try contents(of: touched.changedTwice, reader)
    for (id, content) in oldContents where newContents[id].map(content.isSame) == true { touched.isUnchanged(id) }
    let new = try positions(
      of: touched.ids, after: touched.positions, where: { after.shown.contains($0) && before.indices[$0] != nil },
      reader)
    let rows = touched.ids.map { id in
      TouchedRow(old: old[id], new: new[id], isChanged: touched.changed.contains(id))
    }
    var changes = ListDiff.changes(
      from: before.list.headers, to: table.list.headers, rows: rows.filter { $0.old != nil || $0.new != nil },
      headers: headers, touched: (Array(before.indices.values), Array(after.indices.values)))
    let newItems = ItemPositions(
      rows: try positions(of: converted.rows, after: touched.positions, where: after.shown.contains, reader),
      sections: after.indices)
    changes.converted = converted.conversions(from: oldItems, to: newItems)
    return ViewStep(changes: changes, before: before.list.shape, after: table.list.shape, isReset: false)
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
