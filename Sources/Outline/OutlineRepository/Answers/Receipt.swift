import OutlineCore
import OutlineStore

/// The names of the sections and rows that an edit addressed or created, for a message to the user.
public struct Receipt: Hashable, Sendable {
  /// One section or row.
  public struct Item: Hashable, Sendable {
    /// The id.
    public let id: ItemID
    /// The title of the section, or the text of the row.
    public let name: String
    /// The section that holds it, or held it before it was deleted; nil for an outermost section.
    public internal(set) var holder: Holder?
    /// Whether the section or row that holds it held it before the edit as well.
    public internal(set) var hasSameHolder = false
    /// How many rows are in the section and in its subsections; 0 for a row.
    public let rows: Int
    /// How many open tasks are below the section, at any depth; 0 for a row.
    public let openTasks: Int
    /// The title of the outermost collapsed section that hides the section; nil for rows and for a visible section.
    public let hiddenBy: String?
    /// The acting user's flag of the section after an edit of folds: true if it is collapsed, false if it is expanded,
    /// and nil if the edit left the flag as it was.
    public internal(set) var isCollapsed: Bool?
    /// Whether the task is done; nil for an item that is no task.
    public internal(set) var isDone: Bool?
    /// When the task is due and how it repeats, if the edit created the item or changed that; otherwise never.
    public internal(set) var schedule: Schedule
    /// The outcome of ticking a task with a rule for a repeat; otherwise nil.
    public internal(set) var recurrence: Recurrence?
  }

  /// The rows of deleted sections that moved to another section.
  public struct KeptRows: Hashable, Sendable {
    /// How many there are.
    public let count: Int
    /// The title of the section that they moved to.
    public let title: String
  }

  /// A section that holds an item.
  public struct Holder: Hashable, Sendable {
    /// The id of the section, or of the row that a row is below.
    public let id: ItemID
    /// Its title, or the first line of its text.
    public let title: String
    /// Whether the acting user has collapsed it.
    public internal(set) var isCollapsed: Bool
    /// The title of the outermost collapsed section that hides it from the acting user; nil if the user sees it.
    public let hiddenBy: String?
  }

  /// The first items, in the order of ``Answer/items``; at most ``limit``.
  public internal(set) var items: [Item] = []
  /// For a trial, the first sections and rows below the sections that the edit addressed, as they were before.
  ///
  /// They come in document order, and are at most ``limit``; items that the edit addressed itself are left out.
  public internal(set) var contents: [Item] = []
  /// How many sections the edit addressed or created; for an edit that folds all sections, how many it folded.
  public internal(set) var sectionCount = 0
  /// How many rows the edit addressed or created; for an edit that folds everything, how many it folded.
  public internal(set) var rowCount = 0
  /// How many further sections are below the addressed ones and went along with them.
  public internal(set) var sectionsBelow = 0
  /// How many further rows are below the addressed sections and rows and went along with them.
  public internal(set) var rowsBelow = 0
  /// How many of the addressed items already were as the edit asks; 0 if all were, and then ``items`` names them.
  public internal(set) var unchangedCount = 0
  /// How many open tasks are below the addressed items, each counted once, without repeating ones that the edit ticked.
  ///
  /// 0 if none is below the items that the receipt names.
  public internal(set) var openTasksBelow = 0
  /// How many tasks below repeating ones the edit opened again, because these come again.
  public internal(set) var openedBelow = 0
  /// The text of the first row added that is exactly the title of a section; nil if there is none.
  public internal(set) var addedTitle: String?
  /// The rows of deleted sections that were kept; nil if there are none.
  public internal(set) var keptRows: KeptRows?
  /// The first items that were kept: those that are done while something below them is open, or that stay sections; at most ``limit``.
  public internal(set) var kept: [Item] = []
  /// How many items were kept.
  public internal(set) var keptCount = 0
  /// The attribute to sort by, if no item to be sorted has it.
  public internal(set) var missingAttribute: MissingAttribute?

  /// Whether an edit of a batch had nothing to do.
  package internal(set) var isOfNothing = false

  /// The number of items that a receipt names.
  public static let limit = 10
}
