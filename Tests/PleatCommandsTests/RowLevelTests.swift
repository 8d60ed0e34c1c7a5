import Foundation
import TestSupport
import Testing

/// Rows below other rows, whose levels and flags were set by hand.
struct RowLevelTests {
  /// A household list, in which `paint the shed` has two rows below it.
  private static func session() throws -> Session {
    let session = try Session(
      ["add", "--section", "Home", "Work"],
      [
        "add", "[ ] paint the shed", "[ ] buy paint", "[x] measure\nthe door, too", "[ ] call the plumber", "--in",
        "Home",
      ],
      ["add", "mail", "--in", "Work"])
    try session.shell.run("UPDATE row SET level = 2 WHERE text GLOB 'buy*' OR text GLOB 'measure*'")
    return session
  }

  @Test func `a list indents rows by their levels, and says what a collapsed one hides`() throws {
    let session = try Self.session()
    #expect(
      session.run("list").lines == [
        "▾ 1 Home", "  ▾ 1:1 ☐ paint the shed", "      1:2 ☐ buy paint", "      1:3 ☑ measure",
        "            the door, too",
        "  1:4 ☐ call the plumber", "▾ 2 Work", "  2:1 mail",
      ])
    try session.shell.run("INSERT INTO fold SELECT user_id, row_id, 1 FROM user, row WHERE text GLOB 'paint*'")
    #expect(
      session.run("list").lines == [
        "▾ 1 Home", "  ▸ 1:1 ☐ paint the shed · 2 hidden, 1 of 2 done", "  1:4 ☐ call the plumber", "▾ 2 Work",
        "  2:1 mail",
      ])
    #expect(session.run("list", "-u", "ben").lines.count == 8)
    #expect(session.run("list", "--all").lines.count == 8)
    #expect(session.run("list", "--ascii").lines[1] == "  + 1:1 [ ] paint the shed - 2 hidden, 1 of 2 done")
    #expect(
      session.run("list", "--open").lines == [
        "▾ 1 Home", "  ▸ 1:1 ☐ paint the shed · 2 hidden, 1 of 2 done", "  1:4 ☐ call the plumber", "▾ 2 Work",
        "  2:1 mail",
      ])
    session.run("collapse", "Home")
    #expect(session.run("list").lines[0] == "▸ 1 Home · 4 hidden, 1 of 4 done")
  }

  @Test func `a row in JSON has its level, and what it hides if it is collapsed`() throws {
    let session = try Self.session()
    try session.shell.run("INSERT INTO fold SELECT user_id, row_id, 1 FROM user, row WHERE text GLOB 'paint*'")
    let rows = try JSON.objects(session.run("list", "--json").text).filter { $0["kind"] as? String == "row" }
    #expect(rows.map { $0["level"] as? Int } == [1, 1, 1])
    #expect(rows.map { $0["line"] as? Int } == [1, 2, 4])
    #expect(rows.map { $0["number"] as? String } == ["1:1", "1:4", "2:1"])
    #expect(rows[0]["collapsed"] as? Bool == true && rows[0]["hidden"] as? Int == 2)
    #expect(rows[0]["tasks"] as? Int == 2 && rows[0]["doneTasks"] as? Int == 1)
    #expect(rows[1]["collapsed"] == nil && rows[1]["hidden"] == nil)
    let all = try JSON.objects(session.run("list", "--all", "--json").text).filter { $0["kind"] as? String == "row" }
    #expect(all.map { $0["level"] as? Int } == [1, 2, 2, 1, 1])
  }

  /// One line of a list: its place, kind, ids, level, and whether it is collapsed and how much it hides.
  private static func words(_ line: [String: Any]) -> String {
    let isSection = line["kind"] as? String == "section"
    let id = line[isSection ? "section_id" : "row_id"] as? Int ?? 0
    let hidden = (line["collapsed"] as? Bool) == true ? "\(line["hidden"] as? Int ?? 0)" : "0"
    let counts = hidden == "0" ? "0|0" : "\(line["tasks"] as? Int ?? 0)|\(line["doneTasks"] as? Int ?? 0)"
    return
      "\(line["line"] as? Int ?? -1)|\(isSection ? "section" : "row")|\(id)|\(line["level"] as? Int ?? 0)|\(hidden)|\(counts)"
  }

  /// Whether a row of a list is done with all rows below it, shown or not.
  private static func isDoneWithAllBelow(_ index: Int, in lines: [[String: Any]]) -> Bool {
    let level = lines[index]["level"] as? Int ?? 0
    let below = lines[(index + 1)...].prefix { $0["kind"] as? String == "row" && $0["level"] as? Int ?? 0 > level }
    return lines[index]["kind"] as? String == "row"
      && ([lines[index]] + below).allSatisfy {
        $0["done"] as? Bool == true && $0["hidden"] as? Int ?? 0 == $0["doneTasks"] as? Int ?? 0
      }
  }

  private static func viewed(_ session: Session, as user: String) throws -> [String] {
    try session.shell.lines(
      """
      SELECT line, kind, coalesce(row_id, section_id), level, coalesce(hidden_rows, 0),
        iif(hidden_rows > 0, hidden_tasks, 0), iif(hidden_rows > 0, hidden_done_tasks, 0)
      FROM visible_line WHERE user = '\(user)' ORDER BY line
      """)
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `a list agrees with the views, whole and in windows, whatever levels and flags there are`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let session = try Session(["add", "--section", "a", "b", "c"], ["collapse", "c", "-u", "ben"])
    let rows = (0..<40).map { number in
      let section = Int.random(in: 1...3, using: &random)
      let done = ["NULL", "0", "1"].randomElement(using: &random) ?? "0"
      let rank = Int64.random(in: -3...3, using: &random) << 42 + Int64(number)
      return "(\(section), \(rank), 'r\(number)', \(Int.random(in: 1...4, using: &random)), \(done))"
    }
    let flags = (4..<44).filter { _ in Bool.random(using: &random) }.map {
      "(\(Int.random(in: 1...2, using: &random)), \($0), 1)"
    }
    try session.shell.run(
      """
      UPDATE section SET level = 2 WHERE title = 'b';
      INSERT INTO row (section_id, rank, text, level, done) VALUES \(rows.joined(separator: ", "));
      INSERT OR IGNORE INTO fold VALUES \(flags.joined(separator: ", "));
      """)
    for user in ["ana", "ben"] {
      let lines = try JSON.objects(session.run("list", "--json", "-u", user).text).map(Self.words)
      #expect(try lines == Self.viewed(session, as: user), "seed \(seed)")
      for _ in 0..<6 {
        let (from, limit) = (Int.random(in: 0...lines.count, using: &random), Int.random(in: 1...8, using: &random))
        let window = session.run("list", "--json", "-u", user, "--from", "\(from)", "--limit", "\(limit)")
        #expect(
          try JSON.objects(window.text).map(Self.words) == Array(lines.dropFirst(from).prefix(limit)),
          "seed \(seed), \(limit) lines from \(from)")
      }
      let open = try JSON.objects(session.run("list", "--open", "--json", "-u", user).text).map { $0["id"] as? String }
      let all = try JSON.objects(session.run("list", "--json", "-u", user).text)
      #expect(
        open == all.indices.filter { !Self.isDoneWithAllBelow($0, in: all) }.map { all[$0]["id"] as? String },
        "seed \(seed)")
      for from in stride(from: 0, to: open.count, by: 3) {
        let window = session.run("list", "--open", "--json", "-u", user, "--from", "\(from)", "--limit", "4")
        #expect(
          try JSON.objects(window.text).map { $0["id"] as? String } == Array(open[from...].prefix(4)), "seed \(seed)")
      }
    }
    #expect(session.run("check").status == 0)
  }

  @Test func `what SQL by hand did to levels is undone, and the history calls it a move`() throws {
    let session = try Self.session()
    // An entry in between ends the step of the statements that made the rows.
    #expect(session.run("edit", "mail", "letter").status == 0)
    let before = session.run("list").text
    try session.shell.run("UPDATE row SET level = level + 1 WHERE text = 'buy paint'")
    #expect(session.run("list").text != before)
    #expect(session.run("show", "buy paint").text.contains("moved"))
    #expect(session.run("undo", "--any").status == 0)
    #expect(session.run("list").text == before)
    try session.shell.run("DELETE FROM row WHERE level = 2")
    #expect(session.run("undo", "--any").status == 0)
    #expect(session.run("list").text == before)
    #expect(session.run("edit", "buy paint", "buy red paint").status == 0)
    try session.shell.run("UPDATE row SET level = 4 WHERE text = 'buy red paint'")
    #expect(session.run("undo").status == 0)
    #expect(try session.shell.lines("SELECT level, text FROM row WHERE row_id = 4") == ["2|buy red paint"])
  }

  @Test func `a search says which collapsed row hides a hit`() throws {
    let session = try Self.session()
    try session.shell.run("INSERT INTO fold SELECT user_id, row_id, 1 FROM user, row WHERE text GLOB 'paint*'")
    let hits = try JSON.objects(session.run("find", "paint", "--json").text)
    #expect(hits.map { $0["visible"] as? Bool } == [true, false])
    #expect(hits.map { $0["hiddenBy"] as? String } == [nil, "paint the shed"])
  }

  @Test func `a search, the history and the details say which rows a row is below`() throws {
    let session = try Self.session()
    session.run("add", "[ ] red", "--in", "buy paint", "--due", "today")
    #expect(session.run("find", "red").lines == ["1:3 Home/paint the shed/buy paint: ☐ red · today"])
    #expect(session.run("find", "shed").lines == ["1:1 Home: ☐ paint the shed"])
    #expect(session.run("due").lines == ["Today", "  ☐ red  Home/paint the shed/buy paint"])
    for words in [["find", "red"], ["due"]] {
      let hit = try #require(JSON.objects(session.run(words + ["--json"]).text).first)
      #expect(hit["path"] as? String == "Home/paint the shed/buy paint", "\(words)")
    }
    #expect(
      session.run("log", "-v", "--limit", "1").lines.last == #"    added "red" (@r8) below paint the shed/buy paint"#)
    let effects =
      try JSON.objects(session.run("log", "--limit", "1", "--json").text).first?["effects"] as? [String: Any]
    let added = try #require((effects?["added"] as? [[String: Any]])?.first)
    #expect(added["below"] as? String == "paint the shed/buy paint")
    #expect(session.run("show", "red").lines.contains("path:        Home/paint the shed/buy paint/red"))
    let shown = session.run("show", "paint the shed").lines
    #expect(shown.contains("holds:       3 rows") && shown.contains("fold:        expanded"))
    #expect(!session.run("show", "red").lines.contains { $0.hasPrefix("holds") || $0.hasPrefix("fold") })
    #expect(session.run("find", "door").lines == ["1:4 Home/paint the shed: ☑ measure ⏎ the door, too"])
    #expect(session.run("find", "door", "--ascii").lines == [#"1:4 Home/paint the shed: [x] measure \n the door, too"#])
  }

  @Test func `a check counts rows by level, and a repaired copy keeps the levels`() throws {
    let session = try Self.session()
    let list = session.run("list", "--all").text
    try session.shell.run(
      """
      UPDATE counting SET is_open = 1; UPDATE row_count SET rows = 5 WHERE level = 2; UPDATE counting SET is_open = 0;
      """)
    #expect(
      session.run("check").lines.contains("row_count 1: it counts 5 rows of level 2 in a span, but there are 2"))
    #expect(session.run("check", "--repair", "--replace").status == 0)
    #expect(session.run("list", "--all").text == list)
    #expect(session.run("check").status == 0)
  }

  @Test func `a copied section keeps the levels of its rows, and an export of what is visible leaves out the rest`()
    throws
  {
    let session = try Self.session()
    try session.shell.run("INSERT INTO fold SELECT user_id, row_id, 1 FROM user, row WHERE text GLOB 'paint*'")
    #expect(session.run("copy", "Home", "--after", "Work").status == 0)
    #expect(
      try session.shell.lines(
        "SELECT row.level FROM row JOIN section USING (section_id) WHERE title = 'Home' ORDER BY ord, rank")
        == ["1", "2", "2", "1", "1", "2", "2", "1"])
    #expect(session.run("export", "--format", "text", "--visible", "Home").text.contains("buy paint") == false)
  }

  /// Prints the list after commands, all of which have to work.
  private static func list(_ session: Session, _ commands: [String]...) -> [String] {
    for command in commands {
      let ending = session.run(command)
      if ending.status != 0 { return [ending.message] }
    }
    return session.run("list").lines
  }

  @Test func `collapse --all takes sections, with -r rows too, and expand --all and reset open everything`() throws {
    let session = try Self.session()
    #expect(session.run("collapse", "--all").message == "collapsed 2 sections")
    #expect(session.run("expand", "--all").message == "expanded 2 sections")
    #expect(session.run("folds").lines == ["▾ Home", "▾ Home/paint the shed", "▾ Work"])
    #expect(session.run("collapse", "--all", "-r").message == "collapsed 2 sections and 1 row")
    #expect(session.run("folds").lines == ["▸ Home", "▸ Home/paint the shed", "▸ Work"])
    #expect(session.run("collapse", "--all", "-r").message == "nothing to do: all sections are already collapsed")
    #expect(
      Self.list(session, ["expand", "Home"])
        == [
          "▾ 1 Home", "  ▸ 1:1 ☐ paint the shed · 2 hidden, 1 of 2 done", "  1:4 ☐ call the plumber",
          "▸ 2 Work · 1 hidden",
        ])
    #expect(session.run("expand", "--all").message == "expanded 1 section and 1 row")
    #expect(session.run("toggle", "paint the shed").message == "collapsed paint the shed (2 hidden)")
    let folds = try JSON.objects(session.run("folds", "--json").text)
    #expect(folds.map { $0["row_id"] as? Int } == [nil, 3, nil] && folds[1]["collapsed"] as? Bool == true)
    #expect(session.run("reset").message == "reset your folds")
    #expect(session.run("folds").lines == ["▾ Home", "▾ Home/paint the shed", "▾ Work"])
  }

  @Test(arguments: [
    ["delete", "buy paint", "measure"], ["move", "buy paint", "measure", "--in", "Work"], ["outdent", "1:2", "1:3"],
    ["archive", "buy paint", "measure"],
  ])
  func `a row that loses its last row below loses all flags, and undo brings them back`(edit: [String]) throws {
    let session = try Self.session()
    session.run("collapse", "paint the shed", "-u", "ben")
    session.run("collapse", "paint the shed")
    let flags = { try session.shell.lines("SELECT count(*) FROM fold WHERE section_id = 3") }
    #expect(try flags() == ["2"])
    #expect(session.run(edit).status == 0)
    #expect(try flags() == ["0"])
    #expect(session.run("undo").status == 0)
    #expect(try flags() == ["2"])
    #expect(session.run("redo").status == 0)
    #expect(try flags() == ["0"])
    #expect(session.run("check").status == 0)
  }

  @Test func `list --open hides a done row, but not above what is open`() throws {
    let session = try Self.session()
    #expect(
      Self.list(session, ["done", "paint the shed"], ["done", "mail"]).count == 8)
    #expect(
      session.run("list", "--open").lines == [
        "▾ 1 Home", "  ▾ 1:1 ☑ paint the shed", "      1:2 ☐ buy paint", "  1:4 ☐ call the plumber", "▾ 2 Work",
      ])
    #expect(session.run("list", "--open", "--from", "2", "--limit", "2").lines.count == 2)
    session.run("done", "buy paint")
    #expect(session.run("list", "--open").lines == ["▾ 1 Home", "  1:4 ☐ call the plumber", "▾ 2 Work"])
  }

  @Test func `a depth counts the levels of sections and rows`() throws {
    let session = try Self.session()
    session.run("indent", "measure")
    session.run("add", "--section", "Attic", "--in", "Home")
    session.run("add", "boxes", "--in", "Attic")
    #expect(
      session.run("list", "--depth", "1").lines == [
        "▾ 1 Home · 1 subsection left out", "  ▾ 1:1 ☐ paint the shed · 2 rows left out", "  1:4 ☐ call the plumber",
        "▾ 2 Work", "  2:1 mail",
      ])
    #expect(
      session.run("list", "--depth", "2").lines == [
        "▾ 1 Home", "  ▾ 1:1 ☐ paint the shed", "      ▾ 1:2 ☐ buy paint · 1 row left out", "  1:4 ☐ call the plumber",
        "  ▾ 1.1 Attic", "    1.1:1 boxes", "▾ 2 Work", "  2:1 mail",
      ])
    #expect(session.run("list", "--depth", "3").text == session.run("list").text)
    session.run("collapse", "paint the shed")
    #expect(session.run("list", "--depth", "1").lines[1] == "  ▸ 1:1 ☐ paint the shed · 2 hidden, 1 of 2 done")
    let lines = session.run("list", "--depth", "2").lines
    for from in lines.indices {
      #expect(
        session.run("list", "--depth", "2", "--from", "\(from)", "--limit", "2").lines
          == Array(lines[from...].prefix(2)))
    }
  }

  @Test func `a row is listed with what is below it`() throws {
    let session = try Self.session()
    session.run("indent", "measure")
    let lines = [
      "  ▾ 1:1 ☐ paint the shed", "      ▾ 1:2 ☐ buy paint", "          1:3 ☑ measure", "                the door, too",
    ]
    #expect(session.run("list", "paint the shed").lines == lines)
    #expect(
      session.run("list", "paint the shed", "--open").lines == ["  ▾ 1:1 ☐ paint the shed", "      ▾ 1:2 ☐ buy paint"])
    session.run("collapse", "-r", "paint the shed")
    #expect(
      session.run("list", "1:1").lines == [
        "  ▸ 1:1 ☐ paint the shed", "      ▸ 1:2 ☐ buy paint · 1 hidden, 1 of 1 done",
      ])
    #expect(session.run("list", "1:1", "--all", "--limit", "1", "--from", "1").lines == ["      ▸ 1:2 ☐ buy paint"])
    #expect(session.run("list", "mail", "1:2").lines.count == 4)
  }

  @Test func `a path names the rows that a row is below, and a filter lists them`() throws {
    let session = try Self.session()
    session.run("add", "buy paint", "--in", "Work")
    #expect(session.run("edit", "Home/paint the shed/buy paint", "buy red paint").status == 0)
    #expect(session.run("edit", "paint the shed/buy red paint", "buy paint").status == 0)
    let message = session.run("delete", "buy paint").message
    #expect(message.contains("Home/paint the shed/buy paint") && message.contains("Work/buy paint"))
    #expect(
      session.run("list", "--where", "measure").lines == [
        "▾ 1 Home", "  ▾ 1:1 ☐ paint the shed", "      1:3 ☑ measure", "            the door, too",
      ])
  }

  @Test func `add --in takes a section first, and a row if none fits, and adds below it at the end`() throws {
    let session = try Self.session()
    #expect(
      session.run("add", "brush", "--in", "paint the shed").message == #"added [ ] "brush" (@r8) to paint the shed"#)
    session.run("add", "rows", "--in", "call the plumber", "--first")
    #expect(
      Self.list(session, ["add", "new", "--in", "1:1", "--at", "2"]) == [
        "▾ 1 Home", "  ▾ 1:1 ☐ paint the shed", "      1:2 ☐ buy paint", "      1:3 ☐ new", "      1:4 ☑ measure",
        "            the door, too", "      1:5 ☐ brush", "  ▾ 1:6 ☐ call the plumber", "      1:7 ☐ rows", "▾ 2 Work",
        "  2:1 mail",
      ])
    session.run("add", "Work", "--in", "Home")
    #expect(session.run("add", "x", "--in", "Work").message == #"added "x" (@r12) to Work"#)
    #expect(session.run("add", "y", "--in", "1:1", "--at", "9").status != 0)
  }

  @Test func `demote --items makes rows of tasks and items of lists, names the rest, and is undone`() throws {
    let session = try Session(
      ["add", "--section", "Trip", "Home"], ["add", "--section", "[ ] pack", "[ ] book", "--in", "Trip"],
      ["add", "--section", "Food", "[ ] call", "--in", "Trip"], ["add", "--section", "[x] socks", "--in", "pack"],
      ["add", "red", "--in", "socks"], ["add", "--section", "item", "--set", "markdown=bullet", "--in", "Home"])
    let before = session.run("list").text
    #expect(
      session.run("status").lines.contains("items     4 sections could be rows: 'pleat demote --items' makes them rows")
    )
    #expect(session.run("demote", "--items", "--in", "Home").status == 64)
    #expect(session.run("demote").status == 64)
    let message = session.run("demote", "--items").message
    #expect(
      message.contains(#"kept "call" (@s6): it stays a section, because another section is below or before it"#),
      "\(message)")
    #expect(
      session.run("list").lines == [
        "▾ 1 Trip", "  ▾ 1:1 ☐ pack", "      ▾ 1:2 ☑ socks", "          1:3 ☐ red", "  1:4 ☐ book", "  1.1 Food",
        "  1.2 ☐ call", "▾ 2 Home", "  2:1 item",
      ])
    #expect(session.run("status", "--json").text.contains(#""listItems":0"#))
    #expect(session.run("demote", "--items", "Home").message == "nothing to do")
    #expect(session.run("undo").status == 0)
    #expect(session.run("list").text == before)
    session.run("demote", "--items", "Home")
    #expect(session.run("list", "Home").lines == ["▾ 2 Home", "  2:1 item"])
  }
}
