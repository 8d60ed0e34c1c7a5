import ListChanges
import OutlineCore
import OutlineStore
import PleatSystem

// Finds items in the list, for views that remember them by identity: the selection, the position to scroll to.
extension OutlineView {
  /// The user with the settings, as of the revision.
  public var userSettings: User { table.user }

  /// The state of the file; nil if there is no file at the path, in which case the view keeps answering from its
  /// revision.
  ///
  /// It differs after every write, even one that changes nothing in the user's list.
  public var fileState: FileState? { fileStamp.map(FileState.init) }

  /// A state of a file, to be compared with another one.
  public struct FileState: Hashable, Sendable {
    let stamp: FileStamp
  }

  /// Returns the index of a section among the sections that the user sees; nil if it is hidden or does not exist.
  ///
  /// O(log n) in the number of sections.
  public func index(ofSection id: SectionID) -> Int? { table.visibleIndex(of: id) }

  /// Returns the line that shows a section or a row, as of the revision.
  ///
  /// That is its own line or, if it is hidden, the line of the collapsed header or row that hides it. An item that was a row
  /// may have become a section. For a row, the file is read.
  /// - Returns: The index of the line; nil if there is no such section or row.
  /// - Throws: `StoreError`.
  public func line(showing item: ItemID) throws -> Int? {
    if let header = table.visibleIndex(showing: SectionID(item.number)) { return shape.headerLine(ofSection: header) }
    return try read { reader in
      guard let position = try overlay.currentPosition(of: RowID(item.number), reader) else { return nil }
      if let index = table.shownIndex(of: position.section) {
        guard let row = try overlay.indices(of: [position.rank], in: position.section, reader)[position.rank] else {
          return nil
        }
        let hidden = table.list.headers[index].hiddenRows
        return hidden.shownIndex(of: hidden.collapsedRow(hiding: row) ?? row).flatMap { shown in
          shape.line(of: RowPath(section: index, row: shown))
        }
      }
      return table.visibleIndex(showing: position.section).flatMap(shape.headerLine)
    }
  }

  /// Returns the index of the section that encloses the one at an index, both among the sections that the user sees; nil
  /// at the top, or if there is no section at the index.
  ///
  /// O(log n) in the number of sections.
  public func index(enclosingSection section: Int) -> Int? {
    (0..<numberOfSections).contains(section) ? table.visibleIndex(enclosing: section) : nil
  }

  /// Returns the collapsed rows that the section at an index shows, in order.
  ///
  /// O(collapsed rows); nothing is read.
  public func collapsedRows(inSection section: Int) -> [RowPath] {
    guard (0..<numberOfSections).contains(section) else { return [] }
    let hidden = table.list.headers[section].hiddenRows
    return hidden.ranges.compactMap { hidden.shownIndex(of: $0.row) }.map { RowPath(section: section, row: $0) }
  }

  /// Returns the lines of a section and of the visible sections below it, by its index; nil if there is no such
  /// section.
  ///
  /// O(log n) in the number of sections.
  public func linesBelow(section: Int) -> Range<Int>? {
    guard let start = shape.headerLine(ofSection: section) else { return nil }
    return start..<(shape.headerLine(ofSection: table.visibleIndex(after: section)) ?? numberOfLines)
  }
}
