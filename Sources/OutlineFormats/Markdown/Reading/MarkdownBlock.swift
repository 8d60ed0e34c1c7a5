/// A block of a Markdown document: its kind and its lines.
///
/// Lists are not blocks here: their items are directly in the container of the list. Blocks inside a block quote or a
/// table are left out.
struct MarkdownBlock: Hashable {
  enum Kind: Hashable {
    case item
    case paragraph
    case heading(level: Int)
    /// A code block: the text without fences or indentation, and the text after the opening fence.
    case code(String, info: String)
    case html
    case quote
    case rule
    case table
  }

  let kind: Kind
  /// The number of list items that contain the block.
  let depth: Int
  /// The first line, an index into ``SourceText/lines``.
  let firstLine: Int
  /// The last line, an index into ``SourceText/lines``; empty lines after the block may be included.
  ///
  /// For a setext heading and for a code block whose fence is never closed, it may be the first line after the block.
  let lastLine: Int

  var isItem: Bool { kind == .item }
}
