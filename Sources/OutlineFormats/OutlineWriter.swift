import OutlineCore

/// What a writer knows of an outline before the first piece.
public struct ExportHeading: Sendable {
  /// The name of the document.
  public var title: String
  /// The sections that will come, as the exporting user has them, in document order.
  public var sections: [SectionState]

  /// Makes a heading.
  public init(title: String, sections: [SectionState]) {
    self.title = title
    self.sections = sections
  }
}

/// Writes the pieces of an outline as a document, as they come.
///
/// `OutlineReader` reads what it wrote into an equal outline, as far as the format goes: see the README.
public struct OutlineWriter {
  private var format: any FormatWriter
  private let output: DocumentOutput

  /// Begins a document.
  ///
  /// - Parameters:
  ///   - output: takes the bytes of the document.
  public init(
    _ format: OutlineFormat, _ heading: ExportHeading, to output: @escaping ([UInt8]) throws -> Void
  ) throws {
    self.output = DocumentOutput(output)
    switch format {
    case .markdown: self.format = MarkdownWriter(heading.sections, to: self.output)
    case .html: self.format = try HTMLWriter(heading, to: self.output)
    case .opml: self.format = try OPMLWriter(heading, to: self.output)
    case .json: self.format = try JSONWriter(to: self.output)
    case .csv: self.format = try DelimitedWriter(to: self.output, separator: ",")
    case .tsv: self.format = try DelimitedWriter(to: self.output, separator: "\t")
    case .plist: self.format = try PropertyListWriter(to: self.output)
    case .text: self.format = try OwnTextWriter(to: self.output)
    }
  }

  /// Writes the next piece: a user, a section or a row.
  public mutating func write(_ piece: OutlinePiece) throws { try format.write(piece) }

  /// Ends the document.
  public mutating func finish() throws {
    try format.finish()
    try output.flush()
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
