/// A block of a Markdown document: what it is, and which lines it takes.
///
/// Lists are left out, so that items stand directly in their container. What is inside a block quote or a table is
/// left out too.
struct MarkdownBlock: Hashable {
  /// What a block is.
  enum Kind: Hashable {
    case item
    case paragraph
    case heading(level: Int)
    /// A code block: the text without its fences or indentation, and what stands behind the opening fence.
    case code(String, info: String)
    case html
    case quote
    case rule
    case table
  }

  let kind: Kind
  /// How many items it is in.
  let depth: Int
  /// The first line, an index into ``SourceText/lines``.
  let firstLine: Int
  /// The last line; blank lines behind the block may be in it.
  ///
  /// A setext heading and a code block whose fence is never closed may claim the first line behind them too.
  let lastLine: Int

  /// Whether it is an item of a list.
  var isItem: Bool { kind == .item }
}
