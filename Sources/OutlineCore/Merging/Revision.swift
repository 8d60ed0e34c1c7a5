/// Combines two revisions of one document: what somebody wrote, and what others have made of the outline meanwhile.
///
/// Contents that only one side has changed are taken from it. What one side has deleted goes, and what one has added
/// comes, each in the section and behind the neighbour that it has there. The order is that of the side that has moved
/// something. What does not fit is an error that names it: the same thing changed on both sides, or deleted on one and
/// changed or filled on the other.
package struct Revision {
  private let base: [ItemID: DocumentItem]
  /// The side that gives the order.
  private let frame: [DocumentItem]
  private let other: [DocumentItem]
  private let frameIDs: Set<ItemID>
  private let otherItems: [ItemID: DocumentItem]
  private var combined: [DocumentItem] = []

  /// Combines two revisions.
  ///
  /// O(n + n × a), where n is the number of sections and rows, and a how many of them the side has added that does not
  /// give the order.
  /// - Parameters:
  ///   - pieces: The document as it was.
  ///   - written: The document as somebody wrote it.
  ///   - current: The document as the outline has it now.
  /// - Throws: ``OutlineError/outdated(_:)``, and ``OutlineError/emptyName(_:)`` for a text that has become empty.
  package static func combining(
    _ pieces: [OutlinePiece], written: [OutlinePiece], current: [OutlinePiece]
  ) throws(OutlineError) -> [DocumentItem] {
    let base = items(pieces, list: 0)
    let mine = items(written, list: 1)
    let theirs = items(current, list: 2)
    try checkEmptied(mine, byID(base))
    let common = Set(base.compactMap(\.id)).intersection(mine.compactMap(\.id)).intersection(theirs.compactMap(\.id))
    let positions = [base, mine, theirs].map { Self.positions($0, among: common) }
    let isMoved = (mine: positions[1] != positions[0], theirs: positions[2] != positions[0])
    if isMoved.mine, isMoved.theirs, let moved = zip(positions[1], positions[2]).first(where: { $0 != $1 })?.1.id {
      throw .outdated(.changed(moved, text: theirs.first { $0.id == moved }?.content.name ?? ""))
    }
    let mineIsFrame = isMoved.mine || !isMoved.theirs
    var revision = Revision(base, frame: mineIsFrame ? mine : theirs, other: mineIsFrame ? theirs : mine)
    try revision.checkDeleted()
    try revision.takeFrame()
    revision.addOthers()
    return revision.combined
  }

  private init(_ base: [DocumentItem], frame: [DocumentItem], other: [DocumentItem]) {
    self.base = Self.byID(base)
    self.frame = frame
    self.other = other
    frameIDs = Set(frame.compactMap(\.id))
    otherItems = Self.byID(other)
  }

  /// Refuses a text or title that was left or made empty.
  private static func checkEmptied(
    _ written: [DocumentItem], _ base: [ItemID: DocumentItem]
  ) throws(OutlineError) {
    for item in written where item.content.name.isEmpty {
      let wasEmpty = item.id.flatMap { base[$0]?.content.name.isEmpty } ?? false
      if !wasEmpty { throw .emptyName(item.content.isSection ? "title" : "text") }
    }
  }

  private static func byID(_ items: [DocumentItem]) -> [ItemID: DocumentItem] {
    Dictionary(items.compactMap { item in item.id.map { ($0, item) } }) { first, _ in first }
  }

  /// Refuses to lose what the other side did to something that the frame no longer has.
  private func checkDeleted() throws(OutlineError) {
    for item in other {
      let parent = item.parent.map { other[$0] }
      if let id = item.id, let old = base[id] {
        if !frameIDs.contains(id), item.content != old.content {
          throw .outdated(.changed(id, text: item.content.name))
        }
      } else if let parent, case .section(let section)? = parent.id, !frameIDs.contains(.section(section)),
        base[.section(section)] != nil
      {
        throw .outdated(.filled(section, title: parent.content.name))
      }
    }
  }

  /// Takes the frame's items with what both sides say of them, without those that the other side has deleted.
  private mutating func takeFrame() throws(OutlineError) {
    for var item in frame {
      let parent = item.parent.map { frame[$0] }
      if let id = item.id, let old = base[id] {
        guard let theirs = otherItems[id] else {
          if item.content != old.content { throw .outdated(.gone(id, text: item.content.name)) }
          continue
        }
        if item.content == old.content {
          item.content = theirs.content
        } else if theirs.content != old.content, theirs.content != item.content {
          throw .outdated(.changed(id, text: theirs.content.name))
        }
      } else if let id = parent?.id, base[id] != nil, otherItems[id] == nil {
        throw .outdated(.gone(id, text: parent?.content.name))
      }
      combined.append(item)
    }
  }

  /// Adds what the other side has added.
  private mutating func addOthers() {
    for (index, item) in other.enumerated() where item.id.flatMap({ base[$0] }) == nil {
      let before = other[..<index].reversed()
      combined.insert(
        item, at: item.content.isSection ? self.index(ofSection: item, before) : self.index(ofRow: before))
    }
  }

  /// The index after the nearest row before it that is still in the same section, or else after the section's header.
  private func index(ofRow before: ReversedCollection<ArraySlice<DocumentItem>>) -> Int {
    guard let header = before.first(where: \.content.isSection), let start = index(of: header) else {
      return combined.count
    }
    for row in before.prefix(while: { !$0.content.isSection }) {
      guard let index = index(of: row) else { continue }
      if combined[..<index].lastIndex(where: \.content.isSection) == start { return index + 1 }
    }
    return start + 1
  }

  /// The index after the nearest section before it and what is below that at a deeper level than its own.
  private func index(ofSection item: DocumentItem, _ before: ReversedCollection<ArraySlice<DocumentItem>>) -> Int {
    guard let anchor = before.lazy.filter(\.content.isSection).compactMap({ index(of: $0) }).first else { return 0 }
    return combined[(anchor + 1)...].firstIndex { $0.content.isSection && $0.level <= item.level } ?? combined.count
  }

  private func index(of item: DocumentItem) -> Int? {
    combined.firstIndex { $0.id == item.id && (item.id != nil || $0.origin == item.origin) }
  }
}

extension Revision {
  private static func items(_ pieces: [OutlinePiece], list: Int) -> [DocumentItem] {
    DocumentItem.items(of: pieces).enumerated().map { index, item in
      var item = item
      item.origin = 3 * index + list
      return item
    }
  }

  private struct Position: Hashable {
    let id: ItemID
    let level: Int
    let section: ItemID?
  }

  /// The order of some items, with the levels of sections and the sections of rows.
  private static func positions(_ items: [DocumentItem], among common: Set<ItemID>) -> [Position] {
    var section: ItemID?
    return items.compactMap { item in
      if item.content.isSection { section = item.id }
      guard let id = item.id, common.contains(id) else { return nil }
      return Position(id: id, level: item.level, section: item.content.isSection ? nil : section)
    }
  }
}
