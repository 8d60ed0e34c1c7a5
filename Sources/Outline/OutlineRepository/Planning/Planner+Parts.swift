import OutlineCore
import OutlineDocuments
import OutlineStore

// Edits of several items, one after the other.
extension Planner {
  /// Returns the edits that indent each item.
  ///
  /// The first item of the outline comes first, so that all keep their order. Items below another one move with it.
  func indentations(of addresses: [Address]) throws -> [EditPart] {
    try outermost(addresses).map { EditPart(.edit(.indent([$0.address])), index: $0.index) }
  }

  /// Returns the edits that outdent each item; the last item of the outline comes first, so that all keep their order.
  func outdentations(of addresses: [Address]) throws -> [EditPart] {
    try outermost(addresses).reversed().map { EditPart(.edit(.outdent([$0.address])), index: $0.index) }
  }

  /// Returns the edits that sort each section or row.
  func sorts(of addresses: [Address], by order: SortOrder) throws -> [EditPart] {
    try resolver.distinct(addresses).enumerated().map { index, item in
      EditPart(.edit(.sort([Address(item.id)], by: order)), index: index)
    }
  }

  /// Returns the edits that move rows and sections to a placement, each after the one before it, in the order named.
  func moves(of items: [Item], to placement: Placement) -> [EditPart] {
    var last: ItemID?
    return items.enumerated().map { index, item in
      let next = last.map { Placement(.after(.id($0.number))) }
      last = item.id
      return EditPart(
        .edit(.move([Address(item.id)], to: placement.isEnd ? placement : next ?? placement)), index: index)
    }
  }

  /// Returns the edits that copy items to a placement; the last comes first if each copy pushes earlier ones away.
  func copies(of items: [Item], to placement: Placement) -> [EditPart] {
    let parts = items.enumerated().map { index, item in
      EditPart(.edit(.copy([Address(item.id)], to: placement)), index: index)
    }
    let isBefore = if case .before = placement.anchor { true } else { false }
    return isBefore || placement.isEnd ? parts : parts.reversed()
  }

  /// Returns the edits that make the inbox and add rows to it; nil if there is an inbox, or the placement needs none.
  func inboxIfMissing(for drafts: [RowDraft], to placement: Placement, asTyped: Bool) throws -> Plan? {
    guard placement.anchor == .anywhere, try reader.inbox(titled: placement.inbox) == nil else { return nil }
    let newRows = try NewRows(rawValue: "\(reader.setting(.newRows))")
    let inbox = SectionDraft(
      title: try placement.inbox ?? "\(reader.setting(.inbox))", newRows: newRows == .task ? .task : nil)
    return Plan(parts: [
      EditPart(.edit(.addSections([inbox], to: Placement()))),
      EditPart(.edit(.addRows(drafts, to: placement, asTyped: asTyped)), index: 0),
    ])
  }

  /// Returns the edits that make the section of a placement, with those of its path that are missing, and then add to it; nil if the
  /// placement makes none, or it is there.
  func holderIfMissing(_ placement: Placement, adding: (Placement) -> Edit) throws -> Plan? {
    guard placement.makesHolder, case .inside(.words(let words)) = placement.anchor else { return nil }
    var exact = resolver
    exact.takesBeginnings = false  // a section that is to be made has its whole name
    func exists(_ address: Address) throws -> Bool {
      do { _ = try exact.item(address, among: .section) } catch OutlineError.notFound { return false }
      return true
    }
    if try exists(.words(words)) { return nil }
    let titles = try Address.parts(words)
    func holder(_ depth: Int) -> Address { .words(Address.words(forPath: Array(titles.prefix(depth)))) }
    var depth = titles.count - 1
    while depth > 0, try !exists(holder(depth)) { depth -= 1 }
    let drafts = titles[depth...].enumerated().map { SectionDraft(level: $0 + 1, title: $1) }
    let place = depth == 0 ? Placement() : Placement(.inside(holder(depth)))
    return Plan(parts: [
      EditPart(.edit(.addSections(drafts, to: place))), EditPart(.edit(adding(placement.withoutMaking)), index: 0),
    ])
  }

