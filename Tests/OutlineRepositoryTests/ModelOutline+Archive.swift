import OutlineCore

// What is archived is a row or section with an attribute that says where it was.
extension ModelOutline {
  /// The first section at the top that is titled Archive.
  var archive: SectionID? { children(of: nil).first { $0.title == "Archive" }?.id }

  /// The sections that are not the archive, or below it.
  var unarchived: [SectionID] {
    let archived = archive.map { subtree(of: $0) } ?? []
    return sections.map(\.id).filter { !archived.contains($0) }
  }

  mutating func archive(_ addresses: [Address]) throws {
    let items = try outermost(addresses)
    if items.isEmpty { return }
    if self.archive == nil {
      try addSections([SectionDraft(title: "Archive")], to: Placement())
      if let archive { try fold(.sections([.section(archive)], recursive: false), .collapse, as: actor) }
    }
    guard let archive else { return }
    if items.contains(.section(archive)) { throw Refusal("the archive itself") }
    let archived = subtree(of: archive)
    let moving = try items.filter { item in try !(spot(of: item).parent.map(archived.contains) ?? false) }
    for (item, place) in try moving.map({ ($0, try place(of: $0, in: archive)) }) {
      let before = try spot(of: item).position
      try set(place.text(at: before), of: item)
      try put(item, in: archive, at: .max)
    }
  }

  mutating func archiveDone(in addresses: [Address]?) throws {
    let subtrees = try addresses?.map { subtree(of: sections[try section($0)].id) }
    let within = subtrees?.flatMap(\.self) ?? unarchived
    let staying = subtrees?.compactMap(\.first).filter { id in
      !(subtrees ?? []).contains { $0.dropFirst().contains(id) }
    }
    var (gone, covered): ([Address], [SectionID]) = ([], [])
    for section in sections where within.contains(section.id) && !covered.contains(section.id) {
      let below = sections.filter { subtree(of: section.id).contains($0.id) }
      let isOpen = below.flatMap { [$0.isDone] + $0.rows.map(\.isDone) }.contains(false)
      if section.isDone == true, !isOpen, !(staying ?? []).contains(section.id) {
        gone.append(.section(section.id))
        covered += below.map(\.id)
      } else {
        gone += section.rows.filter { $0.isDone == true }.map { .row($0.id) }
      }
    }
    try archive(gone)
  }

  mutating func unarchive(_ addresses: [Address], to placement: Placement?) throws {
    let items = try items(addresses).map(id)
    guard let placement else {
      let order = sections.map { ItemID.section($0.id) } + sections.flatMap(\.rows).map { .row($0.id) }
      for item in order where items.contains(item) { try unarchive(item) }
      return
    }
    for item in items {
      guard try isArchived(item) else { throw Refusal("not archived") }
      try set(nil, of: item)
    }
    if !items.isEmpty { try move(items.map { Address($0) }, to: placement) }
  }

  private mutating func unarchive(_ item: ItemID) throws {
    guard try isArchived(item), let text = attributes(of: item) else { throw Refusal("not archived") }
    try set(nil, of: item)
    let place = Place(text)
    let position = place.position
    guard let number = place.parent else {
      let beside = try placement(of: item, beside: place, in: nil)
      if let beside, beside.anchor != .anywhere || item.isSection { return try move([Address(item)], to: beside) }
      if case .row(let row) = item {
        let top = children(of: nil)
        let index = beside == nil ? position : 1
        let next = index <= top.count ? top[index - 1] : nil
        let level = next?.level ?? top.last?.level ?? 1
        return try makeSections([row], at: Spot(parent: nil, next: next?.id, level: level))
      }
      return try put(item, in: nil, at: position)
    }
    let path = try Address.parts(place.path)
    let numbered = self.name(of: number)
    let named = sections.filter { titles($0.id) == path }
    let holder = numbered != path.last && named.count == 1 ? named[0].id.rawValue : number
    if let section = sections.first(where: { $0.id.rawValue == holder }) {
      if try isBelowArchived(section.id) { throw Refusal("archived too") }
      if let beside = try placement(of: item, beside: place, in: section.id) {
        return try move([Address(item)], to: beside)
      }
      return try put(item, in: section.id, at: position)
    }
    guard case .row(let section, _)? = try? self.item(.id(holder)), try !isBelowArchived(sections[section].id) else {
      throw Refusal("gone")
    }
    try move([Address(item)], to: Placement(.inside(.id(holder))))
  }

  /// Whether an item is in the archive, or in an outermost section that may have been the archive.
  private func isArchived(_ item: ItemID) throws -> Bool {
    guard let parent = try spot(of: item).parent, let text = attributes(of: item) else { return false }
    return isBelowArchive(parent) || self.parent(of: parent) == nil && Place(text).parent != parent.rawValue
  }

  private func isBelowArchive(_ section: SectionID) -> Bool {
    archive.map { subtree(of: $0).contains(section) } ?? false
  }

  private func isBelowArchived(_ section: SectionID) throws -> Bool {
    try isBelowArchive(section) || isArchived(.section(section)) || parent(of: section).map(isBelowArchived) ?? false
  }

  /// Removes the places of items that leave the archive.
  mutating func forgetPlaces(of items: [ItemID], goingTo parent: SectionID?) throws {
    if parent.map(isBelowArchive) == true { return }
    for item in items where attributes(of: item) != nil {
      if try spot(of: item).parent != parent { try set(nil, of: item) }
    }
  }

  /// The section that something at a placement is in; nil at the top.
  func holder(at placement: Placement) throws -> SectionID? {
    let address: Address
    switch placement.anchor {
    case .anywhere: return nil
    case .inside(let holder): address = holder
    case .before(let other), .after(let other): address = other
    }
    switch try (item(address), placement.anchor) {
    case (.row(let section, _), _), (.section(let section), .inside): return sections[section].id
    case (.section(let section), _): return parent(of: sections[section].id)
    }
  }

