/// What a list view without sections must do to get from the lines before an edit to the lines after it.
///
/// This is ``ViewChanges`` for the layout `flat`, where headers and rows alike are lines of one list. It has the same
/// two stages. The first stage deletes, inserts and moves lines: it names a line that leaves its position by its index in
/// the list before, and a line that comes to a position by its index in the list after. Lines that are not named keep
/// their order and fill the remaining positions. The second stage reloads lines, by their indices in the list after. All
/// runs are sorted, disjoint and as long as possible. Indices count from 0.
public struct LineChanges: Hashable, Sendable {
  /// The lines to delete, as indices in the list before.
  public var deletedLines: [IndexRun]
  /// The lines to insert, as indices in the list after.
  public var insertedLines: [IndexRun]
  /// The lines to move, sorted by the index that they move from.
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
