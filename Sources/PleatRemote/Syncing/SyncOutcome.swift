import OutlineCore
import OutlineDocuments
import OutlineRepository

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
