import OutlineCore
import OutlineDocuments
import OutlineStore

extension Planner {
  /// Copies rows, or sections with everything below them, in the order named; what is below another thing that is named goes
  /// along with it.
  ///
  /// The copies are new: they have ids of their own, and nobody has folded them. O(what is copied).
  func copy(_ addresses: [Address], to placement: Placement) throws -> Plan {
    let items = try resolver.distinct(addresses)
    if items.isEmpty { return Plan() }
    let isAnywhere = placement.anchor == .anywhere
    let placement = try isAnywhere ? self.placement(at: placement.position, besideAll: items) : placement
    let rows = items.compactMap { item in
      if case .row(let row, _) = item { row.content } else { nil }
    }
    if rows.count == items.count { return try insert(rows, to: placement) }
    guard rows.isEmpty else {
      // The copies may be named as what the placement names.
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
    if case .split(let first, let then) = try destination(ofSections: placement) {
      return Plan(parts: [first, EditPart(.addCopies(drafts, asked: outermost, then), index: 0)])
    }
    return try addCopies(drafts, asked: outermost, to: placement)
  }

  /// Adds copies of sections, and names those that were asked for.
  func addCopies(_ drafts: [SectionDraft], asked: [Int], to placement: Placement) throws -> Plan {
    var plan = try insert(drafts, to: placement)
    plan.asked = asked
    plan.below = (drafts.count - asked.count, drafts.reduce(0) { $0 + $1.rows.count })
    return plan
  }
}
