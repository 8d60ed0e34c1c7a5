import ListChanges

/// A header of a list, as it is shown.
public struct HeaderLine: Hashable, Sendable {
  /// The section.
  public let section: Section
  /// The section's number.
  public let number: ItemNumber
  /// The line's index in the list it is part of, counted from 0.
  public let line: Int
  /// The user's flag; false where the section is not collapsible.
  public let isCollapsed: Bool
  /// How many rows the section itself has, shown or not.
  public let rowCount: Int
  /// The rows and tasks that a collapsed header hides in this list, those of subsections included.
  ///
  /// None where the rows are listed: where the section is open, and in a list that ignores folds. A list of few levels
  /// (``ListQuery/depth``) leaves the subsections of the last level out without hiding them: open headers have none there
  /// as well, and ``sectionsBelow`` says what is left out.
  public let hidden: ItemCounts
  /// How many sections are below this one, at any depth, listed or not.
  public let sectionsBelow: Int
  /// Whether the header is open and the list leaves its subsections out, because it has few levels
  /// (``ListQuery/depth``).
  public let isCut: Bool

  /// Makes a header line.
  public init(
    section: Section, number: ItemNumber, line: Int, isCollapsed: Bool, rowCount: Int, hidden: ItemCounts,
    sectionsBelow: Int, isCut: Bool = false
  ) {
    self.section = section
    self.number = number
    self.line = line
    self.isCollapsed = isCollapsed
    self.rowCount = rowCount
    self.hidden = hidden
    self.sectionsBelow = sectionsBelow
    self.isCut = isCut
  }

  /// The same header as another line of a list.
  package func with(line: Int) -> HeaderLine {
    HeaderLine(
      section: section, number: number, line: line, isCollapsed: isCollapsed, rowCount: rowCount, hidden: hidden,
      sectionsBelow: sectionsBelow, isCut: isCut)
  }

  /// How many rows a collapsed header hides; see ``hidden``.
  public var hiddenRows: Int { hidden.rows }

  /// Whether the section has no rows and no subsections; nothing of it can be collapsed.
  public var isEmpty: Bool { rowCount + sectionsBelow == 0 }

  /// Whether the section is an item of the list of another one that looks like the rows there: it has no rows and no subsections,
  /// and could be a row.
  public var isItem: Bool { isEmpty && section.level > 1 }
}

/// A row of a list, as it is shown.
public struct RowLine: Hashable, Sendable {
  /// The row's key.
  public let id: RowID
  /// The section that holds the row.
  public let section: SectionID
  /// The row's position in its section, counted from 1 over all content.
  public let number: Int
  /// The line's index in the list it is part of, counted from 0.
  public let line: Int
  /// What the row says.
  public let content: RowContent

  /// The text; may hold line breaks.
  public var text: String { content.text }

  /// Whether the task is done; nil for a row that is no task.
  public var isDone: Bool? { content.isDone }

  /// A JSON object as text; nil for none.
  public var attributes: String? { content.attributes }

  /// Creates a row line.
  public init(id: RowID, section: SectionID, number: Int, line: Int, content: RowContent) {
    self.id = id
    self.section = section
    self.number = number
    self.line = line
    self.content = content
  }
}

/// One line of a list of an outline: a header or a row.
public typealias OutlineLine = ListLine<HeaderLine, RowLine>

extension OutlineLine {
  /// The section or row that the line shows.
  public var id: ItemID {
    switch self {
    case .header(let header): .section(header.section.id)
    case .row(let row): .row(row.id)
    }
  }
}

/// Which lines to list.
public struct ListQuery: Hashable, Sendable {
  /// The sections and rows to list, each with what is below it; empty for the whole outline.
  public var addresses: [Address]
  /// What the addresses must name; nil for either.
  public var kind: ItemKind?
  /// What sections and rows have to be to be listed, collapsed or not, below the headers around them; nil for no such condition.
  public var filter: ItemFilter?
  /// Whether rows and subsections of collapsed sections are listed as well.
  public var ignoresFolds: Bool
  /// Whether tasks that are done are left out, and the archive unless an address is there; numbers stay those of the whole outline.
  public var leavesOutDone: Bool
  /// How many levels of sections to list; nil for all.
  public var depth: Int?
  /// Whether only headers are listed; then headers alone count as lines.
  public var leavesRowsOut: Bool
  /// The index of the first line wanted, counted from 0.
  public var from: Int
  /// How many lines are wanted at the most; nil for all.
  public var limit: Int?

  /// Makes a query; the default is the whole visible list.
  public init(
    addresses: [Address] = [], ignoresFolds: Bool = false, leavesOutDone: Bool = false, depth: Int? = nil,
    leavesRowsOut: Bool = false,
    from: Int = 0, limit: Int? = nil
  ) {
    self.addresses = addresses
    self.ignoresFolds = ignoresFolds
    self.leavesOutDone = leavesOutDone
    self.depth = depth
    self.leavesRowsOut = leavesRowsOut
    self.from = from
    self.limit = limit
  }
}
