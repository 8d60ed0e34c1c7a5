/// A section or row with a due date that is not done.
public struct DueTask: Hashable, Sendable {
  /// The section or row.
  public let id: ItemID
  /// The title of the section, or the text of the row.
  public let text: String
  /// False for an open task; nil for an item without a check box.
  public let isDone: Bool?
  /// The due date and the rule of a repeat.
  public let schedule: Schedule
  /// The titles from the top down to its section; empty for an outermost section.
  public let path: [String]

  package init(id: ItemID, text: String, isDone: Bool?, schedule: Schedule, path: [String]) {
    self.id = id
    self.text = text
    self.isDone = isDone
    self.schedule = schedule
    self.path = path
  }
}
