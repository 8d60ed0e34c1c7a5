import OutlineCore

/// Reads documents into the pieces of an outline.
public enum OutlineReader {
  /// What takes the pieces of a document, in the order of the document.
  public typealias Sink = (OutlinePiece) throws -> Void

  /// Reads a document and gives its pieces to `sink`; an empty document has none.
  ///
  /// Foreign documents go by the same rule in every format. An entry with entries below it becomes a section. An entry
  /// without becomes a row, or a section without rows where a section stands before it among its siblings, so that the
  /// order of the document is kept. Rows before the first section go under a section with the name `documentName`. What
  /// ``OutlineWriter`` wrote comes back as it was.
  ///
  /// Levels beyond ``OutlineLimits/levels`` become the deepest level. Memory does not grow with the document, but for
  /// one integer for each section, and for property lists, which are read whole.
  /// - Returns: remarks for the user, such as which of several readings was recognised; a sentence each.
  /// - Throws: ``ImportError`` when the bytes are not UTF-8 or hold a NUL, when the document is malformed, and when a
  ///   text exceeds ``OutlineLimits``; and what `sink` throws.
  public static func read(
    _ bytes: ByteStream, as format: OutlineFormat, documentName: String, into sink: @escaping Sink
  ) throws -> [String] {
    let rule = ImportRule(documentName: documentName, sink: sink)
    switch format {
    case .markdown: try MarkdownReader.read(bytes, into: rule)
    case .opml: return try OPMLReader.read(bytes, into: rule)
    case .plist: try PropertyListReader.read(bytes, documentName: documentName, into: rule)
    case .text: try IndentedTextReader.read(bytes, into: rule, sink: sink)
    case .json: try JSONReader.read(bytes, into: sink)
    case .csv: try DelimitedReader.read(bytes, ",", documentName: documentName, into: rule, sink: sink)
    case .tsv: try DelimitedReader.read(bytes, "\t", documentName: documentName, into: rule, sink: sink)
    case .html: throw ImportError(message: "pleat writes HTML and does not read it")
    }
    try rule.finish()
    return []
  }
}
