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
