import OutlineCore

/// The choices of the user, and other facts, that a reader needs besides the document.
public struct ReadingOptions: Sendable {
  /// The columns that the user names in a table of another program; other formats have none.
  public var columns = TableColumns()
  /// Whether the projects of todo.txt become sections.
  public var hasProjects = false
  /// The user's clock, for formats that have times in coordinated universal time.
  public var clock = LocalClock.utc
  /// The user's current day, for rules without a day; nil keeps such a rule as an attribute.
  public var today: Day?

  /// Creates the usual options.
  public init() {}
}

/// The columns of a table of another program, as the user names them.
///
/// A name is that of the first line, without spaces around it; if no column has exactly this name, case is ignored.
public struct TableColumns: Hashable, Sendable {
  /// What a column can hold.
  public enum Part: String, CaseIterable, Sendable {
    /// The first line of a row.
    case text
    /// The further lines of a row.
    case note
    /// The folder, the board or the area around a list.
    case folder
    /// The list or the project around a row.
    case list
    /// The section of a list around a row.
    case section
    /// Whether a task is done.
    case done
    /// When a task was done.
    case completed
    /// The day or the time that a task is due.
    case due
    /// The time of the day that a task is due.
    case time
    /// Whether a task is due on a whole day.
    case allDay = "all-day"
    /// The rule by which a task comes again.
    case repetition = "repeat"
    /// The tags.
    case tags
    /// How deep a row is in its list; 1 for the top.
    case indent
    /// The identifier or the text of the row around a row.
    case parent
    /// The identifier of a row.
    case id
    /// What a record is: a task, a section or a note.
    case type
  }

  /// The names of the columns; those that are missing are looked for by their usual names.
  public var names: [Part: String]

  /// Creates the names of columns; nil for one that has one of the usual names.
  public init(text: String? = nil, section: String? = nil) {
    names = [:]
    names[.text] = text
    names[.section] = section
  }

  /// Whether no column is named.
  public var isEmpty: Bool { names.isEmpty }
}
