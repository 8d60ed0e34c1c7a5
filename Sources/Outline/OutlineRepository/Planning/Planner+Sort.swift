import ListChanges
import OutlineCore
import OutlineStore

extension Planner {
  /// Sorts the rows that are directly in a section or below a row, each with everything below it, or the subsections of a section;
  /// nil: the outermost sections.
  func sort(_ address: Address?, by order: SortOrder) throws -> Plan {
    guard let address else {
      guard order.sortsSections else { throw OutlineError.noSection }
      return try sortSections(below: nil, by: order)
    }
    switch try resolver.item(address, among: .section, needing: order.sortsSections ? .section : nil) {
    case .section(let section):
      return try order.sortsSections ? sortSections(below: section, by: order) : sortRows(of: section, by: order)
    case .row(let row, let section):
      if order.sortsSections { throw OutlineError.needsSection(address) }
      return try sortRows(of: section, below: row, by: order)
    }
  }

  /// O(n log n) in the number of the section's rows.
  ///
  /// - Parameter row: The row whose children are sorted; nil for the rows that are directly in the section.
  private func sortRows(of section: Section, below row: Row? = nil, by order: SortOrder) throws -> Plan {
    var plan = Plan(items: [row.map { .row($0.id) } ?? .section(section.id)])
    let rows = try branches(of: section, below: row, by: order)
    plan.missingAttribute = order.attribute(missingIn: rows.map(\.first), areSections: false)
    let branches = Sorting.order(of: rows.map(\.first.value), isReversed: order.isReversed)
    let starts = rows.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.all.count) }
    let sorted = Reordering(branches.flatMap { starts[$0]..<starts[$0 + 1] })
    let items = rows.flatMap(\.all)
    if sorted.moved.isEmpty { return plan }
    plan.isDiffed = items.count > rows.count || row != nil
    if computesChanges, !plan.isDiffed { plan.changes = RowRules.reordering(sorted, in: try visibility(of: section)) }
    let end = try row.flatMap { try reader.subtreeEnd(of: $0) }
    if let new = sorted.keys(
      among: items.map(\.key), above: row?.rank ?? -OrderKeys.bound, below: end ?? OrderKeys.bound)
    {
      plan.writes = zip(sorted.moved, new).map { index, rank in
        .moveRow(items[sorted.order[index]].id, in: section.id, rank: rank)
      }
    } else {
      let place = Placement(.inside(row.map { .row($0.id) } ?? .section(section.id)))
      let (ranks, room) = try makeRoom(for: items.count, in: rowSpot(place).gap, of: section.id)
      plan.writes = room + zip(sorted.order, ranks).map { .moveRow(items[$0].id, in: section.id, rank: $1) }
    }
    return plan
  }

  /// Returns the rows that are directly in a section or below a row, each with all rows below it.
  private func branches(
    of section: Section, below row: Row?, by order: SortOrder
  ) throws -> [(first: Sortable<RowID>, all: [Keyed<RowID>])] {
    var branches: [(first: Sortable<RowID>, all: [Keyed<RowID>])] = []
    var least = Int.max
    for (sortable, level) in try reader.sortableRows(of: section.id, below: row, by: order.key) {
      if level <= least { branches.append((sortable, [])) }
      least = min(least, level)
      branches[branches.count - 1].all.append(sortable.item)
    }
    return branches
  }

  /// O(n log n) in the number of sections.
  private func sortSections(below parent: Section?, by order: SortOrder) throws -> Plan {
    var plan = Plan(items: parent.map { [.section($0.id)] } ?? [])
    let part = try OutlinePart(reader, of: parent, isBelow: true)
    let sections = try reader.sortableSections(from: part.start, to: part.end, by: order.key)
    plan.missingAttribute = order.attribute(missingIn: sections, areSections: true)
    let all = try reader.states(from: -OrderKeys.bound, to: nil, for: user)
    let first = sections.first.flatMap { first in all.firstIndex { $0.id == first.item.id } } ?? 0
    let range = first..<(first + sections.count)
    guard range.upperBound <= all.count else {
      throw StoreError.damaged(path: reader.path, message: "an index of section does not have all sections")
    }
    let (new, indices) = SectionMoves.sorted(
      Array(all[range]), values: sections.map(\.value), isReversed: order.isReversed)
    let sorted = Reordering(indices)
    if sorted.moved.isEmpty { return plan }
    let (ords, room) = try ords(for: sorted, of: sections.map(\.item.key), from: part.start, to: part.end)
    plan.writes =
      room
      + zip(zip(indices, new), ords).compactMap { section, ord in
        let (index, state) = section
        let isSame = sections[index].item.key == ord && all[first + index].level == state.level
        return isSame ? nil : .moveSection(state.id, ord: ord, level: state.level)
      }
    if computesChanges {
      plan.changes = SectionRules.rearranging(all, to: Array(all[..<first] + new + all[range.upperBound...]))
    }
    return plan
  }

  /// The sort keys of sections in their new order, and the steps that make room for them.
  private func ords(
    for sorted: Reordering, of keys: [OrderKey], from start: OrderKey, to end: OrderKey?
  ) throws -> (ords: [OrderKey], writes: [Write]) {
    let lower = max(start - 1, -OrderKeys.bound)
    if let new = sorted.keys(among: keys, above: lower, below: end ?? OrderKeys.bound) {
      var ords = sorted.order.map { keys[$0] }
      for (index, key) in zip(sorted.moved, new) { ords[index] = key }
      return (ords, [])
    }
    return try makeRoom(for: keys.count, before: end.flatMap { try reader.section(atOrAfter: $0) })
  }
}

extension SortOrder {
  /// The attribute to sort by, if there are items to sort and none of them has it.
  fileprivate func attribute<ID>(missingIn items: [Sortable<ID>], areSections: Bool) -> MissingAttribute? {
    guard case .attribute(let name) = key, !items.isEmpty, items.allSatisfy({ $0.value == nil }) else { return nil }
    return MissingAttribute(name: name, isOfSections: areSections)
  }
}
