/// The document or a list item while its blocks are read, with the lines that no block has taken yet.
struct MarkdownContainer {
  /// A position in a line: the index of the byte, and its column with tab stops of 4.
  struct Position: Hashable {
    var byte: Int
    var column: Int
  }

  /// The number of items around its blocks; see ``MarkdownBlock/depth``.
  let depth: Int
  /// The first line that no block has taken yet, an index into ``SourceText/lines``.
  var nextLine: Int
  /// The last line of the container, an index into ``SourceText/lines``.
  let lastLine: Int
  /// The indentation of its lines, in columns.
  let indent: Int
  /// The line with the item's marker, and the position in it where the content begins; nil for the document.
  var markerLine: (line: Int, content: Position)?
  /// The index of the item's node in the reader's nodes, as long as the item has no text yet.
  var untitled: Int?
  var marker = MarkdownShape.Marker.bullet

  /// Returns where the container's text begins in one of its lines: after the marker or the indentation.
  func start(of line: Int, in source: SourceText) -> Position {
    if let markerLine, markerLine.line == line { return markerLine.content }
    let range = source.lines[line]
    return source.skipBlanks(from: Position(byte: range.lowerBound, column: 0), in: range) { $0 < indent }
  }

  /// Returns the raw text of a line without the container's indentation or marker.
  func content(of line: Int, in source: SourceText) -> ArraySlice<UInt8> {
    source.bytes[start(of: line, in: source).byte..<source.lines[line].upperBound]
  }
}

extension SourceText {
  /// Returns the position after the spaces and tabs at `start`, passing over each only while `goesOn` is true for the
  /// column that would be reached.
  func skipBlanks(
    from start: MarkdownContainer.Position, in line: Range<Int>, while goesOn: (_ column: Int) -> Bool = { _ in true }
  ) -> MarkdownContainer.Position {
    var position = start
    while position.byte < line.upperBound, bytes[position.byte].isBlank, goesOn(position.column) {
      position.column = bytes[position.byte] == UInt8(ascii: "\t") ? (position.column / 4 + 1) * 4 : position.column + 1
      position.byte += 1
    }
    return position
  }
}

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
