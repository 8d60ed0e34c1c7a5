/// A line that is in the list before and in the list after, though its row is deleted and a section inserted, or the other way
/// round.
///
/// A row that becomes a section is such a line, and so is a section that becomes a row. A row that moves into or out of a
/// section that was a row, or will be one, is another. A view with sections deletes and inserts them; in the layout `flat`
/// such a line stays, and is reloaded.
public struct Conversion: Hashable, Sendable {
  /// Where it was, in the list before; the changes delete this row or section, or the section that this row is in.
  public var from: ListPosition
  /// Where it is, in the list after; the changes insert this row or section, or the section that this row is in.
  public var to: ListPosition

  /// Creates the pair of positions.
  public init(from: ListPosition, to: ListPosition) {
    self.from = from
    self.to = to
  }

  /// The pair for the way back.
  var inverse: Conversion { Conversion(from: to, to: from) }
}

extension [Conversion] {
  /// The pairs, sorted by the position that they lead from.
  package var inOrder: [Conversion] {
    sorted { first, second in
      let (first, second) = (first.from.headerRowsPath, second.from.headerRowsPath)
      return (first.section, first.row) < (second.section, second.row)
    }
  }
}

extension ListPosition {
  /// The same position in the layout `headerRows`.
  var withHeaderRows: ListPosition { .row(headerRowsPath) }

  /// The position in the one-line notation: `S3`, or `R3.0`.
  var notation: String {
    switch self {
    case .header(let section): "S\(section)"
    case .row(let path): "R\(path.notation)"
    }
  }
}
