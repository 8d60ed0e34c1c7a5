/// Reads numbers from untrusted bytes; reading outside of them returns nil.
struct ByteReader {
  let bytes: [UInt8]

  func byte(at offset: Int) -> UInt8? { bytes.indices.contains(offset) ? bytes[offset] : nil }

  /// Returns the big-endian number in `count` bytes at an offset; `count` is at most 7.
  func number(at offset: Int, count: Int) -> Int? {
    guard let part = slice(at: offset, count: count) else { return nil }
    return part.reduce(0) { $0 << 8 | Int($1) }
  }

  func slice(at offset: Int, count: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else { return nil }
    return bytes[offset..<(offset + count)]
  }

  /// Returns the variable-length number at an offset, and the offset after it.
  ///
  /// - Source: https://www.sqlite.org/fileformat2.html#varint
  func variableNumber(at offset: Int) -> (value: UInt64, end: Int)? {
    var value: UInt64 = 0
    for index in 0..<9 {
      guard let byte = byte(at: offset + index) else { return nil }
      if index == 8 { return (value << 8 | UInt64(byte), offset + 9) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { return (value, offset + index + 1) }
    }
    return nil
  }
}
