import OutlineCore
import OutlineStore

/// An open task with a due date.
public struct DueTask: Hashable, Sendable {
  /// The section or row.
  public let id: ItemID
  /// The title of the section, or the text of the row.
  public let text: String
  /// When it is due, and how it comes again.
  public let schedule: Schedule
  /// The titles from the top down to the section that holds it; empty for an outermost section.
  public let path: [String]
}

extension Outline {
  /// Returns the open tasks that have a due date, collapsed or not, the earliest first; those in the archive are left out.
  ///
  /// O(t log n), where t is the number of tasks that are due until then.
  ///
  /// - Parameters:
  ///   - last: The last date that is wanted, with all times of a whole day; nil for all.
  ///   - filter: What the tasks have to be as well.
  /// - Throws: `PatternError`, `OutlineError`, `StoreError`.
  public func dueTasks(until last: DueDate? = nil, fitting filter: ItemFilter = .everything) throws -> [DueTask] {
    try read { reader in
      let resolver = Resolver(reader: reader)
      let dates = ItemFilter.due(.until, last ?? .last)
      let found = try reader.dueTasks(dates.and(filter).and(.not(.archived)), places: resolver.places(in: filter))
      var paths = SectionPaths(reader: reader)
      let sections = try found.sections.map { section in
        DueTask(
          id: .section(section.id), text: section.title, schedule: section.content.schedule,
          path: try paths.path(above: section))
      }
      let rows = try found.rows.map { row in
        DueTask(
          id: .row(row.id), text: row.text, schedule: row.content.schedule, path: try paths.path(to: row.section))
      }
      return Self.merged(sections, rows)
    }
  }

  /// Merges two lists in the order of their dates.
  private static func merged(_ first: [DueTask], _ second: [DueTask]) -> [DueTask] {
    if first.isEmpty { return second }
    return (first + second).enumerated().sorted { one, other in
      guard let left = one.element.schedule.due, let right = other.element.schedule.due, left != right else {
        return one.offset < other.offset
      }
      return left < right
    }.map(\.element)
  }
}

/// The paths of sections, each looked up once.
private struct SectionPaths {
  let reader: StoreReader
  private var known: [SectionID: [String]] = [:]

  init(reader: StoreReader) { self.reader = reader }

  /// The titles from the top down to a section.
  mutating func path(to id: SectionID) throws -> [String] {
    if let path = known[id] { return path }
    guard let section = try reader.section(id) else { return [] }
    let path = try path(above: section) + [section.title]
    known[id] = path
    return path
  }

  /// The titles from the top down to the parent of a section.
  mutating func path(above section: Section) throws -> [String] {
    guard section.level > 1, let parent = try reader.parent(ord: section.ord, level: section.level) else { return [] }
    if let path = known[parent.id] { return path }
    let path = try path(above: parent) + [parent.title]
    known[parent.id] = path
    return path
  }
}
