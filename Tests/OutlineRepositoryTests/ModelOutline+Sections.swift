import OutlineCore

extension ModelOutline {
  /// Where sections go: below a parent, before one of its children, at that neighbour's level.
  struct Spot {
    var parent: SectionID?
    var next: SectionID?
    var level: Int
  }

  /// The spot that a place names, as it will be once the sections `moving` have left.
  func spot(_ placement: Placement, moving: [SectionID] = []) throws -> Spot {
    switch placement.anchor {
    case .before(let address), .after(let address):
      let sibling = sections[try section(address)]
      if moving.contains(sibling.id) { throw Refusal("next to itself") }
      let parent = parent(of: sibling.id)
      let children = children(of: parent).map(\.id)
      let index = children.firstIndex(of: sibling.id) ?? 0
      if case .before = placement.anchor { return Spot(parent: parent, next: sibling.id, level: sibling.level) }
      let next = children[(index + 1)...].first { !moving.contains($0) }
      return Spot(parent: parent, next: next, level: sibling.level)
    case .anywhere:
      return try spot(below: nil, placement.position, moving: moving)
    case .inside(let address):
      return try spot(below: sections[try section(address)].id, placement.position, moving: moving)
    }
  }

  private func spot(below parent: SectionID?, _ position: Placement.Position, moving: [SectionID]) throws -> Spot {
    let children = children(of: parent)
    let staying = children.filter { !moving.contains($0.id) }
    let end = Spot(parent: parent, next: nil, level: children.last?.level ?? level(of: parent) + 1)
    switch position {
    case .last: return end
    case .first: return Spot(parent: parent, next: staying.first?.id, level: children.first?.level ?? end.level)
    case .at(let number):
      guard number >= 1, number <= staying.count + 1 else { throw Refusal("no such position") }
      if number == staying.count + 1 { return end }
      return Spot(parent: parent, next: staying[number - 1].id, level: staying[number - 1].level)
    }
  }

  mutating func addSections(_ drafts: [SectionDraft], to placement: Placement, asTyped: Bool = false) throws {
    if drafts.isEmpty { return }
    let spot = try spot(placement)
    let isBelowTask = spot.parent.map { parent in sections.contains { $0.id == parent && $0.isDone != nil } } ?? false
    var root = Int.max
    var nodes: [Section] = []
    for draft in drafts {
      root = min(root, draft.level)
      let level = level(of: root, at: spot, isTop: placement.anchor == .anywhere) + draft.level - root
      if level > 100 { throw Refusal("too deep") }
      made += 1
      nodes.append(
        Section(
          id: SectionID(made), level: level, title: draft.title, detail: draft.detail,
          isCollapsible: draft.isCollapsible, newRows: draft.newRows,
          isDone: draft.isDone ?? (asTyped && isBelowTask ? false : nil),
          schedule: draft.content.schedule, attributes: draft.attributes, rows: draft.rows.map { makeRow($0) }))
    }
    var added = ModelOutline()
    added.sections = nodes
    insert(added.tree, below: spot.parent, before: spot.next)
  }

  /// The level of new sections: their neighbour's; at the end of the top level they may keep a smaller one.
  private func level(of root: Int, at spot: Spot, isTop: Bool) -> Int {
    guard isTop else { return spot.level }
    if sections.isEmpty { return root }
    return spot.next == nil ? min(root, spot.level) : spot.level
  }

  mutating func moveSections(_ ids: [SectionID], to placement: Placement) throws {
    let roots = ids.filter { id in !ids.contains { $0 != id && subtree(of: $0).contains(id) } }
    let spot = try spot(placement, moving: roots)
    if roots.contains(where: { root in spot.parent.map { subtree(of: root).contains($0) } ?? false }) {
      throw Refusal("into itself")
    }
    let nodes = remove(roots).map { $0.atLevel(spot.level) }
    if nodes.flatMap(\.sections).contains(where: { $0.level > 100 }) { throw Refusal("too deep") }
    insert(nodes, below: spot.parent, before: spot.next)
  }

