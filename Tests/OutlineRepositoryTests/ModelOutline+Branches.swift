import OutlineCore

// A row's parent is the nearest row before it with a smaller level, or else its section.
extension ModelOutline {
  /// The indices of a row and of those below it.
  func branch(_ row: Int, in section: Int) -> Range<Int> {
    let rows = sections[section].rows
    let below = rows[(row + 1)...].prefix { $0.level > rows[row].level }
    return row..<(row + 1 + below.count)
  }

  /// The row that a row is below; nil for one that is directly in its section.
  func parent(ofRow row: Int, in section: Int) -> Int? {
    let rows = sections[section].rows
    return rows[..<row].lastIndex { $0.level < rows[row].level }
  }

  /// The rows that are directly below a row of a section, or directly in the section.
  func children(ofRow row: Int?, in section: Int) -> [Int] {
    let indices = row.map { branch($0, in: section).dropFirst() } ?? sections[section].rows.indices[...]
    return indices.filter { parent(ofRow: $0, in: section) == row }
  }

  /// Takes rows out, each with those below it, in the order of `ids`.
  mutating func removeBranches(_ ids: [RowID]) throws -> [[RowContent]] {
    let branches = try ids.map { id in
      let (section, row) = try row(.row(id))
      return branch(row, in: section).map { sections[section].rows[$0] }
    }
    let gone = Set(branches.flatMap { $0.map(\.id) })
    for index in sections.indices { sections[index].rows.removeAll { gone.contains($0.id) } }
    return branches
  }

  /// Where rows go: before a row, counted before any have left, and with a level.
  struct RowSpot {
    var section: Int
    var index: Int
    var level: Int
  }

  /// The spot that a placement names, for rows that move there with everything below them.
  func rowSpot(_ placement: Placement, moving: [RowID] = []) throws -> RowSpot {
    func isMoving(_ row: Int, in section: Int, orIsRoot: Bool) -> Bool {
      sections[section].rows.indices.contains { root in
        moving.contains(sections[section].rows[root].id) && branch(root, in: section).contains(row)
          && (orIsRoot || root != row)
      }
    }
    switch placement.anchor {
    case .anywhere:
      guard let inbox else { throw Refusal("no inbox") }
      return try rowSpot(below: nil, in: inbox, placement.position, moving)
    case .inside(let address):
      switch try item(address) {
      case .section(let section): return try rowSpot(below: nil, in: section, placement.position, moving)
      case .row(let section, let row):
        if isMoving(row, in: section, orIsRoot: true) { throw Refusal("into itself") }
        return try rowSpot(below: row, in: section, placement.position, moving)
      }
    case .before(let address):
      switch try item(address) {
      case .row(let section, let row):
        if isMoving(row, in: section, orIsRoot: false) { throw Refusal("into itself") }
        return RowSpot(section: section, index: row, level: sections[section].rows[row].level)
      case .section(let index):
        guard let parent = parent(of: sections[index].id), children(of: parent).first?.id == sections[index].id else {
          throw Refusal("a row after a section")
        }
        return try rowSpot(below: nil, in: section(.section(parent)), .last, moving)
      }
    case .after(let address):
      guard case .row(let section, let row) = try item(address) else { throw Refusal("a row after a section") }
      if isMoving(row, in: section, orIsRoot: false) { throw Refusal("into itself") }
      let end = branch(row, in: section).upperBound
      return RowSpot(section: section, index: end, level: sections[section].rows[row].level)
    }
  }

  private func rowSpot(
    below row: Int?, in section: Int, _ position: Placement.Position, _ moving: [RowID]
  ) throws -> RowSpot {
    let rows = sections[section].rows
    let all = children(ofRow: row, in: section)
    let staying = all.filter { !moving.contains(rows[$0].id) }
    let end = RowSpot(
      section: section, index: row.map { branch($0, in: section).upperBound } ?? rows.count,
      level: row.map { rows[$0].level + 1 } ?? 1)
    switch position {
    case .last: return end
    case .first:
      let first = row == nil ? all.first : staying.first
      return first.map { RowSpot(section: section, index: $0, level: rows[$0].level) } ?? end
    case .at(let number):
      guard number >= 1, number <= staying.count + 1 else { throw Refusal("no such position") }
      if number == staying.count + 1 { return end }
      let next = staying[number - 1]
      return RowSpot(section: section, index: next, level: rows[next].level)
    }
  }

  /// Moves rows with everything below them to a spot.
  mutating func moveRows(_ ids: [RowID], to placement: Placement) throws {
    let spot = try rowSpot(placement, moving: ids)
    let next = sections[spot.section].rows[spot.index...].map(\.id)
    let branches = try removeBranches(ids).map { Self.branch($0, atLevel: spot.level) }
    if branches.contains(where: { $0.contains { $0.level > 100 } }) { throw Refusal("too deep") }
    let index = sections[spot.section].rows.firstIndex { next.contains($0.id) } ?? sections[spot.section].rows.count
    sections[spot.section].rows.insert(contentsOf: branches.flatMap(\.self), at: index)
  }

  static func branch(_ rows: [RowContent], atLevel level: Int) -> [RowContent] {
    rows.map { row in
      var row = row
      row.level += level - rows[0].level
      return row
    }
  }