  /// The place of an item that is about to be archived; what was archived from its list before is there too.
  private func place(of item: ItemID, in archive: SectionID) throws -> Place {
    let (parent, position) = try spot(of: item)
    let siblings = try siblings(of: item)
    var previous = position > 1 ? siblings[position - 2] : nil
    let gone: [ItemID] =
      item.isSection
      ? subtree(of: archive).dropFirst().map { .section($0) }
      : sections[try section(.section(archive))].rows.map { .row($0.id) }
    let places = gone.compactMap { id in attributes(of: id).map { (id: id.number, place: Place($0)) } }
    while let next = places.last(where: { $0.place.parent == parent?.rawValue && $0.place.previous == previous }) {
      previous = next.id
    }
    return Place(
      parent: parent?.rawValue, previous: previous, next: siblings.dropFirst(position).first,
      path: parent.map { Address.words(forPath: titles($0)) } ?? "")
  }

  /// The numbers of an item and of those beside it among the rows or sections of its parent.
  private func siblings(of item: ItemID) throws -> [Int64] {
    switch item {
    case .section(let id): children(of: parent(of: id)).map(\.id.rawValue)
    case .row(let id): sections[try row(.row(id)).0].rows.map(\.id.rawValue)
    }
  }

  /// Where an item goes beside what it was beside; nil if both are gone.
  private func placement(of item: ItemID, beside place: Place, in parent: SectionID?) throws -> Placement? {
    func neighbour(_ direction: KeyPath<Place, Int64?>) throws -> (address: Address?, isFirst: Bool) {
      var place = place
      while let number = place[keyPath: direction] {
        guard let found = try? self.item(.id(number)) else { return (nil, false) }
        let there = id(found)
        if try spot(of: there).parent == parent {
          return (item.isSection && !there.isSection ? nil : .id(number), false)
        }
        guard try isArchived(there), let next = attributes(of: there).map(Place.init), next.parent == place.parent
        else { return (nil, false) }
        place = next
      }
      return (nil, place.position == 1)
    }
    let (previous, isFirst) = try neighbour(\.previous)
    if let previous { return Placement(.after(previous)) }
    if isFirst { return Placement(parent.map { .inside(.section($0)) } ?? .anywhere, .first) }
    return try neighbour(\.next).address.map { Placement(.before($0)) }
  }

  /// The title or text of what has a number.
  private func name(of number: Int64) -> String? {
    sections.first { $0.id.rawValue == number }?.title
      ?? sections.flatMap(\.rows).first { $0.id.rawValue == number }?.text
  }

  private func titles(_ id: SectionID) -> [String] {
    (parent(of: id).map(titles) ?? []) + sections.filter { $0.id == id }.map(\.title)
  }

  /// The parent of an item, and its position among the rows or sections there, from 1.
  func spot(of item: ItemID) throws -> (parent: SectionID?, position: Int) {
    switch item {
    case .section(let id):
      let parent = parent(of: id)
      return (parent, (children(of: parent).firstIndex { $0.id == id } ?? 0) + 1)
    case .row(let id):
      let (section, row) = try row(.row(id))
      return (sections[section].id, row + 1)
    }
  }

  /// Moves a row among rows, or a section among sections, to a position as far as there are as many.
  private mutating func put(_ item: ItemID, in parent: SectionID?, at position: Int) throws {
    switch item {
    case .row(let id):
      guard let parent else { return }
      let (section, row) = try row(.row(id))
      let content = sections[section].rows.remove(at: row)
      let holder = try self.section(.section(parent))
      sections[holder].rows.insert(content, at: min(position - 1, sections[holder].rows.count))
    case .section(let id):
      let count = children(of: parent).count { $0.id != id }
      let placement = Placement.Position.at(min(position - 1, count) + 1)
      try moveSections([id], to: Placement(parent.map { .inside(.section($0)) } ?? .anywhere, placement))
    }
  }

  private func attributes(of item: ItemID) -> String? {
    switch item {
    case .section(let id): sections.first { $0.id == id }?.attributes
    case .row(let id): sections.flatMap(\.rows).first { $0.id == id }?.attributes
    }
  }

  private mutating func set(_ attributes: String?, of item: ItemID) throws {
    switch item {
    case .section(let id): sections[try section(.section(id))].attributes = attributes
    case .row(let id):
      let (section, row) = try row(.row(id))
      sections[section].rows[row].attributes = attributes
    }
  }
}

/// What the attribute of something that is archived says.
private struct Place {
  let parent: Int64?
  var position = 1
  let previous: Int64?
  let next: Int64?
  let path: String

  func text(at position: Int) -> String {
    let numbers = [("@", parent), (":", Int64(position)), (">", previous), ("<", next)]
    let place = numbers.map { sign, number in number.map { "\(sign)\($0)" } ?? "" }.joined()
    return "{\"archived-from\":\"\(place)\(path.isEmpty ? "" : " ")\(path)\"}"
  }
}

extension Place {
  init(_ attributes: String) {
    let value = attributes.split(separator: "\"", omittingEmptySubsequences: false)[3]
    let parts = value.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    func number(_ sign: Character) -> Int64? {
      parts[0].firstIndex(of: sign).flatMap { Int64(parts[0][$0...].dropFirst().prefix(while: \.isNumber)) }
    }
    self.init(
      parent: number("@"), position: number(":").map(Int.init) ?? 1, previous: number(">"), next: number("<"),
      path: parts.count > 1 ? parts[1] : "")
  }
}

extension ItemID {
  fileprivate var isSection: Bool { if case .section = self { true } else { false } }
}
