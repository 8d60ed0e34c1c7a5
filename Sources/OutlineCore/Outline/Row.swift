/// One line of content of a section, as stored.
public struct Row: Hashable, Sendable {
  /// The row's key.
  public let id: RowID
  /// The section that holds the row.
  public let section: SectionID
  /// The sort key among the rows of its section; see ``OrderKey``.
  package let rank: OrderKey
  /// What the row says.
  public let content: RowContent

  /// Makes a row value from what is stored.
  package init(id: RowID, section: SectionID, rank: OrderKey, content: RowContent) {
    self.id = id
    self.section = section
    self.rank = rank
    self.content = content
  }

  /// The row with another content.
  public func with(_ content: RowContent) -> Row { Row(id: id, section: section, rank: rank, content: content) }

  /// The text; may hold line breaks.
  public var text: String { content.text }

  /// A JSON object as text; nil for none.
  public var attributes: String? { content.attributes }
}
