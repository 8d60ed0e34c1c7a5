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
