/// What to look for, and where.
public struct FindQuery: Hashable, Sendable {
  /// What is to be found.
  public var filter: ItemFilter
  /// The section to look in, with all that is below it; nil for the whole outline.
  public var section: Address?
  /// How many hits are wanted at the most; nil for all.
  public var limit: Int?

  /// Makes a query; the default finds everything everywhere.
  public init(_ filter: ItemFilter = .everything, in section: Address? = nil, limit: Int? = nil) {
    self.filter = filter
    self.section = section
    self.limit = limit
  }
}

extension FindQuery: ExpressibleByStringLiteral {
  /// Makes a query that looks for one text everywhere.
  public init(stringLiteral text: String) { self.init(.text(text)) }
}
