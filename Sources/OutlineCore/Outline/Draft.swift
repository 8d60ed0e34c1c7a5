/// A section that is to be made, with its own rows.
///
/// A list of drafts is an outline in document order: nesting is `level` alone, as in the file.
public struct SectionDraft: Hashable, Sendable {
  /// The nesting level within the list of drafts, 1 at the top; see ``OutlineLimits/levels``.
  public var level: Int
  /// The title.
  public var title: String
  /// The second text of the header; nil for none.
  public var detail: String?
  /// Whether users may collapse the section.
  public var isCollapsible: Bool
  /// A JSON object as text, for what pleat does not interpret; nil for none.
  public var attributes: String?
  /// The section's own rows, in order.
  public var rows: [RowDraft]

  /// Makes the draft of a section.
  public init(
    level: Int = 1, title: String, detail: String? = nil, isCollapsible: Bool = true, attributes: String? = nil,
    rows: [RowDraft] = []
  ) {
    self.level = level
    self.title = title
    self.detail = detail
    self.isCollapsible = isCollapsible
    self.attributes = attributes
    self.rows = rows
  }
}

extension SectionDraft {
  /// What the attributes begin with of a section that import made for rows that a document has under no section.
  package static let documentPrefix = #"{"import":"document","#

  /// Whether import made the section for rows that a document has under no section.
  package var standsForDocument: Bool { attributes?.utf8.starts(with: Self.documentPrefix.utf8) ?? false }
}
