/// How many rows each visible section shows: all that it takes to turn places into lines and back.
///
/// One machine word for each section, whatever the number of rows. Indices and lines count from 0. A lookup outside
/// of the list is nil.
public struct ListShape: Hashable, Sendable {
  /// The line of each section's header and, last, the number of lines.
  private let headerLines: [Int]

  /// Makes the shape of a list with one section for each count, in order.
  ///
  /// O(number of sections).
  /// - Parameter rowCounts: the rows that each section shows, 0 where it is collapsed; a count below 0 is taken as 0.
  public init(rowCounts: some Sequence<Int>) {
    var lines = [0]
    var next = 0
    for count in rowCounts {
      next += 1 + max(0, count)
      lines.append(next)
    }
    headerLines = lines
  }

  /// The number of visible sections.
  public var sectionCount: Int { headerLines.count - 1 }

  /// The number of lines in the flat layout: headers and rows.
  public var lineCount: Int { headerLines[sectionCount] }

  /// The number of rows shown, headers left out.
  public var rowCount: Int { lineCount - sectionCount }

  /// The number of rows shown in each section, in order.
  ///
  /// O(number of sections).
  public var rowCounts: [Int] { (0..<sectionCount).map { headerLines[$0 + 1] - headerLines[$0] - 1 } }

  /// The number of rows that the section at index `section` shows; nil when there is no such section.
  ///
  /// O(1).
  public func rowCount(inSection section: Int) -> Int? {
    guard section >= 0, section < sectionCount else { return nil }
    return headerLines[section + 1] - headerLines[section] - 1
  }

  /// The line of the header of the section at index `section`; nil when there is no such section.
  ///
  /// O(1).
  public func headerLine(ofSection section: Int) -> Int? {
    guard section >= 0, section < sectionCount else { return nil }
    return headerLines[section]
  }

  /// The line of the row at `path`; nil when there is no such row.
  ///
  /// O(1).
  public func line(of path: RowPath) -> Int? {
    guard let count = rowCount(inSection: path.section), path.row >= 0, path.row < count else { return nil }
    return headerLines[path.section] + 1 + path.row
  }

  /// The line of a header or a row; nil when there is no such place.
  ///
  /// O(1).
  public func line(of place: ListPlace) -> Int? {
    switch place {
    case .header(let section): headerLine(ofSection: section)
    case .row(let path): line(of: path)
    }
  }

  /// The header or row that `line` shows; nil when there is no such line.
  ///
  /// A binary search: O(log number of sections).
  public func place(ofLine line: Int) -> ListPlace? {
    guard line >= 0, line < lineCount else { return nil }
    let section = headerLines.partitioningIndex { $0 > line } - 1
    let row = line - headerLines[section] - 1
    return row < 0 ? .header(section: section) : .row(RowPath(section: section, row: row))
  }

  /// The shape as a view in the layout `headerRows` counts it: one row more in every section.
  ///
  /// Its lines mean nothing; its row counts are what such a view is to be told. O(number of sections).
  public var withHeaderRows: ListShape { ListShape(rowCounts: rowCounts.map { $0 + 1 }) }

  /// The lines that whole sections take, headers and rows; traps where a section is outside of the list.
  func lines(ofSections run: IndexRun) -> IndexRun {
    IndexRun(headerLines[run.start], count: headerLines[run.start + run.count] - headerLines[run.start])
  }

  /// The lines that a run of rows takes; traps where the section is outside of the list.
  func lines(ofRows run: RowRun) -> IndexRun {
    IndexRun(headerLines[run.section] + 1 + run.start, count: run.count)
  }
}
