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
    public let holder: Holder?
    /// How many rows are in the section and in its subsections; 0 for a row.
    public let rows: Int
    /// The title of the outermost collapsed section that hides the section from the acting user; nil for a section that is
    /// visible, and for rows.
    public let hiddenBy: String?
    /// What an edit of folds made of the acting user's flag of the section: true if it is collapsed now, false if it is
    /// expanded, and nil if the edit left the flag as it was.
    public internal(set) var isCollapsed: Bool?
    /// Of a task, whether it is done; nil for what is no task.
    public internal(set) var isDone: Bool?
    /// Of what the edit created, or gave another due date, the due date that it has now; nil if it has none.
    public internal(set) var due: DueDate?
    /// Of a task with a rule that the edit ticked, what became of it.
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
    /// The id of the section.
    public let id: SectionID
    /// Its title.
    public let title: String
    /// Whether the acting user has collapsed it.
    public let isCollapsed: Bool
    /// The title of the outermost collapsed section that hides it from the acting user; nil if the user sees it.
    public let hiddenBy: String?
  }

  /// The first items, in the order of ``Answer/items``; at most ``limit``.
  public internal(set) var items: [Item] = []
  /// For a trial, the first sections and rows below the sections that the edit addressed, as they were before.
  ///
  /// They come in document order, and are at most ``limit``; what the edit addressed itself is not among them.
  public internal(set) var contents: [Item] = []
  /// How many sections the edit addressed or created; of an edit that folds all sections, how many it folded.
  public internal(set) var sectionCount = 0
  /// How many rows the edit addressed or created.
  public internal(set) var rowCount = 0
  /// How many sections below those that the edit addressed went with them; one that the edit addressed itself is not counted.
  public internal(set) var sectionsBelow = 0
  /// How many rows of the sections that the edit addressed, and of those below them, went with them; a row that the edit
  /// addressed itself is not counted.
  public internal(set) var rowsBelow = 0
  /// How many further sections and rows the edit addressed that were already as it asks for; 0 if all of them were, which
  /// are then named in ``items``.
  public internal(set) var unchangedCount = 0
  /// The text of the first row added that is exactly the title of a section; nil if there is none.
  public internal(set) var addedTitle: String?
  /// The rows that were kept of deleted sections; nil if there are none.
  public internal(set) var keptRows: KeptRows?
  /// The first sections that are done and were kept because something below them is open; at most ``limit``.
  public internal(set) var keptDone: [Item] = []
  /// How many sections are done and were kept.
  public internal(set) var keptDoneCount = 0
  /// The first row that became a section although the edit did not name it, so that something can be below it or before it.
  public internal(set) var madeSections: [Item] = []
  /// How many rows became sections although the edit did not name them.
  public internal(set) var madeSectionCount = 0
  /// The attribute to sort by, if none of what is to be sorted has it.
  public internal(set) var missingAttribute: MissingAttribute?

  /// The number of items that a receipt names.
  public static let limit = 10
}
