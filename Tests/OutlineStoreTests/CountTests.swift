import TestPrograms
import TestSupport
import Testing

/// `row_count` and `section_count` compared with the rows and sections that exist.
struct CountTests {
  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func `counts stay right whatever the shell does to rows and sections`(seed: UInt64) throws {
    let file = try OutlineFile.sample()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<4 {
      try file.shell.run((0..<40).map { _ in Self.statement(&random) + ";" }.joined(separator: "\n"))
      #expect(try file.brokenPromises() == [], "seed \(seed)")
      #expect(try file.shell.lines("PRAGMA integrity_check") == ["ok"], "seed \(seed)")
    }
  }

  @Test func `a rank that moves to another span is counted there`() throws {
    let file = try OutlineFile.sample()
    try file.shell.run("UPDATE row SET rank = rank - (1 << 45) WHERE text = 'milk'")
    try file.shell.run("UPDATE row SET rank = rank + (1 << 43) WHERE text = 'eggs'")
    #expect(
      try file.shell.lines("SELECT span, rows FROM row_count WHERE section_id = 2 ORDER BY span")
        == ["-8|1", "0|1", "2|1"])
    #expect(try file.brokenPromises() == [])
  }

  @Test func `a section that goes to another level or span is counted there`() throws {
    let file = try OutlineFile.sample()
    try file.shell.run("UPDATE section SET level = 7, ord = ord + (1 << 45) WHERE section_id = 2")
    #expect(try file.shell.lines("SELECT level, span, sections FROM section_count WHERE span > 0") == ["7|8|1"])
    #expect(try file.brokenPromises() == [])
  }

  @Test func `a transaction that is taken back takes its counts back`() throws {
    let file = try OutlineFile.sample()
    let before = try file.shell.contents()
    try file.shell.run(
      "BEGIN; DELETE FROM row WHERE section_id = 2; INSERT INTO row (section_id, text) VALUES (3, 'x'); ROLLBACK;")
    #expect(try file.shell.contents() == before)
  }

  /// One statement, which may well be refused.
  private static func statement(_ random: inout SeededGenerator) -> String {
    let section = Int.random(in: 1...4, using: &random)
    let rank = Int64.random(in: -6...6, using: &random) << 41 + Int64.random(in: 0...3, using: &random)
    let row =
      "row_id = (SELECT row_id FROM row ORDER BY (row_id * 7919 + \(Int.random(in: 0...999, using: &random))) % 31 LIMIT 1)"
    switch Int.random(in: 0..<20, using: &random) {
    case 0: return "INSERT INTO section (title, level) VALUES ('new', \(section))"
    case 1:
      return Int.random(in: 0..<6, using: &random) == 0
        ? "DELETE FROM section WHERE section_id = \(section)" : "SELECT 1"
    case 2, 3: return "INSERT INTO row (section_id, text) VALUES (\(section), 'a'), (\(section), 'b')"
    case 4: return "INSERT OR REPLACE INTO row (section_id, rank, text) VALUES (\(section), \(rank), 'c')"
    case 5: return "UPDATE row SET rank = \(rank) WHERE \(row)"
    case 6: return "UPDATE OR REPLACE row SET section_id = \(section), rank = \(rank) WHERE \(row)"
    case 7: return "UPDATE OR IGNORE row SET section_id = \(section) WHERE \(row)"
    case 8: return "UPDATE row SET rank = rank + \(rank) WHERE section_id = \(section)"
    case 9: return "UPDATE section SET ord = \(rank) WHERE section_id = \(section)"
    case 10: return "UPDATE OR REPLACE section SET ord = ord + (1 << 42), level = 1 + level % 3"
    case 11: return "UPDATE OR IGNORE section SET level = level % 4 WHERE section_id > \(section)"
    case 12: return "INSERT OR REPLACE INTO section (section_id, ord, title) VALUES (\(section), \(rank), 'replaced')"
    case 13: return "INSERT INTO row (section_id, text, level) VALUES (\(section), 'd', \(section))"
    case 14: return "UPDATE row SET level = level + 1 WHERE section_id = \(section)"
    case 15: return "UPDATE OR IGNORE row SET level = level - 1, done = 1 - done"
    case 16: return "UPDATE row SET rank = 1 << 62, section_id = \(section) WHERE \(row)"
    case 17: return "UPDATE row SET rank = 1 << 62, level = \(section), done = 1 WHERE section_id = \(section)"
    case 18: return "UPDATE section SET ord = 1 << 62, level = \(section) WHERE section_id <> \(section)"
    default: return "DELETE FROM row WHERE \(row)"
    }
  }
}
