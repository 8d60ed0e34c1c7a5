import ListChanges
import OutlineCore
import OutlineStore

extension Planner {
  func change(_ address: Address, to patch: Patch) throws -> Plan {
    if let attributes = patch.attributes, try !reader.isJSONObject(attributes) {
      throw OutlineError.badAttributes(attributes)
    }
    switch try resolver.item(address) {
    case .section(let section): return try change(section, to: patch)
    case .row(let row, let section): return try change(row, in: section, to: patch)
    }
  }

  private func change(_ row: Row, in section: Section, to patch: Patch) throws -> Plan {
    if patch.detail != nil { throw OutlineError.notForRows("detail") }
    if patch.isCollapsible != nil { throw OutlineError.notForRows("collapsible") }
    if let text = patch.text { try DraftRules.check(text: text) }
    let after = row.with(row.content.changed(by: patch, merged: try merged(row.attributes, patch)))
    var plan = Plan(items: [.row(row.id)])
    if after.content.isSame(as: row.content) { return plan }
    plan.writes = [.changeRow(after)]
    if computesChanges { plan.changes = RowRules.editing(try placed(row, in: section)) }
    return plan
  }

  private func change(_ section: Section, to patch: Patch) throws -> Plan {
    if patch.text == "" { throw OutlineError.emptyName("title") }
    if let title = patch.text { try DraftRules.check(title: title) }
    if let detail = patch.detail { try DraftRules.check(detail: detail) }
    let after = Section(
      id: section.id, ord: section.ord, level: section.level, title: patch.text ?? section.title,
      detail: patch.detail.map { $0.isEmpty ? nil : $0 } ?? section.detail,
      isCollapsible: patch.isCollapsible ?? section.isCollapsible,
      attributes: try merged(section.attributes, patch))
    var plan = Plan(items: [.section(section.id)])
    if after.isSame(as: section) { return plan }
    plan.writes = [.changeSection(after)]
    if computesChanges { plan.changes = try changes(from: section, to: after) }
    return plan
  }

  /// Returns the view changes for new section content: the header is drawn again, and a collapsed section that is no
  /// longer collapsible expands.
  private func changes(from section: Section, to after: Section) throws -> ViewChanges {
    let part = try part(holding: [section], withSiblings: false)
    guard let index = part.firstIndex else { return ViewChanges() }
    let before = try reader.states(from: part.start, to: part.end, for: user)
    var states = before
    states[0].isCollapsible = after.isCollapsible
    var changes = FoldRules.changes(from: before, to: states, firstIndex: index)
    changes.reloadedHeaders = SectionRules.editing(.expanded(at: index)).reloadedHeaders
    return changes
  }

  private func merged(_ attributes: String?, _ patch: Patch) throws -> String? {
    guard let change = patch.attributes else { return attributes }
    return try reader.attributes(attributes, mergedWith: change)
  }
}

extension Section {
  /// Returns whether both contents have the same bytes.
  func isSame(as other: Section) -> Bool {
    title.hasSameBytes(as: other.title) && detail.hasSameBytes(as: other.detail)
      && isCollapsible == other.isCollapsible && attributes.hasSameBytes(as: other.attributes)
  }
}
