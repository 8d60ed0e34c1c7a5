import OutlineCore

extension ModelOutline {
  mutating func makeRow(_ draft: RowDraft) -> RowContent {
    made += 1
    return RowContent(
      id: RowID(made), text: draft.text, isDone: draft.isDone, schedule: draft.schedule, attributes: draft.attributes)
  }

  /// The section that a placement leads to, and the row before which it is, once the rows `moving` have left; nil: the end.
  private func rowSpot(_ placement: Placement, moving: [RowID] = []) throws -> (section: Int, next: RowID?) {
    func stays(_ row: RowContent) -> Bool { !moving.contains(row.id) }
    func inside(_ section: Int) throws -> (section: Int, next: RowID?) {
      let staying = sections[section].rows.filter(stays)
      switch placement.position {
      case .first: return (section, staying.first?.id)
      case .last: return (section, nil)
      case .at(let number):
        guard number >= 1, number <= staying.count + 1 else { throw Refusal("no such position") }
        return (section, number <= staying.count ? staying[number - 1].id : nil)
      }
    }
    switch placement.anchor {
    case .anywhere:
      guard let inbox else { throw Refusal("no inbox") }
      return try inside(inbox)
    case .inside(let address):
      return try inside(try section(address))
    case .before(let address):
      let (section, row) = try row(address)
      return (section, sections[section].rows[row...].first(where: stays)?.id)
    case .after(let address):
      let (section, row) = try row(address)
      return (section, sections[section].rows[(row + 1)...].first(where: stays)?.id)
    }
  }

  /// The first section at the top that is titled Inbox.
  private var inbox: Int? {
    children(of: nil).first { $0.title == "Inbox" }.flatMap { inbox in sections.firstIndex { $0.id == inbox.id } }
  }

  private mutating func insert(_ rows: [RowContent], in section: Int, before next: RowID?) {
    let index = sections[section].rows.firstIndex { $0.id == next } ?? sections[section].rows.count
    sections[section].rows.insert(contentsOf: rows, at: index)
  }

  mutating func addRows(_ drafts: [RowDraft], to placement: Placement, asTyped: Bool = false) throws {
    if drafts.isEmpty { return }
    if placement.anchor == .anywhere, inbox == nil { try addSections([SectionDraft(title: "Inbox")], to: Placement()) }
    let (areRows, placement) = try rowTarget(placement)
    if !areRows {
      let box = try asTyped ? boxAmongSections(placement) : nil
      return try addSections(drafts.map { Self.section(of: Self.boxed($0, box)) }, to: placement)
    }
    let (section, next) = try rowSpot(placement)
    let box = asTyped ? boxOfNewRow(in: section) : nil
    insert(drafts.map { makeRow(Self.boxed($0, box)) }, in: section, before: next)
  }

  private static func boxed(_ row: RowDraft, _ isDone: Bool?) -> RowDraft {
    RowDraft(row.text, isDone: row.isDone ?? isDone, attributes: row.attributes, schedule: row.schedule)
  }

  /// The box of a row that is typed into a section without one: false for an open task.
  private func boxOfNewRow(in index: Int) -> Bool? {
    let section = sections[index]
    let isList = !section.rows.isEmpty && section.rows.allSatisfy { $0.isDone != nil }
    let isTask = section.newRows.map { $0 == .task } ?? (section.isDone != nil || isList)
    return isTask ? false : nil
  }

  /// The box of a row that is typed without one, and becomes a section.
  private func boxAmongSections(_ placement: Placement) throws -> Bool? {
    let parent = try spot(placement).parent.flatMap { id in sections.firstIndex { $0.id == id } }
    switch placement.anchor {
    case .before(let address), .after(let address):
      if parent.flatMap({ sections[$0].newRows }) == nil, sections[try section(address)].isDone != nil { return false }
    case .anywhere, .inside: break
    }
    return parent.flatMap(boxOfNewRow)
  }

  mutating func move(_ addresses: [Address], to placement: Placement) throws {
    let named = try items(addresses)
    try forgetPlaces(of: named.map(id), goingTo: holder(at: placement))
    var rows: [RowContent] = []
    var roots: [SectionID] = []
    for item in named {
      switch item {
      case .section(let index): roots.append(sections[index].id)
      case .row(let section, let row): rows.append(sections[section].rows[row])
      }
    }
    if roots.isEmpty {
      let (areRows, placement) = try rowTarget(placement, moving: rows.map(\.id))
      if !areRows { return try makeSections(rows.map(\.id), at: spot(placement)) }
      let (section, next) = try rowSpot(placement, moving: rows.map(\.id))
      for index in sections.indices { sections[index].rows.removeAll { rows.contains($0) } }
      insert(rows, in: section, before: next)
    } else {
      if !rows.isEmpty { return try place(outermost(addresses, sorted: false), to: placement, copying: false) }
      try moveSections(roots, to: sectionTarget(placement))
    }
  }
}
