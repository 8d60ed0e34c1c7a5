import OutlineCore

extension Document {
  /// Completes each item with the properties that only the same item in an older document has: details, check boxes,
  /// attributes, dates, and settings of sections.
  ///
  /// What this document says about an item stays. Items without a number, and items that the older document does not have,
  /// stay as they are. So does a section that was a row in the older document, if that row is too long to be a section.
  ///
  /// - Parameters:
  ///   - old: The older document, in which the same items have the same numbers.
  ///   - merge: Merges the attributes of this document into those of the older one.
  package mutating func update(
    from old: Document, merging merge: (_ old: String?, _ new: String?) throws -> String?
  ) rethrows {
    let indices = old.indices
    try change { item, _ in
      guard let index = item.number.flatMap({ indices[$0] }) else { return }
      item.content = try item.content.updating(old.items[index].content, merging: merge)
    }
  }
}

extension DocumentItem.Content {
  /// Returns the content of an item, completed with the older content of the same item.
  fileprivate func updating(
    _ old: Self, merging merge: (_ old: String?, _ new: String?) throws -> String?
  ) rethrows -> Self {
    switch self {
    case .section(let wanted):
      guard let old = old.section else { return self }
      // Import, not the document, made the attributes of a section that represents the document.
      let attributes =
        wanted.representsDocument
        ? old.attributes ?? wanted.attributes : try merge(old.attributes, wanted.attributes)
      return .section(old.updated(from: wanted, merged: attributes))
    case .row(var wanted):
      // What was a section keeps its detail, as a note.
      if case .section(let section) = old, let detail = section.detail, !wanted.text.hasSeveralLines {
        wanted.text += "\n" + detail
      }
      let old = old.row
      return .row(old.updated(from: wanted, merged: try merge(old.attributes, wanted.attributes)))
    }
  }
}
