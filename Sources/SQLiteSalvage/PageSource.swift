/// The bytes of a file that is read page by page.
package protocol PageSource {
  /// The number of bytes.
  var size: Int { get }

  /// Returns the bytes at an offset, fewer at the end of the file; nil if they cannot be read.
  func read(at offset: Int, count: Int) -> [UInt8]?
}

/// Bytes in memory as a file.
package struct BytesSource: PageSource {
  private let bytes: [UInt8]

  /// Creates a source.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var size: Int { bytes.count }

  package func read(at offset: Int, count: Int) -> [UInt8]? {
    guard offset >= 0, count >= 0, offset <= bytes.count else { return nil }
    return Array(bytes[offset..<min(bytes.count, offset + min(count, bytes.count))])
  }
}
