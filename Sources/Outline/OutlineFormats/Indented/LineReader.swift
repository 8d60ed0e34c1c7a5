import OutlineJSON

/// Reads a format line by line, and holds its last entry back while further lines of it may follow.
protocol LineReader {
  /// What was imported as what, and what was left out.
  var tally: ReadingTally { get }

  init(rule: ImportRule)

  /// Takes a line, without its line end.
  mutating func take(_ line: ArraySlice<UInt8>, _ number: Int) throws

  /// Passes on the entry that was held back.
  mutating func give() throws
}

extension LineReader {
  /// Passes the entries of a document to the rule.
  ///
  /// - Returns: Remarks on what was imported as what, and on what was left out.
  /// - Throws: ``ImportError`` for bad bytes, and every error of the rule.
  static func read(_ bytes: ByteStream, into rule: ImportRule) throws -> [String] {
    var lines = TextLines(bytes)
    var reader = Self(rule: rule)
    while try lines.next() { try reader.take(lines.bytes, lines.number) }
    try reader.give()
    return reader.tally.remarks
  }
}
