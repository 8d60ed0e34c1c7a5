import ListChanges
import OutlineCore

/// Looks up which rows of open sections a list leaves out: those below collapsed rows, those that are too deep, and,
/// if the query says so, those that are done with everything below them.
struct UnlistedRows {
  let reader: StoreReader
  let user: StoredUser
  let query: ListQuery
  /// The greatest level of sections that are listed; a row counts as one level below its section, plus its own level.
  var lastLevel = OutlineLimits.levels.upperBound
  /// The numbers of done rows by section; nil until they are looked up.
  private var done: [SectionID: Int]?
  /// The rows below collapsed rows by section; nil until they are looked up.
  private var collapsed: [SectionID: HiddenRows]?
  /// The rows that are below collapsed rows or too deep; only of sections that have rows below others.
  private var cut: [SectionID: HiddenRows] = [:]
  /// The indices of rows that are done with all rows below them; only of sections that have rows below others.
  private var doneRows: [SectionID: [Int]] = [:]

  init(reader: StoreReader, user: StoredUser, query: ListQuery) {
    (self.reader, self.user, self.query) = (reader, user, query)
  }

  /// Counts the done rows of all sections, unless that was done before.
  mutating func countDone() throws {
    if done == nil { done = try reader.doneCounts() }
  }

  /// How many rows of a section are done, if these are left out.
  func doneCount(of section: SectionID) -> Int { done?[section] ?? 0 }

  /// The rows of a section that are below collapsed rows; nil if there are none, or folds are ignored.
  mutating func collapsed(in section: SectionID) throws -> HiddenRows? {
    if query.ignoresFolds { return nil }
    let all = try collapsed ?? reader.hiddenRows(for: user)
    collapsed = all
    return all[section]
  }

  /// The rows of a section that are below collapsed rows or deeper than the query asks for; nil if there are none.
  mutating func hidden(in section: SectionID, level: Int) throws -> HiddenRows? {
    let collapsed = try collapsed(in: section)
    if query.depth == nil { return collapsed }
    if let known = cut[section] { return known }
    guard try reader.hasRowLevels(in: section) else { return collapsed }
    let found = try reader.hiddenRows(in: section, deeperThan: lastLevel - level + 1, besides: collapsed)
    cut[section] = found
    return found
  }

  /// The indices of the rows of a section that are left out because they are done, and not hidden; nil if those are all
  /// done rows.
  mutating func doneRows(of section: SectionID, level: Int) throws -> [Int]? {
    guard doneCount(of: section) > 0 else { return nil }
    if let known = doneRows[section] { return known }
    guard try reader.hasRowLevels(in: section) else { return nil }
    let hidden = try hidden(in: section, level: level)
    let found = try reader.doneBranches(in: section).filter { hidden?.collapsedRow(hiding: $0) == nil }
    doneRows[section] = found
    return found
  }

  /// How many rows of an open section are shown.
  mutating func shownRows(of section: SectionID, level: Int, rowCount: Int) throws -> Int {
    if rowCount == 0 || query.leavesRowsOut { return 0 }
    let hidden = try hidden(in: section, level: level)?.total ?? .zero
    if let done = try doneRows(of: section, level: level) { return max(0, rowCount - hidden.rows - done.count) }
    let count = doneCount(of: section)
    return max(0, rowCount - hidden.rows - (count == 0 ? 0 : count - hidden.doneTasks))
  }
}
