import OutlineCore

/// Reads indented text: each line is an entry, below the nearest earlier line that is indented less.
///
/// Text that begins with ``OwnText/heading`` is pleat's own and is read by ``OwnTextReader`` instead.
enum IndentedTextReader {
  /// Passes the entries of the text to `rule`, or the pieces of pleat's own text to `sink`.
  ///
  /// - Throws: ``ImportError`` for bad bytes and for malformed text of pleat's own, and whatever `rule` and `sink`
  ///   throw.
  static func read(_ bytes: ByteStream, into rule: ImportRule, sink: @escaping ImportRule.Sink) throws {
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

  /// The width of indentation in columns.
  ///
  /// A tab extends to the next multiple of 8, as in Python.
  private static func width(of space: ArraySlice<UInt8>) -> Int {
    space.reduce(0) { column, byte in byte == UInt8(ascii: "\t") ? (column / 8 + 1) * 8 : column + 1 }
  }
}
