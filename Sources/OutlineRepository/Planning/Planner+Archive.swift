import OutlineCore
import OutlineStore

// What is archived keeps its kind and its number, and an attribute says where it stood.
extension Planner {
  func archive(_ items: [Item]) throws -> Plan {
    if items.isEmpty { return Plan() }
    guard let archive = try reader.archive(), let archived = try reader.archivedPart() else {
      return try Plan(parts: makingArchive() + [EditPart(.edit(.archive(items.map { Address($0.id) })), index: 0)])
    }
    let items = try outermostInOrder(items)
    if items.contains(where: { $0.id == .section(archive.id) }) { throw OutlineError.isArchive(title: archive.title) }
    let moving = items.filter { !archived.contains($0.section.ord) }
    let others = items.filter { archived.contains($0.section.ord) }.map(\.id)
    if moving.isEmpty { return Plan(items: others, unchanged: Set(others)) }
    let moves = [moving.filter { !$0.isRow }, moving.filter(\.isRow)].filter { !$0.isEmpty }.map { items in
      EditPart(.moveAlone(items.map(\.id), Placement(.inside(.section(archive.id)))), index: 0)
    }
    return Plan(
      parts: [EditPart(.patch(try placePatches(of: moving)))] + moves
        + [EditPart(.patch(others.map { ($0, Patch()) }), index: 1)])
  }

  /// Archives the tasks that are done; see ``Edit/archiveDone(in:)``.
  func archiveDone(in addresses: [Address]?) throws -> Plan {
    let found = try parts(of: addresses).map { try doneItems(in: $0, isRecursive: false) }
    var plan = try archive(found.flatMap(\.gone))
    plan.keptDone = found.flatMap(\.kept).map { .section($0.id) }
    return plan
  }

  /// The edits that make the archive, as the last section, and collapse it for the acting user.
  private func makingArchive() throws -> [EditPart] {
    let archive = SectionDraft(title: "\(try reader.setting(.archive))")
    let number = ItemNumber([try reader.sectionCount(below: nil) + 1])
    return [
      EditPart(.edit(.addSections([archive], to: Placement()))),
      EditPart(.edit(.fold(.sections([.number(number)], recursive: false), .collapse))),
    ]
  }

  /// The patches that note where items stand when those before them have left.
  ///
  /// So they get back in order if the last one goes back first.
  private func placePatches(of items: [Item]) throws -> [(ItemID, Patch)] {
    var left: [SiblingList: Int] = [:]
    return try items.map { item in
      let parent = try resolver.parent(of: item)
      let list = SiblingList(parent: parent?.id, ofRows: item.isRow)
      let place = ArchivedPlace(
        in: parent?.id, at: try position(of: item) - left[list, default: 0],
        path: try parent.map(resolver.path) ?? [])
      left[list, default: 0] += 1
      return (item.id, Patch(attributes: try reader.patch(ArchivedPlace.attribute, to: place.description)))
    }
  }

  /// The position of an item among the rows or the subsections of its parent, from 1.
  private func position(of item: Item) throws -> Int {
    switch item {
    case .row(let row, let section): try reader.rowIndex(of: row.rank, in: section.id) + 1
    case .section(let section): try reader.number(of: section).sections.last ?? 1
    }
  }
}

/// The rows or the subsections of a section.
private struct SiblingList: Hashable {
  let parent: SectionID?
  let ofRows: Bool
}

// MARK: - Back to where it stood

extension Planner {
  func unarchive(_ addresses: [Address], to placement: Placement?) throws -> Plan {
    let items = try resolver.distinct(addresses)
    if items.isEmpty { return Plan() }
    guard let placement else {
      let parts = items.enumerated().map { (item: $1, part: EditPart(.unarchive($1.id), index: $0)) }
      // Sections come first, because rows may have been in them.
      return Plan(parts: parts.sorted { $0.item.orderOfReturn > $1.item.orderOfReturn }.map(\.part))
    }
    for item in items { _ = try formerPlace(of: item) }
    return try Plan(
      parts: items.map(withoutPlace) + [EditPart(.edit(.move(items.map { Address($0.id) }, to: placement)), index: 0)])
  }

