import OutlineCore
import OutlineJSON

/// Reads the records of pleat's own tables, strictly; see ``DelimitedWriter``.
struct OwnTableReader {
  private let sink: ImportRule.Sink
  /// The number of columns; tables of earlier versions have fewer.
  private let columns: Int
  private var hasSection = false

  /// The columns in which only sections have values.
  private static let sectionColumns = [4, 5, 8]

  init(columns: Int, sink: @escaping ImportRule.Sink) { (self.columns, self.sink) = (columns, sink) }

  /// Adds the next record.
  ///
  /// - Throws: ``ImportError`` if it does not follow the format, and every error of the sink.
  mutating func take(_ record: DelimitedRecord) throws {
    if record.count > columns {
      throw record.error("The record has more than \(columns) fields")
    }
    switch record[0] {
    case "section":
      let section = try section(of: record)
      try refuseCutOff(record)
      try sink(.section(section))
      hasSection = true
    case "row":
      guard hasSection else { throw record.error("A row comes before the first section") }
      let row = try row(of: record)
      try refuseCutOff(record)
      try sink(.row(row))
    case let kind: throw record.error("The kind must be 'section' or 'row', not '\(kind.prefix(40))'")
    }
  }

  private func refuseCutOff(_ record: DelimitedRecord) throws {
    guard record.count < columns else { return }
    throw record.error(
      "The record has \(record.count) of \(columns) fields; the file may have been cut off")
  }

  private func section(of record: DelimitedRecord) throws -> SectionPiece {
    let level = try level(of: record[1], in: record)
    let detail = try text(4, of: record, "detail", most: OutlineLimits.textBytes)
    let draft = SectionDraft(
      level: level, title: try text(2, of: record, "title", most: OutlineLimits.titleBytes),
      detail: detail.isEmpty ? nil : detail, isCollapsible: try flag(5, of: record) ?? true,
      newRows: try newRows(of: record), isDone: try flag(3, of: record), attributes: try attributes(of: record),
      schedule: try schedule(of: record))
    return SectionPiece(draft, isCollapsed: try flag(6, of: record))
  }

  private func row(of record: DelimitedRecord) throws -> RowPiece {
    for column in Self.sectionColumns where !record.isEmpty(column) {
      throw record.error("A row cannot have a value for '\(DelimitedReader.ownColumns[column])'")
    }
    let level = record.isEmpty(1) ? 1 : try level(of: record[1], in: record)
    let draft = RowDraft(
      try text(2, of: record, "text", most: OutlineLimits.textBytes), isDone: try flag(3, of: record),
      attributes: try attributes(of: record), schedule: try schedule(of: record), level: level)
    return RowPiece(draft, isCollapsed: try flag(6, of: record))
  }

  private func level(of text: String, in record: DelimitedRecord) throws -> Int {
    guard let level = Int(text), OutlineLimits.levels.contains(level) else {
      throw record.error("The level must be a whole number from 1 to 100")
    }
    return level
  }

  /// Returns the text of a field without the quote that protects it from spreadsheets.
  private func text(_ column: Int, of record: DelimitedRecord, _ what: String, most: Int) throws -> String {
    if record.isEmpty(column) { return "" }
    var bytes = record.bytes(of: column)
    if bytes.first == UInt8(ascii: "'") { bytes.removeFirst() }
    if bytes.count > most {
      throw record.error("The \(what) is \(bytes.count) bytes long; at most \(most) are allowed")
    }
    return bytes.text()
  }

  private func flag(_ column: Int, of record: DelimitedRecord) throws -> Bool? {
    switch record[column] {
    case "yes": true
    case "no": false
    case "": nil
    default: throw record.error("'\(DelimitedReader.ownColumns[column])' must be 'yes', 'no' or empty")
    }
  }

  private func newRows(of record: DelimitedRecord) throws -> NewRows? {
    let word = record[8]
    if word.isEmpty { return nil }
    guard let newRows = NewRows(rawValue: word) else {
      throw record.error("'newRows' must be 'task', 'plain' or empty")
    }
    return newRows
  }

  private func schedule(of record: DelimitedRecord) throws -> Schedule {
    let rule = try text(10, of: record, "repeat", most: OutlineLimits.repeatBytes)
    guard let schedule = Schedule(due: record[9], repeats: rule) else { throw record.error(Schedule.expected) }
    return schedule
  }

  private func attributes(of record: DelimitedRecord) throws -> String? {
    let text = try text(7, of: record, "attributes", most: OutlineLimits.textBytes)
    if text.isEmpty { return nil }
    if let error = JSONStream.mistake(inObject: text) {
      throw record.error("The attributes are not a JSON object: \(error.message)")
    }
    return text
  }
}
