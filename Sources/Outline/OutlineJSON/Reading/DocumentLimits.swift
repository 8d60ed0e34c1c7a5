/// The limits for documents, and for the parts of them that are held in memory.
package enum DocumentLimits {
  /// The most bytes of a document that has to be read as a whole.
  package static let wholeBytes = 64 << 20
  /// The most bytes of a part that has to be read as a whole, such as a tag of XML or a list of Markdown.
  package static let pieceBytes = 16 << 20
  /// The most users that a document may have, and the most users that a section may have a flag for.
  package static let users = 200_000

  /// Returns the text that a message has for a limit in bytes, such as `64 MiB`.
  package static func mebibytes(_ limit: Int) -> String { "\(limit >> 20) MiB" }
}

extension ByteStream {
  /// Reads all remaining bytes into memory, and checks that they are UTF-8 without NUL.
  ///
  /// A byte order mark at the beginning is left out.
  ///
  /// - Parameter limit: The most bytes to read.
  /// - Throws: ``ImportError`` at the first chunk that has a NUL, is not UTF-8, or exceeds the limit.
  package func text(most limit: Int = DocumentLimits.wholeBytes) throws -> [UInt8] {
    var text = TextBuffer(self)
    while text.bytes.count <= limit {
      if try !text.more() { return text.bytes }
    }
    throw ImportError(
      message: "There are more than \(DocumentLimits.mebibytes(limit)), which is the most that is read at once")
  }

  /// Returns a stream of the same bytes that throws an error instead of the first chunk that exceeds a number of bytes.
  ///
  /// Both streams take from the same source, so only one of them may be read.
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
