import ListChanges
import OutlineCore
import SQLite
import TestPrograms
import TestSupport
import Testing

@testable import OutlineStore

/// The levels of rows and the end of a list, in the `sqlite3` shell.
struct RowLevelTests {
  private let file: OutlineFile

  init() throws {
    file = try OutlineFile(
      """
      INSERT INTO section (title) VALUES ('Home'), ('Work');
      INSERT INTO row (section_id, text, level) VALUES (1, 'shed', 1), (1, 'paint', 2), (1, 'red', 3), (1, 'brush', 2),
        (1, 'call', 1), (2, 'mail', 1);
      INSERT INTO user (name) VALUES ('ana');
      """)
  }

  /// The rows of a section, indented by their levels.
  private func rows(_ section: Int = 1) throws -> [String] {
    try file.shell.lines(
      "SELECT substr('......', 1, level - 1) || text FROM row WHERE section_id = \(section) ORDER BY rank")
  }

  private func lines() throws -> [String] {
    try file.shell.lines(
      """
      SELECT kind, level, section_level, text, is_collapsed, hidden_rows, hidden_tasks FROM visible_line
      WHERE user = 'ana' ORDER BY line
      """)
  }

  @Test func `a row has the level 1 unless it says another, and an update of levels shifts them`() throws {
    try file.shell.run("INSERT INTO row (section_id, text) VALUES (1, 'new')")
    #expect(try rows() == ["shed", ".paint", "..red", ".brush", "call", "new"])
    try file.shell.run("UPDATE row SET level = level + 1 WHERE text IN ('paint', 'red', 'call')")
    #expect(try rows() == ["shed", "..paint", "...red", ".brush", ".call", "new"])
    #expect(try file.brokenPromises() == [])
  }

  @Test func `rows below one that is deleted or moved stay, and get the nearest parent before them`() throws {
    try file.shell.run("INSERT INTO fold VALUES (1, 3, 1)")
    #expect(try lines().count == 5)
    try file.shell.run("DELETE FROM row WHERE text = 'paint'")
    #expect(try rows() == ["shed", "..red", ".brush", "call"])
    try file.shell.run("UPDATE row SET section_id = 2, rank = 5 WHERE text = 'shed'")
    #expect(try rows() == ["..red", ".brush", "call"])
    #expect(try lines().filter { $0.hasPrefix("row") }.count == 5, "its flag has nothing to hide there")
  }

  @Test func `an insert with a rank and no level takes over what follows`() throws {
    try file.shell.run(
      "INSERT INTO row (section_id, rank, text) SELECT 1, rank + 1, 'new' FROM row WHERE text = 'shed'")
    #expect(try rows() == ["shed", "new", ".paint", "..red", ".brush", "call"])
  }

