/// The position of a row in its section, shown or not.
package struct RowPosition: Hashable, Sendable {
  package let section: SectionID
  /// The index in the section, counted from 0 over all of its rows.
  package let index: Int

  package init(section: SectionID, index: Int) {
    self.section = section
    self.index = index
  }
}

/// A row that an edit touched.
package struct TouchedRow: Hashable, Sendable {
  /// Its position before; nil if it is new.
  package let old: RowPosition?
  /// Its position after; nil if it was deleted.
  package let new: RowPosition?
  /// Whether its content differs from that before the edit.
  package let isChanged: Bool

  package init(old: RowPosition?, new: RowPosition?, isChanged: Bool) {
    self.old = old
    self.new = new
    self.isChanged = isChanged
  }
}
