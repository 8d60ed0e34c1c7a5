import ListChanges

/// Finds where the positions that lists had at an entry of the history are now.
///
/// Sort keys also change when a list makes room for a new neighbour, which leaves the order as it is. So a position is
/// a key, followed through all changes that made room.
package struct PositionsSince: Sendable {
  /// The list that a sort key belongs to.
  package enum List: Hashable, Sendable {
    /// The sections of the outline.
    case sections
    case rows(of: SectionID)
  }

  /// A position in a list.
  package enum Spot: Hashable, Sendable {
    /// The position with this key, whether or not it is taken.
    case at(OrderKey)
    /// The gap directly before the item with this key.
    case before(OrderKey)
    /// The gap directly after the item with this key.
    case after(OrderKey)
  }

  /// A change of one sort key that made room.
  private struct Step: Sendable {
    let item: ItemID
    let old: OrderKey
    let new: OrderKey
  }

  private var steps: [List: [Step]] = [:]
  private var stepsOfItems: [ItemID: [(list: List, step: Step)]] = [:]
  /// The former states of sections that got another sort key or level since; nil for sections that did not exist.
  package private(set) var oldSections: [SectionID: SectionImage?] = [:]
  /// The former places of rows that got another place or level since, except rows that were inserted in runs; nil for
  /// rows that did not exist.
  package private(set) var oldRows: [RowID: (section: SectionID, rank: OrderKey)?] = [:]
  /// The former levels of the rows that got another level since, or were deleted.
  package private(set) var oldLevels: [RowID: Int] = [:]
  /// The ids of the rows that were inserted in runs, sorted; no two ranges touch.
  package private(set) var newRows: [Range<Int64>] = []

  package init() {}

  /// Records one change; call it for each, from the oldest to the newest.
  package mutating func note(_ change: LoggedChange) {
    guard change.event.isMoving else { return }
    switch change.event {
    case .section(let id, let old, let new):
      if oldSections[id] == nil { oldSections[id] = .some(old) }
      if change.madeRoom, let old, let new { add(.section(id), in: .sections, from: old.ord, to: new.ord) }
    case .row(let id, let old, let new):
      if oldRows[id] == nil { oldRows[id] = .some(isNew(id) ? nil : old.map { ($0.section, $0.rank) }) }
      if oldLevels[id] == nil, let level = old?.content.level { oldLevels[id] = level }
      if change.madeRoom, let old, let new { add(.row(id), in: .rows(of: new.section), from: old.rank, to: new.rank) }
    case .fold, .user: break
    }
  }

  /// Records that rows were inserted, as one run with these ids.
  package mutating func note(inserted ids: Range<Int64>) {
    let start = newRows.partitioningIndex { $0.upperBound >= ids.lowerBound }
    let end = newRows.partitioningIndex { $0.lowerBound > ids.upperBound }
    let touching = newRows[start..<end]
    let lower = min(touching.first?.lowerBound ?? ids.lowerBound, ids.lowerBound)
    let upper = max(touching.last?.upperBound ?? ids.upperBound, ids.upperBound)
    newRows.replaceSubrange(start..<end, with: [lower..<upper])
  }

  /// Whether a row was inserted in a run since.
  package func isNew(_ row: RowID) -> Bool {
    let index = newRows.partitioningIndex { $0.upperBound > row.rawValue }
    return newRows.indices.contains(index) && newRows[index].contains(row.rawValue)
  }

  /// Adds the changes by which the entry itself made room for its rows; call it after all later changes are recorded.
  package mutating func precede(with own: [LoggedChange]) {
    var earlier: [List: [Step]] = [:]
    for change in own {
      guard case .row(let id, let old?, let new?) = change.event else { continue }
      earlier[.rows(of: new.section), default: []].append(Step(item: .row(id), old: old.rank, new: new.rank))
    }
    steps.merge(earlier) { later, earlier in earlier + later }
  }

  private mutating func add(_ item: ItemID, in list: List, from old: OrderKey, to new: OrderKey) {
    let step = Step(item: item, old: old, new: new)
    steps[list, default: []].append(step)
    stepsOfItems[item, default: []].append((list, step))
  }

  /// Whether an item has not moved since it had the key `old`; making room for others is no move.
  package func isSame(_ item: ItemID, in list: List, _ old: OrderKey, as key: OrderKey) -> Bool {
    if old == key { return true }
    var keys: Set<OrderKey> = [old]
    for (other, step) in stepsOfItems[item] ?? [] where other == list && keys.contains(step.old) {
      keys.insert(step.new)
    }
    return keys.contains(key)
  }

  /// Returns the rank that a row had in a section at the entry; nil if it was not there.
  package func oldRank(of row: Keyed<RowID>, in section: SectionID) -> OrderKey? {
    guard let old = oldRows[row.id] else { return isNew(row.id) ? nil : row.key }
    return old?.section == section ? old?.rank : nil
  }

  /// Whether a row was in the section at the entry and has not moved.
  package func isUnmoved(_ row: Keyed<RowID>, in section: SectionID) -> Bool {
    oldRank(of: row, in: section).map { isSame(.row(row.id), in: .rows(of: section), $0, as: row.key) } ?? false
  }

  /// Returns the present place of the position with a key: the same key, unless neighbours moved to it or past it to
  /// make room.
  package func spot(of key: OrderKey, in list: List) -> Spot {
    var spot = Spot.at(key)
    for step in lastingSteps(in: list) { spot = spot.following(from: step.old, to: step.new) }
    return spot
  }

  /// The steps in a list, without those of items that have their first key again.
  private func lastingSteps(in list: List) -> [Step] {
    let all = steps[list] ?? []
    var ends: [ItemID: (old: OrderKey, new: OrderKey)] = [:]
    for step in all { ends[step.item] = (ends[step.item]?.old ?? step.old, step.new) }
    return all.filter { step in ends[step.item].map { $0.old != $0.new } ?? true }
  }
}

extension PositionsSince.Spot {
  /// The first key that is not before the spot.
  package var key: OrderKey {
    switch self {
    case .at(let key), .before(let key): key
    case .after(let key): key + 1
    }
  }

  /// The spot after a neighbour has changed its key from `old` to `new` without passing any other item.
  fileprivate func following(from old: OrderKey, to new: OrderKey) -> Self {
    switch self {
    case .at(let key) where key == old: .at(new)
    case .at(let key) where old < key && key <= new: .after(new)
    case .at(let key) where new <= key && key < old: .before(new)
    case .before(let key) where key == old: .before(new)
    case .after(let key) where key == old: .after(new)
    case .at, .before, .after: self
    }
  }
}
