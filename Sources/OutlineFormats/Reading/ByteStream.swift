/// The bytes of a document, a chunk at a time.
public final class ByteStream {
  private let source: () throws -> [UInt8]?

  /// Makes a stream that asks `next` for chunks until it answers nil.
  public init(next: @escaping () throws -> [UInt8]?) {
    source = next
  }

  /// Makes a stream of bytes that are in memory already.
  public convenience init(_ bytes: [UInt8]) {
    var rest: [UInt8]? = bytes
    self.init {
      defer { rest = nil }
      return rest
    }
  }

  /// The next chunk, never empty; nil at the end.
  public func next() throws -> [UInt8]? {
    while let chunk = try source() {
      if !chunk.isEmpty { return chunk }
    }
    return nil
  }

  /// All bytes that are left.
  public func rest() throws -> [UInt8] {
    guard var bytes = try next() else { return [] }
    while let chunk = try next() { bytes += chunk }
    return bytes
  }
}
