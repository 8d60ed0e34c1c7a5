import ListChanges
import OutlineCore
import OutlineStore

extension Planner {
  /// Deletes the tasks that are done; see ``Edit/deleteDone(in:isRecursive:)``.
  func deleteDone(in addresses: [Address]?, isRecursive: Bool) throws -> Plan {
    var plan = Plan()
    var subtrees: [DeletionRules.Subtree] = []
    var rows: [RowLocation] = []
    for part in try parts(of: addresses) {
      let (sections, kept) = try doneSections(in: part, isRecursive: isRecursive)
      plan.keptDone += kept.map { .section($0.id) }
      var start = part.start
      for section in sections {
        rows += try delete(rowsFrom: start, to: section.ord, by: &plan)
        let subtree = try subtree(of: section)
        subtrees.append(subtree)
        plan.items.append(.section(section.id))
        plan.below.sections += subtree.sections.count - 1
        plan.below.rows += subtree.sections.rowTotal
        plan.writes += subtree.sections.reversed().map { .deleteSection($0.id) }
        guard let end = try reader.subtreeEnd(ord: section.ord, level: section.level) else {
          start = OrderKeys.bound
          break
        }
        start = end
      }
      rows += try delete(rowsFrom: start, to: part.end, by: &plan)
    }
    if computesChanges { plan.changes = DeletionRules.deleting(subtrees, rows: rows, keeping: nil) }
    return plan
  }

  /// The parts of the outline that the sections hold, or the whole outline.
  private func parts(of addresses: [Address]?) throws -> [OutlinePart] {
    guard let addresses else { return [try OutlinePart(reader, of: nil)] }
    let sections = try resolver.distinctSections(addresses)
    return try resolver.outermost(sections.map(Item.section)).sections.map { try OutlinePart(reader, of: $0) }
  }

  /// The sections of a part that are done and go, none below another, and those that stay because of what is below them.
  private func doneSections(
    in part: OutlinePart, isRecursive: Bool
  ) throws -> (gone: [Section], kept: [Section]) {
    var (gone, kept): ([Section], [Section]) = ([], [])
    var next = part.start
    for section in try reader.taskSections(isDone: true, from: part.start, to: part.end) where section.ord >= next {
      if section.ord == part.start { continue }  // the section that was named stays
      let end = try reader.subtreeEnd(ord: section.ord, level: section.level)
      let below = try reader.counts(from: section.ord, to: end)
      if isRecursive || below.tasks == below.doneTasks {
        gone.append(section)
        next = end ?? OrderKeys.bound
      } else {
        kept.append(section)
      }
    }
    return (gone, kept)
  }

  /// Adds the rows that are done in the sections of a range to a plan, and returns where they are.
  private func delete(rowsFrom start: OrderKey, to end: OrderKey?, by plan: inout Plan) throws -> [RowLocation] {
    var sections: [SectionID: Section] = [:]
    return try reader.taskRows(isDone: true, from: start, to: end).compactMap { row in
      plan.items.append(.row(row.id))
      plan.writes.append(.deleteRow(row.id))
      guard computesChanges else { return nil }
      if sections[row.section] == nil { sections[row.section] = try reader.section(row.section) }
      return try sections[row.section].map { try location(of: row, in: $0) }
    }
  }
}
