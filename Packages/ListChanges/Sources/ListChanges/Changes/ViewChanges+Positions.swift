extension ViewChanges {
  /// Returns the index that a section of the list after had in the list before, or nil if the section is inserted.
  ///
  /// The changes do not know how long the lists are, so `section` must be an index in the list after. O(runs · log
  /// runs).
  public func oldSection(of section: Int) -> Int? { sectionSources.source(of: section)?.row }

  /// Returns the index that a section of the list before has in the list after, or nil if the section is deleted.
  ///
  /// `section` must be an index in the list before. O(runs · log runs).
  public func newSection(of section: Int) -> Int? { swapped.oldSection(of: section) }

  /// Returns the path that a row of the list after had in the list before, or nil if the row or its section is
  /// inserted.
  ///
  /// `path` must be a path in the list after. O(runs · log runs).
  public func oldRow(of path: RowPath) -> RowPath? {
    oldSection(of: path.section).flatMap { RowSources(self).rows(of: path.section, from: $0).source(of: path.row) }
  }

  /// Returns the path that a row of the list before has in the list after, or nil if the row or its section is deleted.
  ///
  /// `path` must be a path in the list before. O(runs · log runs).
  public func newRow(of path: RowPath) -> RowPath? { swapped.oldRow(of: path) }

  /// The changes that lead back from the list after to the list before.
  ///
  /// Insertions become deletions and the other way round, moves are reversed, and reloads are translated into indices
  /// in the list before. A reload of something inserted is dropped; ``problem(from:to:)`` reports it. The inverse of
  /// the inverse is equal to the original. O(runs · log runs), however many rows a run covers.
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

  /// The inverse without its reloads.
  private var swapped: ViewChanges {
    ViewChanges(
      deletedSections: insertedSections, insertedSections: deletedSections,
      movedSections: Runs.merging(movedSections.map { IndexMove(from: $0.to, to: $0.from, count: $0.count) }),
      deletedRows: insertedRows, insertedRows: deletedRows,
      movedRows: Runs.merging(movedRows.map { RowMove(from: $0.to, to: $0.from, count: $0.count) }),
      converted: converted.map(\.inverse).inOrder)
  }

  /// The index in the list before of each section of the list after.
  var sectionSources: IndexMap {
    IndexMap(
      inserted: insertedSections,
      departures: deletedSections + movedSections.map { IndexRun($0.from, count: $0.count) },
      moves: movedSections.map { .init(start: $0.to, count: $0.count, source: RowPath(section: 0, row: $0.from)) })
  }
}

/// The row changes, grouped by section.
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

  /// Returns where the rows of a section come from; its index is `section` in the list after and `old` in the list
  /// before.
  func rows(of section: Int, from old: Int) -> IndexMap {
    IndexMap(
      section: old, inserted: inserted[section, default: []], departures: departures[old, default: []],
      moves: moves[section, default: []])
  }
}
