import OutlineCore

// Rows that become sections, and sections that become rows: every row comes before every subsection of its section.
extension ModelOutline {
  /// Makes sections of rows, below a parent and before one of its children.
  mutating func makeSections(_ rows: [RowID], at spot: Spot) throws {
    if spot.level > 100 { throw Refusal("too deep") }
    let nodes = try rows.map { id in
      let (section, row) = try row(.row(id))
      let old = sections[section].rows.remove(at: row)
      let draft = Self.section(
        of: RowDraft(old.text, isDone: old.isDone, attributes: old.attributes, schedule: old.schedule))
      var viewer = viewers[actor] ?? Viewer()
      if viewer.flags[SectionID(id.rawValue)] ?? viewer.startsCollapsed {
        viewer.flags[SectionID(id.rawValue)] = false
        viewers[actor] = viewer
      }
      return Node(
        section: Section(
          id: SectionID(id.rawValue), level: spot.level, title: draft.title, detail: draft.detail, isDone: draft.isDone,
          schedule: draft.content.schedule, attributes: draft.attributes)
      )
    }
    insert(nodes, below: spot.parent, before: spot.next)
  }

  /// Whether a row is a section in another model, or a section a row.
  func changesKinds(to other: ModelOutline) -> Bool {
    func numbers(_ model: ModelOutline) -> Set<Int64> { Set(model.sections.map(\.id.rawValue)) }
    func rows(_ model: ModelOutline) -> Set<Int64> { Set(model.sections.flatMap(\.rows).map(\.id.rawValue)) }
    return !numbers(self).isDisjoint(with: rows(other)) || !numbers(other).isDisjoint(with: rows(self))
  }

  static func section(of row: RowDraft) -> SectionDraft {
    let lines = row.text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    return SectionDraft(
      SectionContent(
        lines[0], detail: lines.count > 1 ? lines[1] : nil, isDone: row.isDone, attributes: row.attributes,
        schedule: row.schedule))
  }

  /// Makes a row of a section without content, at the end of the rows of another.
  mutating func makeRow(of id: SectionID, in holder: SectionID) throws {
    let old = sections[try section(.section(id))]
    _ = remove([id])
    let text = old.title + (old.detail.map { "\n" + $0 } ?? "")
    sections[try section(.section(holder))].rows.append(
      RowContent(
        id: RowID(id.rawValue), text: text, isDone: old.isDone, schedule: old.schedule, attributes: old.attributes))
  }

  private func canBeRow(_ id: SectionID) throws -> Bool {
    let section = sections[try section(.section(id))]
    return isEmpty(section) && section.isCollapsible && section.newRows == nil
  }

  /// Whether a section has no rows and no subsections.
  func isEmpty(_ section: Section) -> Bool { section.rows.isEmpty && subtree(of: section.id).count == 1 }

  /// The last task among sections, or the last of those without content that follow it.
  private func lastItem(of all: [Section]) -> SectionID? {
    guard let task = all.lastIndex(where: { $0.isDone != nil }) else { return nil }
    return all[task...].dropFirst().prefix(while: isEmpty).last?.id ?? all[task].id
  }

  /// Makes sections of a row and of those after it, but for some.
  private mutating func split(_ section: Int, from row: Int, except kept: [RowID] = []) throws {
    let parent = sections[section].id
    let first = children(of: parent).first
    let ids = sections[section].rows[row...].map(\.id).filter { !kept.contains($0) }
    try makeSections(ids, at: Spot(parent: parent, next: first?.id, level: first?.level ?? level(of: parent) + 1))
  }

  /// Where rows go, and whether they are rows there.
  mutating func rowTarget(_ placement: Placement, moving: [RowID] = []) throws -> (areRows: Bool, Placement) {
    switch placement.anchor {
    case .anywhere: return (true, placement)
    case .inside(let address):
      switch try item(address) {
      case .row(let section, let row):
        let id = sections[section].rows[row].id
        if moving.contains(id) { throw Refusal("into itself") }
        try split(section, from: row, except: moving)
        return (true, Placement(.inside(.id(id.rawValue)), placement.position))
      case .section(let index):
        guard placement.position == .last, let last = lastItem(of: children(of: sections[index].id))
        else { return (true, placement) }
        return (false, Placement(.after(.section(last))))
      }
    case .before(let address):
      guard case .section(let index) = try item(address) else { return (true, placement) }
      let parent = parent(of: sections[index].id)
      guard let parent, children(of: parent).first?.id == sections[index].id else { return (false, placement) }
      return (true, Placement(.inside(.section(parent))))
    case .after(let address):
      if case .section = try item(address) { return (false, placement) }
      return (true, placement)
    }
  }

