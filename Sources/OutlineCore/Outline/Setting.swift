/// A setting of a file, which applies to all its users.
public enum Setting: String, CaseIterable, Sendable {
  /// The number of changes that the history keeps; beyond it, the oldest entries are deleted.
  case historyChanges = "history-changes"
  /// The number of days that the history reaches back; older entries are deleted.
  case historyDays = "history-days"

  /// The value of a file that does not set it.
  public var standard: Int {
    switch self {
    case .historyChanges: 200_000
    case .historyDays: 365
    }
  }

  /// The values that the setting can have.
  public var range: ClosedRange<Int> {
    switch self {
    case .historyChanges: 1_000...1_000_000_000
    case .historyDays: 1...36_500
    }
  }
}
