import OutlineCore
import OutlineDocuments
import OutlineRepository

/// What a synchronization did.
package struct SyncOutcome {
  /// The answers of the edits that it made, in order; none if nothing came.
  package private(set) var edits: [Answer] = []
  /// What came into the outline.
  package var came = SyncCounts()
  /// What went to the repository.
  package var went = SyncCounts()
  /// What could not be taken over from both sides as it was.
  package var conflicts: [MergeConflict] = []
  /// The number of sections and rows that got new ids, because another copy may have theirs.
  package var renumbered = 0
  /// The block of ids that was reserved; nil for none.
  package var block: IDBlock?
  /// The commit that outline and repository have now; nil for a trial.
  package var commit: String?
  /// The remote that has the commit; nil if there is no remote.
  package var remote: String?

  /// Whether there is something to tell.
  package var hasNews: Bool { !(edits.isEmpty && came.isEmpty && went.isEmpty && conflicts.isEmpty && block == nil) }

  /// Adds what an edit did.
  package mutating func add(_ answer: Answer) {
    if answer.hasWritten { edits.append(answer) }
  }
}
