import OutlineCore

/// The lines of a text, one after the other; it holds a chunk and the line it is at.
struct TextLines {
  /// The most bytes of a line: a row's text with every byte escaped, and as much again.
  static let longest = 4 * OutlineLimits.textBytes

  private var text: TextBuffer
  /// Where the line is in the buffer, without its line end.
  private var range = 0..<0
  /// Which line it is, from 1; 0 before the first one.
  private(set) var number = 0
  /// Whether the line before ended with a carriage return, so that a line feed here belongs to it.
  private var isAfterReturn = false

  /// The line.
  var bytes: ArraySlice<UInt8> { text.bytes[range] }

  init(_ bytes: ByteStream) { text = TextBuffer(bytes) }

  /// Goes on to the next line; false at the end, and for nothing behind the last line end.
  mutating func next() throws -> Bool {
    try skipFeed()
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

  /// Takes the line feed of a carriage return before.
  private mutating func skipFeed() throws {
    guard isAfterReturn else { return }
    isAfterReturn = false
    if text.position == text.bytes.count, try !text.more() { return }
    if text.bytes[text.position] == UInt8(ascii: "\n") { text.position += 1 }
  }
}

extension [UInt8] {
  /// The next line end; the end where there is none.
  fileprivate func endOfLine(from start: Int) -> Int {
    withUnsafeBufferPointer { bytes in
      var index = start
      while index < bytes.count, !bytes[index].isLineEnd { index += 1 }
      return index
    }
  }
}
