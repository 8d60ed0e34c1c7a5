import ListChanges

/// The changes that one edit made to a list.
public struct ViewStep: Sendable {
  /// The changes that the list view must make.
  public let changes: ViewChanges
  /// The number of rows that each visible section showed before the step.
  public let before: ListShape
  /// The number of rows that each visible section shows after the step.
  public let after: ListShape
  /// Whether the list view must load everything again, because another file is at the path or the log lost changes.
  public let isReset: Bool
  /// The entries of the history that made the step, oldest first; empty unless the view names them.
  package internal(set) var entries: [StepEntry] = []
}
