/// One line of content of a section, as stored.
package struct Row: Hashable, Sendable {
  /// The id of the row.
  package let id: RowID
  /// The section that holds the row.
  package let section: SectionID
  /// The sort key among the rows of its section; see ``OrderKey``.
  package let rank: OrderKey
  /// What the row says.
  package let content: RowContent

  /// Makes a row value from what is stored.
  package init(id: RowID, section: SectionID, rank: OrderKey, content: RowContent) {
    self.id = id
    self.section = section
    self.rank = rank
    self.content = content
  }

  /// The row with another content.
  package func with(_ content: RowContent) -> Row { Row(id: id, section: section, rank: rank, content: content) }

  /// The text; may hold line breaks.
  package var text: String { content.text }

  /// Of a task, whether it is done; nil for a row that is no task.
  public var isDone: Bool? { content.isDone }

  /// A JSON object as text; nil for none.
  package var attributes: String? { content.attributes }

  /// The nesting level in the section, 1 at the top.
  package var level: Int { content.level }

  /// The due date and the rule of a repeat.
  package var schedule: Schedule { content.schedule }
}