  mutating func delete(_ addresses: [Address], _ options: DeleteOptions) throws {
    let found = try items(addresses)
    let stays = try parents(staying: found, of: addresses, options)
    let named = found.filter { !stays.contains(id($0)) }
    var roots: [SectionID] = []
    for case .section(let index) in named { roots.append(sections[index].id) }
    roots = roots.filter { id in !roots.contains { $0 != id && subtree(of: $0).contains(id) } }
    let gone = roots.flatMap { subtree(of: $0) }
    let rowsOnly = named.compactMap { if case .row = $0 { Address(id($0)) } else { nil } }
    let top = try outermost(rowsOnly).map { RowID($0.number) }
    for root in roots where !options.isRecursive {
      let below = subtree(of: root)
      let hasRows = sections.contains { below.contains($0.id) && !$0.rows.isEmpty }
      if below.count > 1 || hasRows && options.keepsRowsIn == nil { throw Refusal("not empty") }
    }
    let target = try options.keepsRowsIn.map { sections[try section($0)].id }
    if let target, gone.contains(target) { throw Refusal("kept in what is deleted") }
    if let target {
      let below = try keptBelow(top, besides: Set(named.map(id)))
      try forgetPlaces(of: below.map { .row($0) }, goingTo: target)
      try moveRows(below, to: Placement(.inside(.section(target))))
    }
    let branches = try removeBranches(top)
    if !options.isRecursive, branches.contains(where: { $0.count > 1 }) { throw Refusal("not empty") }
    let rows = branches.flatMap(\.self)
    if let target {
      let leaving = sections.filter { gone.contains($0.id) }.flatMap(\.rows)
      try forgetPlaces(of: leaving.map { .row($0.id) }, goingTo: target)
    }
    let kept = remove(roots).flatMap(\.sections).flatMap(\.rows)
    if let target, let index = sections.firstIndex(where: { $0.id == target }) { sections[index].rows += kept }
    for user in viewers.keys {
      for id in gone { viewers[user]?.flags[id] = nil }
      for row in rows + (target == nil ? kept : []) { viewers[user]?.flags[SectionID(row.id.rawValue)] = nil }
    }
  }

  /// The rows that a filter found and that stay, because something below them does not fit.
  private func parents(staying found: [Found], of addresses: [Address], _ options: DeleteOptions) throws -> Set<ItemID>
  {
    let isFiltered = addresses.contains { if case .fitting = $0 { true } else { false } }
    guard isFiltered, !options.isRecursive, options.keepsRowsIn == nil else { return [] }
    let ids = Set(found.map(id))
    return Set(
      found.filter { item in
        guard case .row(let section, let row) = item else { return false }
        return branch(row, in: section).contains { !ids.contains(.row(sections[section].rows[$0].id)) }
      }.map(id))
  }

  /// The outermost rows below rows that are deleted, besides those that are deleted with them by name.
  private func keptBelow(_ rows: [RowID], besides named: Set<ItemID>) throws -> [RowID] {
    try rows.flatMap { id in
      let (section, row) = try row(.row(id))
      let branch = branch(row, in: section)
      let children = branch.dropFirst().filter { parent(ofRow: $0, in: section) == row }
      return try children.map { sections[section].rows[$0].id }.flatMap { child in
        named.contains(.row(child)) ? try keptBelow([child], besides: named) : [child]
      }
    }
  }

  mutating func deleteDone(in addresses: [Address]?, _ isRecursive: Bool) throws {
    let subtrees = try addresses?.map { subtree(of: sections[try section($0)].id) }
    let within = subtrees?.flatMap(\.self) ?? unarchived
    // A section that is named stays, unless it is below another one that is named.
    let staying = subtrees?.compactMap(\.first).filter { id in
      !(subtrees ?? []).contains { $0.dropFirst().contains(id) }
    }
    for id in sections.map(\.id) where within.contains(id) && !(staying ?? []).contains(id) {
      let below = subtree(of: id).compactMap { id in sections.first { $0.id == id } }
      let boxes = below.flatMap { [$0.isDone] + $0.rows.map(\.isDone) }
      guard below.first?.isDone == true, isRecursive || !boxes.contains(false) else { continue }
      _ = remove([id])
      for user in viewers.keys {
        for section in below {
          viewers[user]?.flags[section.id] = nil
          for row in section.rows { viewers[user]?.flags[SectionID(row.id.rawValue)] = nil }
        }
      }
    }
    for index in sections.indices where within.contains(sections[index].id) {
      var row = 0
      while row < sections[index].rows.count {
        let branch = branch(row, in: index)
        let below = sections[index].rows[branch]
        guard below.first?.isDone == true, isRecursive || !below.contains(where: { $0.isDone == false }) else {
          row += 1
          continue
        }
        for gone in below {
          for user in viewers.keys { viewers[user]?.flags[SectionID(gone.id.rawValue)] = nil }
        }
        sections[index].rows.removeSubrange(branch)
      }
    }
  }

