import Foundation
import TestPrograms
import Testing

/// Files in which tables and indexes have each other's pages, or in which an index lacks entries.
///
/// Each page by itself is as SQLite wants it.
struct SwappedPageTests {
  /// Swaps the first pages of two tables or indexes.
  private func swap(_ one: String, _ other: String, in session: Session) throws {
    let pages = try [one, other].map { name in
      let answer = try session.shell.lines("SELECT rootpage FROM sqlite_schema WHERE name = '\(name)'")
      return try #require(answer.first.flatMap { Int($0) })
    }
    let url = URL(fileURLWithPath: session.path)
    var bytes = try Data(contentsOf: url)
    let ranges = pages.map { (($0 - 1) * 4_096)..<($0 * 4_096) }
    let (first, second) = (Data(bytes[ranges[0]]), Data(bytes[ranges[1]]))
    bytes.replaceSubrange(ranges[0], with: second)
    bytes.replaceSubrange(ranges[1], with: first)
    try bytes.write(to: url)
  }

  /// Three sections with rows, a task, and a flag.
  private func outline() throws -> Session {
    try Session(
      ["add", "--section", "A", "B", "C"], ["add", "--in", "A", "milk", "bread"], ["add", "--in", "B", "eggs"],
      ["done", "bread"], ["collapse", "A"])
  }

  @Test func `an order of sections that is an index of titles is named by list and add, and repaired`() throws {
    let session = try outline()
    let listed = session.run("list", "--all").text
    try swap("section_by_ord", "section_by_title", in: session)
    let before = FileState(of: session.path)
    for words in [
      ["list"], ["add", "x"], ["add", "x", "--in", "A"], ["export", "-", "--format", "json"], ["find", "milk"],
    ] {
      let answer = session.run(words)
      #expect(answer.status == 65 && answer.text.isEmpty, "\(words): \(answer.text)")
      #expect(answer.message.contains("belong to"), "\(words): \(answer.message)")
    }
    #expect(FileState(of: session.path) == before)
    let found = session.run("check")
    #expect(found.status == 1 && found.text.contains("section_by_ord"), "\(found.text)")
    #expect(session.run("check", "--repair", "--replace").status == 0)
    #expect(session.run("list", "--all").text == listed)
    #expect(session.run("check").status == 0)
  }

  @Test(arguments: [
    // The flags are not there, or are not found by section.
    ("fold", "section_by_level", ["list"]), ("fold", "idempotency_key_by_key", ["status"]),
    ("fold", "fold_by_section", ["folds"]),
    ("fold_by_section", "idempotency_key_by_key", ["export", "-", "--format", "json"]),
    ("fold_by_section", "idempotency_key_by_key", ["collapse", "B"]),
    // A user is in the table alone.
    ("user_by_name", "setting", ["list"]), ("user_by_name", "idempotency_key_by_key", ["collapse", "B"]),
    // Rows are not counted, or not in their section.
    ("row_count", "idempotency_key_by_key", ["list"]), ("row_count", "idempotency_key_by_key", ["status"]),
    ("row_by_rank", "idempotency_key_by_key", ["find", "milk"]), ("row", "idempotency_key", ["find", "milk"]),
    // An edit would write to what is no index of its table.
    ("section_by_level", "section_by_title", ["add", "--section", "D"]),
    ("row_by_rank", "idempotency_key_by_key", ["add", "x", "--in", "A"]),
    // The tables that triggers use hold other things.
    ("counting", "edit", ["add", "x", "--in", "A"]), ("counting", "change", ["add", "x", "--in", "A"]),
    ("current_edit", "idempotency_key", ["add", "x", "--in", "A"]),
  ])
  func `an answer from tables and indexes that contradict each other is refused`(
    one: String, other: String, words: [String]
  ) throws {
    let session = try outline()
    try swap(one, other, in: session)
    let before = FileState(of: session.path)
    let answer = session.run(words)
    #expect(answer.status == 65 && answer.text.isEmpty, "\(answer.status) \(answer.text)")
    #expect(FileState(of: session.path)?.bytes == before?.bytes)
    #expect(session.run("check").status == 1)
  }

