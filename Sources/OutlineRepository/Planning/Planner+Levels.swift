import OutlineCore
import OutlineStore

// One level in, and one level out. Nothing changes its kind.
extension Planner {
  /// Moves an item, with everything below it, below the item of its kind before it on its level.
  ///
  /// - Throws: ``OutlineError/nothingBefore(id:name:)`` if there is no item that it could go to.
  func indent(_ address: Address) throws -> Plan {
    switch try resolver.item(address) {
    case .row(let row, let section):
      guard let sibling = try reader.sibling(before: row) else {
        throw OutlineError.nothingBefore(.row(row.id), name: row.text.firstLine)
      }
      let branch = RowBranch(row: row, section: section, below: try reader.rows(below: row))
      return try shift(branch, by: sibling.level + 1 - row.level)
    case .section(let section):
      let parent = try reader.parent(ord: section.ord, level: section.level)
      guard let sibling = try lastSubsection(of: parent, before: section.ord) else {
        throw OutlineError.nothingBefore(.section(section.id), name: section.title)
      }
      return try moveSections([section], to: Placement(.inside(.section(sibling.id))))
    }
  }

  /// Moves an item one level up, directly after its parent, with everything below it.
  ///
  /// The siblings that followed it keep their parent.
  /// - Throws: ``OutlineError/atTop(id:name:)`` for an outermost section, and for a row that is directly in its
  ///   section.
  func outdent(_ address: Address) throws -> Plan {
    let item = try resolver.item(address)
    switch item {
    case .section(let section):
      guard let parent = try resolver.parent(of: item) else {
        throw OutlineError.atTop(.section(section.id), name: section.title)
      }
      let place = Placement(.after(.section(parent.id)))
      let leaving = try withoutPlaces([item], leavingFor: place)
      if !leaving.isEmpty { return Plan(parts: leaving + [EditPart(.edit(.outdent([Address(item.id)])), index: 0)]) }
      return try moveSections([section], to: place)
    case .row(let row, let section):
      guard let parent = try reader.parent(of: row) else {
        throw OutlineError.atTop(.row(row.id), name: row.text.firstLine)
      }
      return try moveRows([(row, section)], to: Placement(.after(.row(parent.id))))
    }
  }

  private func shift(_ branch: RowBranch, by levels: Int) throws -> Plan {
    var plan = Plan(items: [.row(branch.row.id)])
    plan.writes = try branch.rows.map {
      .changeLevel(of: $0, to: try level($0.level + levels, of: branch.row.text))
    }
    plan.isDiffed = true
    plan.below.rows = branch.below.count
    return plan
  }
}
