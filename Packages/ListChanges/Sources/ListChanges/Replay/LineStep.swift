/// A single change of a list view without sections, for views that take one change at a time.
///
/// The indices are valid once all earlier steps have been applied.
public enum LineStep: Hashable, Sendable {
  /// Deletes neighbouring lines.
  case delete(IndexRun)
  /// Inserts neighbouring lines; these are also their indices in the list after.
  case insert(IndexRun)
  /// Draws lines again; these are also their indices in the list after.
  case reload(IndexRun)
}

extension LineStep: CustomStringConvertible {
  /// The step in the notation of ``LineChanges``, for example `-L3x4`.
  public var description: String {
    switch self {
    case .delete(let run): "-L\(run.notation)"
    case .insert(let run): "+L\(run.notation)"
    case .reload(let run): "~L\(run.notation)"
    }
  }
}

extension LineChanges {
  /// The changes as a sequence of steps, for views that take one change at a time.
  ///
  /// The steps first delete lines, from the last to the first, then insert lines, from the first to the last, and then
  /// reload lines. A move is a deletion and an insertion. O(runs · log runs).
  public var steps: [LineStep] {
    let leaving = movedLines.map { IndexRun($0.from, count: $0.count) }
    let arriving = movedLines.map { IndexRun($0.to, count: $0.count) }
    var steps: [LineStep] = Runs.merging(deletedLines + leaving).reversed().map { .delete($0) }
    steps += Runs.merging(insertedLines + arriving).map { .insert($0) }
    steps += reloadedLines.map { .reload($0) }
    return steps
  }
}
