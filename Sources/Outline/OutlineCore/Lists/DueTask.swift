/// An open task with a due date.
public struct DueTask: Hashable, Sendable {
  /// The section or row.
  public let id: ItemID
  /// The title of the section, or the text of the row.
  public let text: String
  /// The due date and the rule of a repeat.
  public let schedule: Schedule
  /// The titles from the top down to its section; empty for an outermost section.
  public let path: [String]

  package init(id: ItemID, text: String, schedule: Schedule, path: [String]) {
    self.id = id
    self.text = text
    self.schedule = schedule
    self.path = path
  }
}
