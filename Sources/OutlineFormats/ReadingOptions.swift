/// The choices of the user, and other facts, that a reader needs besides the document.
public struct ReadingOptions: Sendable {
  /// The columns of texts and sections in a table of another program; other formats have none.
  public var columns = TableColumns()
  /// Whether the projects of todo.txt become sections.
  public var hasProjects = false
  /// The user's clock, for formats that have times in coordinated universal time.
  public var clock = LocalClock.utc

  /// Creates the usual options.
  public init() {}
}
