import ListChanges
import OutlineCore

/// The result of an edit.
///
/// Parts that the request did not ask for are empty.
public struct Answer: Hashable, Sendable {
  /// The part of an answer that depends on the kind of the edit.
  public enum Outcome: Hashable, Sendable {
    /// One edit of the outline or of folds; the receipt is nil unless the request asked for names.
    case edited(Receipt?)
    /// A batch, with the items that it created under names.
    case batch(names: [String: ItemID])
    /// An undo or a redo, with the history entries that were undone or redone, in the order in which that happened.
    ///
    /// `keepsFolds` is true if an undo passed over later edits of the acting user's folds, which it does not undo.
    case stepped([HistoryEntry], keepsFolds: Bool)
    /// A search that expanded the sections that hid its hits, with the hits.
    case revealed([Hit], Receipt?)
    /// An import of a document, with the first sections that it made; none unless the request asked for names.
    case imported(sections: Int, rows: Int, first: [Receipt.Item])
    /// A merge with a document, or a revision.
    case merged(MergeReport)
    /// A user with this number of flags was renamed or deleted.
    case user(flags: Int)
    /// Statements of SQL were run, with what they returned; nothing for those that return nothing.
    case ran([StatementResult])
    /// A setting has another value.
    case set
    /// Nothing was done, because the edit deletes something and nobody has agreed to that.
    case asked(DeletionQuestion)
    /// Nothing was done now, because the file already had an edit with the idempotency key of the request.
    case repeated
  }

  /// The items that the edit addressed, followed by the items it created, in order.
  public var items: [ItemID] = []
  /// The part of the answer that depends on the kind of the edit.
  public internal(set) var outcome: Outcome
  /// The changes that a list view of the acting user must make; empty if its list stays as it is.
  public internal(set) var changes = ViewChanges()
  /// The changes that the list views of the observers must make; observers whose list stays as it is are left out.
  ///
  /// One user's flags never affect another user's list.
  public internal(set) var observed: [ExactText: ViewChanges] = [:]
  /// The shapes of the acting user's list; nil when the request did not ask for them.
  public internal(set) var shapes: Shapes?
  /// The tasks with a rule for a repeat that the edit ticked, and the outcome of each.
  public internal(set) var ticked: [TickedTask] = []
  /// The names of each edit of a batch, in order, as far as the edits have names; empty unless the request asked for them.
  package internal(set) var receipts: [Receipt?] = []
  /// Whether the edit changed the file, now or when it was first made with this idempotency key, or would have done so
  /// if it were not a trial; false if there was nothing to do.
  public internal(set) var hasWritten = false
  /// Whether an import gave every item the number that it has in the document; false for all other edits.
  public internal(set) var keepsNumbers = false
  /// The settings of an imported document that the outline did not take over, because it has its own.
  public internal(set) var otherSettings: [Setting: SettingValue] = [:]
  /// The settings of an imported document that the outline took over.
  public internal(set) var takenSettings: [Setting: SettingValue] = [:]
  /// The outermost folder that was created for a new file; nil unless the edit created one.
  public internal(set) var newFolder: String?
  /// The backup that was due before the edit, or its failure; nil if none was due.
  public internal(set) var backup: DueBackup?
  /// How many days the clock leapt before the edit, if that kept the history from being trimmed by age; nil otherwise.
  ///
  /// The clock may be wrong; see `Setting.historyDays`.
  public internal(set) var leap: Int?

  /// The names of the items; nil unless the request asked for names, and for kinds of edits that have none.
  public var receipt: Receipt? {
    switch outcome {
    case .edited(let receipt), .revealed(_, let receipt): receipt
    case .batch, .stepped, .imported, .merged, .user, .ran, .set, .asked, .repeated: nil
    }
  }

  /// Notes in the receipt, if there is one, the text of an added row that is exactly the title of a section.
  mutating func note(addedTitle: String?) {
    guard case .edited(var receipt?) = outcome, let addedTitle else { return }
    receipt.addedTitle = addedTitle
    outcome = .edited(receipt)
  }

  /// The same answer, with a receipt for a caller who then expands the sections that hold the items.
  package var withExpandedHolders: Answer {
    guard case .edited(var receipt?) = outcome else { return self }
    for index in receipt.items.indices { receipt.items[index].holder?.isCollapsed = false }
    var answer = self
    answer.outcome = .edited(receipt)
    return answer
  }

  /// Whether the edit was not made now, because the file already had it.
  public var isRepeated: Bool { if case .repeated = outcome { true } else { false } }

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
