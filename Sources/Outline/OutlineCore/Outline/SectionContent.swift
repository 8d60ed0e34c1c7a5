/// The content of a section, without its id, its position and its rows.
public struct SectionContent: Hashable, Sendable {
  /// The title.
  public var title: String
  /// The second text of the header; nil for none.
  public var detail: String?
  /// Whether users may collapse the section.
  public var isCollapsible: Bool
  /// Whether rows added to the section are tasks; nil to follow its other rows.
  public var newRows: NewRows?
  /// Whether the task is done; nil for a section that is no task.
  public var isDone: Bool?
  /// A JSON object as text, which pleat does not interpret; nil for none.
  public var attributes: String?
  /// The due date and the rule of a repeat.
  public var schedule: Schedule

  /// Creates the content of a section.
  public init(
    _ title: String, detail: String? = nil, isCollapsible: Bool = true, newRows: NewRows? = nil, isDone: Bool? = nil,
    attributes: String? = nil, schedule: Schedule = .none
  ) {
    self.title = title
    self.detail = detail
    self.isCollapsible = isCollapsible
    self.newRows = newRows
    self.isDone = isDone
    self.attributes = attributes
    self.schedule = schedule
  }

  /// Whether both have the same bytes.
  package func isSame(as other: SectionContent) -> Bool {
    title.hasSameBytes(as: other.title) && detail.hasSameBytes(as: other.detail)
      && isCollapsible == other.isCollapsible && newRows == other.newRows && isDone == other.isDone
      && attributes.hasSameBytes(as: other.attributes) && schedule.isSame(as: other.schedule)
  }

  /// The content after a merge with that of a document, which keeps what the document does not mention.
  ///
  /// - Parameter merged: The attributes, with those of the document merged into them.
  package func updated(from document: SectionContent, merged: String?) -> SectionContent {
    SectionContent(
      document.title, detail: document.detail ?? detail, isCollapsible: isCollapsible && document.isCollapsible,
      newRows: document.newRows ?? newRows, isDone: document.isDone ?? isDone, attributes: merged,
      schedule: schedule.updated(from: document.schedule))
  }

  /// The content with a patch.
  ///
  /// - Parameter merged: The attributes, with those of the patch merged into them.
  package func changed(by patch: Patch, merged: String?) -> SectionContent {
    SectionContent(
      patch.text ?? title, detail: patch.detail.map { $0.isEmpty ? nil : $0 } ?? detail,
      isCollapsible: patch.isCollapsible ?? isCollapsible, newRows: patch.newRows ?? newRows,
      isDone: patch.checkBox(over: isDone), attributes: merged,
      schedule: patch.schedule(over: schedule))
  }
}
