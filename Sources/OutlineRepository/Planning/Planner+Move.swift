import OutlineCore
import OutlineStore

extension Planner {
  func move(_ addresses: [Address], to placement: Placement) throws -> Plan {
    let items = try resolver.distinct(addresses)
    let leaving = try withoutPlaces(items, leavingFor: placement)
    if !leaving.isEmpty {
      return Plan(parts: leaving + [EditPart(.edit(.move(items.map { Address($0.id) }, to: placement)), index: 0)])
    }
    let rows = items.compactMap { item in
      if case .row(let row, let section) = item { (row: row, section: section) } else { nil }
    }
    if rows.count == items.count { return try move(rows, to: placement) }
    let sections = try resolver.outermost(items).sections
    return try rows.isEmpty
      ? move(sections, to: placement) : Plan(parts: moves(of: resolver.outermostItems(items), to: placement))
  }

  private func move(_ rows: [(row: Row, section: Section)], to placement: Placement) throws -> Plan {
    let ids = rows.map(\.row.id)
    switch try destination(ofRows: placement, moving: Set(ids)) {
    case .rows(let placement): return try moveRows(rows, to: placement)
    case .sections(let placement): return Plan(parts: [EditPart(.makeSections(rows.map(\.row), placement), index: 0)])
    case .split(let first, let then):
      return Plan(parts: [first, EditPart(.edit(.move(ids.map { .row($0) }, to: then)), index: 0)])
    }
  }

  private func move(_ sections: [Section], to placement: Placement) throws -> Plan {
    switch try destination(ofSections: placement) {
    case .rows(let placement), .sections(let placement): return try moveSections(sections, to: placement)
    case .split(let first, let then):
      return Plan(parts: [first, EditPart(.edit(.move(sections.map { .section($0.id) }, to: then)), index: 0)])
    }
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

  /// Returns the placement at a position in the section that directly holds all of some items.
  ///
  /// - Throws: ``OutlineError/severalParents`` if there is no such section.
  func placement(at position: Placement.Position, besideAll items: [Item]) throws -> Placement {
    let parents = try Set(items.map { try resolver.parent(of: $0)?.id })
    guard parents.count == 1, let parent = parents.first else { throw OutlineError.severalParents }
    return Placement(parent.map { .inside(.section($0)) } ?? .anywhere, position)
  }
}
