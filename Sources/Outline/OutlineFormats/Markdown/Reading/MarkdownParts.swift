import OutlineJSON

/// A part of a document that can be read independently of the rest.
struct MarkdownPart {
  let source: SourceText
  let blocks: [MarkdownBlock]
  /// The number of lines of the document before the part.
  let linesBefore: Int
}

/// Cuts a document into independent parts, so that it need not be in memory as a whole.
///
/// A part begins with a heading or an item at the start of its line, or after an empty line. Whether it can depends on
/// what is open there, such as a code block, so cmark decides.
struct MarkdownParts {
  /// The document; its next part begins at the buffer's position.
  private var text: TextBuffer
  private let least: Int
  private var isAtEnd = false
  private var lineCount = 0

  /// Creates the parts of a document, each at least `least` bytes long except for the last.
  init(_ stream: ByteStream, least: Int = 262_144, linesBefore: Int = 0) {
    text = TextBuffer(stream)
    lineCount = linesBefore
    self.least = max(least, 1)
  }

  private var bytes: [UInt8] { text.bytes }

  /// The index in `bytes` where the next part begins.
  private var start: Int { text.position }

  /// Returns the next part, or nil at the end.
  ///
  /// - Throws: ``ImportError`` with the line in the whole document; also if a part is longer than
  ///   ``DocumentLimits/pieceBytes``.
  mutating func next() throws -> MarkdownPart? {
    var size = least
    while let end = try cut(after: size) {
      if let part = try part(upTo: end, isLast: false) { return part }
      size = max(2 * size, end - start)
    }
    return start < bytes.count ? try part(upTo: bytes.count, isLast: true) : nil
  }

  /// Returns the first index in `bytes` where a cut is possible, at least `size` bytes after the part's beginning; nil
  /// if there is none.
  private mutating func cut(after size: Int) throws -> Int? {
    var index = start + size
    while true {
      // A marker and what is looked at after it take up to 8 bytes.
      let end = isAtEnd ? bytes.count : bytes.count - 8
      while index < end {
        if isBeginning(index) { return index }
        index += 1
      }
      if isAtEnd { return nil }
      if end - start > DocumentLimits.pieceBytes { throw tooLong }
      index -= try fill()
    }
  }

  /// Reads the next chunk and drops the bytes before `start`.
  ///
  /// - Returns: The number of bytes dropped.
  private mutating func fill() throws -> Int {
    let moved = start
    if try text.more() { return moved }
    isAtEnd = true
    return 0
  }

  private var tooLong: ImportError {
    ImportError(
      line: lineCount + 1,
      message: "From this line on, there are more than \(DocumentLimits.mebibytes(DocumentLimits.pieceBytes)) "
        + "in one piece",
      hint: "Split it with headings, empty lines, or items that begin with - at the start of their line.")
  }

  /// Whether a line begins at the index that starts with a heading or an item, or that follows an empty line.
  private func isBeginning(_ index: Int) -> Bool {
    switch text.bytes[index] {
    case UInt8(ascii: "#"):
      guard isLineStart(index) else { return false }
      let rest = bytes[index...].prefix(7).drop { $0 == UInt8(ascii: "#") }
      return rest.first?.isBlank ?? false
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
      guard isLineStart(index), index + 2 < bytes.count else { return false }
      return bytes[index + 1].isBlank && !bytes[index + 2].isBlank && !bytes[index + 2].isLineEnd
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): return false
    default:
      return index > 1 && text.bytes[index - 1] == UInt8(ascii: "\n") && isAfterEmptyLine(index)
    }
  }

  /// Whether the line before the one that begins at an index, and ends with a line feed, is empty.
  private func isAfterEmptyLine(_ index: Int) -> Bool {
    bytes[index - 2] == UInt8(ascii: "\n")
      || bytes[index - 2] == UInt8(ascii: "\r") && index > 2 && bytes[index - 3].isLineEnd
  }

  private func isLineStart(_ index: Int) -> Bool { index > 0 && bytes[index - 1].isLineEnd }

  private mutating func part(upTo end: Int, isLast: Bool) throws(ImportError) -> MarkdownPart? {
    do throws(ImportError) {
      let source = try SourceText(Array(bytes[start..<end]))
      let found =
        isLast ? try MarkdownParser.blocks(of: source) : try MarkdownParser.blocks(ofBeginning: source)
      guard let blocks = found else { return nil }
      defer {
        text.position = end
        lineCount += source.lines.count
      }
      return MarkdownPart(source: source, blocks: blocks, linesBefore: lineCount)
    } catch {
      guard let line = error.line else { throw error }
      throw ImportError(line: line + lineCount, column: error.column, message: error.message, hint: error.hint)
    }
  }
}
