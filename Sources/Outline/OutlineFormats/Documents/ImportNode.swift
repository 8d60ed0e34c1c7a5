import OutlineCore

/// An entry of a document that is not yet known to be a section or a row.
///
/// A list of nodes in document order represents a tree: the children of a node are the nodes after it that are exactly
/// one deeper, up to the next node that is not deeper. The list is flat because freeing nested values overflows the
/// stack for a document with 100,000 levels.
struct ImportNode: Hashable {
  /// The number of ancestors; 0 for a node at the top.
  var depth: Int
  /// The title of a section or the text of a row; it may have several lines.
  var text: String
  /// The detail of a section, or the further lines of a row; nil if there are none.
  var detail: String?
  /// Whether users may collapse the section.
  var isCollapsible = true
  /// The kind of rows that are added to the section; nil for the kind of its other rows.
  var newRows: NewRows?
  /// The collapsed flag that the document sets for the importing user; nil if it sets none.
  var isCollapsed: Bool?
  /// Whether the task is done; nil for an entry that is no task.
  var isDone: Bool?
  /// The attributes, a JSON object as text; nil if there are none.
  var attributes: String?
  /// When the task is due, and how it comes again.
  var schedule = Schedule.none
  /// Whether line breaks are significant, as in code; a section's title then keeps them.
  var keepsLines = false
  /// Whether the file says that the entry is a section, or that it is a row; nil if it says neither.
  var isSection: Bool?
  /// The level that the file gives the entry, such as that of a heading; nil to put it one level below its parent.
  var fixedLevel: Int?
  /// A value that ``ImportRule`` ignores and passes back to the reader with the node in ``ImportRule/added``.
  var tag = 0
  /// The line of the file where the entry begins, counted from 1, for error messages.
  var line: Int?
}
