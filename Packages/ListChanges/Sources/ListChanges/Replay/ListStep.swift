/// A single change of a list view with sections, for views that take one change at a time.
///
/// The indices are valid once all earlier steps have been applied.
public enum ListStep: Hashable, Sendable {
  /// Deletes neighbouring rows of one section.
  case deleteRows(RowRun)
  /// Deletes neighbouring sections with their rows.
  case deleteSections(IndexRun)
  /// Inserts neighbouring sections with their rows; these are also their indices in the list after.
  case insertSections(IndexRun)
  /// Inserts neighbouring rows into one section; these are also their paths in the list after.
  case insertRows(RowRun)
  /// Draws rows again; these are also their paths in the list after.
  case reloadRows(RowRun)
  /// Draws headers again; these are also the indices of their sections in the list after.
  case reloadHeaders(IndexRun)
}

extension ListStep: CustomStringConvertible {
  /// The step in the notation of ``ViewChanges``, for example `-R1.0x4`.
  public var description: String {
    switch self {
    case .deleteRows(let run): "-R\(run.notation)"
    case .deleteSections(let run): "-S\(run.notation)"
    case .insertSections(let run): "+S\(run.notation)"
    case .insertRows(let run): "+R\(run.notation)"
    case .reloadRows(let run): "~R\(run.notation)"
    case .reloadHeaders(let run): "~H\(run.notation)"
    }
  }
}

extension ViewChanges {
  /// The changes as a sequence of steps, for views that take one change at a time.
  ///
  /// The steps first delete rows and then sections, from the last to the first. They then insert sections and then
  /// rows, from the first to the last, and end with the reloads. A move is a deletion and an insertion, so a view that
  /// has moved rows selected must select them again. O(runs · log runs).
  public var steps: [ListStep] {
    let leavingRows = movedRows.map { RowRun(section: $0.from.section, start: $0.from.row, count: $0.count) }
    let arrivingRows = movedRows.map { RowRun(section: $0.to.section, start: $0.to.row, count: $0.count) }
    let leavingSections = movedSections.map { IndexRun($0.from, count: $0.count) }
    let arrivingSections = movedSections.map { IndexRun($0.to, count: $0.count) }
    var steps: [ListStep] = []
    steps += Runs.merging(deletedRows + leavingRows).reversed().map { .deleteRows($0) }
    steps += Runs.merging(deletedSections + leavingSections).reversed().map { .deleteSections($0) }
    steps += Runs.merging(insertedSections + arrivingSections).map { .insertSections($0) }
    steps += Runs.merging(insertedRows + arrivingRows).map { .insertRows($0) }
    steps += reloadedRows.map { .reloadRows($0) }
    steps += reloadedHeaders.map { .reloadHeaders($0) }
    return steps
  }
}
