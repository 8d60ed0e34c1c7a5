import OutlineCore
import OutlineStore

/// Where items go in a list of rows and sections.
///
/// The rows of a section always come before its subsections, so an item can be a row only if no section is before it.
enum Destination {
  /// Among the rows of a section.
  case rows(Placement)
  /// Among the subsections of a section, or at the top.
  case sections(Placement)
  /// Among sections, after a step that turns rows into sections.
  case split(EditPart, then: Placement)
}

extension Planner {
  /// Returns the destination of rows.
  ///
  /// Rows become sections without content after a section, and at the end of a list in which sections are tasks.
  ///
  /// - Parameter moving: Rows that are about to go there, and stay rows if they can.
  func destination(ofRows placement: Placement, moving: Set<RowID> = []) throws -> Destination {
    switch placement.anchor {
    case .anywhere: return .rows(placement)
    case .inside(let address):
      switch try resolver.item(address, among: .section) {
      case .row(let row, let section): return try inside(row, in: section, placement.position, moving)
      case .section(let section):
        if placement.position == .last, let last = try lastItem(below: section) {
          return .sections(Placement(.after(.section(last.id))))
        }
        return .rows(Placement(.inside(.section(section.id)), placement.position))
      }
    case .before(let address):
      guard case .section(let section) = try resolver.item(address, among: .row) else { return .rows(placement) }
      guard let parent = try reader.parent(ord: section.ord, level: section.level),
        try lastSubsection(of: parent, before: section.ord) == nil
      else { return .sections(placement) }
      return .rows(Placement(.inside(.section(parent.id))))
    case .after(let address):
      if case .section = try resolver.item(address, among: .row) { return .sections(placement) }
      return .rows(placement)
    }
  }

  /// Returns the destination of sections.
  ///
  /// The rows after them become sections.
  func destination(ofSections placement: Placement) throws -> Destination {
    switch placement.anchor {
    case .anywhere: return .sections(placement)
    case .inside(let address):
      guard case .row(let row, let section) = try resolver.item(address, among: .section) else {
        return .sections(placement)
      }
      return try inside(row, in: section, placement.position)
    case .before(let address):
      guard case .row(let row, let section) = try resolver.item(address, among: .section) else {
        return .sections(placement)
      }
      return .split(try split(from: row, in: section), then: Placement(.before(.row(row.id))))
    case .after(let address):
      guard case .row(let row, let section) = try resolver.item(address, among: .section) else {
        return .sections(placement)
      }
      guard let next = try reader.row(after: row.rank, in: section.id).flatMap({ try reader.row($0.id) }) else {
        return .sections(Placement(.inside(.section(section.id)), .first))
      }
      return .split(try split(from: next, in: section), then: Placement(.before(.row(next.id))))
    }
  }

  /// The destination inside a row, which becomes a section.
  private func inside(
    _ row: Row, in section: Section, _ position: Placement.Position, _ moving: Set<RowID> = []
  ) throws -> Destination {
    if moving.contains(row.id) { throw OutlineError.insideItself(title: row.text) }
    return .split(try split(from: row, in: section, except: moving), then: Placement(.inside(.row(row.id)), position))
  }

  /// Returns the last subsection that is a task, or the last of those without content after it; nil if none is a task.
  ///
  /// O(t · depth · log n) in the number of deeper tasks after it, and O(k · log n) in the number of those that follow.
  private func lastItem(below section: Section) throws -> Section? {
    guard let task = try lastTask(below: section) else { return nil }
    let end = try reader.subtreeEnd(ord: section.ord, level: section.level)
    guard let next = try reader.subtreeEnd(ord: task.ord, level: task.level), next != end else { return task }
    let full = try reader.firstFullSection(from: next, to: end)
    return try lastSubsection(of: section, before: full?.ord ?? end)
  }

  /// Returns the last subsection that is a task; nil if there is none.
  ///
  /// O(t · depth · log n) in the number of deeper tasks after it.
  func lastTask(below section: Section) throws -> Section? {
    guard let next = try reader.section(after: section.ord), next.level > section.level else { return nil }
    var end = try reader.subtreeEnd(ord: section.ord, level: section.level)
    while var task = try reader.lastTask(from: section.ord + 1, to: end) {
      while let parent = try reader.parent(ord: task.ord, level: task.level), parent.id != section.id { task = parent }
      if task.isDone != nil { return task }
      end = task.ord
    }
    return nil
  }
}
