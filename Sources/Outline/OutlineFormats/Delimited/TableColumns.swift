/// The columns of a table of another program that hold the texts of the rows and the titles of their sections.
///
/// A name is that of the first line, without spaces around it; if no column has exactly this name, case is ignored.
public struct TableColumns: Hashable, Sendable {
  /// The name of the column with the texts; nil for a column that has one of the usual names.
  public var text: String?
  /// The name of the column with the titles of the sections; nil for a column that has one of the usual names.
  public var section: String?

  /// Creates the names of columns; nil for one that has one of the usual names.
  public init(text: String? = nil, section: String? = nil) {
    self.text = text
    self.section = section
  }

  /// Whether no column is named.
  public var isEmpty: Bool { text == nil && section == nil }
}

/// The columns of a table, found by their names.
struct FoundColumns {
  /// The index of the column with the texts; nil where each record has its text in the first column that is not empty.
  let text: Int?
  /// The index of the column with the titles of the sections; nil where there is none.
  let section: Int?
  /// The index of the column that says whether a task is done; nil where there is none.
  let done: Int?
  /// The index of the column with the days that tasks are due; nil where there is none.
  let due: Int?
  /// The index of the column with the further lines; nil where there is none.
  let notes: Int?

  /// - Parameters:
  ///   - names: The names that are asked for.
  ///   - header: The record that names the columns.
  /// - Throws: ``ImportError`` if there is no column of a name, or if one column is asked for twice.
  init(_ names: TableColumns, in header: DelimitedRecord) throws {
    let columns = (0..<header.count).map { Array(header[$0].utf8).trimmed().text() }
    let text = try names.text.map { try Self.column($0, in: columns, header) }
    let section = try names.section.map { try Self.column($0, in: columns, header) }
    if let text, text == section {
      throw header.error("'\(columns[text])' cannot be the column of the texts and of the sections at once")
    }
    let words = columns.map { $0.lowercased() }
    self.section = section ?? Self.first(of: ["section", "list", "project", "category"], in: words, besides: text)
    self.text =
      text
      ?? Self.first(of: ["text", "title", "name", "task", "item", "summary"], in: words, besides: self.section)
    let taken = [self.text, self.section]
    func rest(_ names: String...) -> Int? {
      let index = Self.first(of: names, in: words, besides: nil)
      return taken.contains(index) ? nil : index
    }
    done = rest("done", "completed", "complete", "status")
    due = rest("due", "due date", "deadline")
    notes = rest("notes", "note", "description")
  }

  private static func first(of words: [String], in names: [String], besides other: Int?) -> Int? {
    for word in words {
      if let column = names.indices.first(where: { $0 != other && names[$0] == word }) { return column }
    }
    return nil
  }

  private static func column(_ name: String, in columns: [String], _ header: DelimitedRecord) throws -> Int {
    let word = name.lowercased()
    if let column = columns.firstIndex(of: name) ?? columns.firstIndex(where: { $0.lowercased() == word }) {
      return column
    }
    let first = columns.prefix(20).map { "'\($0.prefix(60))'" }.joined(separator: ", ")
    let more = columns.count > 20 ? " and \(columns.count - 20) more" : ""
    throw header.error("There is no column '\(name)'", hint: "The first line names the columns \(first)\(more)")
  }
}
