import OutlineCore

/// Reads indented text: one line is one entry, below the nearest line before it with less white space in front.
///
/// Text that begins with the line that `OwnText` names is pleat's own and goes by its rules instead.
enum IndentedTextReader {
  /// Gives the entries of the text to `rule`, or the pieces of pleat's own text to `sink`.
  static func read(_ bytes: ByteStream, into rule: ImportRule, sink: @escaping OutlineReader.Sink) throws {
    var lines = TextLines(bytes)
    guard try lines.next() else { return }
    if try OwnText.isHeading(lines.bytes) {
      var reader = OwnTextReader(lines, sink: sink)
      return try reader.read()
    }
    var indents = LevelStack<Void>()
    repeat {
      let text = lines.bytes.trimmed()
      guard !text.isEmpty else { continue }
      let indent = width(of: lines.bytes[..<text.startIndex])
      indents.enter(level: indent)
      try rule.add(ImportNode(depth: indents.count - 1, text: text.text(), line: lines.number))
    } while try lines.next()
  }

  /// How far white space indents, in columns: a tab goes on to the next multiple of 8, as in Python.
  private static func width(of space: ArraySlice<UInt8>) -> Int {
    space.reduce(0) { column, byte in byte == UInt8(ascii: "\t") ? (column / 8 + 1) * 8 : column + 1 }
  }
}
