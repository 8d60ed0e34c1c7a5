/// What to sort in a section, and in which order.
public struct SortOrder: Hashable, Sendable {
  /// The value to compare.
  public enum Key: Hashable, Sendable {
    /// The text of a row, or the title of a section.
    case text
    /// The check box: open tasks first, then items without a check box, then done tasks.
    case checkBox
    /// The due date; items without one come last.
    case due
    /// The value of an attribute.
    case attribute(String)
  }

  /// The value to compare.
  public var key: Key
  /// Whether the greatest comes first; items without a value come last in either case.
  public var isReversed: Bool
  /// Whether to sort the subsections, each with everything below it, instead of the rows.
  public var sortsSections: Bool

  /// Makes an order; the default sorts rows by their texts.
  public init(by key: Key = .text, isReversed: Bool = false, sortsSections: Bool = false) {
    self.key = key
    self.isReversed = isReversed
    self.sortsSections = sortsSections
  }
}

/// An attribute that none of the rows or sections to sort has, so that they keep their order.
public struct MissingAttribute: Hashable, Sendable {
  /// The name of the attribute.
  public let name: String
  /// Whether sections were to be sorted instead of rows.
  public let isOfSections: Bool

  package init(name: String, isOfSections: Bool) {
    self.name = name
    self.isOfSections = isOfSections
  }
}
