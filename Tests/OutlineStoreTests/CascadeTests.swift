import TestPrograms
import Testing

/// What else a delete or an insert in the `sqlite3` shell changes.
struct CascadeTests {
  @Test(arguments: ["OFF", "ON"])
  func `deleting a section takes its rows, everyone's flags for it and its count`(foreignKeys: String) throws {
    let file = try OutlineFile.sample()
    try file.shell.run("PRAGMA foreign_keys = \(foreignKeys); DELETE FROM section WHERE title = 'Groceries'")
    #expect(try file.shell.lines("SELECT title FROM section ORDER BY ord") == ["Home", "Work"])
    #expect(try file.shell.lines("SELECT text FROM row ORDER BY row_id") == ["plants", "mail"])
    #expect(try file.shell.lines("SELECT * FROM fold") == ["1|1|1"])
    #expect(try file.shell.lines("SELECT section_id, rows FROM row_count") == ["1|1", "3|1"])
    #expect(try file.brokenPromises() == [])
  }

  @Test(arguments: ["OFF", "ON"])
  func `deleting all sections leaves users alone`(foreignKeys: String) throws {
    let file = try OutlineFile.sample()
    try file.shell.run("PRAGMA foreign_keys = \(foreignKeys); DELETE FROM section")
    #expect(try file.shell.lines("SELECT (SELECT count(*) FROM row), (SELECT count(*) FROM fold)") == ["0|0"])
    #expect(try file.shell.lines("SELECT count(*) FROM row_count") == ["0"])
    #expect(try file.shell.lines("SELECT name FROM user") == ["ana", "ben"])
  }

  @Test(arguments: ["OFF", "ON"])
  func `deleting a user takes this user's flags alone`(foreignKeys: String) throws {
    let file = try OutlineFile.sample()
    try file.shell.run("PRAGMA foreign_keys = \(foreignKeys); DELETE FROM user WHERE name = 'ana'")
    #expect(try file.shell.lines("SELECT * FROM fold") == ["2|2|1"])
    #expect(try file.brokenPromises() == [])
  }

  @Test func `sections and rows draw their numbers from one sequence, whichever way they are inserted`() throws {
    let file = try OutlineFile()
    try file.shell.run(
      """
      INSERT INTO section (title) VALUES ('a'); INSERT INTO row (section_id, text) VALUES (1, 'b'), (1, 'c');
      INSERT INTO section (title, ord) VALUES ('d', 5); INSERT INTO row (section_id, rank, text) VALUES (4, 7, 'e');
      INSERT INTO row (row_id, section_id, text) VALUES (20, 1, 'f'); INSERT INTO section (title) VALUES ('g');
      DELETE FROM section WHERE section_id = 21; INSERT INTO row (section_id, text) VALUES (1, 'h');
      """)
    #expect(
      try file.shell.lines("SELECT section_id, title FROM section UNION ALL SELECT row_id, text FROM row ORDER BY 1")
        == [
          "1|a", "2|b", "3|c", "4|d", "5|e", "20|f", "22|h",
        ])
  }

  @Test func `a flag waits under the number of a row, and goes with it`() throws {
    let file = try OutlineFile.sample()
    try file.shell.run("INSERT INTO fold VALUES (2, 5, 1); DELETE FROM row WHERE row_id = 4")
    #expect(try file.shell.lines("SELECT * FROM fold WHERE section_id = 5") == ["2|5|1"])
    try file.shell.run("DELETE FROM row WHERE row_id = 5")
    #expect(try file.shell.lines("SELECT * FROM fold WHERE section_id = 5") == [])
  }

  @Test func `ids of what was deleted are never given again`() throws {
    let file = try OutlineFile.sample()
    try file.shell.run("DELETE FROM section; DELETE FROM user; INSERT INTO section (title) VALUES ('new')")
    try file.shell.run("INSERT INTO row (section_id, text) VALUES (9, 'new'); INSERT INTO user (name) VALUES ('cy')")
    #expect(try file.shell.lines("SELECT section_id, row_id, user_id FROM row, user") == ["9|10|3"])
  }

  @Test func `a section without ord goes to the end`() throws {
    let file = try OutlineFile.sample()
    try file.shell.run(
      "INSERT INTO section (title) VALUES ('one'), ('two'); INSERT INTO section (title, ord) VALUES ('top', -5)")
    #expect(
      try file.shell.lines("SELECT title FROM section ORDER BY ord") == [
        "top", "Home", "Groceries", "Work", "one", "two",
      ])
    #expect(try file.shell.lines("SELECT ord FROM section WHERE title = 'two'") == ["5000000000"])
  }

  @Test func `a row without rank goes to the end of its section`() throws {
    let file = try OutlineFile.sample()
    try file.shell.run("INSERT INTO row (section_id, text) VALUES (2, 'jam'), (1, 'lamp'), (2, 'tea')")
    #expect(
      try file.shell.lines("SELECT text FROM row WHERE section_id = 2 ORDER BY rank").suffix(2) == ["jam", "tea"])
    #expect(try file.shell.lines("SELECT text FROM row WHERE section_id = 1 ORDER BY rank") == ["plants", "lamp"])
    #expect(try file.brokenPromises() == [])
  }

  @Test func `after negative keys, the end is directly after the last`() throws {
    let file = try OutlineFile("INSERT INTO section (title, ord) VALUES ('only', -7000000000)")
    try file.shell.run("INSERT INTO row (section_id, rank, text) VALUES (1, -9000000000, 'a')")
    try file.shell.run(
      "INSERT INTO row (section_id, text) VALUES (1, 'b'); INSERT INTO section (title) VALUES ('next')")
    #expect(try file.shell.lines("SELECT rank FROM row ORDER BY rank") == ["-9000000000", "-8000000000"])
    #expect(try file.shell.lines("SELECT ord FROM section ORDER BY ord") == ["-7000000000", "-6000000000"])
  }

  @Test func `when the keys are used up, appending is refused`() throws {
    let file = try OutlineFile("INSERT INTO section (title, ord) VALUES ('last', 4611686018427387903)")
    #expect(try file.shell.run("INSERT INTO section (title) VALUES ('x');").errors.contains("section: no ord is left"))
    try file.shell.run("INSERT INTO row (section_id, rank, text) VALUES (1, 4611686018427387903, 'a')")
    #expect(
      try file.shell.run("INSERT INTO row (section_id, text) VALUES (1, 'b');").errors.contains("row: no rank is left"))
    #expect(try file.shell.lines("SELECT count(*) FROM section JOIN row USING (section_id)") == ["1"])
    #expect(try file.brokenPromises() == [])
  }

  @Test func `INSERT OR REPLACE that replaces nothing is an insert`() throws {
    let file = try OutlineFile.sample()
    let ending = try file.shell.run(
      """
      INSERT OR REPLACE INTO row (section_id, text) VALUES (2, 'jam');
      INSERT OR REPLACE INTO row (row_id, section_id, rank, text) VALUES (40, 2, -1, 'first');
      INSERT OR REPLACE INTO fold VALUES (1, 1, 0);
      REPLACE INTO row (section_id, rank, text) VALUES (3, NULL, 'last');
      """)
    #expect(ending.errors == "")
    #expect(
      try file.shell.lines("SELECT text FROM row WHERE section_id = 2 ORDER BY rank")
        == ["first", "milk", "bread", "eggs", "jam"])
    #expect(try file.shell.lines("SELECT * FROM fold") == ["1|1|0", "1|2|0", "2|2|1"])
    #expect(try file.brokenPromises() == [])
  }
}
