/// Where a repaired copy of a file goes.
public enum RepairTarget: Hashable, Sendable {
  /// To the path of the file with `.repaired` after it; the file itself is left as it is.
  ///
  /// `mayReplace` says whether an earlier copy there is replaced; otherwise it is an error.
  case beside(mayReplace: Bool)
  /// To the path of the file, which is kept under a name with `.broken-` and the time after it.
  case inPlace
}

/// The result of repairing a file.
public struct RepairReport: Hashable, Sendable {
  /// A kind of difference between the file and its repaired copy.
  public enum Kind: String, CaseIterable, Sendable {
    /// An invalid value was replaced.
    case changed
    /// A section, a row or a user has another id.
    case newID = "new-id"
    /// Sections or rows have new sort keys; they are in the order that they had.
    case renumbered
    /// Rows of a section that is gone are in a new section, whose title begins with "Recovered".
    case recovered
    /// A text is shorter than it was.
    case cut
    /// An item is missing from the copy.
    case dropped
    /// An item was found on a page that belonged to no table any more.
    case lostPage = "lost-page"
    /// An item was found on a page that SQLite no longer used, so it may have been deleted before the damage.
    case freePage = "free-page"
  }

  /// The differences of one kind.
  public struct Change: Hashable, Sendable {
    /// The number of differences.
    public fileprivate(set) var count = 0
    /// A sentence for each of the first ten.
    public fileprivate(set) var examples: [String] = []
  }

  /// The path of the repaired copy; the path of the file if the copy took its place.
  public package(set) var path = ""
  /// The path at which the file is kept; nil if the copy did not take its place.
  public package(set) var oldPath: String?
  /// What was wrong with the file.
  public package(set) var check = CheckReport()
  /// The number of sections in the copy.
  public package(set) var sections = 0
  /// The number of rows in the copy.
  public package(set) var rows = 0
  /// The number of users in the copy.
  public package(set) var users = 0
  /// The number of flags in the copy.
  public package(set) var flags = 0
  /// The number of entries of the history that the copy has from the file.
  public package(set) var entries = 0
  /// The differences between the file and the copy.
  public private(set) var changes: [Kind: Change] = [:]

  package init() {}

  package mutating func note(_ kind: Kind, _ sentence: @autoclosure () -> String) {
    changes[kind, default: Change()].count += 1
    if let change = changes[kind], change.examples.count < 10 { changes[kind]?.examples.append(sentence()) }
  }
}
