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
      let (gone, kept) = try doneItems(in: part, isRecursive: isRecursive)
      plan.keptDone += kept.map { .section($0.id) }
      plan.items += gone.map(\.id)
      for item in gone {
        switch item {
        case .row(let row, let section):
          plan.writes.append(.deleteRow(row.id))
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

  /// The parts of the outline that the addresses name; the whole outline without its archive if there are no addresses.
  func parts(of addresses: [Address]?) throws -> [OutlinePart] {
    guard let addresses else { return try OutlinePart.all(reader, leavingOut: reader.archivedPart()) }
    let sections = try resolver.distinctSections(addresses)
    return try resolver.outermost(sections.map(Item.section)).sections.map { try OutlinePart(reader, of: $0) }
  }

  /// The outermost done tasks of a part, and the done sections that stay because a task below them is open.
  func doneItems(in part: OutlinePart, isRecursive: Bool) throws -> (gone: [Item], kept: [Section]) {
    var (gone, kept): ([Item], [Section]) = ([], [])
    var next = part.start
    for section in try reader.taskSections(isDone: true, from: part.start, to: part.end) where section.ord >= next {
      if section.ord == part.start, part.isNamed { continue }
      let end = try reader.subtreeEnd(ord: section.ord, level: section.level)
      let below = try reader.counts(from: section.ord, to: end)
      if isRecursive || below.tasks == below.doneTasks {
        gone += try doneRows(from: next, to: section.ord)
        gone.append(.section(section))
        next = end ?? OrderKeys.bound
      } else {
        kept.append(section)
      }
    }
    gone += try doneRows(from: next, to: part.end)
    return (gone, kept)
  }

  private func doneRows(from start: OrderKey, to end: OrderKey?) throws -> [Item] {
    var section: Section?
    return try reader.taskRows(isDone: true, from: start, to: end).compactMap { row in
      if section?.id != row.section { section = try reader.section(row.section) }
      return section.map { .row(row, in: $0) }
    }
  }
}
