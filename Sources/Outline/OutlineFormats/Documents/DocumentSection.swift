import ListChanges
import OutlineCore
import OutlineJSON

/// The section that import creates for rows that no section of the document contains, such as those of a flat list.
///
/// Its title is the document's name. Its attributes record that it only represents the document:
///
///     {"import":"document","named":"shopping"}
///
/// The formats of other programs leave the section's header out on export, so that such a document comes back
/// unchanged. The header is written once the section is more than a stand-in: when it was renamed or moved after
/// another section, or has a detail, other attributes or subsections. pleat's own formats write every section.
package enum DocumentSection {
  /// Creates the section that holds the rows of a document with the given name.
  package static func draft(named documentName: String) -> SectionDraft {
    let title = documentName.joinedLines()
    return SectionDraft(title: title, attributes: attributes(named: title))
  }

  /// Whether the header of an outline's first section can be left out because the section only represents the document.
  ///
  /// - Parameters:
  ///   - first: The first section.
  ///   - sections: All sections to be written. The header is only left out if the reader would give the section the
  ///     same level again, which is the level of the section after it.
  ///   - isFrontMatter: Whether a text is front matter, for which the format has a place apart from the header.
  static func isLeftOut(
    _ first: SectionDraft, among sections: [SectionState], _ isFrontMatter: ((String) -> Bool)? = nil
  ) -> Bool {
    guard first.content.representsDocument, let state = sections.first, state.rowCount > 0, first.detail == nil,
      first.isCollapsible, first.newRows == nil, first.schedule == .none
    else { return false }
    let rest = isFrontMatter.flatMap { FrontMatter.split(first.attributes, as: $0)?.rest }
    guard name(in: rest ?? first.attributes).hasSameBytes(as: first.title)
    else { return false }
    return first.level == (sections.count > 1 ? sections[1].level : 1)
  }

  /// The attributes without those that make a section represent the document.
  static func attributesOfRealSection(_ draft: SectionDraft) -> String? {
    let matter = FrontMatter.split(draft.attributes) { _ in true }
    guard name(in: matter.map(\.rest) ?? draft.attributes) == draft.title else { return draft.attributes }
    return matter.map { FrontMatter.added($0.block, to: nil) }
  }

  private static func attributes(named title: String) -> String {
    "\(SectionContent.documentPrefix)\"named\":\(JSONText.string(title))}"
  }

  /// The document name recorded in the attributes; nil for attributes that import did not create.
  private static func name(in attributes: String?) -> String? {
    guard let members = attributes.flatMap(JSONTree.object), members.count == 2, members[1].key == "named"
    else { return nil }
    return members[1].value.string
  }
}

/// The facts about an outline that a writer needs before its first piece.
public struct ExportHeading: Sendable {
  /// The name of the document.
  public var title: String
  /// All sections of the outline in document order, with the flags of the exporting user.
  public var sections: [SectionState]
  /// Whether to write which sections are collapsed, and the settings of users.
  public var hasFolds: Bool
  /// The identity of the outline; nil where the document has no ids.
  var identity: OutlineIdentity?
  /// The user's clock, for formats that have times in coordinated universal time.
  public var clock = LocalClock.utc
  /// The seconds since 1970 at which the document is written.
  public var now = 0
  /// Whether some row has a level above 1.
  var hasRowLevels = false
  /// The number of rows before the first section header, which is not 0 only if the first section's header is left out.
  var rowsBeforeSections = 0

  /// Creates a heading with the name of the document and all its sections in document order.
  ///
  /// Without folds, the document is the same for all users, and does not depend on which sections are collapsed.
  public init(title: String, sections: [SectionState], hasFolds: Bool = true) {
    self.title = title
    self.sections = sections
    self.hasFolds = hasFolds
  }
}

extension SectionPiece {
  /// The section with the check box that documents of pleat before version 11 keep among its attributes: `"done":true`.
  var withFormerCheckBox: SectionPiece {
    guard draft.isDone == nil, let attributes = draft.attributes, var members = JSONTree.object(attributes),
      let index = members.firstIndex(where: { $0.key == "done" }),
      case .bool(let isDone) = members[index].value
    else { return self }
    members.remove(at: index)
    var section = self
    section.draft.content.isDone = isDone
    section.draft.content.attributes = members.isEmpty ? nil : JSONTree.object(members).text
    return section
  }
}
