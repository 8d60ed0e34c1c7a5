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

  /// The section and its rows as pieces of a document.
  package var pieces: [OutlinePiece] { [.section(piece)] + rows.map { .row($0) } }
}
