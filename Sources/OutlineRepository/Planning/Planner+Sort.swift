import ListChanges
import OutlineCore
import OutlineStore

extension Planner {
  /// Sorts the rows of a section, or its subsections with all that is below them, or both as one list; nil: the outermost sections.
  ///
  /// Of a section without rows, the subsections are sorted if all are without content, because they look like rows.
  func sort(_ address: Address?, by order: SortOrder) throws -> Plan {
    let section = try address.map { try resolver.section($0) }
    guard let section else { return try sortAlone(nil, by: order) }
    if try lastTask(below: section) != nil { return Plan(parts: try sortsAsOneList(of: section, by: order)) }
    return try hasOnlyItems(section) ? sortSections(below: section, by: order) : sortAlone(section, by: order)
  }

  /// Whether a section has subsections, all without content, and no rows.
  private func hasOnlyItems(_ section: Section) throws -> Bool {
    guard let next = try reader.section(after: section.ord), next.level > section.level,
      try reader.rowCount(of: section.id) == 0
    else { return false }
    let end = try reader.subtreeEnd(ord: section.ord, level: section.level)
    return try reader.firstFullSection(from: next.ord, to: end) == nil
  }

  func sortAlone(_ section: Section?, by order: SortOrder) throws -> Plan {
    if order.sortsSections { return try sortSections(below: section, by: order) }
    guard let section else { throw OutlineError.noSection }
    return try sortRows(of: section, by: order)
  }

  /// Rows and subsections are sorted as one list: the rows that come after a subsection become sections, and then rows and
  /// subsections are sorted, the former before the latter.
  private func sortsAsOneList(of section: Section, by order: SortOrder) throws -> [EditPart] {
    let rows = try reader.sortableRows(of: section.id, by: order.key)
    let part = try OutlinePart(reader, of: section, isBelow: true)
    let below = try reader.sortableSections(from: part.start, to: part.end, by: order.key)
    let outermost = SectionMoves.outermost(of: try reader.states(from: part.start, to: part.end, for: user))
    let sorted = Sorting.order(
      of: rows.map(\.value) + outermost.filter(below.indices.contains).map { below[$0].value },
      isReversed: order.isReversed)
    let late = try sorted.drop { $0 < rows.count }.filter { $0 < rows.count }.compactMap {
      try reader.row(rows[$0].item.id)
    }
    let first = EditPart(.makeSections(late, Placement(.inside(.section(section.id)), .first)))
    return (late.isEmpty ? [] : [first])
      + [false, true].map { sortsSections in
        let order = SortOrder(by: order.key, isReversed: order.isReversed, sortsSections: sortsSections)
        return EditPart(.sort(section.id, by: order), index: 0)
      }
  }

  /// O(n log n) in the number of the section's rows.
  private func sortRows(of section: Section, by order: SortOrder) throws -> Plan {
    let rows = try reader.sortableRows(of: section.id, by: order.key)
    let sorted = Reordering(Sorting.order(of: rows.map(\.value), isReversed: order.isReversed))
    var plan = Plan(items: [.section(section.id)])
    plan.missingAttribute = order.attribute(missingIn: rows)
    if sorted.moved.isEmpty { return plan }
    if computesChanges { plan.changes = RowRules.reordering(sorted, in: try visibility(of: section)) }
    let keys = rows.map(\.item.key)
    if let new = sorted.keys(among: keys, above: -OrderKeys.bound, below: OrderKeys.bound) {
      plan.writes = zip(sorted.moved, new).map { index, rank in
        .moveRow(rows[sorted.order[index]].item.id, in: section.id, rank: rank)
      }
    } else {
      let (ranks, room) = try makeRoom(for: rows.count, at: rowSpot(Placement(.inside(.section(section.id)))))
      plan.writes = room + zip(sorted.order, ranks).map { .moveRow(rows[$0].item.id, in: section.id, rank: $1) }
    }
    return plan
  }

  /// O(n log n) in the number of sections.
  private func sortSections(below parent: Section?, by order: SortOrder) throws -> Plan {
    var plan = Plan(items: parent.map { [.section($0.id)] } ?? [])
    let part = try OutlinePart(reader, of: parent, isBelow: true)
    let sections = try reader.sortableSections(from: part.start, to: part.end, by: order.key)
    plan.missingAttribute = order.attribute(missingIn: sections)
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
  /// The attribute to sort by, if there is something to sort and none of it has the attribute.
  fileprivate func attribute<ID>(missingIn items: [Sortable<ID>]) -> MissingAttribute? {
    guard case .attribute(let name) = key, !items.isEmpty, items.allSatisfy({ $0.value == nil }) else { return nil }
    return MissingAttribute(name: name, isOfSections: sortsSections)
  }
}
