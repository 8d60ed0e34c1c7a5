/// The bytes of a file that is read page by page.
package protocol PageSource {
  /// The number of bytes.
  var size: Int { get }

  /// Returns the bytes at an offset, fewer at the end of the file; nil if they cannot be read.
  func read(at offset: Int, count: Int) -> [UInt8]?
}
