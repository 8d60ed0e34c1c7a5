/// What to sort in a section, and by what.
public struct SortOrder: Hashable, Sendable {
  /// What things are compared by.
  public enum Key: Hashable, Sendable {
    /// The text of a row, or the title of a section.
    case text
    /// The check box: open tasks are first, done ones last, and rows that are no tasks between them.
    case checkBox
    /// The due date; what has none is last.
    case due
    /// The value of an attribute.
    case attribute(String)
  }

  /// What is compared.
  public var key: Key
  /// Whether the greatest comes first; what has nothing to compare is last all the same.
  public var isReversed: Bool
  /// Whether the subsections are sorted, with all that is below them, and not the rows.
  public var sortsSections: Bool

  /// Makes an order; the default sorts rows by their texts.
  public init(by key: Key = .text, isReversed: Bool = false, sortsSections: Bool = false) {
    self.key = key
    self.isReversed = isReversed
    self.sortsSections = sortsSections
  }
}

/// An attribute to sort by that none of the sorted rows or sections has, so that they keep their order.
public struct MissingAttribute: Hashable, Sendable {
  /// The name of the attribute.
  public let name: String
  /// Whether sections were to be sorted, and not rows.
  public let isOfSections: Bool

  /// Creates a value from the name of the attribute and the kind of things that do not have it.
  package init(name: String, isOfSections: Bool) {
    self.name = name
    self.isOfSections = isOfSections
  }
}
