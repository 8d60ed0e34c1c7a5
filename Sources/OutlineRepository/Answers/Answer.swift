import ListChanges
import OutlineCore

/// What an edit did.
///
/// A part that belongs to another verb, or that the request did not ask for, is empty.
public struct Answer: Hashable, Sendable {
  /// The items that the edit addressed, followed by the items it created, in order.
  public var items: [ItemID] = []
  /// The items that a batch created under names.
  public var names: [String: ItemID] = [:]
  /// The history entries that were undone or redone, in the order in which that happened.
  public var entries: [HistoryEntry] = []
  /// Whether an undo has passed over later edits of the acting user's folds, which it does not take back.
  public var keepsFolds = false
  /// The sections and rows that a search found, all of them visible after the edit.
  public var hits: [Hit] = []
  /// How many sections and rows an import or a merge added, changed, moved and deleted.
  public var transfer = TransferCounts()
  /// The sections and rows that a merge added, changed, moved and deleted; nil for other verbs.
  public var merge: MergeReport?
  /// How many flags the user has who was renamed, or had who was deleted.
  public var flags = 0
  /// What a list view of the acting user must do; empty if its list stays as it is.
  public var changes = ViewChanges()
  /// What the list views of the observers must do; observers whose list stays as it is are left out.
  ///
  /// One user's flags never affect another user's list.
  public var observed: [ExactText: ViewChanges] = [:]
  /// The shapes of the acting user's list; nil when the request did not ask for them.
  public var shapes: Shapes?
  /// The names of the items; nil unless the request asked for names, and for batches, undo, redo and documents.
  public var receipt: Receipt?
  /// Whether the edit changed the file, now or when it was first made with this idempotency key, or would have changed it if it were not
  /// a trial; false if there was nothing to do.
  public var hasWritten = false
  /// Whether the edit was not made now, because the file already had an edit with the idempotency key of the request.
  public internal(set) var isRepeated = false
  /// The outermost folder that was created for a new file; nil unless the edit created one.
  public var newFolder: String?
  /// What became of the backup that was due before the edit; nil if none was due.
  public internal(set) var backup: DueBackup?
  /// How many days the clock leapt before the edit, if these are more than the history is kept; nil otherwise.
  ///
  /// As the clock may be wrong, the history then lets nothing go by age; see `Setting.historyDays`.
  public internal(set) var leap: Int?

  /// The shapes of a list before and after an edit.
  public struct Shapes: Hashable, Sendable {
    /// The shape before the edit.
    public let before: ListShape
    /// The shape after the edit.
    public let after: ListShape

    /// Creates a pair of shapes.
    package init(before: ListShape, after: ListShape) {
      self.before = before
      self.after = after
    }
  }

  /// Returns the view changes in the form that a layout needs.
  ///
  /// - Returns: The changes; nil if the list stays as it is, and for the layout `flat` if the request did not ask for
  ///   shapes.
  public func changes(in layout: ListLayout) -> LaidOutChanges? {
    if changes.isEmpty { return nil }
    switch layout {
    case .grouped: return .grouped(changes)
    case .headerRows: return .headerRows(changes.withHeaderRows)
    case .flat: return shapes.map { .flat(changes.flattened(from: $0.before, to: $0.after)) }
    }
  }
}

/// How many sections and rows an import or a merge added, changed, moved and deleted.
public struct TransferCounts: Hashable, Sendable {
  /// The number of sections that were added.
  public internal(set) var addedSections = 0
  /// The number of rows that were added.
  public internal(set) var addedRows = 0
  /// The number of sections and rows whose content changed.
  public internal(set) var changed = 0
  /// The number of sections and rows that moved.
  public internal(set) var moved = 0
  /// The number of sections and rows that were deleted.
  public internal(set) var deleted = 0

  /// The number of sections and rows that were added.
  public var added: Int { addedSections + addedRows }
}
