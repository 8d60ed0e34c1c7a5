import ListChanges
import OutlineCore
import SQLite

extension StoreReader {
  /// Returns the states of the sections from `start` up to but not including `end`, in document order, with the flags
  /// of a user.
  ///
  /// O(m log n), where m is the number of those sections and n that of all; a whole outline is read in one pass over
  /// each table.
  ///
  /// - Parameters:
  ///   - start: The `ord` of the first section.
  ///   - end: The `ord` to stop at; nil for the end.
  ///   - user: The user.
  package func states(from start: OrderKey, to end: OrderKey?, for user: StoredUser) throws -> [SectionState] {
    try orderedStates(from: start, to: end, for: user).map(\.state)
  }

  /// Returns the states of sections as ``states(from:to:for:)`` does, with their `ord`; by default those of all sections.
  ///
  /// Reads each of three tables once in the order of its key, in a third of the time that look-ups would take.
  func orderedStates(
    from start: OrderKey = -OrderKeys.bound, to end: OrderKey? = nil, for user: StoredUser
  ) throws -> [(ord: OrderKey, state: SectionState)] {
    let isWhole = start == -OrderKeys.bound && end == nil
    let sections = try db.cursor(
      "SELECT section_id, ord, level, collapsible, done FROM section "
        + (isWhole ? "ORDER BY section_id" : "WHERE ord >= ? AND ord < ? ORDER BY ord"),
      isWhole ? [] : [start, end ?? OrderKeys.bound])
    let counted = try RowCounts(self)
    let flags = try flagLines(of: user)
    var states: [(ord: OrderKey, state: SectionState)] = []
    var isSorted = true
    var countCheck = CountedRows()
    var last = -OrderKeys.bound
    while let line = try sections.next() {
      let (id, ord, level) = (try line.key(0), try line.orderKey(1), try line.level(2))
      try flags?.begin(SectionID(id))
      let flag = try flags?.next()?.flag(1)
      let counts = try counted.counts(of: SectionID(id))
      if counts.rows == 0 { try countCheck.check(id, count: 0, self) }
      let state = SectionState(
        id: SectionID(id), level: level, isCollapsible: try line.integer(3) != 0,
        isCollapsed: flag ?? user.user.startsCollapsed,
        counts: counts, isDone: try line.ifPresent(4, line.flag))
      if last > ord { isSorted = false }
      last = ord
      states.append((ord, state))
    }
    if !isSorted { states.sort { $0.ord < $1.ord } }
    return states
  }
}

/// Reads the lines that a table has for each section, in step with sections whose ids mostly ascend.
///
/// One statement for all sections need not look for each of them in the table. Where the ids do not ascend, it begins again.
final class SectionLines {
  private let statement: Statement
  private let column: Int
  @exclusivity(unchecked) private var line: ResultRow?
  /// The section of the line; `Int64.max` at the end.
  @exclusivity(unchecked) private var key = Int64.max
  @exclusivity(unchecked) private var section = Int64.max
  /// Whether the line was returned.
  @exclusivity(unchecked) private var isRead = false

  /// Prepares to read.
  ///
  /// - Parameters:
  ///   - statement: Returns lines in the order of their sections, from a section on, which is its first parameter.
  ///   - column: The column with the id of the section.
  init(_ statement: Statement, column: Int = 0) { (self.statement, self.column) = (statement, column) }

  private func advance() throws(DatabaseError) {
    line = try statement.step()
    key = try line?.integer(column) ?? Int64.max
  }

  /// Begins with the first line of a section.
  func begin(_ section: SectionID) throws(DatabaseError) {
    if isRead { try advance() }
    let ascends = section.rawValue > self.section
    (self.section, isRead) = (section.rawValue, false)
    if ascends, key >= self.section { return }
    statement.reset()
    try statement.bind(self.section, at: 1)
    try advance()
  }

  /// Returns the next line of the section, which is valid until the next call; nil after the last one.
  func next() throws(DatabaseError) -> ResultRow? {
    if isRead { try advance() }
    isRead = key == section
    return isRead ? line : nil
  }
}

extension StoreReader {
  /// Returns the stored flags of a user by section, in the order of ids; nil for a user whom the file does not know.
  func flagLines(of user: StoredUser) throws -> SectionLines? {
    guard let key = user.key else { return nil }
    let flags = try db.statement(
      "SELECT section_id, collapsed FROM fold WHERE section_id >= ? AND user_id = ? ORDER BY section_id")
    try flags.bind(key, at: 2)
    return SectionLines(flags)
  }
}
