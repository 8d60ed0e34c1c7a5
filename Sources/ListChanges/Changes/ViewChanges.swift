/// What a list view must do to get from the list before an edit to the list after it.
///
/// There are two stages. **Structure** says what leaves, arrives and moves: everything that leaves is named by its
/// index in the list before, everything that arrives by its index in the list after, and whatever is not named keeps
/// its order and fills the places left. No row that leaves, arrives or moves is in a deleted, inserted or moved section.
/// **Content** says, in indices of the list after, what is to be drawn again; that may be in a moved section. All runs
/// are sorted, disjoint and maximal.
public struct ViewChanges: Hashable, Sendable {
  /// Sections that leave, with their rows; indices of the list before.
  public var deletedSections: [IndexRun]
  /// Sections that arrive, with their rows; indices of the list after.
  public var insertedSections: [IndexRun]
  /// Sections that change place; their rows travel along.
  public var movedSections: [SectionMove]
  /// Rows that leave a section that stays; indices of the list before.
  public var deletedRows: [RowRun]
  /// Rows that arrive in a section that stays; indices of the list after.
  public var insertedRows: [RowRun]
  /// Rows that change place between sections that stay.
  public var movedRows: [RowMove]
  /// Rows whose content changed, those of moved sections too; indices of the list after.
  public var reloadedRows: [RowRun]
  /// Headers whose content changed; indices of the list after.
  ///
  /// The content is title, detail, level, the flag, and the number of rows that a collapsed header shows.
  public var reloadedHeaders: [IndexRun]

  /// Makes a set of changes; every part left out is empty.
  public init(
    deletedSections: [IndexRun] = [], insertedSections: [IndexRun] = [], movedSections: [SectionMove] = [],
    deletedRows: [RowRun] = [], insertedRows: [RowRun] = [], movedRows: [RowMove] = [],
    reloadedRows: [RowRun] = [], reloadedHeaders: [IndexRun] = []
  ) {
    self.deletedSections = deletedSections
    self.insertedSections = insertedSections
    self.movedSections = movedSections
    self.deletedRows = deletedRows
    self.insertedRows = insertedRows
    self.movedRows = movedRows
    self.reloadedRows = reloadedRows
    self.reloadedHeaders = reloadedHeaders
  }

  /// Whether the view stays exactly as it was.
  public var isEmpty: Bool { self == ViewChanges() }
}
