/// Something that can be set for everybody who uses a file.
public enum Setting: String, CaseIterable, Sendable {
  /// How many changes the history holds before the oldest entries go.
  case historyChanges = "history-changes"
  /// How many days the history reaches back before the oldest entries go.
  case historyDays = "history-days"

  /// What it is where the file says nothing.
  public var standard: Int {
    switch self {
    case .historyChanges: 200_000
    case .historyDays: 365
    }
  }

  /// The values that it takes.
  public var range: ClosedRange<Int> {
    switch self {
    case .historyChanges: 1_000...1_000_000_000
    case .historyDays: 1...36_500
    }
  }
}
