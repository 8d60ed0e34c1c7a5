import OutlineCore
import OutlineRepository

/// What a synchronization did.
struct SyncOutcome {
  /// The answers of the edits that it made, in order; none if nothing came.
  private(set) var edits: [Answer] = []
  /// What came into the outline.
  var came = DocumentDifference()
  /// What went to the repository.
  var went = DocumentDifference()
  /// What could not be taken over from both sides as it was.
  var remarks: [MergeRemark] = []
  /// The number of sections and rows that got new ids, because another copy may have theirs.
  var renumbered = 0
  /// The block of ids that was reserved; nil for none.
  var block: IDBlock?
  /// The commit that outline and repository have now; nil for a trial.
  var commit: String?
  /// The remote that has the commit; nil if there is no remote.
  var remote: String?

  /// Whether there is something to tell.
  var hasNews: Bool { !(edits.isEmpty && came.isEmpty && went.isEmpty && remarks.isEmpty && block == nil) }

  /// Adds what an edit did.
  mutating func add(_ answer: Answer) {
    if answer.hasWritten { edits.append(answer) }
  }
}
