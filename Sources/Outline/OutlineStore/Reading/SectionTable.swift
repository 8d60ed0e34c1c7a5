import OutlineCore
import SQLite

/// The columns of the table `section`, for every statement that reads or writes contents of sections.
enum SectionTable {
  /// All columns, in the order in which ``section(from:)`` reads them.
  static let columns = "section_id, ord, level, \(content.joined(separator: ", "))"

  /// The same columns, for a statement that reads another table as well.
  static func columns(of table: String) -> String {
    (["section_id", "ord", "level"] + content).map { "\(table).\($0)" }.joined(separator: ", ")
  }

  /// Whether the table has the same values for a section as the index through which a statement reads `section`; see
  /// ``RowTable/isAsIndexed``.
  static let isAsIndexed = """
    (SELECT (t.ord, t.done, due) IS (section.ord, section.done, section.due)
      FROM main.section AS t NOT INDEXED WHERE t.section_id = section.section_id)
    """

  /// Inserts a section whose key is given or NULL; the parameters are those of ``columns``.
  static let insert = "INSERT INTO section (\(columns)) VALUES (?, ?, ?, \(placeholders))"

  /// Changes the content of a section; its key is the last parameter.
  static let update = "UPDATE section SET \(assignments) WHERE section_id = ?"

  static let columnCount = 3 + content.count

  private static let content = ["title", "detail", "collapsible", "new_rows", "done", "attributes", "due", "repeat"]

  private static let assignments = content.map { "\($0) = ?" }.joined(separator: ", ")

  private static let placeholders = content.map { _ in "?" }.joined(separator: ", ")

  static func section(from line: ResultRow) throws -> Section {
    Section(
      id: SectionID(try line.key(0)), ord: try line.orderKey(1), level: try line.level(2),
      content: SectionContent(
        try line.string(3), detail: try line.ifPresent(4, line.string), isCollapsible: try line.flag(5),
        newRows: try line.ifPresent(6, line.string).flatMap(NewRows.init), isDone: try line.ifPresent(7, line.flag),
        attributes: try line.ifPresent(8, line.string),
        schedule: try line.schedule(9)))
  }
}

extension SectionContent {
  /// The values of the content's columns, in the order of ``SectionTable/columns``.
  var values: [any Bindable] {
    [
      title, detail, isCollapsible, newRows?.rawValue, isDone, attributes, schedule.due?.description, schedule.repeats,
    ]
  }
}
