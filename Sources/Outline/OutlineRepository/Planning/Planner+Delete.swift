import ListChanges
import OutlineCore
import OutlineStore

extension Planner {
  func delete(_ addresses: [Address], options: DeleteOptions) throws -> Plan {
    let found = try resolver.distinct(addresses)
    let staying = try parents(staying: found, of: addresses, options)
    let items = found.filter { !staying.contains($0.id) }
    for item in items { try refuse(item, ifNot: options.oldTexts[item.id]) }
    let (sections, rows) = try resolver.outermost(items)
    let subtrees = try sections.map(subtree)
    for (section, subtree) in zip(sections, subtrees) { try refuse(section, subtree, options) }
    let keeping = try keepingLocation(options, outside: sections)
    let gone = subtrees.flatMap { $0.sections.map(\.id) }
    let kept = try keeping.map { location in
      try withoutPlaces(ofRowsIn: gone, leavingFor: location.sectionID)
        + gone.map { Write.moveAllRows(from: $0, to: location.sectionID) }
    }
    // Rows of these sections that were named themselves are not kept.
    let branches = try branches(resolver.outermost(items.filter(\.isRow)).rows)
    let named = Set(items.map(\.id))
    let keptBelow = try options.keepsRowsIn == nil ? [] : keptBranches(below: branches, besides: named)
    let keptIDs = Set(keptBelow.flatMap(\.rows).map(\.id))
    let goneRows = branches.flatMap(\.rows).filter { !keptIDs.contains($0.id) }
    let inside = Set(gone)
    let lost = goneRows.filter { inside.contains($0.section) }.map { ItemCounts(row: $0.isDone) }.total
    for branch in branches where !options.isRecursive && options.keepsRowsIn == nil {
      if branch.below.allSatisfy({ named.contains(.row($0.id)) }) { continue }
      throw OutlineError.notEmpty(title: branch.row.text.firstLine, rows: branch.below.count, sections: 0)
    }
    let changes =
      try computesChanges
      ? DeletionRules.deleting(
        subtrees, rows: rows.map { try location(of: $0.row, in: $0.section) }, keeping: keeping, lost: lost)
      : ViewChanges()
    let moved = try options.keepsRowsIn.map { address in
      let target = try resolver.section(address)
      let move = try moveRows(
        keptBelow.map { ($0.row, $0.section) }, to: Placement(.inside(.section(target.id))))
      return try withoutPlaces(
        of: keptBelow.map(\.row).filter { !inside.contains($0.section) }, leavingFor: target) + move.writes
    }
    var plan = Plan(
      writes: (moved ?? []) + goneRows.map { .deleteRow($0.id) } + (kept ?? [])
        + gone.reversed().map { .deleteSection($0) }, changes: changes, items: items.map(\.id))
    let keptInside = keptBelow.filter { !inside.contains($0.section.id) }.reduce(0) { $0 + $1.rows.count }
    let rest = subtrees.reduce(-lost.rows) { $0 + $1.sections.rowTotal }
    plan.carried = items.ids(besides: sections, rows)
    plan.below = (gone.count - sections.count, rest + keptInside + goneRows.count - rows.count)
    plan.kept = found.map(\.id).filter(staying.contains)
    plan.keptRows = keeping.map { (rest + keptInside, $0.sectionID) }
    return plan
  }

  /// Returns the rows that a filter found and that stay, because something below them does not fit.
  private func parents(staying items: [Item], of addresses: [Address], _ options: DeleteOptions) throws -> Set<ItemID> {
    let isFiltered = addresses.contains { if case .fitting = $0 { true } else { false } }
    guard isFiltered, !options.isRecursive, options.keepsRowsIn == nil else { return [] }
    let found = Set(items.map(\.id))
    let parents = try items.filter { item in
      guard case .row(let row, _) = item else { return false }
      return try reader.rows(below: row).contains { !found.contains(.row($0.id)) }
    }
    return Set(parents.map(\.id))
  }

  /// Returns the outermost rows below rows that are deleted, besides those that were named as well.
  private func keptBranches(below branches: [RowBranch], besides named: Set<ItemID>) throws -> [RowBranch] {
    func kept(below row: Row, in section: Section) throws -> [Row] {
      try children(of: .row(row, in: section)).flatMap { child in
        named.contains(.row(child.id)) ? try kept(below: child, in: section) : [child]
      }
    }
    return try branches.flatMap { branch in
      try self.branches(kept(below: branch.row, in: branch.section).map { ($0, branch.section) })
    }
  }

  func subtree(of section: Section) throws -> DeletionRules.Subtree {
    let end = try reader.subtreeEnd(ord: section.ord, level: section.level)
    return DeletionRules.Subtree(
      visibility: try visibility(of: section), sections: try reader.states(from: section.ord, to: end, for: user))
  }

