/// One run of changes, in a form that is common to all parts, for the checks.
struct NamedRun {
  var part: ViewChangesProblem.Part
  /// Whether the indices refer to the list before; otherwise they refer to the list after.
  var isOld: Bool
  /// The section of a run of rows; nil for a run of sections or headers.
  var section: Int?
  var start: Int
  var count: Int

  /// Returns the position of the element at `index`.
  func position(_ index: Int) -> ViewChangesProblem.Position {
    switch (section, isOld) {
    case (let section?, true): .oldRow(RowPath(section: section, row: index))
    case (let section?, false): .newRow(RowPath(section: section, row: index))
    case (nil, true): .oldSection(index)
    case (nil, false): .newSection(index)
    }
  }

  /// The position of the section of a run of rows, or of the first section of a run of sections.
  var sectionPosition: ViewChangesProblem.Position {
    let index = section ?? start
    return isOld ? .oldSection(index) : .newSection(index)
  }

  /// Returns whether the run begins before `other` does.
  func precedes(_ other: NamedRun) -> Bool { (section ?? 0, start) < (other.section ?? 0, other.start) }

  /// Returns whether the run begins before the end of `previous`.
  func begins(insideOrBefore previous: NamedRun) -> Bool {
    (section ?? 0, start) < (previous.section ?? 0, previous.start + previous.count)
  }

  /// Returns whether the run begins where `previous` ends.
  func continues(_ previous: NamedRun) -> Bool {
    section == previous.section && start == previous.start + previous.count
  }
}

extension ViewChanges {
  /// Returns the runs of one part in order; for moves, the runs in the list before and those in the list after.
  func runs(of part: ViewChangesProblem.Part) -> [[NamedRun]] {
    func sections(_ runs: [IndexRun], isOld: Bool) -> [NamedRun] {
      runs.map { NamedRun(part: part, isOld: isOld, section: nil, start: $0.start, count: $0.count) }
    }
    func rows(_ runs: [RowRun], isOld: Bool) -> [NamedRun] {
      runs.map { NamedRun(part: part, isOld: isOld, section: $0.section, start: $0.start, count: $0.count) }
    }
    switch part {
    case .deletedSections: return [sections(deletedSections, isOld: true)]
    case .insertedSections: return [sections(insertedSections, isOld: false)]
    case .movedSections:
      return [
        sections(movedSections.map { IndexRun($0.from, count: $0.count) }, isOld: true),
        sections(movedSections.map { IndexRun($0.to, count: $0.count) }, isOld: false),
      ]
    case .deletedRows: return [rows(deletedRows, isOld: true)]
    case .insertedRows: return [rows(insertedRows, isOld: false)]
    case .movedRows:
      return [
        rows(movedRows.map { RowRun(section: $0.from.section, start: $0.from.row, count: $0.count) }, isOld: true),
        rows(movedRows.map { RowRun(section: $0.to.section, start: $0.to.row, count: $0.count) }, isOld: false),
      ]
    case .reloadedRows: return [rows(reloadedRows, isOld: false)]
    case .reloadedHeaders: return [sections(reloadedHeaders, isOld: false)]
    }
  }
}
