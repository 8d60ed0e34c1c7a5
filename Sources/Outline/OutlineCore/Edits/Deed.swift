/// What an edit did to sections or rows, with the words that messages use for it.
package struct Deed: Hashable, Sendable {
  /// What a deed does, which decides how a message names its items.
  private enum Effect {
    /// It makes, moves, changes or removes items.
    case action
    /// It gives items a state that they may have had already, such as done or archived.
    case state
    /// It sets a user's flags.
    case fold
    /// It concerns the outline as a whole.
    case other
  }

  /// The participle with which messages begin, such as "deleted" or "marked as done".
  package let words: String
  /// The part of the participle after the name of the item: " as done" of "marked as done".
  package let end: String
  /// The preposition before the section of the item; nil if messages do not name the section.
  package let preposition: String?
  private let effect: Effect

  private init(_ start: String, end: String = "", _ preposition: String?, _ effect: Effect) {
    (words, self.end, self.preposition, self.effect) = (start + end, end, preposition, effect)
  }

  /// A deed that concerns the outline as a whole, in words such as "applied 3 edits".
  package init(_ words: String) { self.init(words, nil, .other) }

  package static let added = Deed("added", "to", .action)
  package static let archived = Deed("archived", "in", .state)
  package static let changed = Deed("changed", "in", .action)
  package static let collapsed = Deed("collapsed", nil, .fold)
  package static let converted = Deed("converted", nil, .action)
  package static let copied = Deed("copied", "to", .action)
  package static let deleted = Deed("deleted", "from", .action)
  package static let demoted = Deed("demoted", "in", .action)
  package static let edited = Deed("edited")
  package static let expanded = Deed("expanded", nil, .fold)
  package static let imported = Deed("imported")
  package static let indented = Deed("indented", "below", .action)
  package static let markedAsDone = Deed("marked", end: " as done", "in", .state)
  package static let markedAsOpen = Deed("marked", end: " as open", "in", .state)
  package static let merged = Deed("merged")
  package static let moved = Deed("moved", "to", .action)
  package static let outdented = Deed("outdented", "to", .action)
  package static let promoted = Deed("promoted", "in", .action)
  package static let redone = Deed("redone")
  package static let reordered = Deed("reordered", "in", .action)
  package static let sorted = Deed("sorted")
  package static let toggled = Deed("toggled", nil, .fold)
  package static let unarchived = Deed("unarchived", "to", .action)
  package static let undone = Deed("undone")

  /// The deed of an entry of the history.
  package init(_ kind: HistoryEffects.Kind) {
    switch kind {
    case .added: self = .added
    case .changed: self = .changed
    case .moved: self = .moved
    case .converted: self = .converted
    case .deleted: self = .deleted
    }
  }

  /// Whether an item can have been like this before, so that "already done" makes sense.
  package var isRepeatable: Bool { effect != .action }

  /// Whether it applies to all sections if no section is named.
  package var isFold: Bool { self == .collapsed || self == .expanded }

  /// The participle before the name of the item: "marked" of "marked as done".
  package var start: String { String(words.dropLast(end.count)) }

  /// Returns the deed with its item, such as `marked "milk" as done in Home`.
  ///
  /// - Parameters:
  ///   - names: The names of the items.
  ///   - holder: The title of the section; nil leaves it out.
  package func sentence(_ names: String, in holder: String?) -> String {
    "\(start) \(names)\(end)" + (holder.flatMap { title in preposition.map { " \($0) \(title)" } } ?? "")
  }
}
