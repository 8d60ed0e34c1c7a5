/// What a list view must do to get from the list before an edit to the list after it.
///
/// The changes have two stages. The **structure** stage deletes, inserts and moves sections and rows. It names a
/// section or row that leaves its position by its index in the list before, and one that arrives at a position by its
/// index in the list after; all others keep their order and fill the remaining positions. A deleted, inserted or moved
/// section takes its rows along, so no change of a row's position names a row in such a section.
///
/// The **content** stage says which headers and rows to draw again, as indices in the list after. These can be in a
/// moved section too. All runs are sorted, disjoint and as long as possible.
///
/// Changes of your own, or from elsewhere, may break these rules: ``problem(from:to:)`` tells whether they fit two lists, and
/// ``replay(on:reading:)`` throws. Everything else expects changes without a problem; with indices or counts that are negative or exceed
/// 2,147,483,647, which no decoded changes have, it may end in a runtime error.
public struct ViewChanges: Hashable, Sendable {
  /// The sections to delete with their rows, as indices in the list before.
  public var deletedSections: [IndexRun]
  /// The sections to insert with their rows, as indices in the list after.
  public var insertedSections: [IndexRun]
  /// The sections to move with their rows, sorted by the index that they move from.
  public var movedSections: [IndexMove]
  /// The rows to delete from sections that stay in place; indices in the list before.
  public var deletedRows: [RowRun]
  /// The rows to insert into sections that stay in place; indices in the list after.
  public var insertedRows: [RowRun]
  /// The rows to move within or between sections that stay in place.
  public var movedRows: [RowMove]
  /// The rows whose content changed, in moved sections too; indices in the list after.
  public var reloadedRows: [RowRun]
  /// The headers whose content changed, as indices of their sections in the list after.
  ///
  /// A header shows the title, the detail, the level, whether the section is collapsed, and how many rows a collapsed
  /// section hides.
  public var reloadedHeaders: [IndexRun]
  /// The items that the changes delete in one place and insert in another because their kind, or their section's,
  /// changed; sorted by the position that they leave.
  public var converted: [Conversion]

  /// Creates a set of changes; a part that is left out is empty.
  public init(
    deletedSections: [IndexRun] = [], insertedSections: [IndexRun] = [], movedSections: [IndexMove] = [],
    deletedRows: [RowRun] = [], insertedRows: [RowRun] = [], movedRows: [RowMove] = [],
    reloadedRows: [RowRun] = [], reloadedHeaders: [IndexRun] = [], converted: [Conversion] = []
  ) {
    self.deletedSections = deletedSections
    self.insertedSections = insertedSections
    self.movedSections = movedSections
    self.deletedRows = deletedRows
    self.insertedRows = insertedRows
    self.movedRows = movedRows
    self.reloadedRows = reloadedRows
    self.reloadedHeaders = reloadedHeaders
    self.converted = converted
  }

  /// Whether there is nothing to change in the view.
  public var isEmpty: Bool { self == ViewChanges() }
}
