/// An item that both lists show, but that the changes delete and insert because it, or its section, changed its kind.
///
/// This happens to a row that becomes a section, to a section that becomes a row, and to a row that moves into or out
/// of such a section. A view with sections deletes and inserts the item; in the layout `flat` its line stays and is
/// reloaded.
public struct Conversion: Hashable, Sendable, Codable {
  /// The position in the list before; the changes delete this row or section, or the section that this row is in.
  public var from: ListPosition
  /// The position in the list after; the changes insert this row or section, or the section that this row is in.
  public var to: ListPosition

  /// Creates the pair of positions.
  public init(from: ListPosition, to: ListPosition) {
    self.from = from
    self.to = to
  }

  /// The conversion in the inverse changes.
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
