import OutlineCore
import OutlineStore

extension Planner {
  func move(_ addresses: [Address], to placement: Placement) throws -> Plan {
    let items = try resolver.distinct(addresses)
    let rows = items.compactMap { item in
      if case .row(let row, let section) = item { (row: row, section: section) } else { nil }
    }
    if rows.count == items.count { return try moveRows(rows, to: placement) }
    guard rows.isEmpty else { throw OutlineError.mixedMove }
    return try moveSections(resolver.outermost(items).sections, to: placement)
  }

  /// Moves rows within their section, or sections among their siblings, in the order named.
  ///
  /// - Throws: ``OutlineError/severalParents`` where they are not all in one section.
  func reorder(_ addresses: [Address], to position: Placement.Position) throws -> Plan {
    let items = try resolver.distinct(addresses)
    if items.isEmpty { return Plan() }
    return try move(items.map { Address($0.id) }, to: placement(at: position, besideAll: items))
  }

  /// Returns the placement at a position in the section that directly holds all of some items.
  ///
  /// - Throws: ``OutlineError/severalParents`` where there is no such section.
  func placement(at position: Placement.Position, besideAll items: [Item]) throws -> Placement {
    let parents = try Set(items.map { try resolver.parent(of: $0)?.id })
    if Set(items.map(\.isRow)).count > 1 { throw OutlineError.mixedMove }
    guard parents.count == 1, let parent = parents.first else { throw OutlineError.severalParents }
    return Placement(parent.map { .inside(.section($0)) } ?? .anywhere, position)
  }
}
