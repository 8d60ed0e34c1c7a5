/// What one edit on another machine did to sections and rows that a synchronization brought.
public struct Authorship: Hashable, Sendable {
  /// What an edit did to a section or a row.
  public enum Action: String, Sendable {
    case insert
    case update
    case delete
  }

  /// The user.
  public let user: String
  /// The time of the edit in milliseconds since 1970, UTC.
  public let time: Int64
  /// What the edit did.
  public let action: Action
  /// A range that holds the numbers of these sections and rows.
  package let numbers: ClosedRange<Int64>

  package init(user: String, time: Int64, action: Action, numbers: ClosedRange<Int64>) {
    self.user = user
    self.time = time
    self.action = action
    self.numbers = numbers
  }
}

extension HistoryEntry {
  /// The entry with the name of an author and the time of the author's edit.
  package func made(by author: Authorship) -> HistoryEntry {
    HistoryEntry(
      id: id, origin: origin, kind: kind, user: author.user, words: words, time: author.time, changes: changes,
      isComplete: isComplete)
  }
}
