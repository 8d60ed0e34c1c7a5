/// A condition on sections and rows: the language of `find` and `--where` as a value.
///
/// It is tested on each section and row alone: if it accepts an item, it need not accept the items below or above it.
public indirect enum ItemFilter: Hashable, Sendable {
  /// All of these hold; an empty list finds everything.
  case all([ItemFilter])
  /// At least one of these holds.
  case any([ItemFilter])
  /// This does not hold.
  case not(ItemFilter)
  /// A text occurs in its text or title, its detail or its attributes; case is ignored.
  case text(String)
  /// A regular expression matches in its text or title, its detail or its attributes; case is ignored.
  case expression(String)
  /// Its text, title or detail has a tag, or one below it, as `#customer/acme` is below `#customer`.
  case tag(Tag)
  /// It is a task; an open or a done one if the value is not nil. An archived task can be done, but it is never open.
  case task(isDone: Bool?)
  /// It is below a section or a row, at any depth: a section's own rows are, but not the section or row itself.
  case inside(Address)
  /// It is in the archive.
  case archived
  /// Its attribute with this name has this value, or is a list that contains the value; case is ignored.
  case attribute(name: String, value: String)
  /// The log contains a change to it that is at most this old.
  case changed(within: Interval)
  /// The log contains a change to it that a user made.
  case changedBy(user: String)
  /// It was marked as done on one of these days, as far as the log goes, and is done or comes again.
  case ticked(from: Day, to: Day)
  /// It has a due date, which compares with the filter's date in this way.
  case due(DueComparison, DueDate)
  /// It has no due date.
  case noDue
  /// It has a note: further lines of a row, a detail of a section, or an attribute `note`.
  case hasNote
}

/// How an item's due date must compare with the date of a filter.
///
/// If the filter's date has no time, it means the whole day. If it has one, an item that is due on a day without a time
/// is before all times of that day.
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

  private var conditions: [ItemFilter] { if case .all(let filters) = self { filters } else { [self] } }

  /// The texts, tags, attributes and expressions to highlight in a hit: all of the filter's except those inside `not`.
  package var words: [(word: String, isExpression: Bool)] {
    switch self {
    case .all(let filters), .any(let filters): filters.flatMap(\.words)
    case .text(let word): [(word, false)]
    case .tag(let tag): [(tag.description, false)]
    case .attribute(let name, let value): [("\(name)=\(value)", false)]
    case .expression(let expression): [(expression, true)]
    case .not, .task, .inside, .archived, .changed, .changedBy, .ticked, .due, .noDue, .hasNote: []
    }
  }

  /// The conditions that ``all(_:)``, ``any(_:)`` and ``not(_:)`` combine, in order, also those inside `not`.
  package var terms: [ItemFilter] {
    switch self {
    case .all(let filters), .any(let filters): filters.flatMap(\.terms)
    case .not(let filter): filter.terms
    case .text, .expression, .tag, .task, .attribute, .inside, .archived, .changed, .changedBy, .ticked, .due, .noDue,
      .hasNote:
      [self]
    }
  }

  /// The sections and rows that the filter names.
  package var holders: [Address] {
    terms.compactMap { term in if case .inside(let address) = term { address } else { nil } }
  }

  /// Whether the filter asks which items are archived, so that testing it needs the place of the archive.
  package var concernsArchive: Bool {
    terms.contains { $0 == .archived || $0 == .task(isDone: false) }
  }
}

/// A mistake in the text of a filter.
public struct FilterError: Error, Hashable {
  /// The text as typed.
  public let text: String
  /// The character at which the mistake is, counted from 1; a mistake at the end is one past the last character.
  public let column: Int
  /// What was expected there, such as `a section`.
  public let expected: String

  package init(text: String, column: Int, expected: String) {
    self.text = text
    self.column = column
    self.expected = expected
  }
}

extension FilterError: CustomStringConvertible {
  /// The mistake, as a sentence.
  public var description: String { "'\(text)' is not a filter: at column \(column), \(expected) was expected." }
}
