/// The header or row that one line of the layout `flat` shows.
public enum ListPosition: Hashable, Sendable {
  /// The header of the section at this index among the visible sections.
  case header(section: Int)
  /// A row, by its path in the grouped layout.
  case row(RowPath)

  /// The section's index among the visible sections, counted from 0.
  public var section: Int {
    switch self {
    case .header(let section): section
    case .row(let path): path.section
    }
  }

  /// The path in the layout `headerRows`, where row 0 is the header and row 1 is the first row.
  public var headerRowsPath: RowPath {
    switch self {
    case .header(let section): RowPath(section: section, row: 0)
    case .row(let path): RowPath(section: path.section, row: path.row + 1)
    }
  }

  /// Creates the position that the layout `headerRows` shows at `path`: the header for row 0, the first row for row 1.
  public init(headerRowsPath path: RowPath) {
    self =
      path.row == 0 ? .header(section: path.section) : .row(RowPath(section: path.section, row: path.row - 1))
  }
}
