import OutlineCore
import SQLite

extension RowColumn {
  /// The bit of `change.changed` that says that an update changed the column.
  var changedBit: Int {
    switch self {
    case .text: 1
    case .done: 8
    case .attributes: 4
    case .due: 32
    case .repeats: 64
    case .level: 128
    }
  }
}

extension PartialRowContent {
  /// Reads the parts of the old content that a line of the log records.
  ///
  /// A row deleted by version 16 or before had level 1, which its line does not record.
  ///
  /// - Parameter changed: the bits of `change.changed`.
  init(from line: ResultRow, changed: Int) throws {
    let hasText = changed & RowColumn.text.changedBit != 0
    let content = RowContent(
      text: hasText ? try line[LogLine.Column.text] : "", isDone: try line[LogLine.Column.done],
      attributes: try line[LogLine.Column.attributes], schedule: try line.schedule(LogLine.Column.due),
      level: changed & RowColumn.level.changedBit == 0 ? 1 : try line.ifPresent(LogLine.Column.level, line.level) ?? 1)
    self.init(content) { changed & $0.changedBit != 0 }
  }
}
