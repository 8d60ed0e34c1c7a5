extension MarkdownReader {
  /// Reads a block that is not an item.
  ///
  /// - Returns: The first line after the block, an index into ``SourceText/lines``.
  mutating func readLeaf(_ block: MarkdownBlock, lines: ClosedRange<Int>) -> Int {
    switch block.kind {
    case .code(let text, _):
      addLeaf(Self.text(of: Array(text.utf8)), .block(block.kind), line: lines.lowerBound)
    case .heading(let level):
      return readHeading(block.kind, level: level, lines: lines)
    case .paragraph:
      let first = readDefinitions(in: lines)
      if first <= lines.upperBound {
        addLeaf(text(of: first...lines.upperBound), .block(block.kind), line: first)
      }
    default:
      addLeaf(text(of: lines), .block(block.kind), line: lines.lowerBound)
    }
    return lines.upperBound + 1
  }

  private mutating func readHeading(_ kind: MarkdownBlock.Kind, level: Int, lines: ClosedRange<Int>) -> Int {
    // A paragraph that its underline turns into a heading may begin with definitions.
    let first = readDefinitions(in: lines)
    let texts = (first..<(lines.upperBound + 1)).map { container.content(of: $0, in: source).trimmed() }
    let heading = MarkdownHeading(texts)
    let title = Self.text(of: Array(heading.title.joined(separator: [UInt8(ascii: "\n")])))
    if container.depth == 0 {
      addSection(title, level: level, line: first)
    } else {
      addLeaf(title, .block(kind), line: first)
    }
    return first + heading.lineCount
  }

  /// Adds the link reference definitions at the start of a paragraph.
  ///
  /// - Returns: The first line after them, an index into ``SourceText/lines``.
  private mutating func readDefinitions(in lines: ClosedRange<Int>) -> Int {
    var first = lines.lowerBound
    while first <= lines.upperBound, let count = definitionLineCount(from: first, to: lines.upperBound) {
      first += count
    }
    addDefinitions(lines.lowerBound..<first)
    return first
  }

  /// Returns the number of lines of the definition that begins in a line; nil if none begins there.
  ///
  /// Finds definitions of up to three lines. A longer one stays part of the text.
  private func definitionLineCount(from first: Int, to last: Int) -> Int? {
    guard beginsWithBracket(first) else { return nil }
    let next = (first + 1...first + 3).first { $0 > last || beginsWithBracket($0) } ?? first + 3
    return (1...next - first).reversed().first { count in
      let lines = first...first + count - 1
      let begins = lines.contains { source.bytes[source.lines[$0]].hasDefinition }
      return begins && MarkdownParser.isOnlyDefinitions(Array(text(of: lines).utf8))
    }
  }

  private func beginsWithBracket(_ line: Int) -> Bool {
    container.content(of: line, in: source).trimmed().first == UInt8(ascii: "[")
  }

  /// Adds lines that are link reference definitions, each definition as an entry.
  mutating func addDefinitions(_ lines: Range<Int>) {
    var start: Int?
    for line in lines {
      let content = container.content(of: line, in: source).trimmed()
      if let first = start, content.isEmpty || content.first == UInt8(ascii: "[") {
        addLeaf(text(of: first...(line - 1)), .definition, line: first)
        start = nil
      }
      if start == nil, !content.isEmpty { start = line }
    }
    if let start { addLeaf(text(of: start...(lines.upperBound - 1)), .definition, line: start) }
  }

  /// Returns the raw text of lines without the container's indentation, and without white space around the whole.
  private func text(of lines: ClosedRange<Int>) -> String {
    var bytes: [UInt8] = []
    for line in lines {
      if line > lines.lowerBound { bytes.append(UInt8(ascii: "\n")) }
      bytes += container.content(of: line, in: source)
    }
    let isSpace = { (byte: UInt8) in byte.isBlank || byte.isLineEnd }
    guard let last = bytes.lastIndex(where: { !isSpace($0) }) else { return "" }
    return String(decoding: bytes[...last].drop(while: isSpace), as: UTF8.self)
  }

  /// Converts a literal to text: every line end becomes a line feed, and the last one is dropped.
  private static func text(of literal: [UInt8]) -> String {
    String(
      decoding: Array(literal.lineRanges().map { literal[$0] }.joined(separator: [UInt8(ascii: "\n")])), as: UTF8.self)
  }
}
