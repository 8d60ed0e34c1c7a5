/// What one line of the flat layout shows.
public enum ListPlace: Hashable, Sendable {
  /// The header of the section at this index among the visible sections.
  case header(section: Int)
  /// A row, as the grouped layout counts it.
  case row(RowPath)

  /// The section's index among the visible sections, counted from 0.
  public var section: Int {
    switch self {
    case .header(let section): section
    case .row(let path): path.section
    }
  }

  /// The path in the layout `headerRows`, where the header is row 0 and the first row is row 1.
  public var headerRowsPath: RowPath {
    switch self {
    case .header(let section): RowPath(section: section, row: 0)
    case .row(let path): RowPath(section: path.section, row: path.row + 1)
    }
  }

  /// The place that the layout `headerRows` shows at `path`: the header at row 0, row 0 at row 1.
  public init(headerRowsPath path: RowPath) {
    self =
      path.row == 0 ? .header(section: path.section) : .row(RowPath(section: path.section, row: path.row - 1))
  }
}
