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
