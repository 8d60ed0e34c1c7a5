/// The part of a document that a parser is working on.
///
/// Reads the document chunk by chunk, and checks that it is UTF-8 without NUL.
package struct TextBuffer {
  package private(set) var bytes: [UInt8]
  /// The parser's position, an index into `bytes`.
  package var position = 0

  /// The source of further bytes; nil if `bytes` is the whole text.
  private let stream: ByteStream?
  /// The first bytes of a character that continues in the next chunk.
  private var carried: [UInt8] = []
  /// The next chunk, if it was read already to find out whether there is one.
  private var ahead: [UInt8]?
  private var isAtStart = true
  /// An index into `bytes` and its location in the document, from which later locations are computed.
  private var known = (index: 0, location: TextLocation())

  /// Creates a buffer for a document.
  ///
  /// A byte order mark at its beginning is skipped.
  package init(_ stream: ByteStream) {
    self.stream = stream
    bytes = []
  }

  /// Creates a buffer for bytes that are known to be UTF-8 without NUL.
  package init(checked bytes: [UInt8]) {
    stream = nil
    self.bytes = bytes
  }

  /// Adds the next chunk, drops the bytes before `position`, and sets `position` to 0.
  ///
  /// - Returns: false at the end of the document; the buffer is then unchanged.
  /// - Throws: ``ImportError`` if the chunk contains a NUL or is not UTF-8.
  package mutating func more() throws -> Bool {
    guard let chunk = try nextChunk() else { return false }
    if position > known.index { _ = location(at: position) }
    known.index -= position
    if position == bytes.count {
      bytes = chunk
    } else {
      bytes.removeFirst(position)
      bytes += chunk
    }
    position = 0
    return true
  }

  /// Skips a line feed that follows a carriage return.
  package mutating func skipFeed() throws {
    if position == bytes.count, try !more() { return }
    if bytes[position] == UInt8(ascii: "\n") { position += 1 }
  }

  /// Returns the location in the document of an index of `bytes`.
  ///
  /// The index must not be smaller than in the call before.
  package mutating func location(at index: Int) -> TextLocation {
    if index > known.index {
      known.location.advance(over: bytes[known.index..<index])
      known.index = index
    }
    return known.location
  }

  /// Creates an error that points at an index of `bytes`.
  package mutating func error(_ message: String, hint: String? = nil, at index: Int) -> ImportError {
    let location = location(at: index)
    return ImportError(line: location.line, column: location.column, message: message, hint: hint)
  }

  /// Creates an error that points at the parser's position.
  package mutating func error(_ message: String, hint: String? = nil) -> ImportError {
    error(message, hint: hint, at: position)
  }
}

extension TextBuffer {
  private mutating func nextChunk() throws -> [UInt8]? {
    while var chunk = try rawChunk() {
      switch EncodingCheck(of: chunk) {
      case .valid: break
      case .nul(let offset): throw badByte("The file holds a NUL byte, so it is not text", in: chunk[..<offset])
      case .invalid(let offset): throw badByte("The file is not valid UTF-8", in: chunk[..<offset])
      case .incomplete(let offset):
        carried = Array(chunk[offset...])
        ahead = try stream?.next()
        if ahead == nil { throw badByte("The file is not valid UTF-8", in: chunk[..<offset]) }
        chunk.removeLast(carried.count)
      }
      if !chunk.isEmpty { return chunk }
    }
    return nil
  }

  /// Returns the next bytes, which have not been checked yet.
  private mutating func rawChunk() throws -> [UInt8]? {
    guard let stream, var chunk = try ahead ?? stream.next() else { return nil }
    ahead = nil
    if !carried.isEmpty {
      chunk = carried + chunk
      carried = []
    }
    guard isAtStart else { return chunk }
    isAtStart = false
    while chunk.count < 3, let next = try stream.next() { chunk += next }  // the length of a byte order mark
    try Self.checkByteOrder(of: chunk)
    return Array(chunk.withoutByteOrderMark)
  }

  /// Throws when a file is marked as UTF-16.
  package static func checkByteOrder(of bytes: [UInt8]) throws(ImportError) {
    guard bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) else { return }
    throw ImportError(
      message: "The file is UTF-16; pleat reads UTF-8", hint: "Convert it with: iconv -f UTF-16 -t UTF-8 FILE")
  }

  /// Creates an error that points at the byte that follows `bytes` and `before`.
  private func badByte(_ message: String, in before: ArraySlice<UInt8>) -> ImportError {
    var location = known.location
    location.advance(over: bytes[known.index...])
    location.advance(over: before)
    return ImportError(line: location.line, column: location.column, message: message)
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// The bytes without the byte order mark that some programs write at the start of UTF-8.
  package var withoutByteOrderMark: SubSequence {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return starts(with: mark) ? dropFirst(mark.count) : self[...]
  }
}
