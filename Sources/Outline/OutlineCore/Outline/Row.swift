/// One line of content of a section, as stored.
package struct Row: Hashable, Sendable {
  package let id: RowID
  package let section: SectionID
  /// The sort key among the rows of its section; see ``OrderKey``.
  package let rank: OrderKey
  package let content: RowContent

  package init(id: RowID, section: SectionID, rank: OrderKey, content: RowContent) {
    self.id = id
    self.section = section
    self.rank = rank
    self.content = content
  }

  package func with(_ content: RowContent) -> Row { Row(id: id, section: section, rank: rank, content: content) }

  package var text: String { content.text }

  /// Whether the task is done; nil for a row that is no task.
  public var isDone: Bool? { content.isDone }

  package var attributes: String? { content.attributes }

  package var level: Int { content.level }

  package var schedule: Schedule { content.schedule }
}
