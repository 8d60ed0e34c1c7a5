import OutlineCore

/// Two outlines in one: everything that either of them has, and only once if both have it.
///
/// No document is known that both were made from. Sections are the same by the path of their titles, and rows by their
/// text within the same section; of two copies of one outline, ids count as well, see ``OutlineIdentity``. An item that
/// only the first outline has comes without an id, because the second one may have given it to something else.
///
/// O(n log n), where n is the number of sections and rows.
package struct JoinedOutlines: Sendable {
  package private(set) var document: Document
  /// The first outline, with the ids that the second one has for the same things, and no others.
  package let first: Document
  package let conflicts: [MergeConflict]

  /// Joins two outlines.
  ///
  /// - Parameters:
  ///   - first: The outline whose identity and ids are given up.
  ///   - second: The outline whose identity and ids stay.
  /// - Throws: ``ThreeWayMergeError`` for a document that has an id or a user twice.
  package init(_ first: Document, _ second: Document) throws(ThreeWayMergeError) {
    var (own, second, last) = (first, second, Int64(0))
    // Where the second one has no ids, negative ones stand in for them.
    second.renumber { item, _ in
      if item.number == nil { last -= 1 }
      return item.number ?? last
    }
    try first.checkOnce(.ours)
    try second.checkOnce(.theirs)
    let ids = first.numbers(in: second)
    own.renumber { _, index in ids[index] }
    own.identity = nil
    self.first = own
    let shared = Dictionary(zip(ids, first.items)) { first, _ in first }
    // The base has only the names of the common items, so that every other property on one side counts as its change.
    let base = Document(second.items.compactMap { item in shared[item.number].map { item.bare(as: $0.content.name) } })
    let merge = try ThreeWayMerge(base: base, ours: own, theirs: second)
    document = merge.document
    document.renumber { item, _ in item.number.flatMap { $0 < 0 ? nil : $0 } }
    conflicts = merge.conflicts.filter { $0.item.map { $0.number < 0 } != true }
  }
}

extension DocumentItem {
  /// The item with nothing but its name, or without a name if `other` differs from it.
  fileprivate func bare(as other: String) -> DocumentItem {
    let name = content.name.hasSameBytes(as: other) ? other : ""
    return DocumentItem(
      number, isSection ? .section(SectionContent(name)) : .row(RowDraft(name, level: rowLevel)), level: level)
  }
}
