import CCmarkGFM

/// Collects the blocks of cmark's tree without recursion, and corrects their lines.
struct MarkdownBlockCollector {
  private(set) var blocks: [MarkdownBlock] = []
  /// The next node to visit in each container that is not finished yet, outermost first.
  private var next: [OpaquePointer?] = []
  /// Whether each container in `next` is an item; lists are containers too but add no depth.
  private var opensItem: [Bool] = []
  private var depth = 0

  /// Collects a block and all that follow it in the document.
  mutating func collect(from first: OpaquePointer?) {
    open(first, isItem: false)
    while let last = next.last {
      guard let node = last else {
        next.removeLast()
        if opensItem.removeLast() { depth -= 1 }
        continue
      }
      next[next.count - 1] = cmark_node_next(node)
      visit(node)
    }
  }

  private mutating func open(_ firstChild: OpaquePointer?, isItem: Bool) {
    next.append(firstChild)
    opensItem.append(isItem)
    if isItem { depth += 1 }
  }

  private mutating func visit(_ node: OpaquePointer) {
    if cmark_node_get_type(node) == CMARK_NODE_LIST { return open(cmark_node_first_child(node), isItem: false) }
    let kind = kind(of: node)
    let lines = lines(of: node, kind: kind)
    blocks.append(MarkdownBlock(kind: kind, depth: depth, firstLine: lines.first, lastLine: lines.last))
    if kind == .item { open(cmark_node_first_child(node), isItem: true) }
  }

  private func kind(of node: OpaquePointer) -> MarkdownBlock.Kind {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_ITEM: .item
    case CMARK_NODE_PARAGRAPH: .paragraph
    case CMARK_NODE_HEADING: .heading(level: Int(cmark_node_get_heading_level(node)))
    case CMARK_NODE_CODE_BLOCK:
      .code(string(cmark_node_get_literal(node)), info: string(cmark_node_get_fence_info(node)))
    case CMARK_NODE_HTML_BLOCK: .html
    case CMARK_NODE_BLOCK_QUOTE: .quote
    case CMARK_NODE_THEMATIC_BREAK: .rule
    // The node type of a table is only known once cmark registers its extensions, so it is found by name.
    default: string(cmark_node_get_type_string(node)) == "table" ? .table : .paragraph
    }
  }

  private func string(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }

  /// Returns the first and last line of a block, as indices into the document's lines.
  private func lines(of node: OpaquePointer, kind: MarkdownBlock.Kind) -> (first: Int, last: Int) {
    let first = index(cmark_node_get_start_line(node))
    let last = index(cmark_node_get_end_line(node))
    switch kind {
    case .html:
      // For a block that ends with a line such as `-->`, cmark's end is one line early, or 0.
      return (first, first + Array(string(cmark_node_get_literal(node)).utf8).lineRanges().count - 1)
    case .paragraph where first < 0:
      // The part of a paragraph before a table's header: cmark gives the table the position of both.
      guard let table = cmark_node_next(node) else { return (0, 0) }
      return (index(cmark_node_get_start_line(table)), headerLine(of: table) - 1)
    case .table:
      return (headerLine(of: node), last)
    case .item, .paragraph, .heading, .code, .quote, .rule:
      return (first, last)
    }
  }

  /// The line of a table's header, as an index into the document's lines: two above the first row, or, without rows,
  /// one above the table's last line.
  private func headerLine(of table: OpaquePointer) -> Int {
    if let row = cmark_node_next(cmark_node_first_child(table)) { return index(cmark_node_get_start_line(row)) - 2 }
    return index(cmark_node_get_end_line(table)) - 1
  }

  /// Converts cmark's line number into an index into the lines of the document.
  private func index(_ line: Int32) -> Int { Int(line) - 1 - MarkdownTree.linesBefore }
}

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
