import ListChanges
import OutlineCore
import OutlineStore

/// The parents of rows in the state before an entry of the history, or in the one directly after it.
///
/// The log has the former places of rows that have changed since; all other rows have not moved. So a parent is found
/// without reading the rows of a section.
final class FormerRows {
  /// The former place of a row that has changed since.
  private struct Place {
    let id: RowID
    let rank: OrderKey
    let level: Int
    /// The nearest place before it in the section with a smaller level; nil for none.
    var above: Int?
  }

  private struct List: Hashable {
    let section: SectionID
    let level: Int
  }

  /// A range of ranks, and the last row in it that has not changed since and whose level is small enough.
  private struct Searched {
    var start: OrderKey
    var end: OrderKey
    var row: Row?

    /// Whether a search of these ranks needs nothing of the range again, going up or down.
    func isOfUse(from first: OrderKey, to rank: OrderKey) -> Bool {
      first <= end && start <= rank && (end <= rank || row.map { $0.rank < rank } ?? true)
    }
  }

  private let reader: StoreReader
  private let positions: PositionsSince
  private var places: [SectionID: [Place]] = [:]
  /// The rows that have changed, with their sections and their indices there; nil for those that did not exist.
  private var known: [RowID: (section: SectionID, index: Int)?] = [:]
  /// The range searched last, for each largest level; searches in order, up or down, read each row once.
  private var searched: [List: Searched] = [:]

  /// Finds out where rows were.
  ///
  /// O(changes × log n).
  /// - Parameters:
  ///   - net: The changes of the entry.
  ///   - image: Takes the state to describe.
  ///   - positions: The changes since.
  ///   - reader: Reads the present rows.
  init(
    _ net: NetChanges, _ image: (NetChanges.Change<RowImage>) -> RowImage?, _ positions: PositionsSince,
    _ reader: StoreReader
  ) throws {
    (self.reader, self.positions) = (reader, positions)
    for (id, change) in net.rows {
      known[id] = .some(nil)
      guard let image = image(change) else { continue }
      try add(id, image.section, image.rank, level: image.content.level ?? level(of: id))
    }
    for (id, old) in positions.oldRows where known[id] == nil {
      known[id] = .some(nil)
      if let old { try add(id, old.section, old.rank, level: level(of: id)) }
    }
    for section in places.keys { arrange(section) }
  }

  func rank(of id: RowID) throws -> OrderKey? {
    guard let place = known[id] else { return try reader.row(id)?.rank }
    return place.flatMap { places[$0.section]?[$0.index].rank }
  }

  /// The level of a row directly after the entry, which is its level before the entry unless that changed it.
  private func level(of id: RowID) throws -> Int { try positions.oldLevels[id] ?? reader.row(id)?.level ?? 1 }

  private func add(_ id: RowID, _ section: SectionID, _ rank: OrderKey, level: Int) {
    places[section, default: []].append(Place(id: id, rank: rank, level: level))
  }

  private func arrange(_ section: SectionID) {
    var list = (places[section] ?? []).sorted { $0.rank < $1.rank }
    var path = LevelStack<Int>()
    for index in list.indices {
      list[index].above = path.enter(index, level: list[index].level)
      known[list[index].id] = (section, index)
    }
    places[section] = list
  }

  /// Returns the row that a row was below; nil for one directly in its section, and for one that did not exist.
  ///
  /// O(log n) for rows that are asked for in order.
  func parent(of id: RowID) throws -> RowID? {
    guard let place = known[id] else {
      guard !positions.isNew(id), let row = try reader.row(id), row.level > 1 else { return nil }
      let list = places[row.section] ?? []
      let last = list.partitioningIndex { $0.rank >= row.rank } - 1
      return try parent(in: row.section, before: row.rank, level: row.level, last < 0 ? nil : last)
    }
    guard let (section, index) = place, let own = places[section]?[index], own.level > 1 else { return nil }
    return try parent(in: section, before: own.rank, level: own.level, own.above)
  }

  /// Returns the level of a row that has changed since, or by the entry.
  func level(ofChanged id: RowID) -> Int? { known[id].flatMap { $0 }.flatMap { places[$0.section]?[$0.index].level } }

  /// Returns how much deeper a row was than the row that it was below, or than its section.
  func step(of id: RowID) throws -> Int {
    let own = try levelThen(of: id)
    return try own - (parent(of: id).map { try levelThen(of: $0) } ?? 0)
  }

  private func levelThen(of id: RowID) throws -> Int { try level(ofChanged: id) ?? reader.row(id)?.level ?? 1 }

  /// Returns the nearest row before a rank with a smaller level; `last` is where to begin with those that have changed.
  private func parent(in section: SectionID, before rank: OrderKey, level: Int, _ last: Int?) throws -> RowID? {
    let list = places[section] ?? []
    var index = last
    while let here = index, list[here].level >= level { index = list[here].above }
    let changed = index.map { list[$0] }
    let unchanged = try unchangedRow(in: section, before: rank, level: level - 1, after: changed?.rank)
    return unchanged?.id ?? changed?.id
  }

  /// Returns the last row before a rank, and after another one, that has not changed since and whose level is at most
  /// `level`.
  private func unchangedRow(
    in section: SectionID, before rank: OrderKey, level: Int, after lower: OrderKey?
  ) throws -> Row? {
    let list = List(section: section, level: level)
    let first = lower.map { $0 + 1 } ?? -OrderKeys.bound
    var range =
      searched[list].flatMap { $0.isOfUse(from: first, to: rank) ? $0 : nil } ?? Searched(start: rank, end: rank)
    if range.end < rank {
      if let row = try lastUnchanged(in: list, from: range.end, to: rank) { range.row = row }
      range.end = rank
    }
    if range.row == nil, first < range.start {
      range.row = try lastUnchanged(in: list, from: first, to: range.start)
      range.start = first
    }
    searched[list] = range
    return range.row.flatMap { $0.rank >= first ? $0 : nil }
  }

  private func lastUnchanged(in list: List, from start: OrderKey, to end: OrderKey) throws -> Row? {
    var end = end
    while end > start, let row = try reader.lastRow(in: list.section, from: start, before: end, level: list.level) {
      if known[row.id] == nil, !positions.isNew(row.id) { return row }
      end = row.rank
    }
    return nil
  }
}
