/// A part of the history, the newest entry first.
public struct HistoryLog: Hashable, Sendable {
  /// One entry, with its effects.
  public struct Line: Hashable, Sendable {
    /// The entry.
    public let entry: HistoryEntry
    /// What it did to sections and rows; nil unless effects were asked for.
    public let effects: HistoryEffects?
    /// For a synchronization, the last edit of each user whose edits it brought, newest first; at most ten.
    public let authors: [Authorship]

    package init(entry: HistoryEntry, effects: HistoryEffects?, authors: [Authorship] = []) {
      self.entry = entry
      self.effects = effects
      self.authors = authors
    }
  }

  /// The entries, the newest first.
  public package(set) var lines: [Line] = []
  /// Whether the last line is the oldest entry in the file, and older ones were trimmed.
  public package(set) var hasLostOlder = false

  /// How many entries newer than the last line belong to another history, such as those of folds.
  public package(set) var othersCount = 0

  /// The entries, the newest first.
  public var entries: [HistoryEntry] { lines.map(\.entry) }

  package init() {}
}

/// What an entry of the history did to sections and rows.
public struct HistoryEffects: Hashable, Sendable {
  /// What can happen to a section or a row.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case added
    case changed
    case moved
    /// A row became a section, or a section a row.
    case converted
    case deleted
  }

  /// What happened to one section or row.
  public struct Effect: Hashable, Sendable {
    /// What happened.
    public let kind: Kind
    /// The id.
    public let id: ItemID
    /// The title or text after the entry, or before it for a deleted item; cut if it is long.
    public let name: String
    /// The title or text before the entry, cut if it is long; nil unless the entry changed it.
    public let oldName: String?
    /// The first lines of the rows that a row is below now, the outermost first; empty for one that does not exist any more.
    public let parents: [String]
    /// The parts of the content with another value than before, apart from the title or text, cut if they are long.
    public let fields: [ItemChange.Field]
    /// The last author, if a synchronization brought it from another machine; nil otherwise.
    public package(set) var author: Authorship?

    package init(
      _ kind: Kind, _ id: ItemID, name: String, oldName: String? = nil, parents: [String] = [],
      fields: [ItemChange.Field] = []
    ) {
      self.kind = kind
      self.fields = fields
      self.id = id
      self.name = name
      self.oldName = oldName
      self.parents = parents
    }
  }

  /// The first effects, sections before rows and older ids before newer ones; at most ``limit``.
  public package(set) var first: [Effect] = []
  /// The number of all effects.
  public package(set) var count = 0

  /// The maximum number of effects in ``first``.
  public static let limit = 10
  /// The maximum length of a title, a text or the value of a part, in characters.
  package static let nameLimit = 200

  package init() {}
}