  /// Where sections go, once what follows them there is no row.
  mutating func sectionTarget(_ placement: Placement) throws -> Placement {
    switch placement.anchor {
    case .anywhere: return placement
    case .inside(let address):
      guard case .row(let section, let row) = try item(address) else { return placement }
      let id = sections[section].rows[row].id
      try split(section, from: row)
      return Placement(.inside(.id(id.rawValue)), placement.position)
    case .before(let address):
      guard case .row(let section, let row) = try item(address) else { return placement }
      let id = sections[section].rows[row].id
      try split(section, from: row)
      return Placement(.before(.id(id.rawValue)))
    case .after(let address):
      guard case .row(let section, let row) = try item(address) else { return placement }
      guard sections[section].rows.indices.contains(row + 1) else {
        return Placement(.inside(.section(sections[section].id)), .first)
      }
      let next = sections[section].rows[row + 1].id
      try split(section, from: row + 1)
      return Placement(.before(.id(next.rawValue)))
    }
  }

  mutating func indent(_ addresses: [Address]) throws {
    for item in try outermost(addresses) {
      switch try self.item(.id(item.number)) {
      case .row(let section, let row):
        guard row > 0 else { throw Refusal("nothing before it") }
        let before = sections[section].rows[row - 1].id
        try split(section, from: row - 1, except: [RowID(item.number)])
        try move([.id(item.number)], to: Placement(.inside(.id(before.rawValue))))
      case .section(let index):
        try indent(sections[index].id)
      }
    }
  }

  private mutating func indent(_ id: SectionID) throws {
    let siblings = children(of: parent(of: id)).map(\.id)
    if let before = siblings.prefix(while: { $0 != id }).last {
      if try canBeRow(id), children(of: before).isEmpty { return try makeRow(of: id, in: before) }
      return try moveSections([id], to: Placement(.inside(.section(before))))
    }
    guard let parent = parent(of: id), let holder = sections.firstIndex(where: { $0.id == parent }),
      let before = sections[holder].rows.last?.id
    else { throw Refusal("nothing before it") }
    try split(holder, from: sections[holder].rows.count - 1)
    if try canBeRow(id) { return try makeRow(of: id, in: SectionID(before.rawValue)) }
    try moveSections([id], to: Placement(.inside(.id(before.rawValue))))
  }

  mutating func outdent(_ addresses: [Address]) throws {
    for item in try outermost(addresses).reversed() {
      if let parent = try spot(of: item).parent { try forgetPlaces(of: [item], goingTo: self.parent(of: parent)) }
      switch try self.item(.id(item.number)) {
      case .row(let section, let row):
        let parent = sections[section].id
        try makeSections([sections[section].rows[row].id], at: spot(Placement(.after(.section(parent)))))
      case .section(let index):
        let id = sections[index].id
        guard let parent = parent(of: id) else { throw Refusal("at the top") }
        try moveSections([id], to: Placement(.after(.section(parent))))
      }
    }
  }

  /// Moves or copies rows and sections one after the other.
  mutating func place(_ items: [ItemID], to placement: Placement, copying: Bool) throws {
    let isEnd =
      switch placement.anchor {
      case .inside, .anywhere: placement.position == .last
      case .before, .after: false
      }
    let isBefore = if case .before = placement.anchor { true } else { false }
    if copying {
      for item in isBefore || isEnd ? items : items.reversed() { try copy([Address(item)], to: placement) }
      return
    }
    var last: ItemID?
    for item in items {
      let next = isEnd ? nil : last.map { Placement(.after(.id($0.number))) }
      try move([Address(item)], to: next ?? placement)
      last = item
    }
  }

  /// Makes rows of sections and sections of rows, as few as can be, so that once they are sorted no row comes after a section.
  mutating func convertForSorting(
    _ parent: SectionID, among sections: [Section], _ precedes: (String, String) -> Bool
  ) throws {
    let rows = self.sections[try section(.section(parent))].rows
    let all = rows.map { ($0.text, ItemID.row($0.id)) } + sections.map { ($0.title, .section($0.id)) }
    let sorted = Self.sorted(all) { precedes($0.0, $1.0) }.map(\.1)
    var best: (early: [SectionID], late: [RowID])?
    for count in 0...sorted.count {
      let early = sorted[..<count].compactMap { if case .section(let id) = $0 { id } else { nil } }
      let late = sorted[count...].compactMap { if case .row(let id) = $0 { id } else { nil } }
      guard try early.allSatisfy(canBeRow) else { break }
      if let best, best.early.count + best.late.count < early.count + late.count { continue }
      best = (early, late)
    }
    for id in best?.early ?? [] { try makeRow(of: id, in: parent) }
    guard let late = best?.late, !late.isEmpty else { return }
    let first = children(of: parent).first
    try makeSections(late, at: Spot(parent: parent, next: first?.id, level: first?.level ?? level(of: parent) + 1))
  }
}
