import ListChanges
import OutlineCore

/// Reads indented text: each line is an entry, below the nearest earlier line that is indented less.
enum IndentedTextReader {
  /// Passes the entries of the text to `rule`.
  ///
  /// - Throws: ``ImportError`` for bad bytes, and every error of the rule.
  static func read(_ bytes: ByteStream, into rule: ImportRule) throws {
    var lines = TextLines(bytes)
    var indents = LevelStack<Void>()
    while try lines.next() {
      let text = lines.bytes.trimmed()
      guard !text.isEmpty else { continue }
      let indent = width(of: lines.bytes[..<text.startIndex])
      indents.enter(level: indent)
      try rule.add(ImportNode(depth: indents.count - 1, text: text.text(), line: lines.number))
    }
  }

  /// The width of indentation in columns.
  ///
  /// A tab extends to the next multiple of 8, as in Python.
  static func width(of space: ArraySlice<UInt8>) -> Int {
    space.reduce(0) { column, byte in byte == UInt8(ascii: "\t") ? (column / 8 + 1) * 8 : column + 1 }
  }
}
