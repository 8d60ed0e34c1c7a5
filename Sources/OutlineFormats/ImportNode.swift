/// One entry of a document before it is decided whether it is a section or a row.
///
/// A list of nodes in document order is a tree: a node's children are the nodes after it that are deeper, and a child
/// is exactly one deeper. A flat list, because freeing a tree of nested values overflows the stack when a document
/// nests 100,000 levels.
struct ImportNode: Hashable {
  /// How many nodes this one is below; 0 at the top.
  var depth: Int
  /// The title or the text, possibly of several lines.
  var text: String
  /// The second text of a section's header; nil for none.
  var detail: String?
  /// Whether users may collapse the section.
  var isCollapsible = true
  /// What the document says of the importing user's flag; nil for nothing.
  var isCollapsed: Bool?
  /// A JSON object as text; nil for none.
  var attributes: String?
  /// What takes the place of the attributes where the entry becomes a section; nil for the same.
  var sectionAttributes: String?
  /// Whether the line breaks are part of what the text says, as in code; a title keeps them then.
  var keepsLines = false
  /// Whether it is a section even without children.
  var isSection = false
  /// The level that the file gives the section, such as a heading's; nil for one below its parent.
  var fixedLevel: Int?
  /// What a reader wants back from ``ImportRule/placed``; the rule takes no notice of it.
  var tag = 0
  /// The line of the file where it begins, from 1, for error messages.
  var line: Int?
}
