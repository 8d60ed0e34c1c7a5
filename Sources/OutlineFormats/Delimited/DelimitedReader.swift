import OutlineCore

/// Reads comma- or tab-separated values: pleat's own, which `DelimitedWriter` describes, or a table of others.
enum DelimitedReader {
  /// The columns of pleat's own documents.
  static let ownColumns = ["kind", "level", "text", "detail", "collapsible", "collapsed", "attributes"]

  /// Gives the pieces of pleat's own document to `sink`, or the records of another table to `rule`.
  ///
  /// The first line names the columns, whatever it holds: a document of one line is an empty outline.
  static func read(
    _ bytes: ByteStream, _ separator: Unicode.Scalar, documentName: String, into rule: ImportRule,
    sink: @escaping OutlineReader.Sink
  ) throws {
    var parser = DelimitedParser(bytes, separator: UInt8(ascii: separator))
    guard try parser.next() else { return }
    let columns = (0..<parser.record.count).map { parser.record[$0] }
    if columns == ownColumns {
      var reader = OwnTableReader(sink: sink)
      while try parser.next() { try reader.take(parser.record) }
    } else {
      var reader = ForeignTableReader(columns, documentName: documentName, into: rule)
      while try parser.next() { try reader.take(parser.record) }
    }
  }
}

extension DelimitedRecord {
  /// The error that something is wrong in the record.
  func error(_ message: String, hint: String? = nil) -> ImportError {
    ImportError(line: line, message: message, hint: hint)
  }
}
