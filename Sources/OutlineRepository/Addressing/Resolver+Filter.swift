import OutlineCore
import OutlineStore

extension Resolver {
  /// Finds the items that fit a filter, in the whole outline or from `start` up to but not including `end`.
  func matches(
    of filter: ItemFilter, from start: OrderKey = -OrderKeys.bound, to end: OrderKey? = nil
  ) throws -> FilterMatches {
    try reader.matches(of: filter, places: places(in: filter), from: start, to: end)
  }

  /// Returns the ranges of `ord` of the sections that a filter names.
  func places(in filter: ItemFilter) throws -> [Address: Range<OrderKey>] {
    var places: [Address: Range<OrderKey>] = [:]
    for address in filter.sections {
      let section = try section(address)
      let end = try reader.subtreeEnd(ord: section.ord, level: section.level)
      places[address] = section.ord..<(end ?? OrderKeys.bound)
    }
    return places
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
