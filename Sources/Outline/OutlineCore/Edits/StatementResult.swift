/// What a statement of SQL has returned.
public struct StatementResult: Hashable, Sendable {
  /// A value of a row.
  public enum Value: Hashable, Sendable {
    case null
    /// A number, as SQLite writes it.
    case number(String)
    /// A text, or the bytes of a blob; what is not UTF-8 is U+FFFD.
    case text(String)
  }

  /// The names of the columns.
  public let columns: [String]
  /// The rows, each with a value for every column.
  public let rows: [[Value]]

  package init(columns: [String], rows: [[Value]]) { (self.columns, self.rows) = (columns, rows) }
}

/// A statement of SQL that could not be run; none of the statements beside it has changed anything.
public struct StatementError: Error, Hashable, Sendable {
  /// Why a statement could not be run.
  public enum Kind: Hashable, Sendable {
    /// SQLite does not understand it.
    case malformed
    /// A constraint or a trigger of the file refused the change.
    case refused
    /// It does what cannot be a part of an edit.
    case notAllowed
  }

  /// Why it could not be run.
  public let kind: Kind
  /// The beginning of the statement.
  public let statement: String
  /// What was wrong, as the end of a sentence without its full stop.
  public let reason: String

  /// Creates an error; of the statement, the first characters are kept.
  package init(_ kind: Kind, _ statement: String, _ reason: String) {
    (self.kind, self.reason) = (kind, reason)
    let words = statement.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    self.statement = words.count > 60 ? words.prefix(59) + "…" : words
  }
}

extension StatementError: CustomStringConvertible {
  /// The statement and what was wrong, as a sentence.
  public var description: String {
    switch kind {
    case .malformed: "SQLite cannot run \"\(statement)\": \(reason)."
    case .refused: "The file refused \"\(statement)\": \(reason)."
    case .notAllowed: "\"\(statement)\" cannot be a part of an edit: \(reason)."
    }
  }
}
