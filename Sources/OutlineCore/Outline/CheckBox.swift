/// Whether a row is a task, and done.
public enum CheckBox: String, CaseIterable, Sendable {
  /// The row is no task.
  case plain
  /// The row is a task that is still to be done.
  case open
  /// The row is a task that is done.
  case done

  /// The check box as rows store it: whether the task is done; nil for a row that is no task.
  public var isDone: Bool? {
    switch self {
    case .plain: nil
    case .open: false
    case .done: true
    }
  }
}
