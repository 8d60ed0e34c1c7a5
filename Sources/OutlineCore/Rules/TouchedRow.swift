/// Where a row stands in its section, shown or not.
public struct RowPosition: Hashable, Sendable {
  /// The section.
  public let section: SectionID
  /// The index in the section, counted from 0 over all of its rows.
  public let index: Int

  /// Makes a position.
  public init(section: SectionID, index: Int) {
    self.section = section
    self.index = index
  }
}

/// A row that an edit touched.
public struct TouchedRow: Hashable, Sendable {
  /// Where it stood before; nil where it is new.
  public let old: RowPosition?
  /// Where it stands after; nil where it is gone.
  public let new: RowPosition?
  /// Whether its text or attributes are others than before; what was changed back is not changed.
  public let isChanged: Bool

  /// Makes a touched row.
  public init(old: RowPosition?, new: RowPosition?, isChanged: Bool) {
    self.old = old
    self.new = new
    self.isChanged = isChanged
  }
}
