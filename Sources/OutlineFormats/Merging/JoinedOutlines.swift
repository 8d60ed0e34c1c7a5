import OutlineCore

/// Two outlines in one: everything that either of them has, and once what both have.
///
/// Nothing is known of a document that both were made from. Sections are the same by the path of their titles, and rows by
/// their text within the same section; of two copies of one outline, ids count as well, see ``OutlineIdentity``. What only the first outline
/// has comes without an id, because the second one may have given it to something else.
///
/// O(n log n), where n is the number of sections and rows.
package struct JoinedOutlines: Sendable {
  /// What both outlines make together.
  package let pieces: [OutlinePiece]
  /// The first outline, with the ids that the second one has for the same things, and no others.
  package let first: [OutlinePiece]
  /// What could not be taken over from both as it was.
  package let conflicts: [MergeConflict]

  /// Joins two outlines.
  ///
  /// - Parameters:
  ///   - first: The outline whose identity and ids are given up.
  ///   - second: The outline whose identity and ids stay.
  /// - Throws: ``ThreeWayMergeError`` for a document that has an id or a user twice.
  package init(_ first: [OutlinePiece], _ second: [OutlinePiece]) throws(ThreeWayMergeError) {
    let second = second.numbered
    let (own, other) = (try MergeDocument(first, .ours), try MergeDocument(second, .theirs))
    let ids = SharedIDs(own, other).ids
    var next = 0
    self.first = first.compactMap { piece in
      if case .identity = piece { return nil }
      guard piece.isItem else { return piece }
      next += 1
      return piece.with(number: ids[next - 1])
    }
    let shared = Dictionary(zip(ids, own.items)) { first, _ in first }
    // The base has only the names of what both have: so whatever one of them says besides counts as its change.
    let base = second.compactMap { piece in
      piece.itemID.flatMap { id in shared[id.number] }.map { piece.bare(as: $0.content.name) }
    }
    let merge = try ThreeWayMerge(base: base, ours: self.first, theirs: second)
    pieces = merge.pieces.map { $0.itemID.map { $0.number < 0 } == true ? $0.with(number: nil) : $0 }
    conflicts = merge.conflicts.filter { $0.item.map { $0.number < 0 } != true }
  }
}

/// The numbers that one document has for the items of another one.
private struct SharedIDs {
  /// For each item of the first document the number of the same one in the second; nil for none.
  private(set) var ids: [Int64?]

  /// What is the same in both if it is in the same section.
  private struct Spot: Hashable {
    let section: Int64?
    let isSection: Bool
    let name: ExactText

    init(section: Int64?, _ item: DocumentItem) {
      self.section = section
      isSection = item.content.isSection
      name = ExactText(item.content.name)
    }
  }

  init(_ own: MergeDocument, _ other: MergeDocument) {
    ids = [Int64?](repeating: nil, count: own.items.count)
    let known = Dictionary(other.items.enumerated().map { ($1.id?.number, $0) }) { first, _ in first }
    let common = CommonIDs(own.identity, other.identity)
    var taken: Set<Int64> = []
    for (index, item) in own.items.enumerated() {
      guard let id = item.id, let match = known[id.number],
        common.include(id, named: item.content.name, other.items[match].content.name),
        taken.insert(id.number).inserted
      else { continue }
      ids[index] = id.number
    }
    var waiting: [Spot: [Int64]] = [:]
    for item in other.items.reversed() {
      guard let id = item.id?.number, !taken.contains(id) else { continue }
      let parent = item.parent.flatMap { other.items[$0].id?.number }
      waiting[Spot(section: parent, item), default: []].append(id)
    }
    for (index, item) in own.items.enumerated() where ids[index] == nil {
      let parent = item.parent.flatMap { ids[$0] }
      if parent == nil, item.parent != nil { continue }
      ids[index] = waiting[Spot(section: parent, item)]?.popLast()
    }
  }
}

extension [OutlinePiece] {
  /// The pieces with an id below zero for each section and row that has none.
  fileprivate var numbered: [OutlinePiece] {
    var last: Int64 = 0
    return map { piece in
      guard piece.isItem, piece.itemID == nil else { return piece }
      last -= 1
      return piece.with(number: last)
    }
  }
}

extension OutlinePiece {
  /// A section or a row that says nothing but its name, and not even that if another one says it differently.
  fileprivate func bare(as name: String) -> OutlinePiece {
    switch self {
    case .section(let section):
      let title = section.draft.title.hasSameBytes(as: name) ? name : ""
      return .section(SectionPiece(SectionDraft(level: section.draft.level, title: title), id: section.id))
    case .row(let row): return .row(RowPiece(RowDraft(row.draft.text.hasSameBytes(as: name) ? name : ""), id: row.id))
    case .identity, .user, .level, .collapsed: return self
    }
  }
}
