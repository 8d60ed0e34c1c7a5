import OutlineCore
import OutlineStore

/// The sections and rows that only made room for an entry's changes, and that go back to their former sort keys.
///
/// They go back if that changes no order, that is, if no other item has come between them. Otherwise all items of the
/// list keep their keys.
struct UndoRoom {
  /// An item that goes back from one key to another.
  private struct Return<ID: Hashable> {
    let id: ID
    let from: OrderKey
    let to: OrderKey
  }

  private var returningSections: [Return<SectionID>] = []
  private var returningRows: [SectionID: [Return<RowID>]] = [:]

  /// Finds the items.
  ///
  /// O(changes × log n).
  ///
  /// - Parameter hasSections: Whether to find sections as well as rows.
  init(_ net: NetChanges, sections hasSections: Bool, _ reader: StoreReader) throws {
    returningSections = try hasSections ? Self.sections(of: net, reader) : []
    returningRows = try Self.rows(of: net, reader)
  }

  /// The key that a row has after the returns.
  func key(of row: Keyed<RowID>, in section: SectionID) -> OrderKey {
    returningRows[section]?.first { $0.id == row.id }?.to ?? row.key
  }

  /// The rows that go back.
  var rows: Set<RowID> { Set(returningRows.values.flatMap { $0.map(\.id) }) }

  /// The keys that the sections need.
  var sectionKeys: [OrderKey] { returningSections.map(\.to) }

  /// The keys that the rows of each section need.
  var rowKeys: [SectionID: [OrderKey]] { returningRows.mapValues { $0.map(\.to) } }

  /// Whether the change of a sort key is reversed.
  func takesBack(_ event: LoggedChange.Event) -> Bool {
    switch event {
    case .section: !returningSections.isEmpty
    case .row(_, _, let new?): returningRows[new.section] != nil
    case .row, .fold, .user: false
    }
  }

  /// The writes of the sections, in an order in which no two ever have the same key.
  var sectionWrites: [Write] { Self.inOrder(returningSections).map { .spaceSection($0.id, ord: $0.to) } }

  /// The writes of the rows, in an order in which no two ever have the same key.
  var rowWrites: [Write] {
    returningRows.values.flatMap { Self.inOrder($0).map { .spaceRow($0.id, rank: $0.to) } }
  }

  private static func inOrder<ID>(_ items: [Return<ID>]) -> [Return<ID>] {
    items.filter { $0.to < $0.from }.sorted { $0.from < $1.from }
      + items.filter { $0.to > $0.from }.sorted { $0.from > $1.from }
  }

  private static func sections(of net: NetChanges, _ reader: StoreReader) throws -> [Return<SectionID>] {
    let own = Set(net.sections.map(\.id))
    var items: [Return<SectionID>] = []
    for (id, change) in net.sections where change.staysInPlace {
      guard let before = change.before, let after = change.after, before.ord != after.ord else { continue }
      guard try reader.section(id)?.ord == after.ord else { return [] }
      var next = try reader.section(after: min(before.ord, after.ord) - 1)
      while let section = next, section.ord <= max(before.ord, after.ord) {
        if !own.contains(section.id) { return [] }
        next = try reader.section(after: section.ord)
      }
      items.append(Return(id: id, from: after.ord, to: before.ord))
    }
    return items
  }

  private static func rows(of net: NetChanges, _ reader: StoreReader) throws -> [SectionID: [Return<RowID>]] {
    let own = Set(net.rows.map(\.id))
    var items: [SectionID: [Return<RowID>]] = [:]
    var kept: Set<SectionID> = []
    for (id, change) in net.rows where change.staysInPlace {
      guard let before = change.before, let after = change.after, before.rank != after.rank else { continue }
      guard let row = try reader.row(id), row.section == after.section, row.rank == after.rank,
        try !hasStrangers(from: before.rank, to: after.rank, in: after.section, own, reader)
      else {
        kept.insert(after.section)
        continue
      }
      items[after.section, default: []].append(Return(id: id, from: after.rank, to: before.rank))
    }
    return items.filter { !kept.contains($0.key) }
  }

  /// Whether there is a row at or between two keys that the entry did not touch.
  private static func hasStrangers(
    from: OrderKey, to: OrderKey, in section: SectionID, _ own: Set<RowID>, _ reader: StoreReader
  ) throws -> Bool {
    var next = try reader.row(after: min(from, to) - 1, in: section)
    while let row = next, row.key <= max(from, to) {
      if !own.contains(row.id) { return true }
      next = try reader.row(after: row.key, in: section)
    }
    return false
  }
}
