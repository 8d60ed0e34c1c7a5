/// The changes that lead a list view without sections from the lines before an edit to the lines after it.
///
/// This is ``ViewChanges`` for the layout `flat`, where headers and rows alike are lines of one list. It has the same
/// two stages. The first stage deletes, inserts and moves lines. Deleted lines, and the old places of moved lines, are
/// indices in the list before; inserted lines, and the new places of moved lines, are indices in the list after. All
/// other lines keep their order and fill the remaining positions. The second stage reloads lines, by their indices in
/// the list after; these can be moved lines, but not inserted ones. All runs are sorted, disjoint and as long as
/// possible. Indices count from 0.
public struct LineChanges: Hashable, Sendable {
  /// The lines to delete, as indices in the list before.
  public var deletedLines: [IndexRun]
  /// The lines to insert, as indices in the list after.
  public var insertedLines: [IndexRun]
  /// The runs of lines to move, sorted by the index that they move from.
  public var movedLines: [IndexMove]
  /// The lines whose content changed, as indices in the list after.
  public var reloadedLines: [IndexRun]

  /// Creates a set of changes; a part that is left out is empty.
  public init(
    deletedLines: [IndexRun] = [], insertedLines: [IndexRun] = [], movedLines: [IndexMove] = [],
    reloadedLines: [IndexRun] = []
  ) {
    self.deletedLines = deletedLines
    self.insertedLines = insertedLines
    self.movedLines = movedLines
    self.reloadedLines = reloadedLines
  }

  /// Whether there is nothing to change in the view.
  public var isEmpty: Bool {
    deletedLines.isEmpty && insertedLines.isEmpty && movedLines.isEmpty && reloadedLines.isEmpty
  }
}

extension LineChanges {
  /// Returns the index that a line of the list after had in the list before, or nil if the line is inserted.
  ///
  /// The changes do not know how long the lists are, so `line` must be an index in the list after. O(runs · log runs).
  public func oldLine(of line: Int) -> Int? { sources.source(of: line)?.row }

  /// Returns the index that a line of the list before has in the list after, or nil if the line is deleted.
  ///
  /// `line` must be an index in the list before. O(runs · log runs).
  public func newLine(of line: Int) -> Int? { inverse.oldLine(of: line) }

  /// The changes that lead back from the list after to the list before.
  ///
  /// Insertions become deletions and the other way round, moves are reversed, and reloads are translated into indices
  /// in the list before. A reload of an inserted line is dropped. O(runs · log runs).
  public var inverse: LineChanges {
    let sources = sources
    return LineChanges(
      deletedLines: insertedLines, insertedLines: deletedLines,
      movedLines: Runs.merging(movedLines.map { IndexMove(from: $0.to, to: $0.from, count: $0.count) }),
      reloadedLines: Runs.merging(
        reloadedLines.flatMap(sources.sources(of:)).map { IndexRun($0.start, count: $0.count) }))
  }

  private var sources: IndexMap {
    IndexMap(
      inserted: insertedLines, departures: deletedLines + movedLines.map { IndexRun($0.from, count: $0.count) },
      moves: movedLines.map { .init(start: $0.to, count: $0.count, source: RowPath(section: 0, row: $0.from)) })
  }
}
