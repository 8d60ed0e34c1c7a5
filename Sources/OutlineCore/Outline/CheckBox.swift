/// Whether a section or a row is a task, and done.
public enum CheckBox: String, CaseIterable, Sendable {
  /// It is no task.
  case plain
  /// It is a task that is still to be done.
  case open
  /// It is a task that is done.
  case done

  /// The check box as the file stores it: whether the task is done; nil without a check box.
  public var isDone: Bool? {
    switch self {
    case .plain: nil
    case .open: false
    case .done: true
    }
  }
}
