import OutlineCore
import OutlineStore

// Conversions of rows to sections, and of sections without content to rows; they keep their numbers and flags.
extension Planner {
  /// Turns rows into sections without content, in their order.
  ///
  /// The acting user sees the new sections open.
  func makeSections(of rows: [Row], at placement: Placement) throws -> Plan {
    let spot = try sectionSpot(placement)
    let (ords, room) = try makeRoom(for: rows.count, before: spot.next)
    let mayBeCollapsed = try user.user.startsCollapsed || reader.hasFlags(user)
    var plan = Plan(writes: room, items: rows.map { .section(SectionID($0.id.rawValue)) })
    for (row, ord) in zip(rows, ords) {
      let content = try LevelRules.section(of: row.content)
      if !OutlineLimits.levels.contains(spot.level) {
        throw OutlineError.tooDeep(title: content.title, level: spot.level)
      }
      let section = SectionID(row.id.rawValue)
      plan.writes += [
        .restoreSection(Section(id: section, ord: ord, level: spot.level, content: content)), .deleteRow(row.id),
      ]
      if try mayBeCollapsed && reader.isCollapsed(section, for: user) {
        plan.writes.append(.setFlag([section], isCollapsed: false))
      }
    }
    return plan
  }

  /// Turns a section without content into a row.
  func makeRow(of id: SectionID, at placement: Placement) throws -> Plan {
    guard let section = try reader.section(id) else { throw OutlineError.notFound(.section(id), suggestions: []) }
    let spot = try rowSpot(placement)
    let (ranks, room) = try makeRoom(for: 1, at: spot)
    let row = RowID(id.rawValue)
    let content = LevelRules.row(of: section.content)
    return Plan(
      writes: room
        + ranks.flatMap { rank -> [Write] in
          [.restoreRow(Row(id: row, section: spot.section.id, rank: rank, content: content)), .deleteSection(id)]
        }, items: [.row(row)])
  }

  /// Whether a section has no content, and would lose nothing as a row.
  func canBeRow(_ section: Section) throws -> Bool {
    guard section.isCollapsible, section.newRows == nil, try reader.rowCount(of: section.id) == 0 else { return false }
    let next = try reader.section(after: section.ord)
    return next.map { $0.level <= section.level } ?? true
  }

  /// Returns the step that turns a row and the rows after it into sections, so that a subsection can come between them.
  ///
  /// - Parameter kept: Rows among them that stay rows, because they are about to move.
  /// - Throws: ``OutlineError/tooManyAfter(text:rows:)`` if there are too many.
  func split(from row: Row, in section: Section, except kept: Set<RowID> = []) throws -> EditPart {
    let count = try reader.rowCount(of: section.id) - reader.rowIndex(of: row.rank, in: section.id)
    guard count <= OutlineLimits.rowsToConvert else { throw OutlineError.tooManyAfter(text: row.text, rows: count - 1) }
    let rows = try reader.rows(in: section.id, from: row.rank).filter { !kept.contains($0.id) }
    return EditPart(.makeSections(rows, Placement(.inside(.section(section.id)), .first)))
  }
}
