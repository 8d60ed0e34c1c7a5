import OutlineCore

/// Reads a file's bytes into the drafts of an outline.
public enum OutlineReader {
  /// Reads a document and answers with its sections in the order of the file; an empty document has none.
  ///
  /// Every format goes by the same rule. An entry with entries below it becomes a section. An entry without becomes a
  /// row, or a section without rows where a section stands before it among its siblings, so that the order of the
  /// file is kept. Rows before the first section go under a section with the name `documentName`. Levels beyond
  /// ``OutlineLimits/levels`` become the deepest level.
  ///
  /// Throws when the bytes are not UTF-8 or hold a NUL, when the document is malformed, and when a text exceeds
  /// ``OutlineLimits``.
  public static func read(
    _ bytes: [UInt8], as format: OutlineFormat, documentName: String
  ) throws(ImportError) -> [SectionDraft] {
    let nodes: [ImportNode]
    switch format {
    case .markdown: nodes = try MarkdownReader.nodes(of: try SourceText(bytes))
    case .plist: nodes = try PropertyListReader.nodes(of: bytes, documentName: documentName)
    case .text: nodes = IndentedTextReader.nodes(of: try SourceText(bytes))
    }
    return try ImportRule.drafts(from: nodes, documentName: documentName)
  }
}