  /// Returns the steps that bring one item back.
  ///
  /// - Throws: ``OutlineError/notArchived(name:)``, ``OutlineError/placeGone(name:path:)``.
  func unarchive(_ item: Item) throws -> Plan {
    let place = try formerPlace(of: item)
    return Plan(parts: [try withoutPlace(item), EditPart(try wayBack(of: item, to: place), index: 0)])
  }

  /// Where an item of the archive stood.
  private func formerPlace(of item: Item) throws -> ArchivedPlace {
    if let parent = try resolver.parent(of: item), try isArchived(parent),
      let text = try reader.attribute(ArchivedPlace.attribute, of: item.attributes),
      let place = ArchivedPlace(text)
    {
      return place
    }
    throw OutlineError.notArchived(name: item.name)
  }

  private func isArchived(_ section: Section) throws -> Bool {
    try reader.archivedPart()?.contains(section.ord) ?? false
  }

  private func withoutPlace(_ item: Item) throws -> EditPart {
    EditPart(.patch([(item.id, Patch(attributes: try reader.patch(ArchivedPlace.attribute, to: nil)))]))
  }

  private func wayBack(of item: Item, to place: ArchivedPlace) throws -> EditPart.Step {
    guard place.parent != nil else {
      let count = try reader.sectionCount(below: nil)
      let isThere = item.isSection && item.section.level == 1
      let placement = Placement(.anywhere, .at(min(place.position, isThere ? count : count + 1)))
      switch item {
      case .row(let row, _): return .makeSections([row], placement)
      case .section: return .moveAlone([item.id], placement)
      }
    }
    switch try holder(of: place) {
    case .section(let section):
      if try isArchived(section) { break }
      let isThere = try resolver.parent(of: item)?.id == section.id
      let count = try item.isRow ? reader.rowCount(of: section.id) : reader.sectionCount(below: section)
      let position = min(place.position, isThere ? count : count + 1)
      return .moveAlone([item.id], Placement(.inside(.section(section.id)), .at(position)))
    case .row(let row, let section):
      if try isArchived(section) { break }
      return .edit(.move([Address(item.id)], to: Placement(.inside(.row(row.id)))))
    case nil: break
    }
    throw OutlineError.placeGone(name: item.name, path: place.path)
  }

  /// Returns what has the number of a place, unless it has another title and the path leads to something else; nil if there is
  /// neither.
  ///
  /// Numbers are never used twice in a file, but a document may have come from another one.
  private func holder(of place: ArchivedPlace) throws -> Item? {
    let numbered = try place.parent.flatMap { try item($0) }
    guard let titles = try? Address.parts(place.path), let title = titles.last else { return numbered }
    if let numbered, numbered.name.hasSameBytes(as: title) { return numbered }
    let named = try resolver.sections(titles, .exact).filter { $0.level == titles.count }
    return named.count == 1 ? named.first.map(Item.section) : numbered
  }

  private func item(_ number: Int64) throws -> Item? {
    if let section = try reader.section(SectionID(number)) { return .section(section) }
    guard let row = try reader.row(RowID(number)), let section = try reader.section(row.section) else { return nil }
    return .row(row, in: section)
  }
}

extension Item {
  /// The section, or the section of the row.
  fileprivate var section: Section {
    switch self {
    case .section(let section), .row(_, let section): section
    }
  }

  fileprivate var isSection: Bool { !isRow }

  fileprivate var name: String {
    switch self {
    case .section(let section): section.title
    case .row(let row, _): row.text
    }
  }

  fileprivate var attributes: String? {
    switch self {
    case .section(let section): section.attributes
    case .row(let row, _): row.attributes
    }
  }

  /// The item with the greatest value goes back first.
  fileprivate var orderOfReturn: (kind: Int, section: OrderKey, row: OrderKey) {
    switch self {
    case .section(let section): (1, section.ord, 0)
    case .row(let row, let section): (0, section.ord, row.rank)
    }
  }
}
