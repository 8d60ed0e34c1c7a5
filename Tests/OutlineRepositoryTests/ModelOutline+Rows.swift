import OutlineCore

extension ModelOutline {
  mutating func makeRow(_ draft: RowDraft) -> RowContent {
    made += 1
    return RowContent(
      id: RowID(made), text: draft.text, isDone: draft.isDone, schedule: draft.schedule, attributes: draft.attributes,
      level: draft.level)
  }

  /// The first section at the top that is titled Inbox.
  var inbox: Int? {
    children(of: nil).first { $0.title == "Inbox" }.flatMap { inbox in sections.firstIndex { $0.id == inbox.id } }
  }

  mutating func addRows(_ drafts: [RowDraft], to placement: Placement, asTyped: Bool = false) throws {
    if drafts.isEmpty { return }
    if placement.anchor == .anywhere, inbox == nil {
      try addSections([SectionDraft(title: "Inbox", newRows: .task)], to: Placement())
    }
    let spot = try rowSpot(placement)
    let box = asTyped ? boxOfNewRow(in: spot.section) : nil
    let rows = drafts.map { draft in
      var row = makeRow(Self.boxed(draft, box))
      row.level = draft.level + spot.level - 1
      return row
    }
    if rows.contains(where: { $0.level > 100 }) { throw Refusal("too deep") }
    sections[spot.section].rows.insert(contentsOf: rows, at: spot.index)
  }

  private static func boxed(_ row: RowDraft, _ isDone: Bool?) -> RowDraft {
    RowDraft(
      row.text, isDone: row.isDone ?? isDone, attributes: row.attributes, schedule: row.schedule, level: row.level)
  }

  /// The box of a row that is typed into a section without one: false for an open task.
  private func boxOfNewRow(in index: Int) -> Bool? {
    let section = sections[index]
    let isList = !section.rows.isEmpty && section.rows.allSatisfy { $0.isDone != nil }
    let isTask = section.newRows.map { $0 == .task } ?? (section.isDone != nil || isList)
    return isTask ? false : nil
  }

  mutating func move(_ addresses: [Address], to placement: Placement) throws {
    let named = try items(addresses)
    try forgetPlaces(of: named.map(id), goingTo: holder(at: placement))
    let outermost = try outermost(addresses, sorted: false)
    let rows = outermost.compactMap { if case .row(let id) = $0 { id } else { nil } }
    let roots = outermost.compactMap { if case .section(let id) = $0 { id } else { nil } }
    if roots.isEmpty { return try moveRows(rows, to: placement) }
    if !rows.isEmpty { return try place(outermost, to: placement, copying: false) }
    try moveSections(roots, to: placement)
  }
}
