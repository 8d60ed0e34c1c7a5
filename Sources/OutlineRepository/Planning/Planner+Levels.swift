import ListChanges
import OutlineCore
import OutlineStore

extension Planner {
  /// One section with all that is below it goes one level up; or one row becomes a section.
  ///
  /// The section goes directly behind its parent and all that is below that, at its parent's level: so it does not catch
  /// the siblings that followed it. A row becomes the first subsection of its section, behind all of the section's rows:
  /// so it does not catch the rows that followed it.
  /// - Throws: ``OutlineError/atTop(title:)`` where the section has no parent.
  func promote(_ address: Address) throws -> Plan {
    switch try resolver.item(address) {
    case .section(let section):
      guard let parent = try reader.parent(ord: section.ord, level: section.level) else {
        throw OutlineError.atTop(title: section.title)
      }
      return try moveSections([section], to: Placement(.after(.section(parent.id))))
    case .row(let row, let section):
      return try makeSection(of: row, in: section)
    }
  }

  /// One section with all that is below it goes one level down; or an empty one becomes a row.
  ///
  /// The section becomes the last subsection of the sibling before it. An empty one becomes the last row of its parent,
  /// or, at the top, of the sibling before it.
  /// - Throws: ``OutlineError/noSectionBefore(title:)`` where there is none that it could go to.
  func demote(_ address: Address) throws -> Plan {
    let section = try resolver.section(address)
    let parent = try reader.parent(ord: section.ord, level: section.level)
    let sibling = try lastSubsection(of: parent, before: section.ord)
    let isEmpty = try isEmpty(section)
    guard let holder = isEmpty ? parent ?? sibling : sibling else {
      throw OutlineError.noSectionBefore(title: section.title)
    }
    if isEmpty { return try makeRow(of: section, in: holder) }
    return try moveSections([section], to: Placement(.inside(.section(holder.id))))
  }

  private func isEmpty(_ section: Section) throws -> Bool {
    let next = try reader.section(after: section.ord)
    return try next.map { $0.level <= section.level } ?? true && reader.rowCount(of: section.id) == 0
  }

  private func makeSection(of row: Row, in section: Section) throws -> Plan {
    let content = try LevelRules.section(of: row.content)
    let spot = try sectionSpot(Placement(.inside(.section(section.id)), .first))
    if !OutlineLimits.levels.contains(spot.level) {
      throw OutlineError.tooDeep(title: section.title, level: spot.level)
    }
    let (ords, room) = try makeRoom(for: 1, before: spot.next)
    let changes =
      try computesChanges
      ? LevelRules.promoting(try location(of: row, in: section), before: boundary(at: spot).index) : ViewChanges()
    return Plan(
      writes: [.deleteRow(row.id)] + room + ords.map { .insertSection(content, ord: $0, level: spot.level) },
      changes: changes)
  }

  private func makeRow(of section: Section, in holder: Section) throws -> Plan {
    let spot = try rowSpot(Placement(.inside(.section(holder.id))))
    let (ranks, room) = try makeRoom(for: 1, at: spot)
    let changes =
      try computesChanges
      ? LevelRules.demoting(visibility(of: section), isDone: section.isDone, to: location(of: spot)) : ViewChanges()
    let row = LevelRules.row(of: section)
    return Plan(
      writes: room + ranks.map { .insertRow(row, in: holder.id, rank: $0) } + [.deleteSection(section.id)],
      changes: changes)
  }
}
