import CCmarkGFM

/// A document parsed by cmark-gfm into blocks, without what is inside paragraphs, headings and table cells.
///
/// pleat keeps texts raw, and cmark takes minutes over the inline part of 1 MB made for it (`*a **a [`…). So before
/// cmark gets to that part, an extension of pleat's own that says "no inlines in here" is put on every block that
/// could have some.
struct MarkdownTree {
  /// What stands in front of the document: cmark shows its tree to an extension only when it meets a paragraph.
  private static let prelude = Array("x\n\n".utf8)
  /// How many lines the positions in the tree are too high.
  static let linesBefore = 2

  /// Parses the texts as one document, hands over its first block, and frees the tree.
  static func read<Value>(
    _ texts: [[UInt8]], tables: Bool, _ body: (_ first: OpaquePointer?) -> Value
  ) -> Value {
    let parser = cmark_parser_new(CMARK_OPT_DEFAULT)
    let mark = cmark_syntax_extension_new("pleat")
    defer {
      cmark_parser_free(parser)
      cmark_syntax_extension_free(cmark_get_default_mem_allocator(), mark)
    }
    cmark_syntax_extension_set_open_block_func(mark, keepRoot)
    cmark_syntax_extension_set_contains_inlines_func(mark) { _, _ in 0 }
    cmark_parser_attach_syntax_extension(parser, mark)
    if tables, extensionsAreRegistered {
      cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension("table"))
    }
    for text in [prelude] + texts { feed(text, to: parser) }
    if texts.last(where: { !$0.isEmpty })?.last?.isLineEnd == false { feed([UInt8(ascii: "\n")], to: parser) }
    dropInlines(below: cmark_syntax_extension_get_private(mark).map { OpaquePointer($0) }, mark)
    let document = cmark_parser_finish(parser)
    defer { cmark_node_free(document) }
    return body(cmark_node_next(cmark_node_first_child(document)))
  }

  private static func feed(_ text: [UInt8], to parser: OpaquePointer?) {
    text.withUnsafeBytes { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
  }

  /// Opens no block, but keeps the document that the first paragraph is in.
  private static let keepRoot: cmark_open_block_func = { mark, _, _, parent, _, _ in
    if cmark_syntax_extension_get_private(mark) == nil {
      cmark_syntax_extension_set_private(mark, parent.map { UnsafeMutableRawPointer($0) }, nil)
    }
    return nil
  }

  /// Registers the extensions once; cmark's own guard against doing it twice is not safe between threads.
  private static let extensionsAreRegistered: Bool = {
    cmark_gfm_core_extensions_ensure_registered()
    return true
  }()

  /// Sees to it that cmark parses no inlines below a node, in a tree whose last blocks may be unfinished.
  private static func dropInlines(below root: OpaquePointer?, _ mark: OpaquePointer?) {
    guard let root else { return }
    let iterator = cmark_iter_new(root)
    defer { cmark_iter_free(iterator) }
    while true {
      let event = cmark_iter_next(iterator)
      if event == CMARK_EVENT_DONE { return }
      let node = cmark_iter_get_node(iterator)
      switch cmark_node_get_type(node) {
      case CMARK_NODE_PARAGRAPH, CMARK_NODE_HEADING: cmark_node_set_syntax_extension(node, mark)
      case CMARK_NODE_LIST, CMARK_NODE_ITEM, CMARK_NODE_CODE_BLOCK, CMARK_NODE_HTML_BLOCK: break
      default: if event == CMARK_EVENT_EXIT { dropCells(of: node) }
      }
    }
  }

  /// Frees the cells of a table's row.
  private static func dropCells(of node: OpaquePointer?) {
    while let cell = cmark_node_first_child(node), String(cString: cmark_node_get_type_string(cell)) == "table_cell" {
      cmark_node_free(cell)
    }
  }
}
