import OutlineCore
import OutlineDocuments
import OutlineStore

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
