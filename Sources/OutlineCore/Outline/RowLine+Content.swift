extension RowLine {
  /// The content that the line shows; to be asked while the line is visited.
  ///
  /// Only a visitor that wants attributes finds them here.
  public var content: RowContent {
    RowContent(
      text: String(decoding: text, as: UTF8.self), attributes: attributes.map { String(decoding: $0, as: UTF8.self) })
  }

  /// Calls `body` with a row as a line.
  ///
  /// - Parameters:
  ///   - row: the row.
  ///   - number: its place in its section, counted from 1 over all content.
  ///   - line: the line's index in the list, counted from 0.
  ///   - body: takes the line, which is valid in it alone.
  public static func with(_ row: Row, number: Int, line: Int, _ body: (RowLine) throws -> Void) rethrows {
    var text = row.content.text
    var attributes = row.content.attributes ?? ""
    try text.withUTF8 { text in
      try attributes.withUTF8 { attributes in
        try body(
          RowLine(
            id: row.id, number: number, line: line, text: UnsafeRawBufferPointer(text),
            attributes: row.content.attributes == nil ? nil : UnsafeRawBufferPointer(attributes)))
      }
    }
  }
}
