import TestPrograms
import TestSupport
import Testing

/// The views that say what each user sees.
struct ViewTests {
  private static let lines =
    "SELECT user, line, kind, section_id, level, text, is_collapsed, hidden_rows FROM visible_line"
  private static let headers = """
    SELECT user, line, section_id, level, title, is_collapsed, row_count, shown_rows, hidden_rows FROM visible_section
    """

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `the views show each user what the model shows`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let world = WorldModel(using: &random)
    try expectViews(of: world, "seed \(seed)")
  }

  @Test func `levels that jump nest below the nearest smaller level`() throws {
    var random = SeededGenerator(seed: 0)
    var world = WorldModel(using: &random)
    for levels in [[1, 3, 2], [3, 1, 2, 2], [2, 2, 1, 3, 3, 2], [4, 3, 2, 1]] {
      world.sections = levels.map { WorldModel.Section(level: $0, isCollapsible: true, rows: [1, 1]) }
      for shut in levels.indices {
        world.users = [WorldModel.User(name: "ana", startsCollapsed: false, flags: [shut: true])]
        try expectViews(of: world, "levels \(levels), collapsed \(shut)")
      }
    }
  }

  @Test func `the view of lines says which rows are done`() throws {
    let file = try OutlineFile.sample()
    try file.shell.run("UPDATE row SET done = 1 WHERE text = 'mail'; UPDATE row SET done = 0 WHERE text = 'plants'")
    #expect(
      try file.shell.lines("SELECT DISTINCT text, done FROM visible_line WHERE done IS NOT NULL ORDER BY text") == [
        "mail|1", "plants|0",
      ])
  }

  @Test(arguments: ["visible_section", "visible_line", "collapsed_row"])
  func `asked for one user, a view looks the user up by name and computes nobody else`(view: String) throws {
    let file = try OutlineFile.sample()
    let plan = try file.shell.lines("EXPLAIN QUERY PLAN SELECT * FROM \(view) WHERE user = 'ana'")
    #expect(plan.contains { $0.contains("SEARCH user USING ") && $0.contains("INDEX user_by_name (name=?)") })
    #expect(!plan.contains { $0.contains("SCAN user") }, "\(plan)")
  }

  @Test func `for a user whom the file does not know, the views answer as the user NULL`() throws {
    let file = try OutlineFile.sample()
    try file.shell.run(
      "INSERT INTO user (name, starts_collapsed) VALUES ('eve', 1); DELETE FROM user WHERE name = 'ana'")
    for view in ["visible_section", "visible_line"] {
      #expect(try file.shell.lines("SELECT count(*) FROM \(view) WHERE user = 'ana'") == ["0"])
    }
    #expect(
      try file.shell.lines("SELECT count(*), sum(user IS NULL) FROM visible_section WHERE user IS NULL")
        == file.shell.lines("SELECT count(*), count(*) FROM section"))
    #expect(
      try file.shell.lines("SELECT count(*) FROM visible_line WHERE user IS NULL AND kind = 'row'")
        == file.shell.lines("SELECT count(*) FROM row"))
  }

  private func expectViews(of world: WorldModel, _ comment: Comment) throws {
    let file = try OutlineFile(world.script)
    for user in world.users {
      let name = user.name.split(separator: "'").joined(separator: "''")
      #expect(
        try file.shell.lines("\(Self.lines) WHERE user = '\(name)' ORDER BY line") == world.lines(of: user), comment)
      #expect(
        try file.shell.lines("\(Self.headers) WHERE user = '\(name)' ORDER BY line") == world.headers(of: user), comment
      )
    }
    let everybodyElse = WorldModel.User(name: "", startsCollapsed: false, flags: [:])
    #expect(
      try file.shell.lines("\(Self.lines) WHERE user IS NULL ORDER BY line") == world.lines(of: everybodyElse), comment)
    #expect(
      try file.shell.lines("\(Self.headers) WHERE user IS NULL ORDER BY line") == world.headers(of: everybodyElse),
      comment)
    let byUser = "ORDER BY (SELECT user_id FROM user WHERE name = visible_line.user) NULLS LAST, line"
    #expect(
      try file.shell.lines("\(Self.lines) \(byUser)")
        == (world.users + [everybodyElse]).flatMap { world.lines(of: $0) },
      comment)
  }
}
