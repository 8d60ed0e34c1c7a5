import OutlineCore
import OutlineStore

extension Conflict: Error {}

// Why an entry cannot be undone: the items that it changed are no longer as it left them.
extension UndoPlanner {
  /// Returns the section as it is, or nil if the entry deleted it.
  func current(_ id: SectionID, _ change: NetChanges.Change<SectionImage>) throws -> Section? {
    let found = try reader.section(id)
    guard let after = change.after else {
      if let found { throw Conflict.back(.section(id), text: found.title) }
      return nil
    }
    guard let found else { throw try missing(.section(id), text: after.title ?? change.before?.title) }
    let isInPlace = sectionReturn?.isInPlace(id) ?? (after.level == found.level && after.ord == found.ord)
    if change.isMoved, !isInPlace { throw Conflict.moved(.section(id), text: found.title) }
    guard after.contentFits(found, since: change.before) else {
      throw Conflict.changed(.section(id), text: found.title)
    }
    return found
  }

  /// Returns the row as it is, or nil if the entry deleted it.
  func current(_ id: RowID, _ change: NetChanges.Change<RowImage>) throws -> Row? {
    let found = try reader.row(id)
    guard let after = change.after else {
      if let found { throw Conflict.back(.row(id), text: found.text) }
      return nil
    }
    guard let found else {
      throw try missing(.row(id), text: after.content.text ?? change.before?.content.text)
    }
    if change.isMoved, try !isInPlace(found, after) { throw Conflict.moved(.row(id), text: found.text) }
    guard after.contentFits(found, since: change.before) else { throw Conflict.changed(.row(id), text: found.text) }
    return found
  }

  /// Whether a row is still where the entry left it, or has only gone along with the row that it is below.
  private func isInPlace(_ row: Row, _ after: RowImage) throws -> Bool {
    let isUnmoved =
      after.section == row.section
      && positions.isSame(.row(row.id), in: .rows(of: row.section), after.rank, as: row.rank)
    guard let latter else { return isUnmoved }
    let parent = try present.parent(of: row.id)
    guard try latter.parent(of: row.id) == parent else { return false }
    return isUnmoved || parent.map { positions.oldRows[$0] != nil } ?? false
  }

  /// Returns why a section or row is not there: it has become the other kind, or is gone.
  func missing(_ id: ItemID, text: String?) throws -> Conflict {
    switch id {
    case .section(let section):
      guard let row = try reader.row(RowID(section.rawValue)) else { return .gone(id, text: text) }
      return .converted(.row(row.id), text: row.text)
    case .row(let row):
      guard let section = try reader.section(SectionID(row.rawValue)) else { return .gone(id, text: text) }
      return .converted(.section(section.id), text: section.title)
    }
  }

  /// Throws an error if a section that becomes a row again has other content than directly after the entry.
  func refuseEdited(_ section: Section) throws {
    let before = later.change(of: section.id)?.before
    if before?.contentFits(section, since: nil) == false {
      throw Conflict.changed(.section(section.id), text: section.title)
    }
  }

  /// Throws an error if a row that becomes a section again has other content than directly after the entry.
  func refuseEdited(_ row: Row) throws {
    let content = later.change(of: row.id)?.before?.content.without(.level)
    if content?.fits(row.content) == false { throw Conflict.changed(.row(row.id), text: row.text) }
  }

  /// Throws an error if a section to delete has rows that the entry did not add.
  func refuseFilled() throws {
    var own: [SectionID: Int] = [:]
    for (_, change) in net.rows {
      if let image = change.after { own[image.section, default: 0] += 1 }
    }
    for (id, change) in net.sections where change.isNew {
      guard try reader.rowCount(of: id) > own[id, default: 0] else { continue }
      throw Conflict.filled(.section(id), title: try reader.section(id)?.title ?? "")
    }
  }
}