  @Test func `what a collapsed row hides is left out for its user, and its line says how much that is`() throws {
    try file.shell.run(
      "UPDATE row SET done = 1 WHERE text = 'red'; INSERT INTO fold VALUES (1, 4, 1); INSERT INTO fold VALUES (1, 7, 1)"
    )
    #expect(
      try lines() == [
        "section|1|1|Home|0|0|0", "row|1|1|shed|0|0|0", "row|2|1|paint|1|1|1", "row|2|1|brush|||", "row|1|1|call|||",
        "section|1|1|Work|0|0|0", "row|1|1|mail|||",
      ])
    try file.shell.run("INSERT INTO fold VALUES (1, 3, 1)")
    #expect(
      try lines().prefix(3) == ["section|1|1|Home|0|0|0", "row|1|1|shed|1|3|1", "row|1|1|call|||"])
    #expect(try file.shell.lines("SELECT row_id, hidden_rows FROM collapsed_row WHERE user = 'ana'") == ["3|3"])
    #expect(
      try file.shell.lines("SELECT line, title, shown_rows FROM visible_section WHERE user = 'ana'")
        == ["0|Home|2", "3|Work|1"])
    #expect(try file.shell.lines("SELECT count(*) FROM visible_line WHERE user IS NULL") == ["8"])
  }

  @Test func `the rank and the ord 2^62 mean the end in an update, too`() throws {
    try file.shell.run("UPDATE row SET rank = 1 << 62 WHERE text IN ('shed', 'red')")
    #expect(try rows() == [".paint", ".brush", "call", "shed", "..red"])
    try file.shell.run("UPDATE row SET rank = 1 << 62, section_id = 2, level = 2, done = 0 WHERE text = 'paint'")
    #expect(try rows(2) == ["mail", ".paint"])
    try file.shell.run("UPDATE section SET ord = 1 << 62 WHERE title = 'Home'")
    #expect(try file.shell.lines("SELECT title FROM section ORDER BY ord") == ["Work", "Home"])
    #expect(try file.brokenPromises() == [])
  }

  @Test func `a move to the end is logged as one change, as any other`() throws {
    let before = try file.shell.lines("SELECT max(change_id) FROM change")[0]
    try file.shell.run("UPDATE row SET rank = 1 << 62, level = 3 WHERE text = 'paint'")
    let old = try file.shell.lines("SELECT rank FROM row WHERE text = 'paint'")[0]
    #expect(
      try file.shell.lines(
        "SELECT thing, action, old_place, new_place, old_level, changed FROM change WHERE change_id > \(before)")
        == ["row|update|2000000000|\(old)|2|128"])
    let place = try file.shell.lines("SELECT rank FROM row WHERE text = 'mail'")[0]
    try file.shell.run("UPDATE row SET rank = 1 << 62, done = 1 WHERE text = 'mail'")
    #expect(
      try file.shell.lines("SELECT old_place, new_place, changed FROM change WHERE change_id > \(before) + 1")
        == ["\(place)|1000000000|8"])
  }

  @Test func `the log has the level before a change of it and before a deletion, and no other`() throws {
    let before = try file.shell.lines("SELECT max(change_id) FROM change")[0]
    try file.shell.run(
      """
      UPDATE row SET level = 3 WHERE text = 'brush'; UPDATE row SET text = 'brushes' WHERE text = 'brush';
      DELETE FROM row WHERE text = 'red'; INSERT INTO row (section_id, text, level) VALUES (1, 'new', 2);
      """)
    #expect(
      try file.shell.lines("SELECT action, old_level, new_level, changed FROM change WHERE change_id > \(before)")
        == ["update|2||128", "update|||1", "delete|3||", "insert|||"])
  }

  @Test func `an upgrade drops the flags that wait on rows, without a word in the log`() throws {
    let path = file.folder.path(of: "old.db")
    try OldVersion.copy(16, to: path)
    let shell = SQLiteShell(path)
    let changes = try shell.lines("SELECT count(*) FROM change")
    #expect(try shell.lines("SELECT row_id FROM fold JOIN row ON row_id = fold.section_id") == ["10"])
    try Schema.migrate(Connection(path: path))
    #expect(try shell.lines("SELECT section_id FROM fold ORDER BY 1") == ["5", "12"])
    #expect(try shell.lines("SELECT count(*) FROM change") == changes)
    #expect(
      try shell.lines("SELECT DISTINCT level FROM row UNION ALL SELECT DISTINCT level FROM row_count") == ["1", "1"])
  }

  @Test func `a detail of 1 MiB and settings of later pleats fit into the file`() throws {
    try file.shell.run("UPDATE section SET detail = printf('%.1048576c', 'x') WHERE section_id = 1")
    #expect(try file.shell.lines("SELECT length(detail) FROM section WHERE section_id = 1") == ["1048576"])
    #expect(
      try file.shell.run("UPDATE section SET detail = printf('%.1048577c', 'x') WHERE section_id = 1").errors.contains(
        "section: detail must be at most 1 MiB"))
    let store = try Store(opening: file.path, for: .writing)
    func set(_ name: String, _ value: any Bindable) throws {
      try store.write { writer in
        try writer.begin(EntryHeading(user: "ana", words: "settings"))
        try writer.db.run("INSERT INTO setting VALUES (?, ?)", [name, value])
        return ((), .commit)
      }
    }
    try set("new-rows", "task")
    try set("screen-width", 80)
    try set("screen-theme", "dark")
    for (name, value) in [("new-rows", "A task"), ("screen-", "x"), ("screen-Theme", "x"), ("other", "x")] {
      #expect(throws: (any Error).self) { try set(name, value) }
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `what is counted on spans is what reading all rows counts`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let values = (1...90).map { number in
      let rank = Int64(number * 3 + Int.random(in: 0...2, using: &random)) << 40
      return
        "(2, 'x', \(rank), \(Int.random(in: 1...4, using: &random)), \(["NULL", "0", "1"].randomElement(using: &random) ?? ""))"
    }
    try file.shell.run("INSERT INTO row (section_id, text, rank, level, done) VALUES \(values.joined(separator: ","))")
    try Store(opening: file.path, for: .reading).read { reader in
      let section = SectionID(2)
      let rows = try reader.rows(in: section, from: -OrderKeys.bound)
      for _ in 0..<200 {
        let ends = (0..<2).map { _ in Int64.random(in: 0...300, using: &random) << 40 }.sorted()
        let level = Int.random(in: 1...4, using: &random)
        let part = rows.filter { ends[0] <= $0.rank && $0.rank < ends[1] && $0.level <= level }
        let counted = try reader.counts(of: section, from: ends[0], to: ends[1], level: level)
        #expect(counted == part.map { ItemCounts(row: $0.isDone) }.total, "seed \(seed), \(ends), level \(level)")
      }
      for (index, row) in rows.enumerated() {
        let parent = rows[..<index].last { $0.level < row.level }
        let siblings = rows[..<index].filter { other in
          other.rank > parent?.rank ?? -OrderKeys.bound
            && rows[..<index].last { $0.rank < other.rank && $0.level < other.level }?.id == parent?.id
        }
        #expect(try reader.siblingIndex(of: row) == siblings.count, "seed \(seed), row \(index)")
      }
    }
  }
}
