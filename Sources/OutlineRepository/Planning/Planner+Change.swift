import ListChanges
import OutlineCore
import OutlineStore

extension Planner {
  func change(_ addresses: [Address], to patch: Patch) throws -> Plan {
    try check(attributes: patch.attributes)
    let items = try resolver.distinct(addresses)
    var plan = Plan(items: items.map(\.id))
    var rows: [RowLocation] = []
    var sections: [(before: Section, after: Section)] = []
    for item in items {
      try refuse(item, ifNot: patch.oldText, or: patch.text)
      switch item {
      case .section(let section):
        let after = try changed(section, by: patch)
        if after.content.isSame(as: section.content) {
          plan.unchanged.insert(item.id)
          continue
        }
        plan.writes.append(.changeSection(after))
        sections.append((section, after))
      case .row(let row, let section):
        let after = try changed(row, by: patch)
        if after.content.isSame(as: row.content) {
          plan.unchanged.insert(item.id)
          continue
        }
        plan.writes.append(.changeRow(after))
        if computesChanges { rows.append(try location(of: row, in: section)) }
      }
    }
    guard computesChanges else { return plan }
    // Only sections may be collapsible, so rows change where the list keeps its shape.
    plan.changes = try changes(of: sections)
    plan.changes.reloadedRows = RowRules.editing(rows).reloadedRows
    return plan
  }

  /// Refuses attributes that are no JSON object.
  func check(attributes: String?) throws {
    if let attributes, try !reader.isJSONObject(attributes) { throw OutlineError.badAttributes(attributes) }
  }

  /// Refuses something that has another text or title by now than whoever changes or deletes it saw.
  func refuse(_ item: Item, ifNot old: String?, or new: String? = nil) throws(OutlineError) {
    let text =
      switch item {
      case .section(let section): section.title
      case .row(let row, _): row.text
      }
    guard let old, !old.hasSameBytes(as: text), !new.hasSameBytes(as: text) else { return }
    throw .outdated(.changed(item.id, text: text))
  }

  private func changed(_ row: Row, by patch: Patch) throws -> Row {
    if patch.detail != nil { throw OutlineError.notForRows("detail") }
    if patch.isCollapsible != nil { throw OutlineError.notForRows("collapsible setting") }
    if let text = patch.text {
      try DraftRules.check(typed: text, as: "text")
      try DraftRules.check(text: text)
    }
    return row.with(row.content.changed(by: patch, merged: try merged(row.attributes, patch)))
  }

  private func changed(_ section: Section, by patch: Patch) throws -> Section {
    if patch.checkBox != nil { throw OutlineError.notForSections("check box", title: section.title) }
    if let title = patch.text {
      try DraftRules.check(typed: title, as: "title")
      try DraftRules.check(title: title)
    }
    if let detail = patch.detail { try DraftRules.check(detail: detail) }
    return section.with(section.content.changed(by: patch, merged: try merged(section.attributes, patch)))
  }

  /// A section that may no longer be collapsed opens; its header is drawn again in any case.
  private func changes(of sections: [(before: Section, after: Section)]) throws -> ViewChanges {
    let isFolding = sections.contains { $0.before.isCollapsible != $0.after.isCollapsible }
    guard isFolding else { return SectionRules.editing(try sections.map { try visibility(of: $0.before) }) }
    let (before, firstIndex) = try states(around: sections.map(\.before), withSiblings: false)
    guard let firstIndex else { return ViewChanges() }
    let edited = Dictionary(sections.map { ($0.after.id, $0.after.isCollapsible) }) { first, _ in first }
    var after = before
    for index in after.indices { after[index].isCollapsible = edited[after[index].id] ?? after[index].isCollapsible }
    return SectionRules.editing(Set(edited.keys), from: before, to: after, firstIndex: firstIndex)
  }

  private func merged(_ attributes: String?, _ patch: Patch) throws -> String? {
    guard let change = patch.attributes else { return attributes }
    return try reader.attributes(attributes, mergedWith: change)
  }
}
