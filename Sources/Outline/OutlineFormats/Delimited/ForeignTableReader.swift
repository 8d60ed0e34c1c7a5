import OutlineCore
import OutlineJSON

/// Reads a table of another program, whose first line names its columns: every record is a row.
///
/// The row's text is in the column that the import names, or that is called text, title, name, task, item or summary; if
/// that is empty, in the first column that is not. A column that the import names, or that is called section, list,
/// project or category, makes consecutive records with the same value a section. Columns that are called done, due or notes
/// are the check box, the day and the further lines, if they can be read as such. All other fields that are not empty become
/// attributes.
struct ForeignTableReader {
  private let rule: ImportRule
  private let documentName: String
  private let clock: LocalClock
  /// The distinct names of the columns, as JSON strings with a colon.
  private let keys: [String]
  private let columns: FoundColumns
  private var group: String?
  /// The kinds of things that were read, and as what each was imported.
  private(set) var tally = ReadingTally()

  /// - Parameters:
  ///   - header: The record that names the columns.
  ///   - names: The columns that are asked for by name.
  ///   - clock: The user's clock.
  init(
    _ header: DelimitedRecord, _ names: TableColumns, _ clock: LocalClock, documentName: String, into rule: ImportRule
  ) throws {
    self.rule = rule
    self.documentName = documentName
    self.clock = clock
    columns = try FoundColumns(names, in: header)
    keys = Self.unique((0..<header.count).map { header[$0] }).map { JSONText.string($0) + ":" }
  }

  /// Adds the next record.
  ///
  /// - Throws: ``ImportError`` if it has more fields than there are columns, and every error of the rule.
  mutating func take(_ record: DelimitedRecord) throws {
    if record.count > keys.count {
      throw record.error("The record has \(record.count) fields, but the first line names \(keys.count)")
    }
    if let groupColumn = columns.section {
      let name = record.isEmpty(groupColumn) ? documentName : record[groupColumn]
      if group.map({ $0.utf8.elementsEqual(name.utf8) }) != true {
        group = name
        try rule.add(ImportNode(depth: 0, text: name, isSection: true, line: record.line))
      }
    }
    let column = textColumn(of: record)
    let (entry, taken) = entry(of: record)
    var node = entry.node(depth: columns.section == nil ? 0 : 1, line: record.line)
    node.text = column.map { record[$0] } ?? ""
    node.attributes = attributes(of: record, without: taken, and: node.attributes)
    try rule.add(node)
  }

  /// Reads the task of a record, and returns the columns that hold nothing else.
  private mutating func entry(of record: DelimitedRecord) -> (TaskEntry, taken: Set<Int>) {
    var entry = TaskEntry()
    var taken: Set<Int> = []
    if let column = columns.done, let isDone = Self.isDone(record[column]) {
      entry.isDone = isDone
      taken.insert(column)
    }
    if let column = columns.due, let due = date(record[column]) {
      entry.due = due.description
      taken.insert(column)
    }
    if let column = columns.notes, !record.isEmpty(column) {
      entry.notes = record[column]
      taken.insert(column)
    }
    tally.count(entry)
    return (entry, taken)
  }

  /// Returns whether a word says that a task is done; nil for any other word.
  private static func isDone(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "yes", "true", "x", "1", "done", "completed", "complete", "closed", "\u{2713}", "\u{2611}": true
    case "", "no", "false", "0", "open", "todo", "to do", "pending", "not started", "in progress", "\u{2610}": false
    default: nil
    }
  }

  /// Reads `2026-11-27`, with a time after a space or a T, and `27.11.2026`; nil for any other text.
  ///
  /// A moment, with `Z` or a distance to UTC, becomes a local time.
  private mutating func date(_ text: String) -> DueDate? {
    if text.utf8.count > 16, let local = clock.date(of: text) {
      if local != ISOTime(text)?.date { tally.tookOtherZone() }
      return local
    }
    let parts = text.split(separator: ".").compactMap { Int($0) }
    if parts.count == 3 { return Day(year: parts[2], month: parts[1], day: parts[0]).map { DueDate($0) } }
    return DueDate(String(text.prefix(16).map { $0 == " " ? "T" : $0 }))
  }

  /// Returns the index of the column with the row's text; nil if all are empty but the one that groups rows.
  private func textColumn(of record: DelimitedRecord) -> Int? {
    if let textColumn = columns.text, !record.isEmpty(textColumn) { return textColumn }
    return (0..<record.count).first { $0 != columns.section && !record.isEmpty($0) }
  }

  private func attributes(of record: DelimitedRecord, without taken: Set<Int>, and others: String?) -> String {
    var text = others.map { String($0.dropLast()) } ?? "{"
    for column in 0..<record.count where !record.isEmpty(column) && !taken.contains(column) {
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
