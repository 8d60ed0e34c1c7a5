/// A section of the outline as the file stores it, without its rows.
public struct Section: Hashable, Sendable {
  /// The id of the section.
  public let id: SectionID
  /// The sort key among all sections; see ``OrderKey``.
  package let ord: OrderKey
  /// The nesting level, 1 at the top.
  public let level: Int
  /// The title.
  public let title: String
  /// The second text of the header; nil for none.
  public let detail: String?
  /// Whether users may collapse the section.
  public let isCollapsible: Bool
  /// The attributes, a JSON object as text; nil for none.
  public let attributes: String?

  /// Creates a section from stored values.
  package init(
    id: SectionID, ord: OrderKey, level: Int, title: String, detail: String?, isCollapsible: Bool, attributes: String?
  ) {
    self.id = id
    self.ord = ord
    self.level = level
    self.title = title
    self.detail = detail
    self.isCollapsible = isCollapsible
    self.attributes = attributes
  }
}
