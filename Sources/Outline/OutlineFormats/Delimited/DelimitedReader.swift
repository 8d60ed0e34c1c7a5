import OutlineCore

/// Reads comma- or tab-separated values: either pleat's own, which ``DelimitedWriter`` describes, or any other table.
enum DelimitedReader {
  /// The columns of pleat's own tables, in order; tables of earlier versions have only the first 8 or 9.
  static let ownColumns = [
    "kind", "level", "text", "done", "detail", "collapsible", "collapsed", "attributes", "newRows", "due", "repeat",
  ]

  /// Passes the pieces of pleat's own table, or the entries of another table, to the rule.
  ///
  /// The parser is that of the document, before its first record. The first line always names the columns, so a document
  /// with a single line is an empty outline.
  ///
  /// - Returns: Remarks on what was imported as what, and on what was left out.
  static func read(
    _ document: DelimitedParser, _ options: ReadingOptions, into rule: ImportRule
  ) throws -> [String] {
    var parser = document
    repeat { guard try parser.next() else { return [] } } while parser.record.isBeforeTable
    let columns = (0..<parser.record.count).map { parser.record[$0] }
    guard [8, 9, ownColumns.count].contains(where: { columns == Array(ownColumns.prefix($0)) }) else {
      // A table without records needs no columns that are known, unless they are asked for.
      let header = parser.record
      guard try parser.next() else {
        if !options.columns.isEmpty { _ = try ForeignTableReader(header, options, into: rule) }
        return []
      }
      var reader = try ForeignTableReader(header, options, into: rule)
      repeat { try reader.take(parser.record) } while try parser.next()
      return try reader.finish()
    }
    if !options.columns.isEmpty {
      throw parser.record.error(
        "pleat wrote the table, so its columns are known", hint: "Import it without naming columns")
    }
    var reader = OwnTableReader(columns: columns.count, sink: rule.sink)
    while try parser.next() { try reader.take(parser.record) }
    return []
  }
}

extension DelimitedRecord {
  /// Creates an error that points at the record's first line.
  func error(_ message: String, hint: String? = nil) -> ImportError {
    ImportError(line: line, message: message, hint: hint)
  }
}

extension DelimitedRecord {
  /// Whether a record before the names of the columns says something about the table: the separator, or what TickTick
  /// writes, such as `"Version: 7.1"`.
  fileprivate var isBeforeTable: Bool {
    if bytes(of: 0).starts(with: "sep=".utf8) { return true }
    return count == 1 && ["Date: ", "Version: ", "Status: "].contains { bytes(of: 0).starts(with: $0.utf8) }
  }
}
