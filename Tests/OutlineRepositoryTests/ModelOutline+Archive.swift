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
      if case .row(let id) = item {
        try moveRows([id], to: Placement(.inside(.section(archive))))
      } else {
        try put(item, in: archive.rawValue, at: .max)
      }
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
        gone += doneBranches(of: section).map { .row($0) }
      }
    }
    try archive(gone)
  }

  /// The outermost done rows of a section below which nothing is open.
  private func doneBranches(of section: Section) -> [RowID] {
    var found: [RowID] = []
    var index = 0
    while index < section.rows.count {
      let row = section.rows[index]
      let below = section.rows[(index + 1)...].prefix { $0.level > row.level }
      let goes = row.isDone == true && !below.contains { $0.isDone == false }
      if goes { found.append(row.id) }
      index += 1 + (goes ? below.count : 0)
    }
    return found
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
      if case .row = item { throw Refusal("gone") }
      if let beside = try placement(of: item, beside: place, in: nil) {
        return try move([Address(item)], to: beside)
      }
      return try put(item, in: nil, at: position)
    }
    let path = try Address.parts(place.path)
    let numbered = self.name(of: number)
    let named = sections.filter { titles($0.id) == path }
    let holder = numbered != path.last && named.count == 1 ? named[0].id.rawValue : number
    guard let found = try? self.item(.id(holder)) else { throw Refusal("gone") }
    let section =
      switch found {
      case .section(let index), .row(let index, _): index
      }
    if try isBelowArchived(sections[section].id) { throw Refusal("archived too") }
    if case .row = found, item.isSection { throw Refusal("gone") }
    if let beside = try placement(of: item, beside: place, in: holder) {
      return try move([Address(item)], to: beside)
    }
    try put(item, in: holder, at: place.position == 1 ? 1 : position)
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
    let (holder, position) = (try holder(of: item), try spot(of: item).position)
    let siblings = try siblings(of: item)
    var previous = position > 1 ? siblings[position - 2] : nil
    let gone: [ItemID] =
      item.isSection
      ? subtree(of: archive).dropFirst().map { .section($0) }
      : sections[try section(.section(archive))].rows.map { .row($0.id) }
    let places = gone.compactMap { id in attributes(of: id).map { (id: id.number, place: Place($0)) } }
    while let next = places.last(where: { $0.place.parent == holder?.number && $0.place.previous == previous }) {
      previous = next.id
    }
    return Place(
      parent: holder?.number, previous: previous, next: siblings.dropFirst(position).first,
      path: holder.map { Address.words(forPath: path(of: $0)) } ?? "")
  }

  /// The row that a row is below, or else the section that an item is in.
  func holder(of item: ItemID) throws -> ItemID? {
    switch item {
    case .section(let id): return parent(of: id).map { .section($0) }
    case .row(let id):
      let (section, row) = try row(.row(id))
      return parent(ofRow: row, in: section).map { .row(sections[section].rows[$0].id) }
        ?? .section(sections[section].id)
    }
  }

  private func path(of item: ItemID) -> [String] {
    switch item {
    case .section(let id): return titles(id)
    case .row(let id):
      guard let section = sections.first(where: { $0.rows.contains { $0.id == id } }) else { return [] }
      var around: [(level: Int, text: String)] = []
      for row in section.rows {
        while let last = around.last, last.level >= row.level { around.removeLast() }
        around.append((row.level, row.text))
        if row.id == id { break }
      }
      return titles(section.id) + around.map(\.text)
    }
  }

  /// The numbers of an item and of those beside it among the rows or sections of what it is in.
  private func siblings(of item: ItemID) throws -> [Int64] {
    switch item {
    case .section(let id): return children(of: parent(of: id)).map(\.id.rawValue)
    case .row(let id):
      let (section, row) = try row(.row(id))
      return children(ofRow: parent(ofRow: row, in: section), in: section).map {
        sections[section].rows[$0].id.rawValue
      }
    }
  }

  /// Where an item goes beside what it was beside; nil if both are gone.
  private func placement(of item: ItemID, beside place: Place, in holder: Int64?) throws -> Placement? {
    func neighbour(_ direction: KeyPath<Place, Int64?>) throws -> (address: Address?, isFirst: Bool) {
      var place = place
      while let number = place[keyPath: direction] {
        guard let found = try? self.item(.id(number)) else { return (nil, false) }
        let there = id(found)
        if try self.holder(of: there)?.number == holder {
          return (item.isSection == there.isSection ? .id(number) : nil, false)
        }
        guard try isArchived(there), let next = attributes(of: there).map(Place.init), next.parent == place.parent
        else { return (nil, false) }
        place = next
      }
      return (nil, place.position == 1)
    }
    let (previous, isFirst) = try neighbour(\.previous)
    if let previous { return Placement(.after(previous)) }
    if isFirst { return try placement(of: item, in: holder, at: 1) }
    return try neighbour(\.next).address.map { Placement(.before($0)) }
  }

  private func placement(of item: ItemID, in holder: Int64?, at position: Int) throws -> Placement {
    let isThere = try self.holder(of: item)?.number == holder
    let count: Int
    if item.isSection {
      count = children(of: holder.map { SectionID($0) }).count
    } else {
      switch try holder.map({ try self.item(.id($0)) }) {
      case .section(let section): count = children(ofRow: nil, in: section).count
      case .row(let section, let row): count = children(ofRow: row, in: section).count
      case nil: count = 0
      }
    }
    let last = count + (isThere ? 0 : 1)
    return Placement(holder.map { .inside(.id($0)) } ?? .anywhere, .at(min(position, last)))
  }

  /// The title or text of what has a number.
  private func name(of number: Int64) -> String? {
    sections.first { $0.id.rawValue == number }?.title
      ?? sections.flatMap(\.rows).first { $0.id.rawValue == number }?.text
  }

  private func titles(_ id: SectionID) -> [String] {
    (parent(of: id).map(titles) ?? []) + sections.filter { $0.id == id }.map(\.title)
  }

  /// The section that an item is in, and its position among the rows or sections there, from 1.
  func spot(of item: ItemID) throws -> (parent: SectionID?, position: Int) {
    let position = (try siblings(of: item).firstIndex(of: item.number) ?? 0) + 1
    switch item {
    case .section(let id): return (parent(of: id), position)
    case .row(let id): return (sections[try row(.row(id)).section].id, position)
    }
  }

  /// Moves a row among rows, or a section among sections, to a position as far as there are as many.
  private mutating func put(_ item: ItemID, in holder: Int64?, at position: Int) throws {
    let placement = try placement(of: item, in: holder, at: position)
    switch item {
    case .row(let id): try moveRows([id], to: placement)
    case .section(let id): try moveSections([id], to: placement)
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
