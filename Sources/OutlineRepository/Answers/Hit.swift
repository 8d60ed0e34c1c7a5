import OutlineCore

/// A section or a row in which all words of a search occur.
public struct Hit: Hashable, Sendable {
  /// The id of the section or row.
  public let id: ItemID
  /// The number of the section or row.
  public let number: ItemNumber
  /// The titles from the top down to the section.
  public let path: [String]
  /// The sections of the path, by their ids.
  public let sections: [SectionID]
  /// The text of the row, or the title of the section.
  public let text: String
  /// The detail of the section; nil for a row.
  public let detail: String?
  /// Whether the task is done; nil for a section and for a row that is no task.
  public let isDone: Bool?
  /// The attributes in which a word was found, as `key=value`.
  public let attributes: [String]
  /// The title of the outermost collapsed section that hides the hit from the user; nil if the hit is visible.
  public let hiddenBy: String?
}
