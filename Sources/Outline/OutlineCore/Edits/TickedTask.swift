/// A repeating task that an edit ticked.
public struct TickedTask: Hashable, Sendable {
  /// The id.
  public let id: ItemID
  /// The title of a section, or the text of a row.
  public let name: String
  /// Whether and when it comes again.
  public let recurrence: Recurrence

  package init(id: ItemID, name: String, recurrence: Recurrence) {
    self.id = id
    self.name = name
    self.recurrence = recurrence
  }
}
