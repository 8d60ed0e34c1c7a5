/// A location in a document: its line, and its column in characters, both from 1.
package struct TextLocation: Hashable {
  package private(set) var line = 1
  package private(set) var column = 1
  /// Whether the last byte was a carriage return, so that a line feed after it does not begin another line.
  private var isAfterReturn = false

  /// Moves past the bytes.
  ///
  /// O(n) in their number.
  package mutating func advance(over bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBufferPointer { bytes in
      var feeds = 0
      var hasReturn = false
      for byte in bytes {
        feeds &+= byte == UInt8(ascii: "\n") ? 1 : 0
        hasReturn = byte == UInt8(ascii: "\r") ? true : hasReturn
      }
      if feeds == 0 || hasReturn || isAfterReturn {
        advance(byteByByte: bytes)
      } else if let last = bytes.lastIndex(of: UInt8(ascii: "\n")) {
        line += feeds
        column = 1
        advance(byteByByte: UnsafeBufferPointer(rebasing: bytes[(last + 1)...]))
      }
    }
  }

  private mutating func advance(byteByByte bytes: UnsafeBufferPointer<UInt8>) {
    for byte in bytes {
      if byte > UInt8(ascii: "\r") {
        if byte & 0xC0 != 0x80 { column += 1 }
        isAfterReturn = false
      } else {
        advance(overControl: byte)
      }
    }
  }

  private mutating func advance(overControl byte: UInt8) {
    if byte == UInt8(ascii: "\n"), isAfterReturn {
      isAfterReturn = false
    } else if byte.isLineEnd {
      line += 1
      column = 1
      isAfterReturn = byte == UInt8(ascii: "\r")
    } else {
      column += 1
      isAfterReturn = false
    }
  }
}
