import OutlineCore
import OutlineStore

extension Planner {
  func move(_ addresses: [Address], to placement: Placement) throws -> Plan {
    let items = try resolver.distinct(addresses)
    let leaving = try withoutPlaces(items, leavingFor: placement)
    if !leaving.isEmpty {
      return Plan(parts: leaving + [EditPart(.edit(.move(items.map { Address($0.id) }, to: placement)), index: 0)])
    }
    let (sections, rows) = try resolver.outermost(items)
    var plan: Plan
    switch (sections.isEmpty, rows.isEmpty) {
    case (true, _): plan = try moveRows(rows, to: placement)
    case (_, true): plan = try moveSections(sections, to: placement)
    case (false, false): return Plan(parts: moves(of: try resolver.outermostItems(items), to: placement))
    }
    plan.items = items.map(\.id)
    plan.carried = items.ids(besides: sections, rows)
    return plan
  }

  /// Moves rows to a placement of rows, or sections to one of sections, without a change of their kinds.
  func moveAlone(_ ids: [ItemID], to placement: Placement) throws -> Plan {
    let items = try ids.map { try resolver.item(Address($0)) }
    let sections = items.compactMap { item in if case .section(let section) = item { section } else { nil } }
    if !sections.isEmpty { return try moveSections(sections, to: placement) }
    return try moveRows(
      items.compactMap { item in if case .row(let row, let section) = item { (row, section) } else { nil } },
      to: placement)
  }

  /// Moves rows within their section, or sections among their siblings, in the order named.
  ///
  /// - Throws: ``OutlineError/severalParents`` if they are not all in one section.
  func reorder(_ addresses: [Address], to position: Placement.Position) throws -> Plan {
    let items = try resolver.distinct(addresses)
    if items.isEmpty { return Plan() }
    return try move(items.map { Address($0.id) }, to: placement(at: position, besideAll: items))
  }

  /// Returns the placement at a position in the section or below the row that directly holds all of some items.
  ///
  /// - Throws: ``OutlineError/severalParents`` if there is none.
  func placement(at position: Placement.Position, besideAll items: [Item]) throws -> Placement {
    let holders = try Set(items.map { try resolver.holder(of: $0)?.id })
    guard holders.count == 1, let holder = holders.first else { throw OutlineError.severalParents }
    return Placement(holder.map { .inside(Address($0)) } ?? .anywhere, position)
  }
}
