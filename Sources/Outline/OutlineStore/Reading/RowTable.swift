import OutlineCore
import SQLite

/// The columns of the table `row`, for every statement that reads or writes contents of rows.
enum RowTable {
  static let content = RowColumn.allCases.map(\.name).joined(separator: ", ")

  /// The columns of the content, for a statement that reads another table as well.
  static func content(of table: String) -> String {
    RowColumn.allCases.map { "\(table).\($0.name)" }.joined(separator: ", ")
  }

  /// All columns, in the order in which ``row(from:)`` reads them.
  static let columns = "row_id, section_id, rank, \(content)"

  /// Reads the row with a key; made once, because it runs for every row of an undo or a merge.
  static let rowWithKey = "SELECT \(columns) FROM row WHERE row_id = ?"

  /// Reads the rows of a section from a rank on, in order.
  static let rowsFromRank = "SELECT \(columns) FROM row WHERE section_id = ? AND rank >= ? ORDER BY rank"

  static let columnCount = 3 + RowColumn.allCases.count

  /// Whether the table has the same values for a row as the index through which a statement reads `row`.
  ///
  /// SQLite takes all columns that an index has from there. In a file of version 13, whose table has no `due`, the name
  /// refers to the column of the statement, which is NULL.
  static let isAsIndexed = """
    (SELECT (t.section_id, t.rank, t.done, due) IS (row.section_id, row.rank, row.done, row.due)
      FROM main.row AS t NOT INDEXED WHERE t.row_id = row.row_id)
    """

  /// Inserts a row whose key is given or NULL; the parameters are those of ``columns``.
  static let insert = insert(1)

  /// Inserts several rows as ``insert`` does one; the parameters of each follow those of the one before.
  static func insert(_ count: Int) -> String {
    let row = "(" + repeatElement("?", count: columnCount).joined(separator: ", ") + ")"
    return "INSERT INTO row (\(columns)) VALUES " + repeatElement(row, count: count).joined(separator: ", ")
  }

  /// Changes columns of a row, and leaves the indexes and triggers of the others alone; its key is the last parameter.
  static func update(_ columns: [RowColumn]) -> String {
    "UPDATE row SET " + columns.map { "\($0.name) = ?" }.joined(separator: ", ") + " WHERE row_id = ?"
  }

  static func row(from line: ResultRow) throws -> Row {
    Row(
      id: RowID(try line.key(0)), section: SectionID(try line.key(1)), rank: try line.orderKey(2),
      content: try content(from: line, at: 3))
  }

  /// Reads the columns of ``content``; the first one has this number.
  private static func content(from line: ResultRow, at first: Int) throws -> RowContent {
    RowContent(
      text: try line.string(first), isDone: try line.ifPresent(first + 1, line.flag),
      attributes: try line.ifPresent(first + 2, line.string),
      schedule: try line.schedule(first + 3), level: try line.level(first + 5))
  }
}

extension RowContent {
  /// The values of the columns, in the order of ``RowTable/content``.
  var values: [any Bindable] { RowColumn.all.map(value) }

  func value(of column: RowColumn) -> any Bindable {
    switch column {
    case .text, .attributes, .repeats: text(in: column)
    case .done: isDone
    case .due: schedule.due?.description
    case .level: level
    }
  }

  /// Returns the text that a column keeps as it is; nil for none, and for a column of other values.
  func text(in column: RowColumn) -> String? {
    switch column {
    case .text: text
    case .attributes: attributes
    case .repeats: schedule.repeats
    case .done, .due, .level: nil
    }
  }

  /// Binds the columns to the parameters from a number on, without making a list of them, for millions of rows.
  func bind(to statement: Statement, from first: Int) throws {
    for column in RowColumn.all {
      let index = first + column.rawValue
      switch column {
      case .text: try statement.bind(text, at: index)
      case .done: try statement.bind(isDone.map { $0 ? 1 : 0 }, at: index)
      case .attributes: try statement.bind(attributes, at: index)
      case .due: try statement.bind(schedule.due?.description, at: index)
      case .repeats: try statement.bind(schedule.repeats, at: index)
      case .level: try statement.bind(Int64(level), at: index)
      }
    }
  }
}
