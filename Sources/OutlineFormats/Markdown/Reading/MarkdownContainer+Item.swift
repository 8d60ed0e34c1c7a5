extension MarkdownContainer {
  /// Creates the container for a list item, whose marker is found in the source.
  ///
  /// The item's contents are indented as CommonMark says: by the marker and the one to four spaces after it, or, with
  /// more spaces than that, by the marker and one.
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
    item.marker = Int(String(decoding: digits, as: UTF8.self)).map { .number($0) } ?? .bullet
    item.markerLine = (block.firstLine, content)
    return item
  }
}
