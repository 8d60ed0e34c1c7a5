import ListChanges

/// A section that is to be made, with its own rows.
///
/// A list of drafts is an outline in document order: nesting is `level` alone, as in the file.
public struct SectionDraft: Hashable, Sendable {
  /// The nesting level within the list of drafts, 1 at the top; see ``OutlineLimits/levels``.
  public var level: Int
  /// What the section says.
  public var content: SectionContent
  /// The section's own rows, in order.
  public var rows: [RowDraft]

  /// Creates the draft of a section.
  public init(level: Int = 1, _ content: SectionContent, rows: [RowDraft] = []) {
    self.level = level
    self.content = content
    self.rows = rows
  }

  /// Creates the draft of a section with the parts of its content.
  public init(
    level: Int = 1, title: String, detail: String? = nil, isCollapsible: Bool = true, newRows: NewRows? = nil,
    isDone: Bool? = nil, attributes: String? = nil, schedule: Schedule = .none, rows: [RowDraft] = []
  ) {
    let content = SectionContent(
      title, detail: detail, isCollapsible: isCollapsible, newRows: newRows, isDone: isDone,
      attributes: attributes, schedule: schedule)
    self.init(level: level, content, rows: rows)
  }

  /// The title.
  public var title: String { content.title }

  /// The second text of the header; nil for none.
  public var detail: String? { content.detail }

  /// Whether users may collapse the section.
  public var isCollapsible: Bool { content.isCollapsible }

  /// Whether rows added to the section are tasks; nil to follow its other rows.
  public var newRows: NewRows? { content.newRows }

  /// Whether the task is done; nil for a section that is no task.
  public var isDone: Bool? { content.isDone }

  /// A JSON object as text, which pleat does not interpret; nil for none.
  public var attributes: String? { content.attributes }

  /// The due date and the rule of a repeat.
  public var schedule: Schedule { content.schedule }
}

extension SectionDraft {
  /// The rows of the section, and the tasks among them and the section itself.
  var counts: ItemCounts { ItemCounts(box: isDone) + rows.counts }
}

extension Sequence where Element == RowDraft {
  /// The rows, and the tasks among them.
  package var counts: ItemCounts { reduce(.zero) { $0 + ItemCounts(row: $1.isDone) } }
}

extension SectionContent {
  /// The start of the attributes of a section that import created for rows outside of any section.
  package static let documentPrefix = #"{"import":"document","#

  /// Whether import created the section for rows outside of any section.
  package var representsDocument: Bool { attributes?.utf8.starts(with: Self.documentPrefix.utf8) ?? false }
}
