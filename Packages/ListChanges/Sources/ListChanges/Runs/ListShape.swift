/// The number of rows that each visible section shows, which is enough to convert positions into lines and back.
///
/// A shape takes one machine word for each section, however many rows there are; shapes of one list before and after a
/// change share the parts that are the same. Indices and lines count from 0. Looking up a position that is not in the list
/// gives nil.
public struct ListShape: Sendable {
  private var counts: BlockedList<Int>
  /// The line of the first header of each block of `counts`, followed by the number of lines.
  private var blockLines: [Int]

  /// Creates the shape of a list with one section for each of the counts, in order.
  ///
  /// O(number of sections).
  /// - Parameter rowCounts: The number of rows that each section shows, 0 if it is collapsed. A negative count is taken
  ///   as 0.
  public init(rowCounts: some Sequence<Int>) {
    counts = BlockedList(Array(rowCounts).map { max(0, $0) })
    blockLines = [0]
    sumBlocks(0..<0, count: counts.blocks.count)
  }

  /// Replaces the sections of a range by sections that show the given numbers of rows.
  ///
  /// O(number of blocks + sections replaced).
  package mutating func replace(sections range: Range<Int>, withRowCounts rowCounts: [Int]) {
    let (old, count) = counts.replace(range, with: rowCounts.map { max(0, $0) })
    sumBlocks(old, count: count)
  }

  /// Updates `blockLines` after `count` blocks have replaced the blocks `old`.
  private mutating func sumBlocks(_ old: Range<Int>, count: Int) {
    let oldEnd = blockLines[old.upperBound]
    var next = blockLines[old.lowerBound]
    let ends = counts.blocks[old.lowerBound..<(old.lowerBound + count)].map { block in
      next += block.reduce(block.count, +)
      return next
    }
    let after = old.lowerBound + 1 + count
    blockLines.replaceSubrange((old.lowerBound + 1)..<(old.upperBound + 1), with: ends)
    for index in blockLines[after...].indices { blockLines[index] += next - oldEnd }
  }

  /// The number of visible sections.
  public var sectionCount: Int { counts.count }

  /// The number of lines in the layout `flat`, which are headers and rows.
  public var lineCount: Int { blockLines[blockLines.count - 1] }

  /// The number of rows shown, without headers.
  public var rowCount: Int { lineCount - sectionCount }

  /// The number of rows shown in each section, in order.
  ///
  /// O(number of sections).
  public var rowCounts: [Int] { counts.blocks.flatMap(\.self) }

  /// Returns the number of rows that the section at index `section` shows, or nil if there is no such section.
  ///
  /// O(log n) in the number of sections.
  public func rowCount(inSection section: Int) -> Int? {
    guard section >= 0, section < sectionCount else { return nil }
    return counts[section]
  }

  /// Returns the line of the header of the section at index `section`, or nil if there is no such section.
  ///
  /// O(log n) in the number of sections.
  public func headerLine(ofSection section: Int) -> Int? {
    guard section >= 0, section < sectionCount else { return nil }
    return firstLine(ofSection: section)
  }

  /// Returns the line of the row at `path`, or nil if there is no such row.
  ///
  /// O(log n) in the number of sections.
  public func line(of path: RowPath) -> Int? {
    guard let count = rowCount(inSection: path.section), path.row >= 0, path.row < count else { return nil }
    return firstLine(ofSection: path.section) + 1 + path.row
  }

  /// Returns the line of a header or a row, or nil if there is no such position.
  ///
  /// O(log n) in the number of sections.
  public func line(of position: ListPosition) -> Int? {
    switch position {
    case .header(let section): headerLine(ofSection: section)
    case .row(let path): line(of: path)
    }
  }

  /// Returns the header or row that `line` shows, or nil if there is no such line.
  ///
  /// O(log n) in the number of sections.
  public func position(ofLine line: Int) -> ListPosition? {
    guard line >= 0, line < lineCount else { return nil }
    let block = blockLines.partitioningIndex { $0 > line } - 1
    var section = counts.starts[block]
    var header = blockLines[block]
    for count in counts.blocks[block] {
      if line <= header + count { break }
      header += 1 + count
      section += 1
    }
    let row = line - header - 1
    return row < 0 ? .header(section: section) : .row(RowPath(section: section, row: row))
  }

  /// The shape as a view in the layout `headerRows` counts it, with one row more in every section.
  ///
  /// Use only its row counts; its lines have no meaning. O(number of sections).
  public var withHeaderRows: ListShape { ListShape(rowCounts: rowCounts.map { $0 + 1 }) }

  /// Returns the lines of whole sections, with headers and rows; a section outside the list is taken as the nearest
  /// one.
  func lines(ofSections run: IndexRun) -> IndexRun {
    let (start, end) = (firstLine(ofSection: run.start), firstLine(ofSection: run.start + run.count))
    return IndexRun(start, count: max(0, end - start))
  }

  /// Returns the lines of a run of rows; a section outside the list is taken as the nearest one.
  func lines(ofRows run: RowRun) -> IndexRun {
    IndexRun(firstLine(ofSection: run.section) + 1 + run.start, count: run.count)
  }

  /// The first line of a section, or the number of lines for a section past the last one.
  ///
  /// A section outside the list is taken as the nearest one, because changes of a damaged list may not fit.
  private func firstLine(ofSection section: Int) -> Int {
    if section <= 0 { return 0 }
    if section >= sectionCount { return lineCount }
    let block = counts.block(of: section)
    let before = counts.blocks[block].prefix(section - counts.starts[block])
    return before.reduce(blockLines[block] + before.count, +)
  }
}

extension ListShape: Hashable {
  /// Returns whether two lists have the same sections with the same numbers of rows.
  public static func == (left: ListShape, right: ListShape) -> Bool { left.counts.elementsEqual(right.counts) }

  /// Hashes the numbers of rows.
  public func hash(into hasher: inout Hasher) { hasher.combine(rowCounts) }
}
