import CCmarkGFM

/// Runs cmark-gfm; nothing but this, ``MarkdownTree`` and ``MarkdownBlockCollector`` touches its tree.
///
/// Of cmark's positions only lines are used, and those with the corrections below (measured with 0.29.0.gfm.6). Of
/// its extensions only those that change which blocks there are: strikethrough and autolinks are in the raw text
/// already.
enum MarkdownParser {
  /// What is put behind a part of a document to see whether the part ends where it is cut.
  private static let sentinel = Array("# x\n".utf8)

  /// The blocks of a document in order; throws when cmark would take too long over it.
  static func blocks(of source: SourceText) throws(ImportError) -> [MarkdownBlock] {
    try MarkdownBounds(source: source).checkNesting()
    return blocks(of: source, followedBy: [])
  }

  /// The blocks of the beginning of a document; nil where a heading behind it would not be at the top.
  static func blocks(ofBeginning source: SourceText) throws(ImportError) -> [MarkdownBlock]? {
    try MarkdownBounds(source: source).checkNesting()
    var blocks = blocks(of: source, followedBy: sentinel)
    guard let last = blocks.popLast(), last.kind == .heading(level: 1), last.depth == 0,
      last.firstLine == source.lines.count
    else { return nil }
    return blocks
  }

  private static func blocks(of source: SourceText, followedBy end: [UInt8]) -> [MarkdownBlock] {
    MarkdownTree.read([source.bytes, end], tables: MarkdownBounds(source: source).tablesAreSafe) { first in
      var collector = MarkdownBlockCollector()
      collector.collect(from: first)
      return collector.blocks
    }
  }

  /// Whether a text is nothing but link reference definitions, which leave no block behind.
  static func isOnlyDefinitions(_ bytes: [UInt8]) -> Bool {
    MarkdownTree.read([bytes], tables: false) { $0 == nil }
  }
}
