import ListChanges
import OutlineCore

/// How many sections, rows and folds differ between two states of a document.
package struct DocumentDiff: Equatable {
  /// The sections that were added, changed, moved or deleted.
  package private(set) var sections = 0
  /// The rows that were added, changed, moved or deleted.
  package private(set) var rows = 0
  /// The flags of users that were set, changed or removed, and the users with other settings.
  package private(set) var folds = 0

  /// Whether nothing differs.
  package var isEmpty: Bool { self == DocumentDiff() }

  /// Nothing.
  package init() {}

  /// Compares two states.
  package init(from old: [OutlinePiece], to new: [OutlinePiece]) {
    let (before, after) = (State(old), State(new))
    sections = Self.count(before.sections, after.sections) + after.newSections
    rows = Self.count(before.rows, after.rows) + after.newRows
    folds = Self.folds(before, after)
  }

  /// Adds what another diff has found.
  package mutating func add(_ other: DocumentDiff) {
    sections += other.sections
    rows += other.rows
    folds += other.folds
  }

  /// Counts the things that one state has and the other has not, or has with another content or at another position.
  private static func count<ID: Hashable, Value: Equatable>(_ old: Items<ID, Value>, _ new: Items<ID, Value>) -> Int {
    let gone = old.values.keys.count { new.values[$0] == nil }
    var common: [Int] = []
    var changed = 0
    for id in new.order {
      guard let before = old.values[id] else {
        changed += 1
        continue
      }
      if before.value != new.values[id]?.value { changed += 1 } else { common.append(before.position) }
    }
    return gone + changed + common.count - longestIncreasingSubsequence(of: common).count
  }

  private static func folds(_ old: State, _ new: State) -> Int {
    let names = Set(old.users.keys).union(new.users.keys)
    var count = names.count { (old.users[$0] ?? User(name: $0.text)) != (new.users[$0] ?? User(name: $0.text)) }
    for (id, flags) in new.flags where old.sections.values[id] != nil {
      let before = old.flags[id] ?? [:]
      count += Set(before.keys).union(flags.keys).count { before[$0] != flags[$0] }
    }
    return count
  }

  /// Things by their ids, with their positions in the order.
  private struct Items<ID: Hashable, Value: Equatable> {
    private(set) var values: [ID: (value: Value, position: Int)] = [:]
    private(set) var order: [ID] = []

    mutating func add(_ id: ID, _ value: Value) {
      if values.updateValue((value, order.count), forKey: id) == nil { order.append(id) }
    }
  }

  /// A section or a row without its position among its neighbours.
  private struct Content<Draft: Equatable>: Equatable {
    let draft: Draft
    let section: SectionID?
  }

  /// One of the two states.
  private struct State {
    private(set) var sections = Items<SectionID, Content<SectionDraft>>()
    private(set) var rows = Items<RowID, Content<RowDraft>>()
    private(set) var flags: [SectionID: [ExactText: Bool]] = [:]
    private(set) var users: [ExactText: User] = [:]
    private(set) var newSections = 0
    private(set) var newRows = 0

    init(_ pieces: [OutlinePiece]) {
      var open = LevelStack<SectionID?>()
      var last: SectionID?
      for piece in pieces {
        switch piece {
        case .user(let user): users[ExactText(user.name)] = user
        case .section(let section):
          while open.leave(for: section.draft.level) != nil {}
          add(section, in: open.innermost ?? nil)
          open.enter(section.id, level: section.draft.level)
          last = section.id
        case .row(let row):
          if let id = row.id { rows.add(id, Content(draft: row.draft, section: last)) } else { newRows += 1 }
        case .identity, .level, .collapsed: break
        }
      }
    }

    private mutating func add(_ section: SectionPiece, in parent: SectionID?) {
      guard let id = section.id else {
        newSections += 1
        return
      }
      sections.add(id, Content(draft: section.draft, section: parent))
      flags[id] = section.flags
    }
  }
}
