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
    let rows: [RowDraft] = try items.compactMap { item in
      guard case .row(let row, _) = item else { return nil }
      var content = row.content
      content.attributes = try withoutPlace(content.attributes)
      return content
    }
    if rows.count == items.count { return try insert(rows, to: placement) }
    guard rows.isEmpty else {
      // A copy may have the name that the placement uses, so the placement is changed to a number.
      return Plan(parts: try copies(of: resolver.outermostItems(items), to: placement.byNumber(resolver)))
    }
    return try copySections(resolver.outermost(items).sections, to: placement)
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
    if case .split(let first, let then) = try destination(ofSections: placement) {
      return Plan(parts: [first, EditPart(.addCopies(drafts, asked: outermost, then), index: 0)])
    }
    return try addCopies(drafts, asked: outermost, to: placement)
  }

  /// Adds copies of sections; the plan names those at the indices `asked`.
  func addCopies(_ drafts: [SectionDraft], asked: [Int], to placement: Placement) throws -> Plan {
    var plan = try insert(drafts, to: placement)
    plan.asked = asked
    plan.below = (drafts.count - asked.count, drafts.reduce(0) { $0 + $1.rows.count })
    return plan
  }
}
