/// What the rules need to know of one section for one user: no texts, no rows.
///
/// A list of states is in document order; nesting is `level` alone.
public struct SectionState: Hashable, Sendable {
  /// The section's key.
  public let id: SectionID
  /// The nesting level, 1 at the top.
  public var level: Int
  /// Whether users may collapse the section.
  public var isCollapsible: Bool
  /// The user's flag, stored or by default.
  public var isCollapsed: Bool
  /// How many rows the section itself has, shown or not.
  public var rowCount: Int

  /// Makes a state.
  public init(id: SectionID, level: Int, isCollapsible: Bool, isCollapsed: Bool, rowCount: Int) {
    self.id = id
    self.level = level
    self.isCollapsible = isCollapsible
    self.isCollapsed = isCollapsed
    self.rowCount = rowCount
  }

  /// Whether the section shows its header and nothing below it: collapsed, and allowed to be.
  public var isShut: Bool { isCollapsible && isCollapsed }
}

/// How one user sees one section, with the index of a header among the visible sections.
package enum SectionVisibility: Hashable, Sendable {
  /// The header at this index is shown, with its rows.
  case expanded(at: Int)
  /// The header at this index is shown, without its rows.
  case collapsed(at: Int)
  /// Nothing of the section is shown; it is below the collapsed section with the header at this index.
  case hidden(in: Int)

  /// The index at which the section's rows are shown; nil where they are not.
  package var shownIndex: Int? {
    if case .expanded(let index) = self { return index }
    return nil
  }

  /// The header that counts the section's rows as hidden; nil where they are shown.
  package var hidingHeader: Int? {
    switch self {
    case .expanded: nil
    case .collapsed(let index), .hidden(let index): index
    }
  }

  /// The section's own index among the visible sections; nil where its header is hidden.
  package var headerIndex: Int? {
    switch self {
    case .expanded(let index), .collapsed(let index): index
    case .hidden: nil
    }
  }
}
