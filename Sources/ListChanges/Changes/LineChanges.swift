/// A run of neighbouring lines that arrives, in the same order, as a run of neighbouring lines.
public struct LineMove: Hashable, Sendable {
  /// The first line's index in the list before.
  public var from: Int
  /// The first line's index in the list after.
  public var to: Int
  /// How many lines move together; at least 1.
  public var count: Int

  /// Makes the move of `count` lines from `from` (list before) to `to` (list after).
  public init(from: Int, to: Int, count: Int = 1) {
    self.from = from
    self.to = to
    self.count = count
  }
}

/// What a list view without sections must do to get from the lines before an edit to the lines after it.
///
/// The counterpart of ``ViewChanges`` for the layout `flat`, where headers and rows alike are lines of one list. There
/// are the same two stages: what leaves is named by its index in the list before, what arrives by its index in the
/// list after, what is not named keeps its order and fills the places left; then reloads, in indices of the list
/// after. All runs are sorted, disjoint and maximal. All indices count from 0.
public struct LineChanges: Hashable, Sendable {
  /// Lines that leave; indices of the list before.
  public var deletedLines: [IndexRun]
  /// Lines that arrive; indices of the list after.
  public var insertedLines: [IndexRun]
  /// Lines that change place, sorted by where they come from.
  public var movedLines: [LineMove]
  /// Lines whose content changed; indices of the list after.
  public var reloadedLines: [IndexRun]

  /// Makes a set of changes; every part left out is empty.
  public init(
    deletedLines: [IndexRun] = [], insertedLines: [IndexRun] = [], movedLines: [LineMove] = [],
    reloadedLines: [IndexRun] = []
  ) {
    self.deletedLines = deletedLines
    self.insertedLines = insertedLines
    self.movedLines = movedLines
    self.reloadedLines = reloadedLines
  }

  /// Whether the view stays exactly as it was.
  public var isEmpty: Bool {
    deletedLines.isEmpty && insertedLines.isEmpty && movedLines.isEmpty && reloadedLines.isEmpty
  }
}
