import OutlineCore
import OutlineStore

// Archived items keep their kinds and numbers, and an attribute records their former places.
extension Planner {
  func archive(_ items: [Item]) throws -> Plan {
    if items.isEmpty { return Plan() }
    guard let archive = try reader.archive(), let archived = try reader.archivedPart() else {
      return try Plan(parts: makingArchive() + [EditPart(.edit(.archive(items.map { Address($0.id) })), index: 0)])
    }
    let items = try outermostInOrder(items)
    if items.contains(where: { $0.id == .section(archive.id) }) { throw OutlineError.isArchive(title: archive.title) }
    let moving = items.filter { !archived.contains($0.holdingSection.ord) }
    let others = items.filter { archived.contains($0.holdingSection.ord) }.map(\.id)
    if moving.isEmpty { return Plan(items: others, unchanged: Set(others)) }
    let moves = [moving.filter { !$0.isRow }, moving.filter(\.isRow)].filter { !$0.isEmpty }.map { items in
      EditPart(.moveAlone(items.map(\.id), Placement(.inside(.section(archive.id)))), index: 0)
    }
    return Plan(
      parts: [EditPart(.patch(try placePatches(of: moving, to: archive)))] + moves
        + [EditPart(.patch(others.map { ($0, Patch()) }), index: 1)])
  }

  /// Archives the tasks that are done; see ``Edit/archiveDone(in:)``.
  func archiveDone(in addresses: [Address]?) throws -> Plan {
    let found = try parts(of: addresses).map { try doneItems(in: $0, isRecursive: false) }
    var plan = try archive(found.flatMap(\.gone))
    plan.kept = found.flatMap(\.kept)
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

  /// The patches that record the places of items: their neighbours, and their positions without the items before them.
  private func placePatches(of items: [Item], to archive: Section) throws -> [(ItemID, Patch)] {
    var left: [SiblingList: Int] = [:]
    let followers = try followers(in: archive)
    return try items.map { item in
      let holder = try resolver.holder(of: item)
      let list = SiblingList(parent: holder?.id.number, ofRows: item.isRow)
      let neighbours = try neighbours(of: item)
      var previous = neighbours.previous
      var known: Set<Int64> = []
      while let follower = followers[list]?[previous ?? 0], known.insert(follower).inserted { previous = follower }
      let place = ArchivedPlace(
        in: holder?.id.number, at: try position(of: item) - left[list, default: 0],
        between: (previous, neighbours.next),
        path: try holder.map { try resolver.path(of: $0) } ?? [])
      left[list, default: 0] += 1
      return (item.id, Patch(attributes: try reader.patch(ArchivedPlace.attribute, to: place.description)))
    }
  }

  /// Returns the numbers of archived items, by their former list and the number of the item before them (0 for none).
  ///
  /// O(n) in the number of archived items.
  private func followers(in archive: Section) throws -> [SiblingList: [Int64: Int64]] {
    let end = try reader.subtreeEnd(ord: archive.ord, level: archive.level)
    var followers: [SiblingList: [Int64: Int64]] = [:]
    for (item, text) in try reader.items(withAttribute: ArchivedPlace.attribute, in: archive, to: end) {
      guard let place = ArchivedPlace(text) else { continue }
      let isRow = if case .row = item { true } else { false }
      followers[SiblingList(parent: place.parent, ofRows: isRow), default: [:]][place.previous ?? 0] = item.number
    }
    return followers
  }

  /// The numbers of the items before and after one, among the rows or the subsections of its parent.
  private func neighbours(of item: Item) throws -> (previous: Int64?, next: Int64?) {
    switch item {
    case .row(let row, let section):
      let end = try reader.subtreeEnd(of: row)
      let next = try end.flatMap { try reader.row(after: $0 - 1, in: section.id) }.flatMap { try reader.row($0.id) }
      let isSibling = try next.map { try reader.parent(of: $0)?.id == reader.parent(of: row)?.id } ?? false
      return (try reader.sibling(before: row)?.id.rawValue, isSibling ? next?.id.rawValue : nil)
    case .section(let section):
      let parent = try resolver.parent(of: item)
      let previous = try lastSubsection(of: parent, before: section.ord)
      let next = try sectionAfterSubtree(of: section)
      let isSibling = try next.map { try reader.parent(ord: $0.ord, level: $0.level)?.id == parent?.id } ?? false
      return (previous?.id.rawValue, isSibling ? next?.id.rawValue : nil)
    }
  }

  /// The position of an item among the rows or the subsections of its parent, from 1.
  private func position(of item: Item) throws -> Int {
    switch item {
    case .row(let row, _): try reader.siblingIndex(of: row) + 1
    case .section(let section): try reader.number(of: section).sections.last ?? 1
    }
  }
}

/// The rows or the subsections of a section.
private struct SiblingList: Hashable {
  let parent: Int64?
  let ofRows: Bool
}

extension Item {
  /// The section itself, or the section that contains the row.
  var holdingSection: Section {
    switch self {
    case .section(let section), .row(_, let section): section
    }
  }
}
