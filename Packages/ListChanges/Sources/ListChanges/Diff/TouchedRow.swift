/// The position of a row in its section, shown or not.
package struct RowPosition: Hashable, Sendable {
  package let section: Int64
  /// The index in the section, counted from 0 over all of its rows.
  package let index: Int

  package init(section: Int64, index: Int) {
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

/// The untouched rows of a section before or after an edit; they keep their order, so the k-th of them before is the
/// k-th after.
package struct UntouchedRows {
  private let touched: [Int]
  /// How many untouched rows come before each of the touched ones.
  let bounds: [Int]

  /// Creates the rows of a section besides those at some indices.
  package init(besides touched: [Int]) {
    self.touched = touched.sorted()
    bounds = self.touched.enumerated().map { $1 - $0 }
  }

  /// Returns how many untouched rows come before an index of the section.
  func count(before index: Int) -> Int { index - touched.partitioningIndex { $0 >= index } }

  /// Returns the index in the section of the untouched row with a number of untouched ones before it.
  package func index(of position: Int) -> Int { position + bounds.partitioningIndex { $0 > position } }

  /// Returns how many untouched rows come before an untouched row; nil for a touched one.
  package func position(of index: Int) -> Int? {
    let next = touched.partitioningIndex { $0 >= index }
    return next < touched.count && touched[next] == index ? nil : index - next
  }
}
