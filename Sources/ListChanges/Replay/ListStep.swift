/// One step for a sectioned list view that takes one change at a time.
///
/// Every index is valid at the moment the step is applied, when all steps in front of it have been.
public enum ListStep: Hashable, Sendable {
  /// Removes neighbouring rows of one section.
  case deleteRows(RowRun)
  /// Removes neighbouring sections with their rows.
  case deleteSections(IndexRun)
  /// Inserts neighbouring sections with their rows; headers and rows are read at these indices of the list after.
  case insertSections(IndexRun)
  /// Inserts neighbouring rows in one section; they are read at these paths of the list after.
  case insertRows(RowRun)
  /// Draws rows again; they are read at these paths of the list after.
  case reloadRows(RowRun)
  /// Draws headers again; they are read at these indices of the list after.
  case reloadHeaders(IndexRun)
}

extension ListStep: CustomStringConvertible {
  /// The step in the notation of ``ViewChanges``, as `-R1.0x4`.
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
  /// The same changes one after the other, for views that take one change at a time.
  ///
  /// Rows and then sections are removed, from the last to the first; sections and then rows are inserted, from the
  /// first to the last; then come the reloads. A move is a remove and an insert that reads from the list after, so a
  /// view that keeps what is selected has to carry that over itself. O(runs · log runs).
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
