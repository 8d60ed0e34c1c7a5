/// One step for a list view without sections that takes one change at a time.
///
/// Every index is valid at the moment the step is applied, when all steps in front of it have been.
public enum LineStep: Hashable, Sendable {
  /// Removes neighbouring lines.
  case delete(IndexRun)
  /// Inserts neighbouring lines; they are read at these indices of the list after.
  case insert(IndexRun)
  /// Draws lines again; they are read at these indices of the list after.
  case reload(IndexRun)
}

extension LineStep: CustomStringConvertible {
  /// The step in the notation of ``LineChanges``, as `-L3x4`.
  public var description: String {
    switch self {
    case .delete(let run): "-L\(run.notation)"
    case .insert(let run): "+L\(run.notation)"
    case .reload(let run): "~L\(run.notation)"
    }
  }
}

extension LineChanges {
  /// The same changes one after the other, for views that take one change at a time.
  ///
  /// Lines are removed from the last to the first, then inserted from the first to the last, then reloaded. A move is
  /// a remove and an insert that reads from the list after. O(runs · log runs).
  public var steps: [LineStep] {
    let leaving = movedLines.map { IndexRun($0.from, count: $0.count) }
    let arriving = movedLines.map { IndexRun($0.to, count: $0.count) }
    var steps: [LineStep] = Runs.merging(deletedLines + leaving).reversed().map { .delete($0) }
    steps += Runs.merging(insertedLines + arriving).map { .insert($0) }
    steps += reloadedLines.map { .reload($0) }
    return steps
  }
}