  /// Refuses to delete a section with something in it, unless that was asked for.
  private func refuse(_ section: Section, _ subtree: DeletionRules.Subtree, _ options: DeleteOptions) throws {
    let hasSubsections = subtree.sections.count > 1
    let losesRows = options.keepsRowsIn == nil && subtree.sections.rowTotal > 0
    guard hasSubsections || losesRows, !options.isRecursive else { return }
    throw OutlineError.notEmpty(
      title: section.title, rows: subtree.sections.rowTotal, sections: subtree.sections.count - 1)
  }

  private func keepingLocation(_ options: DeleteOptions, outside sections: [Section]) throws -> RowLocation? {
    guard let address = options.keepsRowsIn else { return nil }
    let target = try resolver.section(address)
    let enclosing = Set(try ([target] + reader.ancestors(of: target)).map(\.id))
    if sections.contains(where: { enclosing.contains($0.id) }) {
      throw OutlineError.insideItself(title: target.title)
    }
    return RowLocation(
      section: target.id, visibility: try visibility(of: target),
      index: try reader.rowCount(of: target.id))
  }
}

extension Planner {
  /// Deletes the tasks that are done; see ``Edit/deleteDone(in:isRecursive:)``.
  func deleteDone(in addresses: [Address]?, isRecursive: Bool) throws -> Plan {
    var plan = Plan()
    var subtrees: [DeletionRules.Subtree] = []
    var rows: [RowLocation] = []
    for part in try parts(of: addresses) {
      let (gone, kept) = try doneItems(in: part, isRecursive: isRecursive)
      plan.kept += kept
      plan.items += gone.map(\.id)
      for item in gone {
        switch item {
        case .row(let row, let section):
          let below = try reader.rows(below: row)
          plan.writes += ([row] + below).map { .deleteRow($0.id) }
          plan.below.rows += below.count
          if computesChanges { rows.append(try location(of: row, in: section)) }
        case .section(let section):
          let subtree = try subtree(of: section)
          subtrees.append(subtree)
          plan.below.sections += subtree.sections.count - 1
          plan.below.rows += subtree.sections.rowTotal
          plan.writes += subtree.sections.reversed().map { .deleteSection($0.id) }
        }
      }
    }
    if computesChanges { plan.changes = DeletionRules.deleting(subtrees, rows: rows, keeping: nil) }
    return plan
  }
}

// The done tasks that are deleted or archived together.
extension Planner {
  /// The parts of the outline that the addresses name; the whole outline without its archive if there are no addresses.
  func parts(of addresses: [Address]?) throws -> [OutlinePart] {
    guard let addresses else { return try OutlinePart.all(reader, leavingOut: reader.archivedPart()) }
    let sections = try resolver.distinctSections(addresses)
    return try resolver.outermost(sections.map(Item.section)).sections.map { try OutlinePart(reader, of: $0) }
  }

  /// The outermost done tasks of a part, and the done tasks that stay because one below them is open.
  func doneItems(in part: OutlinePart, isRecursive: Bool) throws -> (gone: [Item], kept: [ItemID]) {
    var (gone, kept): ([Item], [ItemID]) = ([], [])
    var next = part.start
    for section in try reader.taskSections(isDone: true, from: part.start, to: part.end) where section.ord >= next {
      if section.ord == part.start, part.isNamed { continue }
      let end = try reader.subtreeEnd(ord: section.ord, level: section.level)
      let below = try reader.counts(from: section.ord, to: end)
      if isRecursive || below.tasks == below.doneTasks {
        try add(doneRows(from: next, to: section.ord), isRecursive, to: &gone, &kept)
        gone.append(.section(section))
        next = end ?? OrderKeys.bound
      } else {
        kept.append(.section(section.id))
      }
    }
    try add(doneRows(from: next, to: part.end), isRecursive, to: &gone, &kept)
    return (gone, kept)
  }

  /// Adds the outermost of the done rows to `gone`, or to `kept` if a task below them is open.
  private func add(_ rows: [Item], _ isRecursive: Bool, to gone: inout [Item], _ kept: inout [ItemID]) throws {
    var covered: Set<RowID> = []
    for case .row(let row, let section) in rows where !covered.contains(row.id) {
      let below = try reader.rows(below: row)
      if isRecursive || !below.contains(where: { $0.isDone == false }) {
        gone.append(.row(row, in: section))
        covered.formUnion(below.map(\.id))
      } else {
        kept.append(.row(row.id))
      }
    }
  }

  private func doneRows(from start: OrderKey, to end: OrderKey?) throws -> [Item] {
    var section: Section?
    return try reader.taskRows(isDone: true, from: start, to: end).compactMap { row in
      if section?.id != row.section { section = try reader.section(row.section) }
      return section.map { .row(row, in: $0) }
    }
  }
}
