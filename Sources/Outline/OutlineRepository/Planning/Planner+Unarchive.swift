import OutlineCore
import OutlineStore

// Archived items go back to their former places.
extension Planner {
  func unarchive(_ addresses: [Address], to placement: Placement?) throws -> Plan {
    let items = try resolver.distinct(addresses)
    if items.isEmpty { return Plan() }
    guard let placement else {
      let parts = items.enumerated().map { (item: $1, part: EditPart(.unarchive($1.id), index: $0)) }
      // Sections come first, because rows may have been in them; and then the order is that of the archive, because a
      // later item may have been after an earlier one.
      return Plan(parts: parts.sorted { $0.item.orderOfReturn < $1.item.orderOfReturn }.map(\.part))
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

  private func formerPlace(of item: Item) throws -> ArchivedPlace {
    if let place = try archivedPlace(of: item) { return place }
    throw OutlineError.notArchived(name: item.name)
  }

  /// The former place of an item in the archive; nil for an item that is not archived.
  ///
  /// An archive that was renamed is not the one of the settings any more. Its items are still directly in an outermost
  /// section, which is not where they were.
  private func archivedPlace(of item: Item) throws -> ArchivedPlace? {
    guard let parent = try resolver.parent(of: item),
      let place = try reader.attribute(ArchivedPlace.attribute, of: item.attributes).flatMap(ArchivedPlace.init)
    else { return nil }
    let isOutermost = try reader.parent(ord: parent.ord, level: parent.level) == nil
    return try isOutermost && place.parent != parent.id.rawValue || isInArchive(parent) ? place : nil
  }

  /// Whether a section is the archive of the settings or below it.
  private func isInArchive(_ section: Section) throws -> Bool {
    try reader.archivedPart()?.contains(section.ord) ?? false
  }

  /// Whether a section is in an archive, which may have been renamed.
  private func isArchived(_ section: Section) throws -> Bool {
    try isInArchive(section)
      || ([section] + reader.ancestors(of: section)).contains { try archivedPlace(of: .section($0)) != nil }
  }

  private func withoutPlace(_ item: Item) throws -> EditPart {
    EditPart(.patch([(item.id, Patch(attributes: try reader.patch(ArchivedPlace.attribute, to: nil)))]))
  }

  /// The steps that remove the former places of items which leave the archive in another way.
  func withoutPlaces(_ items: [Item], leavingFor placement: Placement) throws -> [EditPart] {
    let archived = items.filter { ArchivedPlace.isIn($0.attributes) }
    if archived.isEmpty { return [] }
    let target = try holder(of: placement)
    if try target.map(isInArchive) == true { return [] }
    return try archived.filter { try resolver.parent(of: $0)?.id != target?.id }.map(withoutPlace)
  }

  /// The writes that remove the former places of the rows of deleted sections, which are kept in another section.
  func withoutPlaces(ofRowsIn sections: [SectionID], leavingFor target: SectionID) throws -> [Write] {
    guard let target = try reader.section(target) else { return [] }
    let rows = try sections.compactMap(reader.section).flatMap { section in
      // No section is below it up to its own key.
      try reader.items(withAttribute: ArchivedPlace.attribute, in: section, to: section.ord).compactMap { item, _ in
        if case .row(let id) = item { try reader.row(id) } else { nil }
      }
    }
    return try withoutPlaces(of: rows, leavingFor: target)
  }

  /// The writes that remove the former places of rows, which are kept in another section.
  func withoutPlaces(of rows: [Row], leavingFor target: Section) throws -> [Write] {
    if try isInArchive(target) { return [] }
    return try rows.filter { ArchivedPlace.isIn($0.attributes) && $0.section != target.id }.map { row in
      var content = row.content
      content.attributes = try withoutPlace(content.attributes)
      return .changeRow(row.with(content), before: row.content)
    }
  }

  /// The section that contains a placement; nil at the top, and for no placement.
  private func holder(of placement: Placement) throws -> Section? {
    switch placement.anchor {
    case .anywhere: return nil
    case .inside(let address):
      switch try resolver.item(address, among: .section) {
      case .section(let section), .row(_, let section): return section
      }
    case .before(let address), .after(let address): return try resolver.parent(of: resolver.item(address))
    }
  }

  /// Returns attributes without the former place of an archived item, for a copy of the item.
  func withoutPlace(_ attributes: String?) throws -> String? {
    guard ArchivedPlace.isIn(attributes) else { return attributes }
    return try reader.attributes(attributes, mergedWith: reader.patch(ArchivedPlace.attribute, to: nil))
  }

  private func wayBack(of item: Item, to place: ArchivedPlace) throws -> EditPart.Step {
    guard place.parent != nil else { return try wayBack(of: item, to: place, in: nil) }
    if let holder = try holder(of: place), try !isArchived(holder.holdingSection), item.isRow || !holder.isRow {
      return try wayBack(of: item, to: place, in: holder)
    }
    throw OutlineError.placeGone(name: item.name, path: place.path)
  }

  /// The step that takes an item back into a section, below a row or to the top: beside a neighbour, or near its old position.
  private func wayBack(of item: Item, to place: ArchivedPlace, in holder: Item?) throws -> EditPart.Step {
    if item.isRow, holder == nil { throw OutlineError.placeGone(name: item.name, path: place.path) }
    var position = place.position
    switch try neighbour(\.previous, of: item, at: place, in: holder) {
    case .found(let previous): return .edit(.move([Address(item.id)], to: Placement(.after(Address(previous)))))
    case .end: position = 1
    case .gone:
      if case .found(let next) = try neighbour(\.next, of: item, at: place, in: holder) {
        return .edit(.move([Address(item.id)], to: Placement(.before(Address(next)))))
      }
    }
    let isThere = try resolver.holder(of: item)?.id == holder?.id
    let count = try item.isRow ? children(of: holder).count : reader.sectionCount(below: holder?.holdingSection)
    let placement = Placement(
      holder.map { .inside(Address($0.id)) } ?? .anywhere, .at(min(position, count + (isThere ? 0 : 1))))
    return .moveAlone([item.id], placement)
  }

  /// Finds the nearest former neighbour in one direction that is in the list, past those that are archived too.
  private func neighbour(
    _ direction: KeyPath<ArchivedPlace, Int64?>, of item: Item, at place: ArchivedPlace, in holder: Item?
  ) throws -> Neighbour {
    var place = place
    var known: Set<Int64> = []
    while let number = place[keyPath: direction] {
      guard known.insert(number).inserted, let next = try self.item(number) else { return .gone }
      if try resolver.holder(of: next)?.id == holder?.id { return next.isRow == item.isRow ? .found(next.id) : .gone }
      guard let there = try archivedPlace(of: next), there.parent == place.parent else { return .gone }
      place = there
    }
    return place.position == 1 ? .end : .gone
  }

  /// Returns the item with the number of a place's parent, or if its title differs, the only section with the path.
  ///
  /// Numbers are never used twice in a file, but a document may have come from another one.
  private func holder(of place: ArchivedPlace) throws -> Item? {
    let numbered = try place.parent.flatMap { try item($0) }
    guard let titles = try? Address.parts(place.path), let title = titles.last else { return numbered }
    if let numbered, numbered.name.hasSameBytes(as: title) { return numbered }
    // Only sections whose whole path has these titles count, not those further down whose path ends with them.
    let named = try resolver.sections(titles, .exact).filter { try reader.ancestors(of: $0).count + 1 == titles.count }
    return named.count == 1 ? named.first.map(Item.section) : numbered
  }

  private func item(_ number: Int64) throws -> Item? {
    if let section = try reader.section(SectionID(number)) { return .section(section) }
    guard let row = try reader.row(RowID(number)), let section = try reader.section(row.section) else { return nil }
    return .row(row, in: section)
  }
}

/// The former neighbour of an archived item.
private enum Neighbour {
  /// It is in the list.
  case found(ItemID)
  /// There was none, or all on that side are archived too.
  case end
  /// It has left the list, or is unknown.
  case gone
}

extension Item {
  var name: String {
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

  /// The item with the least value goes back first.
  fileprivate var orderOfReturn: (kind: Int, section: OrderKey, row: OrderKey) {
    switch self {
    case .section(let section): (0, section.ord, 0)
    case .row(let row, let section): (1, section.ord, row.rank)
    }
  }
}
