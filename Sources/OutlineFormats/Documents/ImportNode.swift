import OutlineCore

/// An entry of a document that is not yet known to be a section or a row.
///
/// A list of nodes in document order represents a tree: the children of a node are the nodes after it that are exactly
/// one deeper, up to the next node that is not deeper. The list is flat because freeing nested values overflows the
/// stack for a document with 100,000 levels.
struct ImportNode: Hashable {
  /// The number of ancestors; 0 for a node at the top.
  var depth: Int
  /// What it says: the title, which may have several lines, is the text of a row, and the detail its further lines.
  var content: SectionContent
  /// The collapsed flag that the document sets for the importing user; nil if it sets none.
  var isCollapsed: Bool?
  /// The attributes to use instead if the entry becomes a section; nil to use those that it has.
  var sectionAttributes: String?
  /// Whether line breaks are significant, as in code.
  ///
  /// A section's title then keeps them.
  var keepsLines = false
  /// Whether the entry becomes a section even if it has no children.
  var isSection = false
  /// The level that the file gives the section, such as that of a heading; nil to put it one level below its parent.
  var fixedLevel: Int?
  /// A value that ``ImportRule`` ignores and passes back to the reader with the node in ``ImportRule/added``.
  var tag = 0
  /// The line of the file where the entry begins, counted from 1, for error messages.
  var line: Int?
}
