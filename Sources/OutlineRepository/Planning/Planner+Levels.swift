import OutlineCore
import OutlineStore

extension Planner {
  /// Moves an item below the item before it on its level.
  ///
  /// If that is a row, it becomes a section, and so do the rows after it, so that all keep their order. A section that
  /// moves to where rows are becomes a row, if it can be one.
  /// - Throws: ``OutlineError/nothingBefore(name:)`` if there is no item that it could go to.
  func indent(_ address: Address) throws -> Plan {
    switch try resolver.item(address) {
    case .row(let row, let section):
      guard let before = try reader.row(before: row.rank, in: section.id).flatMap({ try reader.row($0.id) }) else {
        throw OutlineError.nothingBefore(name: row.text)
      }
      return Plan(parts: [
        try split(from: before, in: section, except: [row.id]),
        EditPart(.edit(.move([.row(row.id)], to: Placement(.inside(.row(before.id))))), index: 0),
      ])
    case .section(let section):
      return try indent(section)
    }
  }

  private func indent(_ section: Section) throws -> Plan {
    let parent = try reader.parent(ord: section.ord, level: section.level)
    if let sibling = try lastSubsection(of: parent, before: section.ord) {
      let hasSections = try reader.section(after: sibling.ord).map { $0.level > sibling.level } ?? false
      let inside = Placement(.inside(.section(sibling.id)))
      return try hasSections || !canBeRow(section)
        ? moveSections([section], to: inside) : Plan(parts: [EditPart(.makeRow(section.id, inside), index: 0)])
    }
    guard let parent,
      let last = try reader.row(before: OrderKeys.bound, in: parent.id).flatMap({ try reader.row($0.id) })
    else { throw OutlineError.nothingBefore(name: section.title) }
    let inside = Placement(.inside(.row(last.id)))
    return Plan(parts: [
      try split(from: last, in: parent),
      EditPart(
        try canBeRow(section) ? .makeRow(section.id, inside) : .edit(.move([.section(section.id)], to: inside)),
        index: 0),
    ])
  }

  /// Moves an item one level up, directly after the section that it is in, with everything below it.
  ///
  /// The siblings that followed it keep their parent. A row becomes a section, because everything on that level is one.
  /// - Throws: ``OutlineError/atTop(title:)`` for an outermost section.
  func outdent(_ address: Address) throws -> Plan {
    let item = try resolver.item(address)
    if let parent = try resolver.parent(of: item) {
      let leaving = try withoutPlaces([item], leavingFor: Placement(.after(.section(parent.id))))
      if !leaving.isEmpty { return Plan(parts: leaving + [EditPart(.edit(.outdent([Address(item.id)])), index: 0)]) }
    }
    switch item {
    case .section(let section):
      guard let parent = try reader.parent(ord: section.ord, level: section.level) else {
        throw OutlineError.atTop(title: section.title)
      }
      return try moveSections([section], to: Placement(.after(.section(parent.id))))
    case .row(let row, let section):
      return Plan(parts: [EditPart(.makeSections([row], Placement(.after(.section(section.id)))), index: 0)])
    }
  }
}
