import OutlineCore

/// The section that import makes for rows that a document has under no section, such as those of a flat list.
///
/// It has the document's name, and its attributes say that it stands for nothing but the document:
///
///     {"import":"document","named":"shopping"}
///
/// Formats of other programs are written without it, so that such a document comes back as it was. A section that was
/// renamed, that got a detail, other attributes or subsections, or that moved behind another section, is one of its own
/// and is written like all others. Formats of pleat's own have every section.
enum DocumentSection {
  /// The section for the rows of a document with a name.
  static func draft(named documentName: String) -> SectionDraft {
    let title = documentName.joinedLines()
    return SectionDraft(title: title, attributes: attributes(named: title))
  }

  /// Whether the first section of an outline only stands for the document, so that its header can be left out.
  ///
  /// - Parameters:
  ///   - first: the first section.
  ///   - sections: all sections that will be written; as the last condition, reading has to give the first one the same
  ///     level again, which is that of the section behind it.
  static func isLeftOut(_ first: SectionDraft, among sections: [SectionState]) -> Bool {
    guard first.standsForDocument, let state = sections.first, state.rowCount > 0, first.detail == nil,
      first.isCollapsible, name(in: first.attributes).hasSameBytes(as: first.title)
    else { return false }
    return first.level == (sections.count > 1 ? sections[1].level : 1)
  }

  private static func attributes(named title: String) -> String {
    "\(SectionDraft.documentMark)\"named\":\(JSONText.string(title))}"
  }

  /// The name that attributes remember; nil where they are not those that import made.
  private static func name(in attributes: String?) -> String? {
    guard let members = attributes.flatMap(JSONTree.object), members.count == 2, members[1].key == "named"
    else { return nil }
    return members[1].value.string
  }
}
