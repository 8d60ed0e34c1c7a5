import ListChanges

/// A header as a list shows it.
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
  /// The rows and tasks that a collapsed header hides in this list, with those of its subsections.
  ///
  /// Zero for an open section, and in a list that ignores folds. Subsections beyond ``ListQuery/depth`` are left out,
  /// not hidden: they count only in ``sectionsBelow``.
  public let hidden: ItemCounts
  /// How many sections are below this one, at any depth, listed or not.
  public let sectionsBelow: Int
  /// Whether the header is open and ``ListQuery/depth`` leaves its subsections out.
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

  /// Whether the section has no rows and no subsections, so that collapsing it hides nothing.
  public var isEmpty: Bool { rowCount + sectionsBelow == 0 }
}

/// A row as a list shows it.
public struct RowLine: Hashable, Sendable {
  /// The row's key.
  public let id: RowID
  /// The section that holds the row.
  public let section: SectionID
  /// The row's position in its section, counted from 1 over all content.
  public let number: Int
  /// The line's index in the list it is part of, counted from 0.
  public let line: Int
  /// Whether the user has collapsed the row; nil where nothing is below it.
  public let isCollapsed: Bool?
  /// The rows and tasks below it that a collapsed row hides; zero for other rows.
  public let hidden: ItemCounts
  /// What the row says.
  public let content: RowContent

  /// The text; may hold line breaks.
  public var text: String { content.text }

  /// The nesting level in the section, 1 at the top.
  public var level: Int { content.level }

  /// Whether the task is done; nil for a row that is no task.
  public var isDone: Bool? { content.isDone }

  /// A JSON object as text; nil for none.
  public var attributes: String? { content.attributes }

  /// Creates a row line.
  public init(
    id: RowID, section: SectionID, number: Int, line: Int, isCollapsed: Bool? = nil, hidden: ItemCounts = .zero,
    content: RowContent
  ) {
    self.id = id
    self.section = section
    self.number = number
    self.line = line
    self.isCollapsed = isCollapsed
    self.hidden = hidden
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
  /// The kind that the addresses must name; nil for either.
  public var kind: ItemKind?
  /// The condition for sections and rows to be listed, collapsed or not, with the headers around them; nil for none.
  public var filter: ItemFilter?
  /// Whether to list rows and subsections of collapsed sections as well.
  public var ignoresFolds: Bool
  /// Whether to leave out done tasks, and the archive unless an address is in it; numbers stay those of the whole
  /// outline.
  public var leavesOutDone: Bool
  /// The number of levels of sections to list; nil for all.
  public var depth: Int?
  /// Whether to list only headers; rows then do not count as lines.
  public var leavesRowsOut: Bool
  /// The index of the first line wanted, counted from 0.
  public var from: Int
  /// The maximum number of lines; nil for all.
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
