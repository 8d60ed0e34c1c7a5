import OutlineCore

/// What a writer knows of an outline before the first piece.
public struct ExportHeading: Sendable {
  /// The name of the document.
  public var title: String
  /// The sections that will come, as the exporting user has them, in document order.
  public var sections: [SectionState]
  /// How many rows come before the first section, those of a section that is left out.
  var rowsBeforeSections = 0

  /// Makes a heading.
  public init(title: String, sections: [SectionState]) {
    self.title = title
    self.sections = sections
  }
}

/// Writes the pieces of an outline as a document, as they come.
///
/// `OutlineReader` reads what it wrote into an equal outline, as far as the format goes: see docs/formats.md.
public struct OutlineWriter {
  private let kind: OutlineFormat
  private let heading: ExportHeading
  private let output: DocumentOutput
  /// The writer of the format; nil until the first section has come, where that one may be left out.
  private var format: (any FormatWriter)?

  /// Begins a document.
  ///
  /// - Parameters:
  ///   - output: takes the bytes of the document.
  public init(
    _ format: OutlineFormat, _ heading: ExportHeading, to output: @escaping ([UInt8]) throws -> Void
  ) throws {
    kind = format
    self.heading = heading
    self.output = DocumentOutput(output)
    if !format.canBeginWithRows { self.format = try begin(heading) }
  }

  /// Writes the next piece: a user, a section or a row.
  public mutating func write(_ piece: OutlinePiece) throws {
    if format == nil {
      // Formats that can begin with rows have no users.
      guard case .section(let section) = piece else { return }
      var heading = heading
      let isLeftOut = DocumentSection.isLeftOut(section.draft, among: heading.sections)
      if isLeftOut { heading.rowsBeforeSections = heading.sections.removeFirst().rowCount }
      format = try begin(heading)
      if isLeftOut { return }
    }
    try format?.write(piece)
  }

  /// Ends the document.
  public mutating func finish() throws {
    var format = try format ?? begin(heading)
    try format.finish()
    try output.flush()
  }

  private func begin(_ heading: ExportHeading) throws -> any FormatWriter {
    switch kind {
    case .markdown: MarkdownWriter(heading.sections, to: output)
    case .html: try HTMLWriter(heading, to: output)
    case .opml: try OPMLWriter(heading, to: output)
    case .json: try JSONWriter(to: output)
    case .csv: try DelimitedWriter(to: output, separator: ",")
    case .tsv: try DelimitedWriter(to: output, separator: "\t")
    case .plist: try PropertyListWriter(to: output)
    case .text: try OwnTextWriter(to: output)
    }
  }
}

extension OutlineFormat {
  /// Whether rows can stand before the first section.
  fileprivate var canBeginWithRows: Bool {
    switch self {
    case .markdown, .opml, .plist: true
    case .json, .csv, .tsv, .text, .html: false
    }
  }
}

/// A writer of one format.
protocol FormatWriter {
  /// Writes a user, a section or a row; no other piece comes.
  mutating func write(_ piece: OutlinePiece) throws
  /// Ends the document.
  mutating func finish() throws
}

/// The bytes of a document on their way out, in chunks.
final class DocumentOutput {
  private let sink: ([UInt8]) throws -> Void
  private var bytes: [UInt8] = []
  private static let chunk = 65_536

  init(_ sink: @escaping ([UInt8]) throws -> Void) {
    self.sink = sink
    bytes.reserveCapacity(2 * Self.chunk)
  }

  /// Writes a text.
  func write(_ text: String) throws {
    bytes.append(contentsOf: text.utf8)
    if bytes.count >= Self.chunk { try flush() }
  }

  /// Gives away what is held back.
  func flush() throws {
    if bytes.isEmpty { return }
    try sink(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
