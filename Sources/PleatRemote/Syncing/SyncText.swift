import OutlineCore
import OutlineFormats
import OutlineJSON
import PleatOutput

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
