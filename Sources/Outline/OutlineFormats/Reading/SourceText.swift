import OutlineJSON

/// A text file, known to be UTF-8 without NUL, with its lines.
struct SourceText {
  /// The file's bytes without a byte order mark.
  let bytes: [UInt8]
  /// The range of each line in `bytes`, without its line end.
  ///
  /// An empty last line is left out.
  let lines: [Range<Int>]

  /// Checks the bytes of a file.
  ///
  /// - Throws: ``ImportError`` with the line and column of the first byte that is NUL or not UTF-8.
  init(_ file: [UInt8]) throws(ImportError) {
    bytes = Array(file.withoutByteOrderMark)
    try Self.checkEncoding(of: bytes)
    lines = bytes.lineRanges()
  }

  /// Throws when a file is UTF-16, holds a NUL or is not UTF-8.
  static func checkEncoding(of bytes: [UInt8]) throws(ImportError) {
    try TextBuffer.checkByteOrder(of: bytes)
    switch EncodingCheck(of: bytes) {
    case .valid: break
    case .nul(let offset): throw error("The file holds a NUL byte, so it is not text", at: offset, of: bytes)
    case .invalid(let offset), .incomplete(let offset):
      throw error("The file is not valid UTF-8", at: offset, of: bytes)
    }
  }

  private static func error(_ message: String, at offset: Int, of bytes: [UInt8]) -> ImportError {
    // A placeholder for the bad byte, so that its line exists even if the byte is the first one in it.
    let lines = (bytes[..<offset] + [UInt8(ascii: "?")]).lineRanges()
    let start = lines.last?.lowerBound ?? 0
    let characters = bytes[start..<offset].count { $0 & 0xC0 != 0x80 }
    return ImportError(line: lines.count, column: characters + 1, message: message)
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// The range of each line without its line end, which is a line feed, a carriage return, or both.
  ///
  /// An empty last line is left out.
  func lineRanges() -> [Range<Int>] {
    withContiguousStorageIfAvailable { Self.lineRanges(in: $0, from: startIndex) }
      ?? Array(self).withUnsafeBufferPointer { Self.lineRanges(in: $0, from: startIndex) }
  }

  private static func lineRanges(in bytes: UnsafeBufferPointer<UInt8>, from first: Int) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var (start, index) = (0, 0)
    let raw = UnsafeRawBufferPointer(bytes)
    while index < bytes.count {
      if index + 8 <= bytes.count {
        let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        // The lowest bit that is set belongs to the first byte below 14, as both line ends are.
        let found = (word &- 0x0E0E_0E0E_0E0E_0E0E) & ~word & 0x8080_8080_8080_8080
        index += found.trailingZeroBitCount / 8
        if found == 0 { continue }
      }
      let byte = bytes[index]
      index += 1
      guard byte.isLineEnd else { continue }
      lines.append(first + start..<first + index - 1)
      if byte == UInt8(ascii: "\r"), index < bytes.count, bytes[index] == UInt8(ascii: "\n") { index += 1 }
      start = index
    }
    if start < bytes.count { lines.append(first + start..<first + bytes.count) }
    return lines
  }

  /// The bytes without spaces and tabs at the start and end.
  func trimmed() -> SubSequence {
    guard let last = lastIndex(where: { !$0.isBlank }) else { return self[endIndex...] }
    return self[...last].drop(while: \.isBlank)
  }
}
