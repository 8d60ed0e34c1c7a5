/// A line of the layout `flat`, or a row of the layout `headerRows`, with its content.
public enum ListLine<Header, Row> {
  /// A section's header.
  case header(Header)
  /// A row.
  case row(Row)
}

extension ListLine: Equatable where Header: Equatable, Row: Equatable {}
extension ListLine: Hashable where Header: Hashable, Row: Hashable {}
extension ListLine: Sendable where Header: Sendable, Row: Sendable {}

/// The header of a section in the layout `headerRows`: it is empty, because row 0 shows the section's header.
public struct NoHeader: Hashable, Sendable {
  /// Creates the empty header.
  public init() {}
}

extension GroupedList {
  /// How many rows each section shows.
  ///
  /// O(number of sections).
  public var shape: ListShape { ListShape(rowCounts: sections.lazy.map(\.rows.count)) }

  /// The list in the layout `flat`: each header, followed by its rows.
  ///
  /// O(number of lines).
  public var lines: [ListLine<Header, Row>] { sections.flatMap(\.lines) }

  /// The list in the layout `headerRows`: each header as row 0 of its section.
  ///
  /// O(number of lines).
  public var withHeaderRows: GroupedList<NoHeader, ListLine<Header, Row>> {
    GroupedList<NoHeader, ListLine<Header, Row>>(sections.map { .init(header: NoHeader(), rows: $0.lines) })
  }
}

extension GroupedList.Section {
  fileprivate var lines: [ListLine<Header, Row>] { [.header(header)] + rows.map { .row($0) } }
}
