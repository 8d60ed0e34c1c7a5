import OutlineCore

extension Document {
  /// Takes over properties of the same items in an older document that this one does not mention: details, check boxes,
  /// attributes, dates, and settings of sections.
  ///
  /// - Parameters:
  ///   - old: The older document, whose numbers stand for the same items.
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
  fileprivate func updating(
    _ old: Self, merging merge: (_ old: String?, _ new: String?) throws -> String?
  ) rethrows -> Self {
    switch self {
    case .section(let wanted):
      guard let old = old.section else { return self }
      // The document has no content for the section that represents the document itself.
      let attributes =
        wanted.representsDocument
        ? old.attributes ?? wanted.attributes : try merge(old.attributes, wanted.attributes)
      return .section(old.updated(from: wanted, merged: attributes))
    case .row(let wanted):
      let old = old.row
      return .row(old.updated(from: wanted, merged: try merge(old.attributes, wanted.attributes)))
    }
  }
}
