import OutlineCore
import OutlineStore

extension UndoPlanner {
  /// The writes that undo the entry's changes of sections.
  struct SectionParts {
    var parking: [Write] = []
    var placing: [Write] = []
    var changes: [Write] = []
    var deletions: [Write] = []
    var runs: [SectionReturn.Run] = []
    var restored: [SectionID: Section] = [:]
  }

  func sectionParts() throws -> SectionParts {
    var parts = SectionParts()
    /// The sections that go back to their former places, with their former contents.
    var wanted: [Section] = []
    var moving: Set<SectionID> = []
    var deleted: Set<SectionID> = []
    for (id, change) in net.sections where !change.isRoomAlone {
      let found = try current(id, change)
      guard let before = change.before else {
        guard found != nil else { continue }
        parts.deletions.append(.deleteSection(id))
        deleted.insert(id)
        continue
      }
      guard let section = before.section(id, over: found, after: change.after) else {
        throw Conflict.gone(.section(id), text: nil)
      }
      if found == nil, let row = try reader.row(RowID(id.rawValue)) {
        try refuseEdited(row)
      }
      if let found, !section.content.isSame(as: found.content) { parts.changes.append(.changeSection(section)) }
      guard change.isMoved, before.ord != change.after?.ord || before.level != change.after?.level else { continue }
      wanted.append(section)
      if found == nil { parts.restored[id] = section } else { moving.insert(id) }
    }
    if let sectionReturn {
      let returning = Set(wanted.map(\.id))
      do { parts.runs = try sectionReturn.runs(returning: returning, leaving: deleted) } catch {
        throw try conflict(error, among: wanted)
      }
    } else {
      parts.placing = wanted.map { section in
        parts.restored[section.id] == nil
          ? .moveSection(section.id, ord: section.ord, level: section.level) : .restoreSection(section)
      }
      parts.parking = try parking(wanted.map(\.ord) + room.sectionKeys, moving.union(deleted))
    }
    return parts
  }

  /// Returns writes that move sections aside from positions that others need.
  private func parking(_ wanted: [OrderKey], _ leaving: Set<SectionID>) throws -> [Write] {
    let last = max(try reader.lastSection()?.ord ?? 0, wanted.max() ?? 0)
    let first = min(try reader.section(atOrAfter: -OrderKeys.bound)?.ord ?? 0, wanted.min() ?? 0)
    var keys = SpareKeys(first: first, last: last)
    return try wanted.compactMap { ord in
      guard let other = try reader.section(atOrAfter: ord), other.ord == ord, leaving.contains(other.id) else {
        return nil
      }
      return .parkSection(other.id, ord: keys.next())
    }
  }

  /// Returns the conflict that an obstacle causes, with titles.
  private func conflict(_ obstacle: any Error, among wanted: [Section]) throws -> any Error {
    func title(_ id: SectionID) throws -> String {
      try reader.section(id)?.title ?? wanted.first { $0.id == id }?.title ?? ""
    }
    return switch obstacle as? SectionReturn.Obstacle {
    case .filled(let id): Conflict.filled(.section(id), title: try title(id))
    case .gone(let id): try missing(.section(id), text: nil)
    case .inside(let id, let parent):
      Conflict.inside(.section(parent), title: try title(parent), of: .section(id), named: try title(id))
    case .noLevel(let id): Conflict.noLevel(.section(id), title: try title(id))
    case nil: obstacle
    }
  }
}
