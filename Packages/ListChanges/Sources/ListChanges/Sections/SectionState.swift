/// The part of a section that the rules need to know: its position in the tree and how one user sees it.
///
/// Lists of states are in document order, and the nesting is given by the levels alone.
public struct SectionState: Hashable, Sendable {
  /// A number that stands for the section and belongs to no other one of the outline.
  package let key: Int64
  /// The nesting level, 1 at the top.
  public var level: Int
  /// Whether users may collapse the section.
  public var isCollapsible: Bool
  /// Whether the section is collapsed by the user's flag or, if there is none, by the user's default.
  public var isCollapsed: Bool
  /// The section's own rows, visible or not, and the tasks among them.
  public var counts: ItemCounts
  /// Whether the task is done; nil for a section that is no task.
  public var isDone: Bool?

  package init(
    key: Int64, level: Int, isCollapsible: Bool, isCollapsed: Bool, counts: ItemCounts, isDone: Bool? = nil
  ) {
    self.key = key
    self.level = level
    self.isCollapsible = isCollapsible
    self.isCollapsed = isCollapsed
    self.counts = counts
    self.isDone = isDone
  }

  /// Creates a state of a section without tasks.
  package init(key: Int64, level: Int, isCollapsible: Bool, isCollapsed: Bool, rowCount: Int) {
    self.init(
      key: key, level: level, isCollapsible: isCollapsible, isCollapsed: isCollapsed, counts: ItemCounts(rows: rowCount)
    )
  }

  /// The section's own check box, counted.
  package var box: ItemCounts { ItemCounts(box: isDone) }

  /// The number of rows in the section itself, visible or not.
  public var rowCount: Int { counts.rows }

  /// Whether the section shows its header and nothing below it, because it is collapsed and collapsible.
  public var isShut: Bool { isCollapsible && isCollapsed }
}

/// How one user sees one section, with the index of a header among the visible sections.
package enum SectionVisibility: Hashable, Sendable {
  /// The section is visible at this index, with its rows.
  case expanded(at: Int)
  /// The section is visible at this index, without its rows.
  case collapsed(at: Int)
  /// The section is hidden by the collapsed section that is visible at this index.
  case hidden(in: Int)
  /// How the user sees the section was not computed, so changes of it have no view changes.
  case unknown

  /// The section's index among the visible sections, if its rows are visible; else nil.
  package var shownIndex: Int? {
    if case .expanded(let index) = self { return index }
    return nil
  }

  /// The index of the header that counts the section's rows as hidden; nil if they are visible.
  package var hidingHeader: Int? {
    switch self {
    case .expanded, .unknown: nil
    case .collapsed(let index), .hidden(let index): index
    }
  }

  /// The section's index among the visible sections; nil if it is hidden.
  package var headerIndex: Int? {
    switch self {
    case .expanded(let index), .collapsed(let index): index
    case .hidden, .unknown: nil
    }
  }
}
