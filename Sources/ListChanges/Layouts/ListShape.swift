/// The number of rows that each visible section shows, which is enough to convert places into lines and back.
///
/// A shape takes one machine word for each section, however many rows there are. Indices and lines count from 0.
/// Looking up a place that is not in the list gives nil.
public struct ListShape: Hashable, Sendable {
  /// The line of each section's header, followed by the number of lines.
  private let headerLines: [Int]

  /// Creates the shape of a list with one section for each of the counts, in order.
  ///
  /// O(number of sections).
  /// - Parameter rowCounts: The number of rows that each section shows, 0 if it is collapsed. A negative count is taken
  ///   as 0.
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

  /// The number of lines in the layout `flat`, which are headers and rows.
  public var lineCount: Int { headerLines[sectionCount] }

  /// The number of rows shown, without headers.
  public var rowCount: Int { lineCount - sectionCount }

  /// The number of rows shown in each section, in order.
  ///
  /// O(number of sections).
  public var rowCounts: [Int] { (0..<sectionCount).map { headerLines[$0 + 1] - headerLines[$0] - 1 } }

  /// Returns the number of rows that the section at index `section` shows, or nil if there is no such section.
  ///
  /// O(1).
  public func rowCount(inSection section: Int) -> Int? {
    guard section >= 0, section < sectionCount else { return nil }
    return headerLines[section + 1] - headerLines[section] - 1
  }

  /// Returns the line of the header of the section at index `section`, or nil if there is no such section.
  ///
  /// O(1).
  public func headerLine(ofSection section: Int) -> Int? {
    guard section >= 0, section < sectionCount else { return nil }
    return headerLines[section]
  }

  /// Returns the line of the row at `path`, or nil if there is no such row.
  ///
  /// O(1).
  public func line(of path: RowPath) -> Int? {
    guard let count = rowCount(inSection: path.section), path.row >= 0, path.row < count else { return nil }
    return headerLines[path.section] + 1 + path.row
  }

  /// Returns the line of a header or a row, or nil if there is no such place.
  ///
  /// O(1).
  public func line(of place: ListPlace) -> Int? {
    switch place {
    case .header(let section): headerLine(ofSection: section)
    case .row(let path): line(of: path)
    }
  }

  /// Returns the header or row that `line` shows, or nil if there is no such line.
  ///
  /// O(log n) in the number of sections.
  public func place(ofLine line: Int) -> ListPlace? {
    guard line >= 0, line < lineCount else { return nil }
    let section = headerLines.partitioningIndex { $0 > line } - 1
    let row = line - headerLines[section] - 1
    return row < 0 ? .header(section: section) : .row(RowPath(section: section, row: row))
  }

  /// The shape as a view in the layout `headerRows` counts it, with one row more in every section.
  ///
  /// Use only its row counts; its lines have no meaning. O(number of sections).
  public var withHeaderRows: ListShape { ListShape(rowCounts: rowCounts.map { $0 + 1 }) }

  /// Returns the lines of whole sections, with headers and rows; traps if a section is not in the list.
  func lines(ofSections run: IndexRun) -> IndexRun {
    let (start, end) = (firstLine(ofSection: run.start), firstLine(ofSection: run.start + run.count))
    return IndexRun(start, count: max(0, end - start))
  }

  /// Returns the lines of a run of rows; traps if the section is not in the list.
  func lines(ofRows run: RowRun) -> IndexRun {
    IndexRun(firstLine(ofSection: run.section) + 1 + run.start, count: run.count)
  }

  /// The first line of a section, and the number of lines for one behind the last; a section that is not there is taken for
  /// the nearest one, because changes of a damaged list may not fit.
  private func firstLine(ofSection section: Int) -> Int { headerLines[min(max(section, 0), sectionCount)] }
}
