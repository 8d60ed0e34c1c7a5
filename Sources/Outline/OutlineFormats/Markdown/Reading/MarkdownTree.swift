import CCmarkGFM

/// Parses a document into blocks with cmark-gfm, without the contents of paragraphs, headings and table cells.
///
/// pleat keeps texts raw, and parsing those contents can take cmark minutes for a hostile 1 MB (`*a **a [`…). So before
/// cmark reaches them, every block that could have such contents is given an extension of pleat's own that rules them
/// out.
struct MarkdownTree {
  /// Text put before the document, because cmark shows its tree to an extension only once it finds a paragraph.
  private static let prelude = Array("x\n\n".utf8)
  /// The number of lines by which positions in the tree are too high, because of the prelude.
  static let linesBefore = 2

  /// Parses the texts as one document, calls `body` with its first block, and frees the tree.
  static func read<Value>(
    _ texts: [[UInt8]], tables: Bool, _ body: (_ first: OpaquePointer?) -> Value
  ) -> Value {
    let parser = cmark_parser_new(CMARK_OPT_DEFAULT)
    let own = cmark_syntax_extension_new("pleat")
    defer {
      cmark_parser_free(parser)
      cmark_syntax_extension_free(cmark_get_default_mem_allocator(), own)
    }
    cmark_syntax_extension_set_open_block_func(own, keepRoot)
    cmark_syntax_extension_set_contains_inlines_func(own) { _, _ in 0 }
    cmark_parser_attach_syntax_extension(parser, own)
    if tables, extensionsAreRegistered {
      cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension("table"))
    }
    for text in [prelude] + texts { feed(text, to: parser) }
    if texts.last(where: { !$0.isEmpty })?.last?.isLineEnd == false { feed([UInt8(ascii: "\n")], to: parser) }
    dropInlines(below: cmark_syntax_extension_get_private(own).map { OpaquePointer($0) }, own)
    let document = cmark_parser_finish(parser)
    defer { cmark_node_free(document) }
    return body(cmark_node_next(cmark_node_first_child(document)))
  }

  private static func feed(_ text: [UInt8], to parser: OpaquePointer?) {
    text.withUnsafeBytes { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
  }

  /// Remembers the document node that contains the first paragraph; opens no block.
  private static let keepRoot: cmark_open_block_func = { own, _, _, parent, _, _ in
    if cmark_syntax_extension_get_private(own) == nil {
      cmark_syntax_extension_set_private(own, parent.map { UnsafeMutableRawPointer($0) }, nil)
    }
    return nil
  }

  /// Registers the extensions once, since cmark's own check against registering twice is not safe between threads.
  static let extensionsAreRegistered: Bool = {
    cmark_gfm_core_extensions_ensure_registered()
    return true
  }()

  /// Prevents cmark from parsing inlines below a node, in a tree whose last blocks may be unfinished.
  private static func dropInlines(below root: OpaquePointer?, _ own: OpaquePointer?) {
    guard let root else { return }
    let iterator = cmark_iter_new(root)
    defer { cmark_iter_free(iterator) }
    while true {
      let event = cmark_iter_next(iterator)
      if event == CMARK_EVENT_DONE { return }
      let node = cmark_iter_get_node(iterator)
      switch cmark_node_get_type(node) {
      case CMARK_NODE_PARAGRAPH, CMARK_NODE_HEADING: cmark_node_set_syntax_extension(node, own)
      case CMARK_NODE_LIST, CMARK_NODE_ITEM, CMARK_NODE_CODE_BLOCK, CMARK_NODE_HTML_BLOCK: break
      default: if event == CMARK_EVENT_EXIT { dropCells(of: node) }
      }
    }
  }

  /// Frees the cells of a table row.
  private static func dropCells(of node: OpaquePointer?) {
    while let cell = cmark_node_first_child(node), String(cString: cmark_node_get_type_string(cell)) == "table_cell" {
      cmark_node_free(cell)
    }
  }
}
