/// How a list view divides the visible list into sections and rows.
public enum ListLayout: String, CaseIterable, Hashable, Sendable {
  /// Sections with headers, and rows counted from 0 below each header.
  case grouped
  /// Sections that show their header as row 0, so that a collapsed section has one row.
  case headerRows
  /// One list of lines without sections, where every header and every row is a line.
  case flat
}
