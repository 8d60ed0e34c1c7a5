import OutlineCore

/// How many sections and rows a document has.
package struct ExportCounts: Hashable {
  package var sections = 0
  package var rows = 0

  package init(sections: Int = 0, rows: Int = 0) {
    self.sections = sections
    self.rows = rows
  }

  /// Counts a piece if it is a section or a row.
  package mutating func add(_ piece: OutlinePiece) {
    switch piece {
    case .section: sections += 1
    case .row: rows += 1
    case .rowLevels, .setting, .identity, .user, .level, .flag: break
    }
  }
}
