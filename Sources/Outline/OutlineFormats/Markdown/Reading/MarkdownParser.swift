import CCmarkGFM

/// Parses Markdown with cmark-gfm, whose tree only this type, ``MarkdownTree`` and ``MarkdownBlockCollector`` use.
///
/// Of cmark's positions only the lines are used, corrected by ``MarkdownBlockCollector`` (measured with version
/// 0.29.0.gfm.6). Of its extensions only those are used that change the blocks; strikethrough and autolinks stay in the
/// raw text.
enum MarkdownParser {
  /// Appended to a part of a document, to see whether the part ends where it was cut.
  private static let sentinel = Array("# x\n".utf8)

  /// Returns the blocks of a document in order.
  ///
  /// - Throws: ``ImportError`` if cmark would take too long.
  static func blocks(of source: SourceText) throws(ImportError) -> [MarkdownBlock] {
    try MarkdownBounds(source: source).checkNesting()
    return blocks(of: source, followedBy: [])
  }

  /// Returns the blocks of a part of a document.
  ///
  /// - Returns: nil if the part cannot end here because a heading after it would be inside one of its blocks.
  /// - Throws: ``ImportError`` if cmark would take too long.
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

  /// Whether a text consists of link reference definitions alone, for which cmark creates no blocks.
  static func isOnlyDefinitions(_ bytes: [UInt8]) -> Bool {
    MarkdownTree.read([bytes], tables: false) { $0 == nil }
  }
}
