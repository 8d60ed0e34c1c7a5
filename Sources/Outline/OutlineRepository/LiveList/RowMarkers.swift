import ListChanges
import OutlineCore
import OutlineStore

/// Finds the rows that get their first row below them, or lose their last one, and so get or lose a marker.
struct RowMarkers {
  private let before: RowOverlay
  private let after: RowOverlay
  private let reader: StoreReader

  init(before: RowOverlay, after: RowOverlay, _ reader: StoreReader) {
    (self.before, self.after, self.reader) = (before, after, reader)
  }

  /// Marks the touched rows whose marker comes or goes as changed, and adds the untouched ones.
  ///
  /// Only a touched row, or one that directly precedes a touched one before or after the edit, can be such a row. O(t) in the number of
  /// touched rows of sections in which rows have others below them.
  func addRows(to rows: inout [TouchedRow]) throws {
    var bySection: [SectionID: [Int]] = [:]
    for (index, row) in rows.enumerated() {
      for section in Set([row.old?.sectionID, row.new?.sectionID].compactMap(\.self)) {
        bySection[section, default: []].append(index)
      }
    }
    var (parentsBefore, parentsAfter): (Set<Int>, Set<Int>) = ([], [])
    var others: [TouchedRow] = []
    for (section, touched) in bySection
    where try before.hasLevels(section, reader) || after.hasLevels(section, reader) {
      let old = touched.filter { rows[$0].old?.sectionID == section }.map { (row: $0, index: rows[$0].old?.index ?? 0) }
      let new = touched.filter { rows[$0].new?.sectionID == section }.map { (row: $0, index: rows[$0].new?.index ?? 0) }
      let pairs = untouched(before: old.map(\.index), new.map(\.index))
      let isParentBefore = try parents(section, among: old.map(\.index) + pairs.map(\.from), in: before)
      let isParentAfter = try parents(section, among: new.map(\.index) + pairs.map(\.to), in: after)
      parentsBefore.formUnion(old.filter { isParentBefore.contains($0.index) }.map(\.row))
      parentsAfter.formUnion(new.filter { isParentAfter.contains($0.index) }.map(\.row))
      for (from, to) in pairs where isParentBefore.contains(from) != isParentAfter.contains(to) {
        others.append(
          TouchedRow(
            old: RowPosition(section: section, index: from), new: RowPosition(section: section, index: to),
            isChanged: true))
      }
    }
    for index in parentsBefore.symmetricDifference(parentsAfter) {
      rows[index] = TouchedRow(old: rows[index].old, new: rows[index].new, isChanged: true)
    }
    rows += others
  }

  /// Returns the untouched rows of a section that directly precede touched ones, by their indices before and after.
  private func untouched(before old: [Int], _ new: [Int]) -> [(from: Int, to: Int)] {
    let (oldRows, newRows) = (UntouchedRows(besides: old), UntouchedRows(besides: new))
    let positions =
      old.compactMap { $0 > 0 ? oldRows.position(of: $0 - 1) : nil }
      + new.compactMap { $0 > 0 ? newRows.position(of: $0 - 1) : nil }
    return Set(positions).map { (oldRows.index(of: $0), newRows.index(of: $0)) }
  }

  /// Returns those indices at which a row of the section has another row below it.
  private func parents(_ section: SectionID, among indices: [Int], in state: RowOverlay) throws -> Set<Int> {
    let levels = try state.levels(of: section, at: Set(indices.flatMap { [$0, $0 + 1] }), reader)
    return Set(indices.filter { (levels[$0 + 1] ?? 0) > (levels[$0] ?? .max) })
  }
}
