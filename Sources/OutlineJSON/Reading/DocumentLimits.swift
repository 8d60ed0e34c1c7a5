/// The sizes up to which documents, or parts of them, are held in memory.
package enum DocumentLimits {
  /// The most bytes of a document that has to be read as a whole.
  package static let wholeBytes = 64 << 20
  /// The most bytes of a part of a document that cannot be cut, such as a tag of XML or a list of Markdown.
  package static let pieceBytes = 16 << 20
  /// The most users that a document may name, and the most flags of a section.
  package static let users = 200_000

  /// Returns the number of MiB that a limit is.
  package static func mebibytes(_ limit: Int) -> String { "\(limit >> 20) MiB" }
}

extension ByteStream {
  /// Reads all remaining bytes into memory: UTF-8 without NUL; a byte order mark at the beginning is left out.
  ///
  /// - Parameter limit: The most bytes to read.
  /// - Throws: ``ImportError`` at the first chunk that has a NUL or is not UTF-8, or that is beyond the limit.
  package func text(most limit: Int = DocumentLimits.wholeBytes) throws -> [UInt8] {
    var text = TextBuffer(self)
    while text.bytes.count <= limit {
      if try !text.more() { return text.bytes }
    }
    throw ImportError(
      message: "There are more than \(DocumentLimits.mebibytes(limit)), which is the most that is read at once")
  }

  /// Returns a stream of the same bytes that ends with an error after a number of bytes.
  package func limited(to limit: Int, _ error: any Error) -> ByteStream {
    var count = 0
    return ByteStream {
      guard let chunk = try self.next() else { return nil }
      count += chunk.count
      if count > limit { throw error }
      return chunk
    }
  }
}