  @Test func `find finds every row, although the order of rows lacks some`() throws {
    let session = try Session(["add", "--section", "A"])
    session.run(["add", "--in", "A"] + (1...40).map { "row \($0)" })
    session.run("move", "row 40", "--first")
    let found = session.run("find", "row")
    #expect(found.lines.count == 40 && found.lines.first == "1:1 A: row 40", "\(found.text)")
    try session.shell.run(
      """
      .dbconfig defensive off
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = sql || ' WHERE row_id <= 20' WHERE name = 'row_by_rank';
      PRAGMA writable_schema = RESET;
      REINDEX row_by_rank;
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, ' WHERE row_id <= 20', '') WHERE name = 'row_by_rank';
      PRAGMA writable_schema = RESET;
      """)
    #expect(session.run("find", "row").lines.count == 40)
    #expect(session.run("check").status == 1)
  }

  /// Exchanges the row ids in two cells of an index, whose keys differ in one column.
  private func exchange(
    _ one: some Sendable, _ other: some Sendable, of column: String, in index: String, _ session: Session
  ) throws {
    try fill(
      index, session, replacing: "\(column))",
      with: "CASE \(column) WHEN \(one) THEN \(other) WHEN \(other) THEN \(one) ELSE \(column) END)")
  }

  /// Fills an index with other keys than those of its columns.
  private func fill(
    _ index: String, _ session: Session, replacing columns: String, with keys: String
  ) throws {
    let whole = try #require(try session.shell.lines("SELECT sql FROM sqlite_schema WHERE name = '\(index)'").first)
    #expect(whole.contains(columns))
    func define(_ sql: String) -> String {
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = '\(sql.replacing("'", with: "''"))' WHERE name = '\(index)';
      PRAGMA writable_schema = RESET;

      """
    }
    let other = whole.replacing(columns, with: keys)
    try session.shell.run(".dbconfig defensive off\n\(define(other))REINDEX \(index);\n\(define(whole))")
    #expect(session.run("check").status == 1)
  }

  private static let lists = [
    ["list"], ["list", "--json"], ["list", "--open"], ["list", "A"], ["list", "--from", "1", "--limit", "2"],
    ["export", "-", "--format", "md"],
  ]

  @Test func `rows that an index has in each other's place are no list`() throws {
    let session = try Session(["add", "--section", "A", "B"], ["add", "--in", "A", "milk", "bread", "eggs"])
    try exchange(1_000_000_000, 3_000_000_000, of: "rank", in: "row_by_rank", session)
    for words in Self.lists {
      let answer = session.run(words)
      #expect(answer.status == 65 && answer.message.contains("'A' should have"), "\(words): \(answer)")
    }
  }

  @Test func `sections that an index has in each other's place are no list`() throws {
    let session = try Session(["add", "--section", "A", "B", "C"])
    try exchange(2_000_000_000, 3_000_000_000, of: "ord", in: "section_by_ord", session)
    for words in [
      ["list"], ["list", "--json"], ["list", "--sections"], ["folds"], ["find", "C"],
      ["export", "-", "--format", "md"],
    ] {
      let answer = session.run(words)
      #expect(answer.status == 65 && answer.message.contains("place"), "\(words): \(answer)")
    }
  }

  @Test func `tasks that an index has in each other's place are not found, and not deleted or archived`() throws {
    let session = try Session(["add", "--section", "A", "B"], ["add", "--in", "A", "milk", "bread"])
    session.run("edit", "milk", "A", "--done", "no")
    session.run("edit", "bread", "B", "--done", "yes")
    let (first, second) = (1_000_000_000, 2_000_000_000)
    let whole = try Data(contentsOf: URL(fileURLWithPath: session.path))
    for (index, columns, key) in [
      ("row_by_done", "done, rank)", "rank"), ("section_by_done", "(ord, done)", "ord"),
    ] {
      try whole.write(to: URL(fileURLWithPath: session.path))
      let other = "CASE \(key) WHEN \(first) THEN \(second) ELSE \(first) END"
      try fill(
        index, session, replacing: columns, with: key == "ord" ? "(\(other), 1 - done)" : "1 - done, \(other))")
      for words in [["delete", "--done", "--all"], ["archive", "--done"]] {
        let answer = session.run(words)
        #expect(answer.status == 65 && answer.message.contains("in its place"), "\(words): \(answer)")
      }
      // A search of a small outline does not look into the index.
      #expect(session.run("find", "done").lines == ["1:2 A: ☑ bread", "2 ☑ B"])
      #expect(session.run("find", "open", "--in", "A").lines == ["1 ☐ A", "1:1 A: ☐ milk"])
    }
  }

  @Test func `days that an index has in each other's place are not due`() throws {
    let session = try Session(["add", "--section", "A", "B"], ["add", "--in", "A", "milk", "bread"])
    session.run("edit", "milk", "A", "--due", "2026-12-01")
    session.run("edit", "bread", "B", "--due", "2026-12-02")
    let whole = try Data(contentsOf: URL(fileURLWithPath: session.path))
    for index in ["row_by_due", "section_by_due"] {
      try whole.write(to: URL(fileURLWithPath: session.path))
      try exchange("'2026-12-01'", "'2026-12-02'", of: "due", in: index, session)
      let answer = session.run("due")
      #expect(answer.status == 65 && answer.message.contains("in its place"), "\(index): \(answer)")
    }
  }

  @Test func `users that an index has in each other's place see no list`() throws {
    let session = try outline()
    session.run("collapse", "B", "--user", "bob")
    try exchange("'ana'", "'bob'", of: "name", in: "user_by_name", session)
    for words in [["list"], ["list", "--user", "bob"], ["collapse", "C"]] {
      let answer = session.run(words)
      #expect(answer.status == 65 && answer.message.contains("in its place"), "\(words): \(answer)")
    }
  }

  @Test func `the first thousand rows of a list are compared with the table, and check finds the others`() throws {
    let session = try Session(["add", "--section", "A"])
    session.run("add", "-", "--in", "A", input: (1...1_200).map { "row \($0)\n" }.joined())
    try exchange(1_100_000_000_000, 1_101_000_000_000, of: "rank", in: "row_by_rank", session)
    let list = session.run("list")
    #expect(list.status == 0 && list.lines.count == 1_201)
    #expect(list.lines[1_100...1_101] == ["  1:1100 row 1101", "  1:1101 row 1100"])
    #expect(session.run("list", "--from", "1050", "--limit", "100").status == 65)
  }

  @Test func `a collapsed section that does not hide as many rows as are counted is no list`() throws {
    let session = try outline()
    try session.shell.run(
      "UPDATE counting SET is_open = 1; UPDATE row_count SET rows = 15 WHERE section_id = 1; UPDATE counting SET is_open = 0"
    )
    for words in [["list"], ["list", "--sections", "--json"]] {
      let answer = session.run(words)
      #expect(
        answer.status == 65 && answer.message.contains("the 15 rows that row_count counts"), "\(words): \(answer)")
    }
  }

  @Test func `an outline without rows, flags or users is no damage`() throws {
    let session = try Session(["add", "--section", "A", "B"])
    for words in [
      ["list"], ["status"], ["folds"], ["users"], ["find", "A"], ["export", "-", "--format", "json"],
      ["add", "--section", "C"],
    ] {
      #expect(session.run(words + ["--user", "bob"]).status == 0, "\(words)")
    }
    session.run("delete", "-r", "A", "B", "C")
    #expect(session.run("list").status == 0)
    #expect(session.run("add", "x").status == 0)
  }
}
