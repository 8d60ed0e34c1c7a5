import OutlineCore
import OutlineStore

// The done tasks that are deleted or archived together.
extension Planner {
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
