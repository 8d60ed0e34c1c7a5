extension MarkdownContainer {
  /// The container that a list item is, found from its marker in the source.
  ///
  /// What follows the marker is indented as CommonMark says: behind up to four blanks, else one behind the marker.
  func item(_ block: MarkdownBlock, lastLine: Int, node: Int, in source: SourceText) -> MarkdownContainer {
    let line = source.lines[block.firstLine]
    let marker = source.skipBlanks(from: start(of: block.firstLine, in: source), in: line)
    let digits = source.bytes[marker.byte..<line.upperBound].prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    let end = Position(byte: marker.byte + digits.count + 1, column: marker.column + digits.count + 1)
    var content = source.skipBlanks(from: end, in: line)
    var indent = content.column
    if content.byte == line.upperBound || content.column > end.column + 4 {
      indent = end.column + 1
      content = source.skipBlanks(from: end, in: line) { $0 < indent }
    }
    var item = MarkdownContainer(
      depth: block.depth + 1, nextLine: block.firstLine, lastLine: lastLine, indent: indent, untitled: node)
    if case .task(let isChecked) = block.kind {
      content = Self.skipBox(from: content, in: line, of: source)
      item.mark = .item(isChecked: isChecked, number: Int(String(decoding: digits, as: UTF8.self)))
    } else {
      item.mark = .item(isChecked: nil, number: Int(String(decoding: digits, as: UTF8.self)))
    }
    item.markerLine = (block.firstLine, content)
    return item
  }

  /// Goes on over the `[x]` of a task and the blanks behind it.
  private static func skipBox(from start: Position, in line: Range<Int>, of source: SourceText) -> Position {
    let box = source.skipBlanks(from: start, in: line)
    guard box.byte + 3 <= line.upperBound else { return start }
    return source.skipBlanks(from: Position(byte: box.byte + 3, column: box.column + 3), in: line)
  }
}
