/// A section of a document or of the outline, with its rows.
package struct DocumentPart: Sendable {
  /// The section; its level is the one in the outline once that is known.
  package var piece: SectionPiece
  /// Its rows, in order.
  package var rows: [RowPiece]

  /// Creates the value.
  package init(_ piece: SectionPiece, rows: [RowPiece] = []) {
    self.piece = piece
    self.rows = rows
  }

  /// The section and its rows as pieces of a document that does not have the levels above `outer`.
  package func pieces(below outer: Int = 0) -> [OutlinePiece] {
    var piece = piece
    piece.draft.level -= outer
    return [.section(piece)] + rows.map { .row($0) }
  }
}

extension [DocumentPart] {
  /// Adds a piece of a document, if it is a section, a row or a new level; users and folds are left out.
  ///
  /// - Parameter outer: How many levels are above the document.
  /// - Throws: ``OutlineError`` for what the file cannot have.
  package mutating func add(_ piece: OutlinePiece, below outer: Int = 0) throws(OutlineError) {
    switch piece {
    case .section(var section):
      try DraftRules.check(title: section.draft.title)
      if let detail = section.draft.detail { try DraftRules.check(detail: detail) }
      section.draft.level += outer
      if !OutlineLimits.levels.contains(section.draft.level) {
        throw .tooDeep(title: section.draft.title, level: section.draft.level)
      }
      append(DocumentPart(section))
    case .row(let row):
      if isEmpty { throw .noSection }
      try DraftRules.check(text: row.draft.text)
      self[count - 1].rows.append(row)
    case .level(let index, let level): self[index].piece.draft.level = level + outer
    case .identity, .user, .collapsed: break
    }
  }
}
