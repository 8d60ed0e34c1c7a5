import OutlineCore
import OutlineJSON

/// Reads a text line by line, keeping no more than a chunk and one line in memory.
struct TextLines {
  /// The limit for a line in bytes: four times the longest text, enough for one with every byte escaped and as much
  /// again.
  static let longest = 4 * OutlineLimits.textBytes

  private var text: TextBuffer
  /// The range of the current line in the buffer, without its line end.
  private var range = 0..<0
  /// The number of the current line, counted from 1; 0 before the first line.
  private(set) var number = 0
  /// Whether the last line ended with a carriage return, so that a line feed after it still belongs to that line end.
  private var isAfterReturn = false

  /// The bytes of the current line, without its line end.
  var bytes: ArraySlice<UInt8> { text.bytes[range] }

  init(_ bytes: ByteStream) { text = TextBuffer(bytes) }

  /// Moves to the next line.
  ///
  /// - Returns: false at the end. After the last line end there is no further empty line.
  /// - Throws: ``ImportError`` if the line is longer than ``longest``, contains a NUL or is not UTF-8.
  mutating func next() throws -> Bool {
    if isAfterReturn { try text.skipFeed() }
    isAfterReturn = false
    var end = text.position
    while true {
      end = text.bytes.endOfLine(from: end)
      if end < text.bytes.count { break }
      if end - text.position > Self.longest {
        throw ImportError(line: number + 1, message: "A line is longer than \(Self.longest) bytes")
      }
      end -= text.position
      guard try text.more() else {
        if end == 0 { return false }
        take(length: end)
        return true
      }
    }
    take(length: end - text.position)
    isAfterReturn = text.bytes[end] == UInt8(ascii: "\r")
    text.position += 1
    return true
  }

  private mutating func take(length: Int) {
    range = text.position..<(text.position + length)
    text.position += length
    number += 1
  }
}

extension [UInt8] {
  /// Returns the index of the next line end, or `count` if there is none.
  fileprivate func endOfLine(from start: Int) -> Int {
    withUnsafeBufferPointer { bytes in
      var index = start
      while index < bytes.count, !bytes[index].isLineEnd { index += 1 }
      return index
    }
  }
}
