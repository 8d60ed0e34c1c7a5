import OutlineCore
import OutlineStore

// A section made of a row, and a row made of a section. They keep their numbers, flags, boxes, days, attributes and history.
extension Planner {
  /// Makes sections of rows; the rows below a row become the rows of its section.
  func promote(_ addresses: [Address], to placement: Placement?) throws -> Plan {
    let rows = try resolver.distinct(addresses).map { item in
      guard case .row(let row, let section) = item else { throw OutlineError.needsRow(Address(item.id)) }
      return (row: row, section: section)
    }
    let outermost = try resolver.outermost(rows.map { .row($0.row, in: $0.section) }).rows
    return Plan(
      parts: try outermost.enumerated().flatMap { index, row in
        let place = placement ?? Placement(.inside(.section(row.section.id)))
        return try withoutPlaces([.row(row.row, in: row.section)], leavingFor: place)
          + [EditPart(.makeSection(row.row.id, place), index: index)]
      })
  }

  /// Makes a section of a row, at a placement of sections.
  func makeSection(of id: RowID, at placement: Placement) throws -> Plan {
    guard case .row(let row, let holder) = try resolver.item(.row(id)) else {
      throw OutlineError.needsRow(.row(id))
    }
    let spot = try sectionSpot(placement)
    let content = try LevelRules.section(of: row.content)
    let level = try level(spot.level, of: row.text)
    let (ords, room) = try makeRoom(for: 1, before: spot.next)
    let section = SectionID(id.rawValue)
    let branch = RowBranch(row: row, section: holder, below: try reader.rows(below: row))
    var plan = Plan(items: [.section(section)])
    plan.writes = room + ords.map { .restoreSection(Section(id: section, ord: $0, level: level, content: content)) }
    for (index, below) in branch.below.enumerated() {
      plan.writes.append(.moveRow(below.id, in: section, rank: OrderKey(index + 1) * OrderKeys.gap))
      plan.writes.append(.changeLevel(of: below, to: below.level - row.level))
    }
    plan.writes.append(.deleteRow(id))
    // A row that starts expanded does not close by becoming a section.
    if user.user.startsCollapsed, try reader.flags(of: user)[section] == nil {
      plan.writes.append(.setFlag([section], isCollapsed: false))
    }
    plan.below.rows = branch.below.count
    return plan
  }

  /// Makes rows of sections; their rows go one level in, and everything in their subsections becomes rows, too.
  func demote(_ addresses: [Address], to placement: Placement?) throws -> Plan {
    let sections = try resolver.outermost(resolver.distinctSections(addresses).map(Item.section)).sections
    let parts = try sections.enumerated().flatMap { index, section in
      let parent = try reader.parent(ord: section.ord, level: section.level)
      guard let placement = placement ?? parent.map({ Placement(.inside(.section($0.id))) }) else {
        throw OutlineError.needsHolder(title: section.title)
      }
      return try withoutPlaces([.section(section)], leavingFor: placement)
        + [EditPart(.makeRow(section.id, placement), index: index)]
    }
    return Plan(parts: parts)
  }

  /// Makes rows of the subsections that are items of a list; see ``Edit/demoteItems(in:)``.
  func demoteItems(in addresses: [Address]) throws -> Plan {
    let named = try resolver.outermost(resolver.distinctSections(addresses).map(Item.section)).sections
    let parts = try addresses.isEmpty ? [OutlinePart(reader)] : named.map { try OutlinePart(reader, of: $0) }
    let found = try parts.map { try reader.listItems(from: $0.start, to: $0.end) }
    var plan = try demote(found.flatMap(\.movable).map { .section($0) }, to: nil)
    plan.kept = found.flatMap(\.staying).map { .section($0) }
    return plan
  }

  /// Makes a row of a section, at a placement of rows.
  ///
  /// - Throws: ``OutlineError/tooLong(_:limit:)`` if the title and the detail do not fit into a text,
  ///   ``OutlineError/tooDeep(title:level:)``, and ``OutlineError/insideItself(title:)``.
  func makeRow(of id: SectionID, at placement: Placement) throws -> Plan {
    guard let section = try reader.section(id) else { throw OutlineError.notFound(.section(id), suggestions: []) }
    let spot = try rowSpot(placement)
    let end = try reader.subtreeEnd(ord: section.ord, level: section.level)
    if spot.section.ord >= section.ord, spot.section.ord < end ?? OrderKeys.bound {
      throw OutlineError.insideItself(title: section.title)
    }
    var items: [(write: (OrderKey) -> [Write], gone: Write?)] = []
    var next: Section? = section
    while let here = next, here.ord < end ?? OrderKeys.bound {
      let level = try level(spot.level + here.level - section.level, of: here.title)
      var content = LevelRules.row(of: here.content)
      content.level = level
      try DraftRules.check(text: content.text)
      items.append(
        (
          { [.restoreRow(Row(id: RowID(here.id.rawValue), section: spot.section.id, rank: $0, content: content))] },
          .deleteSection(here.id)
        ))
      for row in try reader.rows(in: here.id, from: -OrderKeys.bound) {
        let level = try self.level(level + row.level, of: row.text)
        items.append(({ [.moveRow(row.id, in: spot.section.id, rank: $0), .changeLevel(of: row, to: level)] }, nil))
      }
      next = try reader.section(after: here.ord)
    }
    let (ranks, room) = try makeRoom(for: items.count, in: spot.gap, of: spot.section.id)
    var plan = Plan(items: [.row(RowID(id.rawValue))])
    plan.writes = room + zip(items, ranks).flatMap { $0.write($1) } + items.compactMap(\.gone).reversed()
    let sections = items.count { $0.gone != nil }
    plan.below = (sections - 1, items.count - sections)
    return plan
  }
}
