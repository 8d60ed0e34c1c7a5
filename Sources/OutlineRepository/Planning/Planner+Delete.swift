import ListChanges
import OutlineCore
import OutlineStore

extension Planner {
  func delete(_ addresses: [Address], options: DeleteOptions) throws -> Plan {
    let items = try resolver.distinct(addresses)
    for item in items { try refuse(item, ifNot: options.oldTexts[item.id]) }
    let (sections, rows) = try resolver.outermost(items)
    let subtrees = try sections.map(subtree)
    for (section, subtree) in zip(sections, subtrees) { try refuse(section, subtree, options) }
    let keeping = try keepingLocation(options, outside: sections)
    let gone = subtrees.flatMap { $0.sections.map(\.id) }
    let kept = try keeping.map { location in
      try withoutPlaces(ofRowsIn: gone, leavingFor: location.section)
        + gone.map { Write.moveAllRows(from: $0, to: location.section) }
    }
    let named = items.compactMap { item in
      if case .row(let row, _) = item { row } else { nil }
    }
    // Rows of these sections that were named themselves are not kept.
    let lost = named.map { ItemCounts(row: $0.isDone) }.total - rows.map { ItemCounts(row: $0.row.isDone) }.total
    let changes =
      try computesChanges
      ? DeletionRules.deleting(
        subtrees, rows: rows.map { try location(of: $0.row, in: $0.section) }, keeping: keeping, lost: lost)
      : ViewChanges()
    var plan = Plan(
      writes: named.map { .deleteRow($0.id) } + (kept ?? []) + gone.reversed().map { .deleteSection($0) },
      changes: changes, items: items.map(\.id))
    plan.below = (gone.count + named.count - items.count, subtrees.reduce(-lost.rows) { $0 + $1.sections.rowTotal })
    plan.keptRows = keeping.map { (plan.below.rows, $0.section) }
    return plan
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
