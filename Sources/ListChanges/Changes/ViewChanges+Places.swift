extension ViewChanges {
  /// The index in the list before of a section of the list after; nil when it is inserted.
  ///
  /// The changes do not know how long the lists are: `section` has to be in the list after. O(runs · log runs).
  public func oldSection(of section: Int) -> Int? { sectionSources.source(of: section)?.row }

  /// The index in the list after of a section of the list before; nil when it is deleted.
  ///
  /// `section` has to be in the list before. O(runs · log runs).
  public func newSection(of section: Int) -> Int? { swapped.oldSection(of: section) }

  /// The path in the list before of a row of the list after; nil when it, or its section, is inserted.
  ///
  /// `path` has to be in the list after. O(runs · log runs).
  public func oldRow(of path: RowPath) -> RowPath? {
    oldSection(of: path.section).flatMap { RowSources(self).rows(of: path.section, from: $0).source(of: path.row) }
  }

  /// The path in the list after of a row of the list before; nil when it, or its section, is deleted.
  ///
  /// `path` has to be in the list before. O(runs · log runs).
  public func newRow(of path: RowPath) -> RowPath? { swapped.oldRow(of: path) }

  /// The changes that lead back from the list after to the list before.
  ///
  /// What was inserted is deleted, moves go the other way, and reloads are translated into indices of the list before;
  /// a reload of something inserted, which ``problem(from:to:)`` objects to, is dropped. The inverse of the inverse
  /// is the same again. O(runs · log runs), however many places a run covers.
  public var inverse: ViewChanges {
    var inverse = swapped
    let sections = sectionSources
    let sources = RowSources(self)
    inverse.reloadedHeaders = Runs.merging(
      reloadedHeaders.flatMap(sections.sources(of:)).map { IndexRun($0.start, count: $0.count) })
    var reloads: [RowRun] = []
    var rest = reloadedRows[...]
    while let section = rest.first?.section {
      let runs = rest.prefix { $0.section == section }
      rest = rest.dropFirst(runs.count)
      guard let old = sections.source(of: section)?.row else { continue }
      let rows = sources.rows(of: section, from: old)
      reloads += runs.flatMap { rows.sources(of: IndexRun($0.start, count: $0.count)) }
    }
    inverse.reloadedRows = Runs.merging(reloads)
    return inverse
  }

  /// The structure stage of the inverse.
  private var swapped: ViewChanges {
    ViewChanges(
      deletedSections: insertedSections, insertedSections: deletedSections,
      movedSections: Runs.merging(movedSections.map { SectionMove(from: $0.to, to: $0.from, count: $0.count) }),
      deletedRows: insertedRows, insertedRows: deletedRows,
      movedRows: Runs.merging(movedRows.map { RowMove(from: $0.to, to: $0.from, count: $0.count) }))
  }

  /// Where the sections of the list after come from.
  var sectionSources: IndexMap {
    IndexMap(
      inserted: insertedSections,
      departures: deletedSections + movedSections.map { IndexRun($0.from, count: $0.count) },
      moves: movedSections.map { .init(start: $0.to, count: $0.count, source: RowPath(section: 0, row: $0.from)) })
  }
}

/// The row changes, section by section.
private struct RowSources {
  private var inserted: [Int: [IndexRun]] = [:]
  private var departures: [Int: [IndexRun]] = [:]
  private var moves: [Int: [IndexMap.Segment]] = [:]

  init(_ changes: ViewChanges) {
    for run in changes.insertedRows {
      inserted[run.section, default: []].append(IndexRun(run.start, count: run.count))
    }
    for run in changes.deletedRows {
      departures[run.section, default: []].append(IndexRun(run.start, count: run.count))
    }
    for move in changes.movedRows {
      departures[move.from.section, default: []].append(IndexRun(move.from.row, count: move.count))
      moves[move.to.section, default: []].append(.init(start: move.to.row, count: move.count, source: move.from))
    }
  }

  /// Where the rows come from of a section of the list after that is `old` in the list before.
  func rows(of section: Int, from old: Int) -> IndexMap {
    IndexMap(
      section: old, inserted: inserted[section, default: []], departures: departures[old, default: []],
      moves: moves[section, default: []])
  }
}
