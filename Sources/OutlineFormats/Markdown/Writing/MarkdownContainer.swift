/// The document or a list item while its blocks are read: which of its lines are left, and where its text begins in
/// them.
struct MarkdownContainer {
  /// A place in a line: the byte, and the column that it has with tab stops of 4.
  struct Position: Hashable {
    var byte: Int
    var column: Int
  }

  /// How deep in items its blocks are; see ``MarkdownBlock/depth``.
  let depth: Int
  /// The first line that no block has taken yet, an index into ``SourceText/lines``.
  var nextLine: Int
  /// The last line of the container.
  let lastLine: Int
  /// How far its lines are indented, in columns.
  let indent: Int
  /// Where the content begins in the line of the item's marker; nil for the document.
  var markerLine: (line: Int, content: Position)?
  /// The node of an item that has no text yet: an index into the reader's nodes.
  var untitled: Int?
  /// What the item is, for its attributes.
  var mark = MarkdownAttributes()

  /// Where the container's text begins in one of its lines: behind the marker, or behind the indentation.
  func start(of line: Int, in source: SourceText) -> Position {
    if let markerLine, markerLine.line == line { return markerLine.content }
    let range = source.lines[line]
    return source.skipBlanks(from: Position(byte: range.lowerBound, column: 0), in: range) { $0 < indent }
  }

  /// The raw text of a line without the container's indentation or marker.
  func content(of line: Int, in source: SourceText) -> ArraySlice<UInt8> {
    source.bytes[start(of: line, in: source).byte..<source.lines[line].upperBound]
  }
}

extension SourceText {
  /// Goes on over spaces and tabs as long as the column that is reached allows it.
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
