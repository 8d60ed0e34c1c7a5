import OutlineCore

/// Writes an outline as a document, piece by piece, without holding the whole document in memory.
///
/// ``OutlineReader`` reads the document into an equal outline, except for properties that the format cannot hold;
/// docs/formats.md lists what each format keeps.
public struct OutlineWriter {
  private let kind: OutlineFormat
  private var heading: ExportHeading
  private let output: DocumentOutput
  /// Whether the header of the first section was left out, because the section only represents the document.
  public private(set) var leavesOutHeader = false
  /// The writer of the format; nil while it is not yet known whether the header of the first section is left out.
  private var format: (any FormatWriter)?

  /// Creates a writer and begins the document.
  ///
  /// - Parameters:
  ///   - format: The format to write.
  ///   - heading: The document's name and all sections.
  ///   - output: Receives the bytes of the document in order, in chunks of about 64 KiB.
  /// - Throws: The errors of `output`, and an ``ImportError`` for a format that is not exported.
  public init(
    _ format: OutlineFormat, _ heading: ExportHeading, to output: @escaping ([UInt8]) throws -> Void
  ) throws {
    kind = format
    self.heading = heading
    self.output = DocumentOutput(output)
    if !format.facts.canBeginWithRows { self.format = try begin(heading) }
  }

  /// Writes the next piece: a user, a section or a row.
  ///
  /// - Throws: The errors of `output`.
  public mutating func write(_ piece: OutlinePiece) throws {
    guard let piece = heading.hasFolds ? piece : piece.withoutFolds else { return }
    if format == nil {
      // Formats that can begin with rows have no users.
      if case .identity(let identity) = piece { heading.identity = identity }
      if case .rowLevels = piece { heading.hasRowLevels = true }
      guard case .section(let section) = piece else { return }
      var heading = heading
      let isLeftOut =
        !(heading.hasRowLevels && kind.facts.outermostAreSections)
        && DocumentSection.isLeftOut(section.draft, among: heading.sections, kind.facts.isFrontMatter)
      if isLeftOut { heading.rowsBeforeSections = heading.sections.removeFirst().rowCount }
      format = try begin(heading)
      leavesOutHeader = isLeftOut
      if isLeftOut {
        if let isFrontMatter = kind.facts.isFrontMatter,
          let (block, _) = FrontMatter.split(section.draft.attributes, as: isFrontMatter)
        {
          try self.format?.writeFrontMatter(block)
        }
        return
      }
    }
    try format?.write(piece)
  }

  /// Ends the document and passes on all bytes that are left.
  ///
  /// Call it once, after the last piece.
  ///
  /// - Returns: Remarks for the user on content that the format cannot hold; one sentence each.
  /// - Throws: The errors of `output`.
  @discardableResult
  public mutating func finish() throws -> [String] {
    var format = try format ?? begin(heading)
    try format.finish()
    try output.flush()
    return format.remarks
  }

  private func begin(_ heading: ExportHeading) throws -> any FormatWriter {
    guard let write = kind.facts.write else {
      throw ImportError(message: "pleat imports \(kind.rawValue) but does not export it")
    }
    return try write(heading, output)
  }
}

extension OutlinePiece {
  /// The piece without anybody's flags; nil for a user.
  fileprivate var withoutFolds: OutlinePiece? {
    switch self {
    case .section(let section): .section(SectionPiece(section.draft, id: section.id))
    case .row(let row): .row(RowPiece(row.draft, id: row.id))
    case .rowLevels, .setting, .identity, .level: self
    case .user, .flag: nil
    }
  }
}