  /// Returns the items that addresses name and that are not below another of them, by ids, in document order.
  private func outermost(_ addresses: [Address]) throws -> [(address: Address, index: Int)] {
    let items = try resolver.distinct(addresses)
    return try outermostInOrder(items).map { item in
      (Address(item.id), items.firstIndex { $0.id == item.id } ?? 0)
    }
  }

  /// Returns the items that are not below another of them, in document order.
  func outermostInOrder(_ items: [Item]) throws -> [Item] {
    let (sections, rows) = try resolver.outermost(items)
    let kept =
      sections.map { (item: Item.section($0), key: ($0.ord, -OrderKeys.bound)) }
      + rows.map { (item: Item.row($0.row, in: $0.section), key: ($0.section.ord, $0.row.rank)) }
    return kept.sorted { $0.key < $1.key }.map(\.item)
  }
}

extension Placement {
  fileprivate var withoutMaking: Placement {
    var placement = self
    placement.makesHolder = false
    return placement
  }

  /// The same placement with its neighbour or holder given by id, because other items may get the same name.
  func byNumber(_ resolver: Resolver) throws -> Placement {
    var placement = self
    switch anchor {
    case .anywhere: break
    case .inside(let address): placement.anchor = .inside(.id(try resolver.item(address, among: .section).id.number))
    case .before(let address): placement.anchor = .before(.id(try resolver.item(address).id.number))
    case .after(let address): placement.anchor = .after(.id(try resolver.item(address).id.number))
    }
    return placement
  }

  /// Whether several items that go there one by one keep their order.
  fileprivate var isEnd: Bool {
    if case .inside = anchor { position == .last } else { anchor == .anywhere && position == .last }
  }
}

/// A part of the outline: a section with everything below it, only what is below it, or the whole outline.
struct OutlinePart {
  let start: OrderKey
  /// Where it ends; nil at the end of the outline.
  let end: OrderKey?
  /// The level of the outermost sections.
  let level: Int

  /// Whether the edit names the section of this part; that section stays when done items are deleted or archived.
  let isNamed: Bool

  /// Finds the part of a section, with or without the section itself; without a section, the whole outline.
  init(_ reader: StoreReader, of section: Section? = nil, isBelow: Bool = false) throws {
    start = section.map { $0.ord + (isBelow ? 1 : 0) } ?? -OrderKeys.bound
    end = try section.flatMap { try reader.subtreeEnd(ord: $0.ord, level: $0.level) }
    level = section.map { $0.level + (isBelow ? 1 : 0) } ?? 1
    isNamed = section != nil
  }

  private init(from start: OrderKey, to end: OrderKey?) {
    (self.start, self.end, level, isNamed) = (start, end, 1, false)
  }

  /// Returns the whole outline without a range of outermost sections.
  static func all(_ reader: StoreReader, leavingOut hole: Range<OrderKey>?) throws -> [OutlinePart] {
    guard let hole else { return [try OutlinePart(reader)] }
    return [
      OutlinePart(from: -OrderKeys.bound, to: hole.lowerBound), OutlinePart(from: hole.upperBound, to: nil),
    ]
  }
}

extension StoreReader {
  /// Returns a part of the outline as a document, without identity, users and flags.
  func document(in scope: OutlinePart) throws -> Document {
    var items: [DocumentItem] = []
    var next = try section(atOrAfter: scope.start)
    while let section = next, section.ord < scope.end ?? OrderKeys.bound {
      items.append(DocumentItem(section.id.rawValue, .section(section.content), level: section.level))
      for row in try rows(in: section.id, where: { _ in true }) {
        items.append(DocumentItem(row.id.rawValue, .row(row.content)))
      }
      next = try self.section(after: section.ord)
    }
    return Document(items)
  }
}
