/// Why a file could not be imported, and where in the file.
public struct ImportError: Error, Hashable, Sendable {
  /// The line in the file, counted from 1; nil if the error concerns the whole file.
  public let line: Int?
  /// The column in the line, counted in characters from 1; nil if the error concerns the whole line.
  public package(set) var column: Int?
  /// The error, as a sentence without its full stop and without the line and column.
  public let message: String
  /// The next step for the user; nil if there is no advice.
  public let hint: String?
  /// Whether a newer pleat is likely to have written the document.
  package var isNewer = false

  package init(line: Int? = nil, column: Int? = nil, message: String, hint: String? = nil) {
    self.line = line
    self.column = column
    self.message = message
    self.hint = hint
  }
}

extension ImportError: CustomStringConvertible {
  /// The location and the error, as a sentence.
  public var description: String { sentence(about: "the document") }

  /// Returns the location and the error as a sentence.
  ///
  /// - Parameter source: The name of the document.
  package func sentence(about source: String) -> String {
    let column = column.map { ", column \($0)" } ?? ""
    return "\(source)\(line.map { ", line \($0)\(column)" } ?? ""): \(message)."
  }
}

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
