/// The contents of a list view with sections: each section has a header and the rows shown below it.
///
/// It has the visible sections of all levels in one list, without those inside a collapsed section.
public struct GroupedList<Header, Row> {
  /// One section of the list.
  public struct Section {
    /// The header's content.
    public var header: Header
    /// The rows that are shown; empty if the section is collapsed.
    public var rows: [Row]

    /// Creates a section with a header and rows.
    public init(header: Header, rows: [Row]) {
      self.header = header
      self.rows = rows
    }
  }

  /// The sections, in order.
  public var sections: [Section]

  /// Creates a list of sections.
  public init(_ sections: [Section]) {
    self.sections = sections
  }
}

extension GroupedList.Section: Equatable where Header: Equatable, Row: Equatable {}
extension GroupedList: Equatable where Header: Equatable, Row: Equatable {}
extension GroupedList.Section: Sendable where Header: Sendable, Row: Sendable {}
extension GroupedList: Sendable where Header: Sendable, Row: Sendable {}
