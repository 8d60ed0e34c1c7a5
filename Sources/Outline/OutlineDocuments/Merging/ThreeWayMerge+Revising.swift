import OutlineCore

extension ThreeWayMerge {
  /// Returns somebody's changed copy of a document, together with the changes that others have made to the document meanwhile.
  ///
  /// Nothing is decided between the two: a conflict is an error that names it. That is the same thing changed on
  /// both sides, or deleted on one and changed, moved or filled on the other, and another order on both.
  ///
  /// - Parameters:
  ///   - copy: The document as it was; users and flags are ignored.
  ///   - written: The document as somebody wrote it.
  ///   - current: The document as the outline has it now.
  /// - Throws: `OutlineError/outdated(_:)`, and `OutlineError/emptyName(_:)` or `OutlineError/onlySpaces(_:)` for a text that
  ///   has become so.
  package static func revising(
    _ copy: Document, to written: Document, over current: Document
  ) throws -> Document {
    let sides = RevisedSides(copy, written, current)
    try sides.checkEmptied()
    if sides.isCurrent { return written }
    try sides.checkMoved()
    let merge = try ThreeWayMerge(base: copy, ours: written, theirs: current)
    for conflict in merge.conflicts {
      if let error = sides.refusal(of: conflict) { throw error }
    }
    return merge.document
  }
}

/// A document as it was, somebody's changed copy of it, and the document as it is now.
private struct RevisedSides {
  /// The three documents, by ``MergeSide``.
  private let documents: [Document]
  /// The indices of their items, by the numbers.
  private let indices: [[Int64: Int]]

  init(_ copy: Document, _ written: Document, _ current: Document) {
    documents = [copy, written, current]
    indices = documents.map(\.indices)
  }

  private func item(_ id: ItemID, in side: MergeSide) -> DocumentItem? {
    indices[side.rawValue][id.number].map { documents[side.rawValue].items[$0] }
  }

  /// Whether nobody has changed the document since the copy was made, as is usual.
  var isCurrent: Bool {
    documents[MergeSide.base.rawValue].items.elementsEqual(documents[MergeSide.theirs.rawValue].items) { old, new in
      old.id == new.id && old.level == new.level && old.content.isSame(as: new.content)
    }
  }

  /// Refuses a text or title that was left or made empty, or has only spaces.
  func checkEmptied() throws(OutlineError) {
    for item in documents[MergeSide.ours.rawValue].items where item.content.name.isBlank {
      let wasEmpty = item.id.flatMap { self.item($0, in: .base)?.content.name.isBlank } ?? false
      if !wasEmpty { try DraftRules.check(typed: item.content.name, as: item.isSection ? "title" : "text") }
    }
  }

  /// Refuses two different new orders of the common items, because a merge of them is an order that nobody wanted.
  func checkMoved() throws(OutlineError) {
    let places = documents.map(order)
    if places[1] == places[0] || places[2] == places[0] { return }
    guard let moved = zip(places[1], places[2]).first(where: { $0 != $1 })?.1.id else { return }
    throw .outdated(.changed(moved, text: item(moved, in: .theirs)?.content.name ?? ""))
  }

  private struct Place: Equatable {
    let id: ItemID
    /// The level of a section, or of a row in its section.
    let level: Int
    /// The section of a row; nil for a section.
    let section: ItemID?
  }

  /// The order of the items in all three, with their levels and the sections of rows.
  private func order(of document: Document) -> [Place] {
    document.items.compactMap { item in
      guard let id = item.id, indices.allSatisfy({ $0[id.number] != nil }) else { return nil }
      let section = item.isSection ? nil : item.parent.flatMap { document.items[$0].id }
      return Place(id: id, level: item.isSection ? item.level : item.rowLevel, section: section)
    }
  }

  /// The error for a conflict that a merge would decide; nil for one that is not between the two sides.
  func refusal(of conflict: MergeConflict) -> OutlineError? {
    guard let id = conflict.item else { return nil }
    switch conflict.kind {
    case .fold, .user, .setting, .twin, .id: return nil
    case .level: return .tooDeep(title: conflict.name, level: OutlineLimits.levels.upperBound + 1)
    case .text, .title, .detail, .checkBox, .due, .repeats, .attribute, .kept, .parent, .cycle, .kind, .order: break
    }
    guard let current = item(id, in: .theirs) else {
      return .outdated(.gone(id, text: item(id, in: .ours)?.content.name))
    }
    if item(id, in: .ours) == nil, current.content == item(id, in: .base)?.content {
      return .outdated(.filled(id, title: current.content.name))
    }
    return .outdated(.changed(id, text: current.content.name))
  }
}
