import OutlineCore

/// The part of a document that a parser is at: bytes that are known to be UTF-8 without NUL, a chunk at a time.
struct TextBuffer {
  /// The bytes at hand.
  private(set) var bytes: [UInt8]
  /// The parser's place in `bytes`.
  var position = 0

  /// nil for a text of which all is at hand.
  private let stream: ByteStream?
  /// The beginning of a character whose other bytes are in the next chunk.
  private var carried: [UInt8] = []
  /// The next chunk, where it was asked for to see whether there is one.
  private var ahead: [UInt8]?
  private var isAtStart = true
  /// A place in `bytes` and what it is in the document; places are worked out from here.
  private var known = (index: 0, place: SourcePlace())

  /// Makes the buffer of a document, without its byte order mark.
  init(_ stream: ByteStream) {
    self.stream = stream
    bytes = []
  }

  /// Makes the buffer of a text that was checked before.
  init(checked bytes: [UInt8]) {
    stream = nil
    self.bytes = bytes
  }

  /// Adds the next chunk and drops the bytes before `position`, which is 0 then.
  ///
  /// - Returns: false at the end of the document, with everything left as it was.
  mutating func more() throws -> Bool {
    guard let chunk = try nextChunk() else { return false }
    if position > known.index { _ = place(at: position) }
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

  /// Where the byte at an index of `bytes` is in the document; asked for later and later indices only.
  mutating func place(at index: Int) -> SourcePlace {
    if index > known.index {
      known.place.advance(over: bytes[known.index..<index])
      known.index = index
    }
    return known.place
  }

  /// The error that something is wrong at an index of `bytes`.
  mutating func error(_ message: String, hint: String? = nil, at index: Int) -> ImportError {
    let place = place(at: index)
    return ImportError(line: place.line, column: place.column, message: message, hint: hint)
  }

  /// The error that something is wrong at the parser's place.
  mutating func error(_ message: String, hint: String? = nil) -> ImportError {
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

  /// The next bytes that were not checked yet.
  private mutating func rawChunk() throws -> [UInt8]? {
    guard let stream, var chunk = try ahead ?? stream.next() else { return nil }
    ahead = nil
    if !carried.isEmpty {
      chunk = carried + chunk
      carried = []
    }
    guard isAtStart else { return chunk }
    isAtStart = false
    while chunk.count < 3, let next = try stream.next() { chunk += next }  // as long as the mark may be
    try SourceText.checkByteOrder(of: chunk)
    return Array(chunk.withoutByteOrderMark)
  }

  /// The error that there is a bad byte behind `before`, which come behind `bytes`.
  private func badByte(_ message: String, in before: ArraySlice<UInt8>) -> ImportError {
    var place = known.place
    place.advance(over: bytes[known.index...])
    place.advance(over: before)
    return ImportError(line: place.line, column: place.column, message: message)
  }
}
