/// A part of the history, the newest entry first.
public struct HistoryLog: Hashable, Sendable {
  /// One entry, and what it did.
  public struct Line: Hashable, Sendable {
    /// The entry.
    public let entry: HistoryEntry
    /// What it did to sections and rows; nil unless effects were asked for.
    public let effects: HistoryEffects?
    /// Of a synchronization, whose edits it brought: the last of each user, the newest first, and at most ten.
    public let authors: [Authorship]

    /// Creates a line.
    package init(entry: HistoryEntry, effects: HistoryEffects?, authors: [Authorship] = []) {
      self.entry = entry
      self.effects = effects
      self.authors = authors
    }
  }

  /// The entries, the newest first.
  public package(set) var lines: [Line] = []
  /// Whether the last line is the oldest that the file still has, and the file has let older ones go.
  public package(set) var hasLostOlder = false

  /// The entries, the newest first.
  public var entries: [HistoryEntry] { lines.map(\.entry) }

  /// Creates an empty part.
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
    /// The title or text after the entry, or before it for what was deleted; cut if it is long.
    public let name: String
    /// The title or text before the entry, cut if it is long; nil unless the entry gave it another one.
    public let oldName: String?
    /// Who did it last on another machine, where a synchronization brought it; nil otherwise.
    public package(set) var author: Authorship?

    /// Creates an effect.
    package init(_ kind: Kind, _ id: ItemID, name: String, oldName: String? = nil) {
      self.kind = kind
      self.id = id
      self.name = name
      self.oldName = oldName
    }
  }

  /// The first effects, sections before rows and older ids before newer ones; at most ``limit``.
  public package(set) var first: [Effect] = []
  /// The number of all effects.
  public package(set) var count = 0

  /// The number of effects that are named.
  public static let limit = 10
  /// The number of characters of a title or text that are kept.
  package static let nameLimit = 200

  /// Creates effects of which there are none yet.
  package init() {}
}
