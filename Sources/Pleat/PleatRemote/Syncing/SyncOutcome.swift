import OutlineCore
import OutlineDocuments
import OutlineFormats
import OutlineJSON
import OutlineRepository
import PleatOutput

/// The results of a synchronization.
package struct SyncOutcome {
  /// The answers of the edits that it made, in order.
  package private(set) var edits: [Answer] = []
  /// The changes to the outline.
  package var came = SyncCounts()
  /// The changes to the repository.
  package var went = SyncCounts()
  package var conflicts: [MergeConflict] = []
  /// How many sections and rows got new ids because another copy may have used theirs.
  package var renumbered = 0
  /// The block of ids that was reserved; nil for none.
  package var block: IDBlock?
  /// The commit of the outline and the repository at the end; nil for a trial.
  package var commit: String?
  /// The remote that has the commit; nil if there is no remote.
  package var remote: String?

  /// Whether there is something to report.
  package var hasNews: Bool { !(edits.isEmpty && came.isEmpty && went.isEmpty && conflicts.isEmpty && block == nil) }

  /// Adds the answer of an edit, unless it wrote nothing.
  package mutating func add(_ answer: Answer) {
    if answer.hasWritten { edits.append(answer) }
  }
}

/// How many sections, rows and folds differ between two states of a document.
package struct SyncCounts: Equatable {
  /// Added, changed, moved and deleted sections.
  package private(set) var sections = 0
  /// Added, changed, moved and deleted rows.
  package private(set) var rows = 0
  /// Flags that were set, changed or removed, and users whose settings changed.
  package private(set) var folds = 0

  package var isEmpty: Bool { self == SyncCounts() }

  package init() {}

  package init(from old: Document, to new: Document) {
    let difference = DocumentDifference(from: old, to: new)
    for index in difference.deleted { count(old.items[index]) }
    for index in new.items.indices {
      if difference.isTouched(index) { count(new.items[index]) }
      guard let before = difference.origins[index].map({ old.items[$0].flags }) else { continue }
      let flags = new.items[index].flags
      if before != flags { folds += Set(before.keys).union(flags.keys).count { before[$0] != flags[$0] } }
    }
    let (before, after) = (old.usersByName, new.usersByName)
    folds += Set(before.keys).union(after.keys).count {
      (before[$0] ?? User(name: $0.text)) != (after[$0] ?? User(name: $0.text))
    }
  }

  package mutating func add(_ other: SyncCounts) {
    sections += other.sections
    rows += other.rows
    folds += other.folds
  }

  private mutating func count(_ item: DocumentItem) {
    if item.isSection { sections += 1 } else { rows += 1 }
  }
}

extension Document {
  fileprivate var usersByName: [ExactText: User] { Dictionary(users.map { (ExactText($0.name), $0) }) { $1 } }
}

/// The message about a synchronization that was made or tried.
package struct SyncText {
  package let outcome: SyncOutcome
  package let isTrial: Bool
  /// Whether the synchronization is complete; otherwise it has only applied the other side's changes.
  package let isSent: Bool
  package let hasRemote: Bool

  package init(outcome: SyncOutcome, isTrial: Bool, isSent: Bool, hasRemote: Bool) {
    self.outcome = outcome
    self.isTrial = isTrial
    self.isSent = isSent
    self.hasRemote = hasRemote
  }

  package var message: String {
    let start = isTrial ? "would have synchronized" : isSent ? "synchronized" : "taken over"
    var lines = ["\(start): \(parts)"]
    if let block = outcome.block {
      lines.append("  reserved the ids from \(block.ids.lowerBound) for new items")
    }
    if outcome.renumbered > 0 {
      let start = outcome.renumbered == 1 ? "1 item got a new id" : "\(outcome.renumbered) items got new ids"
      lines.append("  \(start), because another copy of the outline may give the same id to another item")
    }
    lines += outcome.conflicts.map { "  \(Escapes.oneLine($0.sentence))" }
    if !isTrial, isSent, !hasRemote { lines.append("  only committed here: the repository has no remote") }
    return lines.joined(separator: "\n")
  }

  private var parts: String {
    var parts: [String] = []
    if !outcome.came.isEmpty { parts.append("\(Self.counts(outcome.came)) came") }
    if !outcome.went.isEmpty { parts.append("\(Self.counts(outcome.went)) went") }
    let start = parts.isEmpty ? "nothing new" : parts.joined(separator: ", ")
    let count = outcome.conflicts.count
    return count == 0 ? start : "\(start); \(count == 1 ? "1 conflict" : "\(count) conflicts")"
  }

  private static func counts(_ diff: SyncCounts) -> String {
    var parts: [String] = []
    if diff.rows > 0 { parts.append(Count.rows(diff.rows)) }
    if diff.sections > 0 { parts.append(Count.sections(diff.sections)) }
    if diff.folds > 0 { parts.append(diff.folds == 1 ? "1 fold" : "\(diff.folds) folds") }
    return parts.count > 1 ? parts.dropLast().joined(separator: ", ") + " and " + parts[parts.count - 1] : parts[0]
  }

  package var json: JSONTree {
    [
      "came": Self.json(outcome.came), "went": Self.json(outcome.went),
      "remarks": .array(outcome.conflicts.map(\.json)),
      "renumbered": .int(outcome.renumbered), "block": .int(outcome.block?.number), "commit": .text(outcome.commit),
      "remote": .text(outcome.remote),
    ]
  }

  private static func json(_ diff: SyncCounts) -> JSONTree {
    ["sections": .int(diff.sections), "rows": .int(diff.rows), "folds": .int(diff.folds)]
  }
}
