/// Reads indented text: one line is one entry, below the nearest line before it with less white space in front.
enum IndentedTextReader {
  /// Gives the entries of the text to the rule; lines of white space alone carry nothing.
  static func read(_ bytes: ByteStream, into rule: ImportRule) throws {
    let source = try SourceText(bytes.rest())
    var indents: [Int] = []
    for (index, line) in source.lines.enumerated() {
      let text = source.bytes[line].trimmed()
      guard !text.isEmpty else { continue }
      let indent = width(of: source.bytes[line.lowerBound..<text.startIndex])
      while let last = indents.last, last >= indent { indents.removeLast() }
      try rule.add(ImportNode(depth: indents.count, text: String(decoding: text, as: UTF8.self), line: index + 1))
      indents.append(indent)
    }
  }

  /// How far white space indents, in columns: a tab goes on to the next multiple of 8, as in Python.
  private static func width(of space: ArraySlice<UInt8>) -> Int {
    space.reduce(0) { column, byte in byte == UInt8(ascii: "\t") ? (column / 8 + 1) * 8 : column + 1 }
  }
}
