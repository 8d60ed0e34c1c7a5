import CCmarkGFM

/// Runs cmark-gfm; nothing but this and ``MarkdownBlockCollector`` touches its tree.
///
/// Of cmark's positions only lines are used, and those with the corrections below (measured with 0.29.0.gfm.6). Of
/// its extensions only those that change which blocks there are: strikethrough and autolinks are in the raw text
/// already.
enum MarkdownParser {
  /// The most cells that a document may have if every line were a row of its widest table.
  ///
  /// cmark-gfm completes short rows with empty cells: 16 KB of table can become 4 million nodes. Above this bound
  /// tables are read as paragraphs.
  private static let mostCells = 2_000_000

  /// The most containers that a document may have open if every line were in all those of its deepest line.
  ///
  /// cmark-gfm goes through all open containers for every line: 60 KB made for it take 5 seconds, 600 KB minutes.
  private static let mostOpenContainers = 50_000_000

  /// The blocks of a document in order; throws when cmark would take too long over it.
  static func blocks(of source: SourceText) throws(ImportError) -> [MarkdownBlock] {
    try checkNesting(of: source)
    return withDocument(of: source.bytes, tables: tablesAreSafe(in: source)) { document in
      var collector = MarkdownBlockCollector()
      collector.collect(document)
      return collector.blocks
    }
  }

  /// Whether a text is nothing but link reference definitions, which leave no block behind.
  static func isOnlyDefinitions(_ bytes: [UInt8]) -> Bool {
    withDocument(of: bytes, tables: false) { cmark_node_first_child($0) == nil }
  }

  private static func withDocument<Value>(
    of bytes: [UInt8], tables: Bool, _ body: (OpaquePointer?) -> Value
  ) -> Value {
    let parser = cmark_parser_new(CMARK_OPT_DEFAULT)
    defer { cmark_parser_free(parser) }
    if tables, extensionsAreRegistered {
      cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension("table"))
    }
    bytes.withUnsafeBytes { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
    let document = cmark_parser_finish(parser)
    defer { cmark_node_free(document) }
    return body(document)
  }

  /// Registers the extensions once; cmark's own guard against doing it twice is not safe between threads.
  private static let extensionsAreRegistered: Bool = {
    cmark_gfm_core_extensions_ensure_registered()
    return true
  }()

  private static func checkNesting(of source: SourceText) throws(ImportError) {
    let markers = Set("-+*>.)".utf8)
    let others = Set(" \t0123456789".utf8)
    for (index, line) in source.lines.enumerated() {
      let start = source.bytes[line].prefix { markers.contains($0) || others.contains($0) }
      guard start.count * source.lines.count > mostOpenContainers else { continue }
      let depth = start.count { markers.contains($0) }
      guard depth * source.lines.count > mostOpenContainers else { continue }
      throw ImportError(
        line: index + 1,
        message: "The line nests \(depth) lists or quotes, too many in a file of \(source.lines.count) lines")
    }
  }

  private static func tablesAreSafe(in source: SourceText) -> Bool {
    let widest = source.lines.lazy.map { line in source.bytes[line].count { $0 == UInt8(ascii: "|") } }.max() ?? 0
    return widest * source.lines.count <= mostCells
  }
}
