import OutlineCore

/// Writes the documents of one format.
protocol FormatWriter {
  /// Writes a user, a section or a row.
  ///
  /// Other pieces occur only on import.
  mutating func write(_ piece: OutlinePiece) throws
  /// Writes whatever closes the document.
  mutating func finish() throws
}

/// Collects the bytes of a document and passes them on in chunks.
final class DocumentOutput {
  private let sink: ([UInt8]) throws -> Void
  private var bytes: [UInt8] = []
  private static let chunk = 65_536

  init(_ sink: @escaping ([UInt8]) throws -> Void) {
    self.sink = sink
    bytes.reserveCapacity(2 * Self.chunk)
  }

  /// Adds a text, and passes a chunk on when it is full.
  func write(_ text: String) throws {
    bytes.append(contentsOf: text.utf8)
    if bytes.count >= Self.chunk { try flush() }
  }

  /// Passes on the bytes collected so far, if any.
  func flush() throws {
    if bytes.isEmpty { return }
    try sink(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
