import ListChanges
import OutlineCore
import SQLite

/// A section with its counts and one user's flag, which together determine the user's view of it.
package struct LiveSection: Sendable {
  package var section: Section
  /// Its own rows, shown or hidden, and the tasks among them.
  package var counts: ItemCounts
  /// The stored flag of the user; nil if there is none.
  package var flag: Bool?

  package init(section: Section, counts: ItemCounts, flag: Bool?) {
    self.section = section
    self.counts = counts
    self.flag = flag
  }

  /// The rows of the section, and the tasks among them and the section itself.
  package var total: ItemCounts { counts + ItemCounts(box: section.isDone) }
}

extension StoreReader {
  /// Returns all sections in document order, with a user's flags; `rowFlags` are those of ids that are no sections.
  ///
  /// Sections, flags and counts are each read in the order of the sections' ids, which takes a quarter of the time of
  /// looking the latter two up. O(n) in the number of sections if they are in the order of their ids; else O(n log n).
  package func liveSections(for user: StoredUser) throws -> (sections: [LiveSection], rowFlags: [SectionID: Bool]) {
    var sections: [LiveSection] = []
    var rowFlags: [SectionID: Bool] = [:]
    let rowCounts = try RowCounts(self)
    let flags = try db.cursor(
      "SELECT section_id, collapsed FROM fold WHERE user_id = ? ORDER BY section_id", [user.key])
    func nextFlag() throws -> (id: SectionID, isCollapsed: Bool)? {
      try flags.next().map { (SectionID(try $0.integer(0)), try $0[1]) }
    }
    var flag = try nextFlag()
    let lines = try db.cursor(
      "SELECT \(SectionTable.columns) FROM section ORDER BY section_id", [])
    while let line = try lines.next() {
      let section = try SectionTable.section(from: line)
      while let found = flag, found.id < section.id {
        rowFlags[found.id] = found.isCollapsed
        flag = try nextFlag()
      }
      var live = LiveSection(section: section, counts: try rowCounts.counts(of: section.id), flag: nil)
      if let found = flag, found.id == section.id {
        live.flag = found.isCollapsed
        flag = try nextFlag()
      }
      sections.append(live)
    }
    while let found = flag {
      rowFlags[found.id] = found.isCollapsed
      flag = try nextFlag()
    }
    let isInOrder = sections.indices.dropFirst().allSatisfy { sections[$0 - 1].section.ord < sections[$0].section.ord }
    return (isInOrder ? sections : sections.sorted { $0.section.ord < $1.section.ord }, rowFlags)
  }

  /// Returns a user's flags, also those of ids that are no sections.
  package func flags(of user: StoredUser) throws -> [SectionID: Bool] {
    let flags: [(SectionID, Bool)] = try db.rows(
      "SELECT section_id, collapsed FROM fold WHERE user_id = ?", [user.key]
    ) { line in (SectionID(try line.integer(0)), try line[1]) }
    return Dictionary(flags) { first, _ in first }
  }

  /// Calls `body` with the rows of a section, in order and starting at a rank, until it returns false.
  package func eachRow(
    of section: SectionID, from rank: OrderKey, _ body: (Row) throws -> Bool
  ) throws {
    let lines = try rowCursor(of: section, from: rank)
    while let line = try lines.next() {
      if try !body(RowTable.row(from: line)) { return }
    }
  }

  /// Returns the ranks of a section's rows between two ranks, both included, in order.
  package func ranks(in section: SectionID, from first: OrderKey, to last: OrderKey) throws -> [OrderKey] {
    try db.rows(
      "SELECT rank FROM row WHERE section_id = ? AND rank BETWEEN ? AND ? ORDER BY rank",
      [section.rawValue, first, last]
    ) { line in try line.orderKey(0) }
  }
}

extension StoreReader {
  /// Returns all users in the order in which they were added, after a check of the flags.
  package func users() throws -> [User] {
    try checkFlags()
    return try db.rows("SELECT name, starts_collapsed, accordion FROM user ORDER BY user_id") { line in
      User(name: try line[0], startsCollapsed: try line[1], accordion: try line[2])
    }
  }

  /// Returns the stored flags of all users for a section, by the users' names.
  ///
  /// O(n) in the number of flags.
  package func flags(of section: SectionID) throws -> [ExactText: Bool] {
    let flags: [(ExactText, Bool)] = try db.rows(
      "SELECT name, collapsed FROM fold JOIN user USING (user_id) WHERE section_id = ?", [section.rawValue]
    ) { line in (ExactText(try line[0]), try line[1]) }
    return Dictionary(flags) { first, _ in first }
  }
}

extension StoreReader {
  /// Returns for each collapsed row the users who have collapsed it, by their names.
  ///
  /// O(n) in the number of flags.
  package func rowFlags() throws -> [RowID: [ExactText: Bool]] {
    let lines = try db.cursor(
      """
      SELECT row_id, name, collapsed FROM fold CROSS JOIN row ON row_id = fold.section_id JOIN user USING (user_id)
      WHERE collapsed AND EXISTS (SELECT 1 FROM row_count WHERE level > 1)
      """, [])
    var flags: [RowID: [ExactText: Bool]] = [:]
    while let line = try lines.next() {
      flags[RowID(try line.key(0)), default: [:]][ExactText(try line.string(1))] = try line.flag(2)
    }
    return flags
  }
}

/// Reads the numbers of rows and tasks of sections, mostly in the order of the sections' ids.
struct RowCounts {
  private let reader: StoreReader
  private let lines: SectionLines

  init(_ reader: StoreReader) throws {
    self.reader = reader
    lines = SectionLines(
      try reader.db.statement(
        "SELECT section_id, rows, tasks, done FROM row_count WHERE section_id >= ? ORDER BY section_id"))
  }

  func counts(of section: SectionID) throws -> ItemCounts {
    try lines.begin(section)
    var counts = ItemCounts.zero
    while let line = try lines.next() {
      let part = ItemCounts(
        rows: Int(try line.integer(1)), tasks: Int(try line.integer(2)), doneTasks: Int(try line.integer(3)))
      counts = counts + (try reader.checked(part))
    }
    _ = try reader.checked(rowCount: Int64(counts.rows))
    return counts
  }
}
