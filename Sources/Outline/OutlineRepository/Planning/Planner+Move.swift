import OutlineCore
import OutlineDocuments
import OutlineStore

extension Planner {
  func move(_ addresses: [Address], to placement: Placement) throws -> Plan {
    let items = try resolver.distinct(addresses)
    let leaving = try withoutPlaces(items, leavingFor: placement)
    if !leaving.isEmpty {
      return Plan(parts: leaving + [EditPart(.edit(.move(items.map { Address($0.id) }, to: placement)), index: 0)])
    }
    let (sections, rows) = try resolver.outermost(items)
    var plan: Plan
    switch (sections.isEmpty, rows.isEmpty) {
    case (true, _): plan = try moveRows(rows, to: placement)
    case (_, true): plan = try moveSections(sections, to: placement)
    case (false, false): return Plan(parts: moves(of: try resolver.outermostItems(items), to: placement))
    }
    plan.items = items.map(\.id)
    plan.carried = items.ids(besides: sections, rows)
    return plan
  }

  /// Moves rows to a placement of rows, or sections to one of sections, without a change of their kinds.
  func moveAlone(_ ids: [ItemID], to placement: Placement) throws -> Plan {
    let items = try ids.map { try resolver.item(Address($0)) }
    let sections = items.compactMap { item in if case .section(let section) = item { section } else { nil } }
    if !sections.isEmpty { return try moveSections(sections, to: placement) }
    return try moveRows(
      items.compactMap { item in if case .row(let row, let section) = item { (row, section) } else { nil } },
      to: placement)
  }

  /// Moves rows within their section, or sections among their siblings, in the order named.
  ///
  /// - Throws: ``OutlineError/severalParents`` if they are not all in one section.
  func reorder(_ addresses: [Address], to position: Placement.Position) throws -> Plan {
    let items = try resolver.distinct(addresses)
    if items.isEmpty { return Plan() }
    return try move(items.map { Address($0.id) }, to: placement(at: position, besideAll: items))
  }

  /// Returns the placement at a position in the section or below the row that directly holds all of some items.
  ///
  /// - Throws: ``OutlineError/severalParents`` if there is none.
  func placement(at position: Placement.Position, besideAll items: [Item]) throws -> Placement {
    let holders = try Set(items.map { try resolver.holder(of: $0)?.id })
    guard holders.count == 1, let holder = holders.first else { throw OutlineError.severalParents }
    return Placement(holder.map { .inside(Address($0)) } ?? .anywhere, position)
  }
}

extension Planner {
  /// Copies rows, or sections with everything below them, in the order named; items inside another one go with it.
  ///
  /// The copies have ids of their own, and nobody has folded them. O(n) in the number of copied items.
  func copy(_ addresses: [Address], to placement: Placement) throws -> Plan {
    let items = try resolver.distinct(addresses)
    if items.isEmpty { return Plan() }
    let isAnywhere = placement.anchor == .anywhere
    let placement = try isAnywhere ? self.placement(at: placement.position, besideAll: items) : placement
    let (sections, rows) = try resolver.outermost(items)
    if sections.isEmpty { return try copyRows(rows, to: placement) }
    guard rows.isEmpty else {
      // A copy may have the name that the placement uses, so the placement is changed to a number.
      return Plan(parts: try copies(of: resolver.outermostItems(items), to: placement.byNumber(resolver)))
    }
    return try copySections(sections, to: placement)
  }

  private func copyRows(_ rows: [(row: Row, section: Section)], to placement: Placement) throws -> Plan {
    var drafts: [RowDraft] = []
    var asked: [Int] = []
    for branch in try branches(rows) {
      asked.append(drafts.count)
      drafts += try branch.rows.map { row in
        var content = row.content
        content.attributes = try withoutPlace(content.attributes)
        content.level -= branch.row.level - 1
        return content
      }
    }
    var plan = try insert(drafts, to: placement)
    if plan.parts.isEmpty {
      plan.asked = asked
      plan.below.rows = drafts.count - asked.count
    }
    return plan
  }

  private func copySections(_ sections: [Section], to placement: Placement) throws -> Plan {
    var drafts: [SectionDraft] = []
    var outermost: [Int] = []
    for section in sections {
      outermost.append(drafts.count)
      var copy = try reader.document(in: OutlinePart(reader, of: section))
      copy.lower(by: 1 - section.level)
      copy.pass { drafts.add($0) }
    }
    for index in drafts.indices {
      drafts[index].content.attributes = try withoutPlace(drafts[index].attributes)
      for row in drafts[index].rows.indices {
        drafts[index].rows[row].attributes = try withoutPlace(drafts[index].rows[row].attributes)
      }
    }
    var plan = try insert(drafts, to: placement)
    plan.asked = outermost
    plan.below = (drafts.count - outermost.count, drafts.reduce(0) { $0 + $1.rows.count })
    return plan
  }
}

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
