import ListChanges
import OutlineCore
import OutlineStore

extension Planner {
  /// Sorts the rows of a section, its subsections with everything below them, or both as one list; nil: the outermost.
  ///
  /// Both are one list if a subsection is a task, and if one has no content, because it looks like a row.
  func sort(_ address: Address?, by order: SortOrder) throws -> Plan {
    guard let section = try address.map({ try resolver.section($0) }) else {
      guard order.sortsSections else { throw OutlineError.noSection }
      return try sortSections(below: nil, by: order)
    }
    if try lastTask(below: section) != nil { return try sortAsOneList(section, by: order, keepingFull: false) }
    if order.sortsSections { return try sortSections(below: section, by: order) }
    return try hasEmptySubsection(section)
      ? sortAsOneList(section, by: order, keepingFull: true) : sortRows(of: section, by: order)
  }

  /// Whether a section has a subsection without content.
  ///
  /// O(m log n) in the number of sections below it.
  private func hasEmptySubsection(_ section: Section) throws -> Bool {
    guard let next = try reader.section(after: section.ord), next.level > section.level else { return false }
    let part = try OutlinePart(reader, of: section, isBelow: true)
    let states = try reader.states(from: part.start, to: part.end, for: user)
    return SectionMoves.blocks(of: states).contains { SectionMoves.isEmpty($0, of: states) }
  }

  /// Sorts rows and subsections as one list: items in the wrong half change their kind, and each half is sorted.
  ///
  /// - Parameter keepingFull: Whether subsections with content stay in place, and the items between them are sorted.
  private func sortAsOneList(_ section: Section, by order: SortOrder, keepingFull: Bool) throws -> Plan {
    if try reader.rowCount(of: section.id) == 0 {
      return try sortSections(below: section, by: order, keepingFull: keepingFull)
    }
    let (early, late) = try conversions(in: section, by: order, keepingFull: keepingFull)
    let inside = Address.section(section.id)
    let lateRows = late.isEmpty ? [] : [EditPart(.makeSections(late, Placement(.inside(inside), .first)))]
    return Plan(
      parts: early.map { EditPart(.makeRow($0, Placement(.inside(inside)))) } + lateRows + [
        EditPart(.sortRows(section.id, by: order), index: 0),
        EditPart(.sortSections(section.id, by: order, keepingFull: keepingFull), index: 0),
      ])
  }

  /// Returns the items to convert so that no row comes after a subsection in the sorted list.
  ///
  /// As few items as possible change; in a tie, subsections become rows.
  private func conversions(
    in section: Section, by order: SortOrder, keepingFull: Bool
  ) throws -> (early: [SectionID], late: [Row]) {
    let rows = try reader.sortableRows(of: section.id, by: order.key)
    let part = try OutlinePart(reader, of: section, isBelow: true)
    let below = try reader.sortableSections(from: part.start, to: part.end, by: order.key)
    let states = try reader.states(from: part.start, to: part.end, for: user)
    let blocks = SectionMoves.blocks(of: states).filter { below.indices.contains($0.lowerBound) }
    let firstFull = keepingFull ? blocks.firstIndex { !SectionMoves.isEmpty($0, of: states) } : nil
    let sections = blocks[..<(firstFull ?? blocks.endIndex)].map { below[$0.lowerBound] }
    let sorted = Sorting.order(of: rows.map(\.value) + sections.map(\.value), isReversed: order.isReversed)
    let count = try rowsAtStart(of: sorted, rows: rows.count) { index in
      try reader.section(sections[index].item.id).map(canBeRow) ?? false
    }
    return (
      sorted[..<count].filter { $0 >= rows.count }.map { sections[$0 - rows.count].item.id },
      try sorted[count...].filter { $0 < rows.count }.compactMap { try reader.row(rows[$0].item.id) }
    )
  }

  /// Returns how many items at the beginning of a sorted list are to be rows.
  ///
  /// - Parameters:
  ///   - sorted: The indices of rows and, after these, of sections, in their new order.
  ///   - rows: The number of rows.
  ///   - canBeRow: Whether the section at an index may become a row.
  private func rowsAtStart(of sorted: [Int], rows: Int, canBeRow: (Int) throws -> Bool) rethrows -> Int {
    var (count, gain, left) = (0, 0, rows)
    var best = 0
    for (position, index) in sorted.enumerated() where left > 0 {
      if index < rows {
        (gain, left) = (gain + 1, left - 1)
      } else if try canBeRow(index - rows) {
        gain -= 1
      } else {
        break
      }
      if gain >= best { (count, best) = (position + 1, gain) }
    }
    return count
  }

  /// O(n log n) in the number of the section's rows.
  func sortRows(of section: Section, by order: SortOrder) throws -> Plan {
    let rows = try reader.sortableRows(of: section.id, by: order.key)
    let sorted = Reordering(Sorting.order(of: rows.map(\.value), isReversed: order.isReversed))
    var plan = Plan(items: [.section(section.id)])
    plan.missingAttribute = order.attribute(missingIn: rows, areSections: false)
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
  ///
  /// - Parameter keepingFull: Whether subsections with content stay in place, and the sections between them are sorted.
  func sortSections(below parent: Section?, by order: SortOrder, keepingFull: Bool = false) throws -> Plan {
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
      Array(all[range]), values: sections.map(\.value), isReversed: order.isReversed, keepingFull: keepingFull)
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
