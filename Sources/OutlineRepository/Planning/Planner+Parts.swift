import OutlineCore
import OutlineStore

/// A part of an edit that one plan carries out, in the state of the file that the parts before it leave.
struct EditPart {
  /// The part, as an edit of one thing, which is named by its id.
  let edit: Edit
  /// The index of that thing among those that the whole edit names; nil for what the edit needs and does not name.
  let index: Int?
}

extension Planner {
  /// What an edit is made of: of most edits, the edit itself.
  ///
  /// Of several things that are promoted, the last in the outline comes first, and of several that are demoted, the first
  /// does: so they arrive in the order in which they stood. What is below another thing that is named goes with it.
  func parts(of edit: Edit) throws -> [EditPart] {
    switch edit {
    case .promote(let addresses) where addresses.mayNameSeveral:
      try outermost(addresses).reversed().map { EditPart(edit: .promote([$0.address]), index: $0.index) }
    case .demote(let addresses) where addresses.mayNameSeveral:
      try outermost(addresses).map { EditPart(edit: .demote([$0.address]), index: $0.index) }
    case .sort(let addresses, let order) where addresses.mayNameSeveral:
      try resolver.distinct(addresses).enumerated().map { index, item in
        EditPart(edit: .sort([Address(item.id)], by: order), index: index)
      }
    case .addRows(let drafts, let placement) where placement.anchor == .anywhere && !drafts.isEmpty:
      try [inboxIfMissing(titled: placement.inbox)].compactMap(\.self) + [EditPart(edit: edit, index: 0)]
    default:
      [EditPart(edit: edit, index: 0)]
    }
  }

  /// The edit that makes the section for rows that are added without a placement; nil where there is one.
  private func inboxIfMissing(titled title: String?) throws -> EditPart? {
    if try reader.inbox(titled: title) != nil { return nil }
    let inbox = SectionDraft(title: try title ?? "\(reader.setting(.inbox))")
    return EditPart(edit: .addSections([inbox], to: Placement()), index: nil)
  }

  /// What addresses name and is not below another of them, by ids, in document order.
  private func outermost(_ addresses: [Address]) throws -> [(address: Address, index: Int)] {
    let items = try resolver.distinct(addresses)
    let (sections, rows) = try resolver.outermost(items)
    let kept =
      sections.map { (id: ItemID.section($0.id), key: ($0.ord, -OrderKeys.bound)) }
      + rows.map { (id: ItemID.row($0.row.id), key: ($0.section.ord, $0.row.rank)) }
    return kept.sorted { $0.key < $1.key }.map { item in
      (Address(item.id), items.firstIndex { $0.id == item.id } ?? 0)
    }
  }
}
