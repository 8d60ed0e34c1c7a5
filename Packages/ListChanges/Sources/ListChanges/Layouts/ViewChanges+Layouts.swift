extension ViewChanges {
  /// Converts the changes for a view in the layout `flat`, which is one list of lines.
  ///
  /// Replaying the result on the lines of the list before gives the lines of the list after. The moved lines are those
  /// of the moved sections and rows; lines are not compared, so fewer moves might be enough. O(runs · log runs), where
  /// each reloaded header and each conversion counts as a run; the number of rows does not matter.
  /// - Parameters:
  ///   - before: The shape of the list before, which must have every section and row that is deleted or moved.
  ///   - after: The shape of the list after, which must have every section and row that is inserted, moved or reloaded.
  ///     If a section is not in its shape, the result is wrong, but there is no runtime error; check with
  ///     ``problem(from:to:)`` first.
  public func flattened(from before: ListShape, to after: ListShape) -> LineChanges {
    let sectionMoves = movedSections.map { move in
      let from = before.lines(ofSections: IndexRun(move.from, count: move.count))
      return IndexMove(from: from.start, to: after.lines(ofSections: IndexRun(move.to)).start, count: from.count)
    }
    let rowMoves = movedRows.map { move in
      let from = before.lines(ofRows: RowRun(section: move.from.section, start: move.from.row))
      let to = after.lines(ofRows: RowRun(section: move.to.section, start: move.to.row))
      return IndexMove(from: from.start, to: to.start, count: move.count)
    }
    let headers = reloadedHeaders.flatMap { run in run.range.map { after.lines(ofSections: IndexRun($0)).start } }
    var lines = LineChanges(
      deletedLines: Runs.merging(
        deletedSections.map(before.lines(ofSections:)) + deletedRows.map(before.lines(ofRows:))),
      insertedLines: Runs.merging(
        insertedSections.map(after.lines(ofSections:)) + insertedRows.map(after.lines(ofRows:))),
      movedLines: Runs.merging(sectionMoves + rowMoves),
      reloadedLines: Runs.merging(headers.map { IndexRun($0) } + reloadedRows.map(after.lines(ofRows:))))
    lines.keep(
      converted.compactMap { item in
        before.line(of: item.from).flatMap { from in after.line(of: item.to).map { (from, $0) } }
      })
    return lines
  }

  /// The changes for a view in the layout `headerRows`, where row 0 of every section is its header.
  ///
  /// Row indices are one higher, a reloaded header becomes a reloaded row 0, and the changes of sections are the same.
  /// O(runs · log runs), where each reloaded header counts as a run.
  public var withHeaderRows: ViewChanges {
    func shifted(_ run: RowRun) -> RowRun { RowRun(section: run.section, start: run.start + 1, count: run.count) }
    func shifted(_ path: RowPath) -> RowPath { RowPath(section: path.section, row: path.row + 1) }
    let headers = reloadedHeaders.flatMap { run in run.range.map { RowRun(section: $0, start: 0) } }
    var changes = self
    changes.deletedRows = deletedRows.map(shifted)
    changes.insertedRows = insertedRows.map(shifted)
    changes.movedRows = movedRows.map { RowMove(from: shifted($0.from), to: shifted($0.to), count: $0.count) }
    changes.reloadedRows = Runs.merging(headers + reloadedRows.map(shifted))
    changes.reloadedHeaders = []
    changes.converted = converted.map { Conversion(from: $0.from.withHeaderRows, to: $0.to.withHeaderRows) }
    return changes
  }
}

extension LineChanges {
  /// Keeps lines that would be deleted and inserted again: moves as few of them as possible, and reloads them all.
  ///
  /// - Parameter pairs: The indices of the lines before and after, sorted by the first.
  fileprivate mutating func keep(_ pairs: [(from: Int, to: Int)]) {
    if pairs.isEmpty { return }
    let leaving = LineRanks(deletedLines + movedLines.map { IndexRun($0.from, count: $0.count) })
    let arriving = LineRanks(insertedLines + movedLines.map { IndexRun($0.to, count: $0.count) })
    // Such a line can stay in place if the same number of untouched lines comes before it in both lists.
    let steady = pairs.filter { leaving.rank(of: $0.from) == arriving.rank(of: $0.to) }
    let staying = Set(longestIncreasingSubsequence(of: steady.map(\.to)).map { steady[$0].from })
    deletedLines = Runs.subtracting(Runs.of(pairs.map(\.from)), from: deletedLines)
    insertedLines = Runs.subtracting(Runs.of(pairs.map(\.to).sorted()), from: insertedLines)
    reloadedLines = Runs.merging(reloadedLines + pairs.map { IndexRun($0.to) })
    movedLines = Runs.merging(
      movedLines + pairs.filter { !staying.contains($0.from) }.map { IndexMove(from: $0.from, to: $0.to) })
  }
}

/// Counts the lines outside of some runs.
private struct LineRanks {
  private let runs: [IndexRun]
  /// The number of lines in the runs before each run.
  private var sums = [0]

  init(_ runs: [IndexRun]) {
    self.runs = Runs.merging(runs)
    for run in self.runs { sums.append(sums[sums.count - 1] + run.count) }
  }

  /// The number of lines before a line that are in none of the runs.
  func rank(of line: Int) -> Int {
    let index = runs.partitioningIndex { $0.start + $0.count > line }
    let covered = index < runs.endIndex ? max(line - runs[index].start, 0) : 0
    return line - sums[index] - covered
  }
}

/// A line of the layout `flat`, or a row of the layout `headerRows`, with its content.
public enum ListLine<Header, Row> {
  /// A section's header.
  case header(Header)
  /// A row.
  case row(Row)
}

extension ListLine: Equatable where Header: Equatable, Row: Equatable {}
extension ListLine: Hashable where Header: Hashable, Row: Hashable {}
extension ListLine: Sendable where Header: Sendable, Row: Sendable {}

/// The header of a section in the layout `headerRows`: it is empty, because row 0 shows the section's header.
public struct NoHeader: Hashable, Sendable {
  /// Creates the empty header.
  public init() {}
}

extension GroupedList {
  /// How many rows each section shows.
  ///
  /// O(number of sections).
  public var shape: ListShape { ListShape(rowCounts: sections.lazy.map(\.rows.count)) }

  /// The list in the layout `flat`: each header, followed by its rows.
  ///
  /// O(number of lines).
  public var lines: [ListLine<Header, Row>] { sections.flatMap(\.lines) }

  /// The list in the layout `headerRows`: each header as row 0 of its section.
  ///
  /// O(number of lines).
  public var withHeaderRows: GroupedList<NoHeader, ListLine<Header, Row>> {
    GroupedList<NoHeader, ListLine<Header, Row>>(sections.map { .init(header: NoHeader(), rows: $0.lines) })
  }
}

extension GroupedList.Section {
  fileprivate var lines: [ListLine<Header, Row>] { [.header(header)] + rows.map { .row($0) } }
}
