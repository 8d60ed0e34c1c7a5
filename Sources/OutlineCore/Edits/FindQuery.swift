/// What to look for, and where.
public struct FindQuery: Hashable, Sendable {
  /// The words, all of which must occur in what is found: in its text, title, detail or attributes.
  public var words: [String]
  /// Whether each of the words is a regular expression.
  public var areExpressions: Bool
  /// The section to look in, with all that is below it; nil for the whole outline.
  public var section: Address?
  /// Whether tasks that are done are left out.
  public var leavesOutDone: Bool
  /// How many hits are wanted at the most; nil for all.
  public var limit: Int?

  /// Makes a query; the default looks for words everywhere.
  public init(
    _ words: [String], areExpressions: Bool = false, in section: Address? = nil, leavesOutDone: Bool = false,
    limit: Int? = nil
  ) {
    self.words = words
    self.areExpressions = areExpressions
    self.section = section
    self.leavesOutDone = leavesOutDone
    self.limit = limit
  }
}

extension FindQuery: ExpressibleByStringLiteral {
  /// Makes a query that looks for one text everywhere.
  public init(stringLiteral text: String) { self.init([text]) }
}