  mutating func indent(_ addresses: [Address]) throws {
    for item in try outermost(addresses) {
      switch try self.item(.id(item.number)) {
      case .row(let section, let row):
        let siblings = children(ofRow: parent(ofRow: row, in: section), in: section)
        guard let before = siblings.last(where: { $0 < row }) else { throw Refusal("nothing before it") }
        let level = sections[section].rows[before].level + 1
        let branch = branch(row, in: section)
        let rows = Self.branch(Array(sections[section].rows[branch]), atLevel: level)
        if rows.contains(where: { $0.level > 100 }) { throw Refusal("too deep") }
        sections[section].rows.replaceSubrange(branch, with: rows)
      case .section(let index):
        let id = sections[index].id
        let siblings = children(of: parent(of: id)).map(\.id)
        guard let before = siblings.prefix(while: { $0 != id }).last else { throw Refusal("nothing before it") }
        try moveSections([id], to: Placement(.inside(.section(before))))
      }
    }
  }

  mutating func outdent(_ addresses: [Address]) throws {
    for item in try outermost(addresses).reversed() {
      switch try self.item(.id(item.number)) {
      case .row(let section, let row):
        guard let parent = parent(ofRow: row, in: section) else { throw Refusal("directly in its section") }
        try moveRows([RowID(item.number)], to: Placement(.after(.row(sections[section].rows[parent].id))))
      case .section(let index):
        let id = sections[index].id
        guard let parent = parent(of: id) else { throw Refusal("at the top") }
        try forgetPlaces(of: [item], goingTo: self.parent(of: parent))
        try moveSections([id], to: Placement(.after(.section(parent))))
      }
    }
  }

  mutating func promote(_ addresses: [Address], to placement: Placement?) throws {
    for case .section in try items(addresses) { throw Refusal("a row is needed") }
    for item in try outermost(addresses, sorted: false) {
      let (section, row) = try row(.id(item.number))
      let spot = try spot(placement ?? Placement(.inside(.section(sections[section].id))))
      if spot.level > 100 { throw Refusal("too deep") }
      try forgetPlaces(of: [item], goingTo: spot.parent)
      let branch = try removeBranches([sections[section].rows[row].id])[0]
      let draft = Self.section(of: branch[0])
      let rows = branch.dropFirst().map { below in
        var below = below
        below.level -= branch[0].level
        return below
      }
      let new = Section(
        id: SectionID(item.number), level: spot.level, title: draft.title, detail: draft.detail, isDone: draft.isDone,
        schedule: draft.content.schedule, attributes: draft.attributes, rows: rows)
      insert([Node(section: new)], below: spot.parent, before: spot.next)
      if viewers[actor]?.startsCollapsed == true, viewers[actor]?.flags[new.id] == nil {
        viewers[actor]?.flags[new.id] = false
      }
    }
  }

  mutating func demote(_ addresses: [Address], to placement: Placement?) throws {
    for case .row in try items(addresses) { throw Refusal("a section is needed") }
    for item in try outermost(addresses, sorted: false) {
      let id = SectionID(item.number)
      guard let placement = placement ?? parent(of: id).map({ Placement(.inside(.section($0))) }) else {
        throw Refusal("no section to be in")
      }
      let spot = try rowSpot(placement)
      let holder = sections[spot.section].id
      if subtree(of: id).contains(holder) { throw Refusal("into itself") }
      try forgetPlaces(of: [item], goingTo: holder)
      let gone = remove([id])[0].sections
      let rows = gone.flatMap { section -> [RowContent] in
        let level = spot.level + section.level - gone[0].level
        let text = section.title + (section.detail.map { "\n" + $0 } ?? "")
        let row = RowContent(
          id: RowID(section.id.rawValue), text: text, isDone: section.isDone, schedule: section.schedule,
          attributes: section.attributes, level: level)
        return [row]
          + section.rows.map { below in
            var below = below
            below.level += level
            return below
          }
      }
      if rows.contains(where: { $0.level > 100 }) { throw Refusal("too deep") }
      sections[try self.section(.section(holder))].rows.insert(contentsOf: rows, at: spot.index)
    }
  }

  mutating func demoteItems(in addresses: [Address]) throws {
    let named = try addresses.map { sections[try section($0)].id }
    let scope = addresses.isEmpty ? sections.map(\.id) : named.flatMap { subtree(of: $0) }
    for id in scope where sections.contains(where: { $0.id == id }) {
      for child in children(of: id).map(\.id) {
        if subtree(of: child).contains(where: { below in sections.contains { $0.id == below && $0.isDone == nil } }) {
          break
        }
        try demote([.section(child)], to: nil)
      }
    }
  }

  private static func section(of row: RowContent) -> SectionDraft {
    let lines = row.text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    return SectionDraft(
      SectionContent(
        lines[0], detail: lines.count > 1 ? lines[1] : nil, isDone: row.isDone, attributes: row.attributes,
        schedule: row.schedule))
  }

  /// Whether a row is a section in another model, or a section a row.
  func changesKinds(to other: ModelOutline) -> Bool {
    func numbers(_ model: ModelOutline) -> Set<Int64> { Set(model.sections.map(\.id.rawValue)) }
    func rows(_ model: ModelOutline) -> Set<Int64> { Set(model.sections.flatMap(\.rows).map(\.id.rawValue)) }
    return !numbers(self).isDisjoint(with: rows(other)) || !numbers(other).isDisjoint(with: rows(self))
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
}
