/// How a list view divides the visible list into the places that it counts.
public enum ListLayout: String, CaseIterable, Hashable, Sendable {
  /// Sections with headers, and rows counted from 0 below each header.
  case grouped
  /// Sections without headers of their own: the header is row 0, so a collapsed section shows one row.
  case headerRows
  /// One list of lines, headers included, without sections.
  case flat
}
