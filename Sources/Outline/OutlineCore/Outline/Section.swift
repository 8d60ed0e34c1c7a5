/// A section of the outline as the file stores it, without its rows.
public struct Section: Hashable, Sendable {
  /// The id of the section.
  public let id: SectionID
  /// The sort key among all sections; see ``OrderKey``.
  package let ord: OrderKey
  /// The nesting level, 1 at the top.
  public let level: Int
  /// What the section says.
  public let content: SectionContent

  package init(id: SectionID, ord: OrderKey, level: Int, content: SectionContent) {
    self.id = id
    self.ord = ord
    self.level = level
    self.content = content
  }

  package func with(_ content: SectionContent) -> Section {
    Section(id: id, ord: ord, level: level, content: content)
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
