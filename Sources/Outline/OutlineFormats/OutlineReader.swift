import OutlineCore

/// Reads documents of any format that pleat imports.
public enum OutlineReader {
  /// Reads a document and passes its pieces to `sink`; an empty document has no pieces.
  ///
  /// Documents of other programs follow one rule in every format. An entry is a section or a row as the format says, such
  /// as a heading and an item of a list. Where a format says neither, an outermost entry with entries below it becomes a
  /// section, and every other a row. What is below a row is a row. What follows a section among its siblings is a section,
  /// so that the order of the document is kept. Rows before the first section go into a section titled `documentName`. A
  /// document that ``OutlineWriter`` wrote comes back as it was.
  ///
  /// Levels deeper than ``OutlineLimits/levels`` become the deepest level, with a remark. Memory does not grow with the document,
  /// apart from one integer for each section and apart from property lists, which are read as a whole.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - format: The format of the document.
  ///   - documentName: The title for the section that takes rows without a section, usually the file's name without its
  ///     extension.
  ///   - options: The user's choices for the reading.
  ///   - sink: Receives the pieces one by one, in document order. Its errors end the reading and are thrown on.
  /// - Returns: Remarks for the user, such as which of several readings was chosen; one sentence each.
  /// - Throws: ``ImportError`` if the bytes are not UTF-8 or contain a NUL, if the document is malformed, or if a text
  ///   exceeds ``OutlineLimits``.
  public static func read(
    _ bytes: ByteStream, as format: OutlineFormat, documentName: String, options: ReadingOptions = ReadingOptions(),
    into sink: @escaping (OutlinePiece) throws -> Void
  ) throws -> [String] {
    let sink = { (piece: OutlinePiece) in
      if case .section(let section) = piece { try sink(.section(section.withFormerCheckBox)) } else { try sink(piece) }
    }
    let rule = ImportRule(documentName: documentName, sink: sink)
    guard let read = format.facts.read else {
      throw ImportError(message: "pleat exports \(format.rawValue) but does not import it")
    }
    let remarks = try read(bytes, options, rule)
    try rule.finish()
    return remarks + rule.remarks
  }
}
