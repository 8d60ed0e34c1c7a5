/// The bytes of a document, delivered in chunks.
public final class ByteStream {
  private let source: () throws -> [UInt8]?

  /// Creates a stream that calls `next` for each chunk until it returns nil.
  public init(next: @escaping () throws -> [UInt8]?) {
    source = next
  }

  /// Creates a stream of bytes that are already in memory.
  public convenience init(_ bytes: [UInt8]) {
    var rest: [UInt8]? = bytes
    self.init {
      defer { rest = nil }
      return rest
    }
  }

  /// Returns the next chunk, which is never empty, or nil at the end.
  ///
  /// - Throws: The errors of the source of the stream.
  package func next() throws -> [UInt8]? {
    while let chunk = try source() {
      if !chunk.isEmpty { return chunk }
    }
    return nil
  }

  /// Reads all remaining bytes into memory, without a check; for files of a known size.
  ///
  /// - Throws: The errors of the source of the stream.
  package func rest() throws -> [UInt8] {
    guard var bytes = try next() else { return [] }
    while let chunk = try next() { bytes += chunk }
    return bytes
  }

  /// Reads the first bytes of a stream.
  ///
  /// - Returns: At least `count` bytes, or fewer if there are no more, and a stream of all bytes, these included.
  /// - Throws: The errors of the source of the stream.
  package func looking(ahead count: Int) throws -> (start: [UInt8], all: ByteStream) {
    var start: [UInt8] = []
    while start.count < count, let chunk = try next() { start += chunk }
    var held: [UInt8]? = start
    return (
      start,
      ByteStream {
        defer { held = nil }
        if let held, !held.isEmpty { return held }
        return try self.next()
      }
    )
  }
}
