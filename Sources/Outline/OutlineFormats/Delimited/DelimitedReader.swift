import OutlineCore

/// Reads comma- or tab-separated values: either pleat's own, which ``DelimitedWriter`` describes, or any other table.
enum DelimitedReader {
  /// The columns of pleat's own tables, in order; tables of earlier versions have only the first 8 or 9.
  static let ownColumns = [
    "kind", "level", "text", "done", "detail", "collapsible", "collapsed", "attributes", "newRows", "due", "repeat",
  ]

  /// Passes the pieces of pleat's own table to `sink`, or the entries of another table to `rule`.
  ///
  /// The parser is that of the document, before its first record. The first line always names the columns, so a document
  /// with a single line is an empty outline.
  ///
  /// - Returns: Remarks on what was imported as what, and on what was left out.
  static func read(
    _ document: DelimitedParser, _ names: TableColumns, _ clock: LocalClock, documentName: String,
    into rule: ImportRule,
    sink: @escaping ImportRule.Sink
  ) throws -> [String] {
    var parser = document
    guard try parser.next() else { return [] }
    let columns = (0..<parser.record.count).map { parser.record[$0] }
    guard [8, 9, ownColumns.count].contains(where: { columns == Array(ownColumns.prefix($0)) }) else {
      var reader = try ForeignTableReader(
        parser.record, names, clock, documentName: documentName, into: rule)
      while try parser.next() { try reader.take(parser.record) }
      return reader.tally.remarks
    }
    if !names.isEmpty {
      throw parser.record.error(
        "pleat wrote the table, so its columns are known", hint: "Import it without naming columns")
    }
    var reader = OwnTableReader(columns: columns.count, sink: sink)
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
