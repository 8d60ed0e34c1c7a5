/// A condition on sections and rows: the language of `find` and `--where` as a value.
///
/// It is decided for each section and row alone: an item that fits does not make the items below or above it fit.
public indirect enum ItemFilter: Hashable, Sendable {
  /// All of these hold; an empty list finds everything.
  case all([ItemFilter])
  /// At least one of these holds.
  case any([ItemFilter])
  /// This does not hold.
  case not(ItemFilter)
  /// A text occurs in its text or title, its detail or its attributes; case is ignored.
  case text(String)
  /// A regular expression matches in its text or title, its detail or its attributes.
  case expression(String)
  /// Its text, title or detail has a tag.
  case tag(Tag)
  /// It is a task; open or done if the value is not nil. An archived task is not open.
  case task(isDone: Bool?)
  /// It is below a section, at any depth.
  case inside(Address)
  /// It is in the archive.
  case archived
  /// An attribute is a value, or a list that has it; case is ignored.
  case attribute(name: String, value: String)
  /// The log has a change of it that is at most this old.
  case changed(within: Interval)
  /// The log has a change of it that a user made.
  case changedBy(user: String)
  /// It is due, and its due date compares with a date in this way.
  case due(DueComparison, DueDate)
  /// It is not due on any day.
  case noDue
}

/// How a date must compare with another one; a date without a time means its whole day.
public enum DueComparison: String, CaseIterable, Hashable, Sendable {
  case before = "<"
  case until = "<="
  case on = ":"
  case from = ">="
  case after = ">"
}

extension ItemFilter {
  /// The filter that takes everything.
  public static let everything = ItemFilter.all([])

  /// Returns a filter that requires this one and another one.
  public func and(_ other: ItemFilter) -> ItemFilter { .all(conditions + other.conditions) }

  /// The filters that must all hold.
  private var conditions: [ItemFilter] { if case .all(let filters) = self { filters } else { [self] } }

  /// The texts and expressions to highlight in a hit: all except those after `not`.
  package var words: [(word: String, isExpression: Bool)] {
    switch self {
    case .all(let filters), .any(let filters): filters.flatMap(\.words)
    case .text(let word): [(word, false)]
    case .tag(let tag): [(tag.description, false)]
    case .attribute(let name, let value): [("\(name)=\(value)", false)]
    case .expression(let expression): [(expression, true)]
    case .not, .task, .inside, .archived, .changed, .changedBy, .due, .noDue: []
    }
  }

  /// The terms that `not`, `or` and brackets combine, in order.
  package var terms: [ItemFilter] {
    switch self {
    case .all(let filters), .any(let filters): filters.flatMap(\.terms)
    case .not(let filter): filter.terms
    case .text, .expression, .tag, .task, .attribute, .inside, .archived, .changed, .changedBy, .due, .noDue: [self]
    }
  }

  /// The sections that the filter names.
  package var sections: [Address] {
    terms.compactMap { term in if case .inside(let address) = term { address } else { nil } }
  }

  /// Whether the result depends on which items are archived.
  package var concernsArchive: Bool {
    terms.contains { $0 == .archived || $0 == .task(isDone: false) }
  }
}

/// A mistake in the text of a filter.
public struct FilterError: Error, Hashable {
  /// The text as typed.
  public let text: String
  /// The number of the character at which the mistake is, from 1.
  public let column: Int
  /// What was expected there, such as `a section`.
  public let expected: String

  /// Creates an error.
  package init(text: String, column: Int, expected: String) {
    self.text = text
    self.column = column
    self.expected = expected
  }
}
