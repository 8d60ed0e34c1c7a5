import OutlineCore

// What is archived is a row or section with an attribute that says where it stood.
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
    for item in items {
      let (parent, position) = try spot(of: item)
      if let parent, subtree(of: archive).contains(parent) { continue }
      let path = parent.map(titles) ?? []
      try set(
        "{\"archived-from\":\"\(parent.map { "@\($0.rawValue)" } ?? ""):\(position)"
          + (path.isEmpty ? "" : " " + Address.words(forPath: path)) + "\"}", of: item)
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
    let archived = archive.map { subtree(of: $0) } ?? []
    func isArchived(_ item: ItemID) throws -> Bool {
      guard let parent = try spot(of: item).parent else { return false }
      return archived.contains(parent) && attributes(of: item) != nil
    }
    guard let placement else {
      let order = sections.map { ItemID.section($0.id) } + sections.flatMap(\.rows).map { .row($0.id) }
      let reversed = order.filter { $0.isSection }.reversed() + order.filter { !$0.isSection }.reversed()
      for item in reversed where items.contains(item) { try unarchive(item) }
      return
    }
    for item in items {
      guard try isArchived(item) else { throw Refusal("not archived") }
      try set(nil, of: item)
    }
    if !items.isEmpty { try move(items.map { Address($0) }, to: placement) }
  }

  private mutating func unarchive(_ item: ItemID) throws {
    let archived = archive.map { subtree(of: $0) } ?? []
    guard let from = try spot(of: item).parent, archived.contains(from), let text = attributes(of: item) else {
      throw Refusal("not archived")
    }
    try set(nil, of: item)
    let value = text.split(separator: "\"", omittingEmptySubsequences: false)[3]
    let parts = value.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let numbers = parts[0].split(separator: ":", omittingEmptySubsequences: false)
    let position = Int(numbers[1]) ?? 1
    guard let number = Int64(numbers[0].dropFirst()) else {
      if case .row(let row) = item {
        let top = children(of: nil)
        let next = position <= top.count ? top[position - 1] : nil
        let level = next?.level ?? top.last?.level ?? 1
        return try makeSections([row], at: Spot(parent: nil, next: next?.id, level: level))
      }
      return try put(item, in: nil, at: position)
    }
    let path = parts.count > 1 ? try Address.parts(parts[1]) : []
    let numbered = self.name(of: number)
    let named = sections.filter { titles($0.id) == path }
    let holder = numbered != path.last && named.count == 1 ? named[0].id.rawValue : number
    if let section = sections.first(where: { $0.id.rawValue == holder }) {
      if archived.contains(section.id) { throw Refusal("archived too") }
      return try put(item, in: section.id, at: position)
    }
    guard case .row(let section, _)? = try? self.item(.id(holder)), !archived.contains(sections[section].id) else {
      throw Refusal("gone")
    }
    try move([Address(item)], to: Placement(.inside(.id(holder))))
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
  private func spot(of item: ItemID) throws -> (parent: SectionID?, position: Int) {
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

extension ItemID {
  fileprivate var isSection: Bool { if case .section = self { true } else { false } }
}
