import OutlineCore
import OutlineRepository

// What one kind of edit answers, for tests that have made such an edit.
extension Answer {
  /// The entries that were undone or redone; empty for other edits.
  var entries: [HistoryEntry] { if case .stepped(let entries, _) = outcome { entries } else { [] } }

  /// What a merge did; nil for other edits.
  var merge: MergeReport? { if case .merged(let report) = outcome { report } else { nil } }
}
