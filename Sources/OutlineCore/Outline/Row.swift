/// One line of content of a section, as stored.
public struct Row: Hashable, Sendable {
  /// The row's key.
  public let id: RowID
  /// The section that holds the row.
  public let section: SectionID
  /// The sort key among the rows of its section; see ``OrderKey``.
  package let rank: OrderKey
  /// The text; may hold line breaks.
  public let text: String
  /// A JSON object as text; nil for none.
  public let attributes: String?

  /// Makes a row value from what is stored.
  package init(id: RowID, section: SectionID, rank: OrderKey, text: String, attributes: String?) {
    self.id = id
    self.section = section
    self.rank = rank
    self.text = text
    self.attributes = attributes
  }
}
