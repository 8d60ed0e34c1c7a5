import OutlineCore
import OutlineStore

extension Resolver {
  /// Finds the items that fit a filter, in the whole outline or in a part of it.
  func matches(of filter: ItemFilter, in part: FilterPlace? = nil) throws -> FilterMatches {
    try reader.matches(of: filter, places: places(in: filter), in: part)
  }

  /// Returns the sections and rows that a filter names, each with everything below it.
  func places(in filter: ItemFilter) throws -> [Address: FilterPlace] {
    var places: [Address: FilterPlace] = [:]
    for address in filter.holders { places[address] = try place(of: item(address, among: .section)) }
    return places
  }

  /// Returns where an item is with everything below it.
  func place(of item: Item) throws -> FilterPlace {
    switch item {
    case .section(let section):
      (nil, section.ord..<(try reader.subtreeEnd(ord: section.ord, level: section.level) ?? OrderKeys.bound))
    case .row(let row, let section):
      (section.id, row.rank..<(try reader.subtreeEnd(of: row) ?? OrderKeys.bound))
    }
  }

  /// Returns the items of the whole outline that fit a filter, in document order.
  ///
  /// O(n).
  func items(fitting filter: ItemFilter) throws -> [Item] {
    let found = try matches(of: filter)
    let ids = Set(found.sections.keys).union(found.rows.keys)
    let sections = try ids.compactMap { try found.sections[$0]?.section ?? reader.section($0) }
    return sections.sorted { $0.ord < $1.ord }.flatMap { section in
      (found.sections[section.id] == nil ? [] : [.section(section)])
        + found.rows[section.id, default: []].map { .row($0.row, in: section) }
    }
  }
}
