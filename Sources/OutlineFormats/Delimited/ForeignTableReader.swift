import OutlineJSON

/// Reads a table of another program, whose first line names its columns: every record is a row.
///
/// The row's text is in the column that the import names, or that is called text, title, name, task, item or summary; if
/// that is empty, in the first column that is not. A column that the import names, or that is called section, list,
/// project or category, makes consecutive records with the same value a section. All fields that are not empty become
/// attributes.
struct ForeignTableReader {
  private let rule: ImportRule
  private let documentName: String
  /// The distinct names of the columns, as JSON strings with a colon.
  private let keys: [String]
  private let columns: FoundColumns
  private var group: String?

  /// - Parameters:
  ///   - header: The record that names the columns.
  ///   - names: The columns that are asked for by name.
  init(
    _ header: DelimitedRecord, _ names: TableColumns, documentName: String, into rule: ImportRule
  ) throws {
    self.rule = rule
    self.documentName = documentName
    columns = try FoundColumns(names, in: header)
    keys = Self.unique((0..<header.count).map { header[$0] }).map { JSONText.string($0) + ":" }
  }

  /// Adds the next record.
  ///
  /// - Throws: ``ImportError`` if it has more fields than there are columns, and whatever the rule throws.
  mutating func take(_ record: DelimitedRecord) throws {
    if record.count > keys.count {
      throw record.error("The record has \(record.count) fields, the first line names \(keys.count)")
    }
    if let groupColumn = columns.section {
      let name = record.bytes(of: groupColumn).isEmpty ? documentName : record[groupColumn]
      if group.map({ $0.utf8.elementsEqual(name.utf8) }) != true {
        group = name
        try rule.add(ImportNode(depth: 0, text: name, isSection: true, line: record.line))
      }
    }
    let column = textColumn(of: record)
    try rule.add(
      ImportNode(
        depth: columns.section == nil ? 0 : 1, text: column.map { record[$0] } ?? "",
        attributes: attributes(of: record),
        line: record.line))
  }

  /// Returns the index of the column with the row's text; nil if all are empty but the one that groups rows.
  private func textColumn(of record: DelimitedRecord) -> Int? {
    if let textColumn = columns.text, !record.bytes(of: textColumn).isEmpty { return textColumn }
    return (0..<record.count).first { $0 != columns.section && !record.bytes(of: $0).isEmpty }
  }

  private func attributes(of record: DelimitedRecord) -> String {
    var text = "{"
    for column in 0..<record.count where !record.bytes(of: column).isEmpty {
      if text.utf8.count > 1 { text += "," }
      text += keys[column]
      text += JSONText.string(record[column])
    }
    return text + "}"
  }

  /// Makes the names distinct: a number is added to names that occurred before, and to empty ones.
  private static func unique(_ names: [String]) -> [String] {
    var taken = Set(names)
    var seen: Set<String> = []
    var numbers: [String: Int] = [:]
    return names.enumerated().map { column, name in
      if !name.isEmpty, seen.insert(name).inserted { return name }
      var number = name.isEmpty ? column + 1 : numbers[name] ?? 2
      let base = name.isEmpty ? "column" : name
      while !taken.insert("\(base) \(number)").inserted { number += 1 }
      numbers[name] = number + 1
      return "\(base) \(number)"
    }
  }
}
