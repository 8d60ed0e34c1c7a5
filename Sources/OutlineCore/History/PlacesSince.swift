/// What became of the places in a list since an entry of the history.
///
/// Sort keys change when a list makes room for a new neighbour, and such a change moves nothing: the order stays the
/// same. So a place in a list is not its key alone, but its key followed through all changes that made room.
package struct PlacesSince: Sendable {
  /// The list that a sort key belongs to.
  package enum List: Hashable, Sendable {
    /// The sections of the outline.
    case sections
    /// The rows of one section.
    case rows(of: SectionID)
  }

  /// A place in a list.
  package enum Spot: Hashable, Sendable {
    /// The place with this key, whether or not it is taken.
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
  /// Where sections were before the first change that moved them; nil for those that did not exist.
  private var firstPlaces: [SectionID: SectionImage?] = [:]

  /// Creates places of which nothing has changed.
  package init() {}

  /// Records one change; call it for each, from the oldest to the newest.
  package mutating func note(_ change: LoggedChange) {
    guard change.event.isPlacing else { return }
    switch change.event {
    case .section(let id, let old, let new):
      if change.madeRoom, let old, let new { return add(.section(id), in: .sections, from: old.ord, to: new.ord) }
      if firstPlaces[id] == nil { firstPlaces[id] = .some(old) }
    case .row(let id, let old?, let new?) where change.madeRoom:
      add(.row(id), in: .rows(of: new.section), from: old.rank, to: new.rank)
    case .row, .fold, .user: break
    }
  }

  private mutating func add(_ item: ItemID, in list: List, from old: OrderKey, to new: OrderKey) {
    let step = Step(item: item, old: old, new: new)
    steps[list, default: []].append(step)
    stepsOfItems[item, default: []].append((list, step))
  }

  /// Whether an item with this key is still where it was when it had the key `old`, except that it made room for
  /// others.
  package func isSame(_ item: ItemID, in list: List, _ old: OrderKey, as key: OrderKey) -> Bool {
    if old == key { return true }
    var keys: Set<OrderKey> = [old]
    for (other, step) in stepsOfItems[item] ?? [] where other == list && keys.contains(step.old) {
      keys.insert(step.new)
    }
    return keys.contains(key)
  }

  /// Whether any section was inserted, deleted, moved, or put on another level since.
  package var hasMovedSections: Bool { !firstPlaces.isEmpty }

  /// Whether a section that exists now was inserted, moved, or put on another level since.
  package func isPlaced(_ section: Section) -> Bool {
    guard let first = firstPlaces[section.id] else { return false }
    guard let first else { return true }
    return first.level != section.level || !isSame(.section(section.id), in: .sections, first.ord, as: section.ord)
  }

  /// Returns where the place with a key is now: at the same key, unless neighbours have come to it or passed it to make
  /// room.
  package func spot(of key: OrderKey, in list: List) -> Spot {
    var spot = Spot.at(key)
    for step in lastingSteps(in: list) { spot = spot.following(from: step.old, to: step.new) }
    return spot
  }

  /// The steps in a list, without those of items that were put back to the key that they had at first.
  private func lastingSteps(in list: List) -> [Step] {
    let all = steps[list] ?? []
    var ends: [ItemID: (old: OrderKey, new: OrderKey)] = [:]
    for step in all { ends[step.item] = (ends[step.item]?.old ?? step.old, step.new) }
    return all.filter { step in ends[step.item].map { $0.old != $0.new } ?? true }
  }
}

extension PlacesSince.Spot {
  /// The spot after a neighbour has changed its key from `old` to `new` without passing any other item.
  fileprivate func following(from old: OrderKey, to new: OrderKey) -> Self {
    switch self {
    case .at(let key) where key == old: .at(new)
    case .at(let key) where old < key && key <= new: .after(new)
    case .at(let key) where new <= key && key < old: .before(new)
    case .before(let key) where key == old: .before(new)
    case .after(let key) where key == old: .after(new)
    default: self
    }
  }
}
