/// What to look for, and where.
public struct FindQuery: Hashable, Sendable {
  /// The condition that a section or row must meet.
  public var filter: ItemFilter
  /// Whether to leave out done tasks, and the archive unless the search is in it.
  public var leavesOutDone: Bool
  /// The section or row to search, with everything below it; nil for the whole outline.
  public var holder: Address?
  /// The maximum number of hits; nil for all.
  public var limit: Int?

  /// Makes a query; the default finds everything everywhere.
  public init(
    _ filter: ItemFilter = .everything, leavesOutDone: Bool = false, in holder: Address? = nil, limit: Int? = nil
  ) {
    self.filter = filter
    self.leavesOutDone = leavesOutDone
    self.holder = holder
    self.limit = limit
  }
}

extension FindQuery: ExpressibleByStringLiteral {
  /// Makes a query that looks for one text everywhere.
  public init(stringLiteral text: String) { self.init(.text(text)) }
}