  mutating func tick(_ addresses: [Address], isDone: Bool, on day: Day?) throws {
    var targets = try items(addresses)
    for case .section(let index) in targets {
      let below = subtree(of: sections[index].id)
      for index in sections.indices where below.contains(sections[index].id) {
        let rows = sections[index].rows.indices.filter { sections[index].rows[$0].isDone == !isDone }
        let tasks = (sections[index].isDone == !isDone ? [.section(index)] : []) + rows.map { Found.row(index, $0) }
        targets += tasks.filter { !targets.contains($0) }
      }
    }
    for case .row(let section, let row) in targets {
      let below = branch(row, in: section).dropFirst().filter { sections[section].rows[$0].isDone == !isDone }
      targets += below.map { Found.row(section, $0) }.filter { !targets.contains($0) }
    }
    try change(targets, to: Patch(checkBox: isDone ? .done : .open, doneOn: day))
  }

  /// Changes items by one patch, and opens the tasks below those that come again.
  mutating func change(_ items: [Found], to patch: Patch) throws {
    let before = self
    for item in items { try change(item, to: patch) }
    let again = items.filter { item in
      let (old, new) = (before.task(item), task(item))
      return patch.checkBox == .done && patch.doneOn != nil && old.isDone != true && new.isDone == false
    }
    for item in try again.flatMap(tasks) where !again.contains(item) { try change(item, to: Patch(checkBox: .open)) }
  }

  private func task(_ item: Found) -> (isDone: Bool?, schedule: Schedule) {
    switch item {
    case .row(let section, let row): (sections[section].rows[row].isDone, sections[section].rows[row].schedule)
    case .section(let index): (sections[index].isDone, sections[index].schedule)
    }
  }

  /// The tasks below an item.
  private func tasks(below item: Found) throws -> [Found] {
    let below: [Found]
    switch item {
    case .row(let section, let row): below = branch(row, in: section).dropFirst().map { .row(section, $0) }
    case .section(let index):
      let ids = subtree(of: sections[index].id)
      below = sections.indices.filter { ids.contains(sections[$0].id) }.flatMap { place in
        (place == index ? [] : [.section(place)]) + sections[place].rows.indices.map { Found.row(place, $0) }
      }
    }
    return below.filter { task($0).isDone != nil }
  }

  mutating func change(_ item: Found, to patch: Patch) throws {
    switch item {
    case .row(let section, let row):
      if patch.detail != nil || patch.isCollapsible != nil || patch.newRows != nil { throw Refusal("not for rows") }
      if let text = patch.text {
        let old = sections[section].rows[row].text
        let seesNote = [text, patch.oldText ?? ""].contains { $0.utf8.contains(10) }
        let note = seesNote ? [] : Array(old.utf8.drop { $0 != 10 })
        sections[section].rows[row].text = text + String(decoding: note, as: UTF8.self)
      }
      let old = sections[section].rows[row]
      (sections[section].rows[row].isDone, sections[section].rows[row].schedule) = patch.model(old.isDone, old.schedule)
    case .section(let index):
      let old = sections[index]
      (sections[index].isDone, sections[index].schedule) = patch.model(old.isDone, old.schedule)
      if patch.text == "" { throw Refusal("an empty title") }
      if let title = patch.text { sections[index].title = title }
      if let detail = patch.detail { sections[index].detail = detail.isEmpty ? nil : detail }
      if let isCollapsible = patch.isCollapsible { sections[index].isCollapsible = isCollapsible }
      if let newRows = patch.newRows { sections[index].newRows = newRows }
    }
  }
}

extension Patch {
  /// What the model makes of a check box and a schedule; it knows the rules of ``repeats`` alone.
  fileprivate func model(_ isDone: Bool?, _ schedule: Schedule) -> (isDone: Bool?, schedule: Schedule) {
    guard let checkBox else { return (isDone, schedule) }
    if checkBox == .plain { return (nil, .none) }
    guard checkBox == .done, isDone != true, let doneOn, let due = schedule.due, let rule = schedule.repeats else {
      return (checkBox.isDone, schedule)
    }
    var (next, left) = (due, rule)
    switch rule {
    case Self.repeats[0]: repeat { next.day = next.day.adding(days: 3) ?? next.day } while next.day <= doneOn
    case Self.repeats[1]: next.day = doneOn.adding(days: 2) ?? doneOn
    case Self.repeats[2]:
      if doneOn > due.day { return (true, schedule) }
      next.day = due.day.adding(days: 1) ?? due.day
      left = "FREQ=DAILY;COUNT=1"
    default: return (true, schedule)
    }
    return (false, Schedule(due: next, repeats: left))
  }

  /// The rules that the model knows: one that counts from the due day, one from the day it was done, one that ends, and one that
  /// pleat cannot follow.
  static let repeats = [
    "FREQ=DAILY;INTERVAL=3", "FREQ=DAILY;INTERVAL=2;X-FROM=DONE", "FREQ=DAILY;COUNT=2", "FREQ=MONTHLY;BYSETPOS=1",
  ]
}
