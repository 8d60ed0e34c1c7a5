import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// Rows that are tasks.
struct TaskTests {
  /// The sample with bread done, plants and butter open.
  private func session() throws -> Session {
    let session = try Session.sample()
    session.run("done", "bread")
    session.run("undone", "plants", "butter")
    return session
  }

  @Test func `done and undone make tasks of rows, which lists show with a box`() throws {
    let session = try session()
    #expect(
      session.run("list", "--all").text == """
        ▾ 1 Groceries
          1:1 apples
          1:2 ☑ bread
          ▾ 1.1 Dairy
            1.1:1 milk
            1.1:2 ☐ butter
            1.1:3 cheese
        ▾ 2 Home
          2:1 ☐ plants
        3 Reading

        """)
    #expect(session.run("list", "--ascii", "Home").text == "- 2 Home\n  2:1 [ ] plants\n")
    #expect(session.run("list", "--ascii", "1:2").text == "  1:2 [x] bread\n")
    #expect(
      try session.shell.lines("SELECT text, done FROM row WHERE done IS NOT NULL ORDER BY text") == [
        "bread|1", "butter|0", "plants|0",
      ])
  }

  @Test func `a box before a text that is added makes a task of it, and a backslash keeps it in the text`() throws {
    let session = try Session(["add", "--section", "Home"], ["edit", "Home", "--new-rows", "plain"])
    #expect(session.run("add", "[ ] jam", "--in", "Home").message == #"added [ ] "jam" (@r2) to Home"#)
    #expect(
      session.run("add", "[x] tea", #"\[ ] rice"#, "[ ]salt", "--in", "Home", "-n").message == """
        would have added 3 rows to Home:
          [x] "tea" (@r3)
          "[ ] rice" (@r4)
          "[ ]salt" (@r5)
        """)
    session.run("add", "-", "--in", "Home", input: "[X] tea\n\\[x] rice\n")
    session.run("apply", input: #"{"verb":"add","arguments":["[ ] salt"],"in":"Home"}"#)
    session.run("add", "--section", "[ ] Trip")
    #expect(
      session.run("list").lines == [
        "▾ 1 Home", "  1:1 ☐ jam", "  1:2 ☑ tea", "  1:3 [x] rice", "  1:4 ☐ salt", "2 ☐ Trip",
      ])
  }

  @Test(arguments: [("yes", "☑ jam"), ("no", "☐ jam"), ("none", "jam")])
  func `done outweighs the box in a text`(choice: String, line: String) throws {
    let session = try Session(["add", "[ ] jam", "[x] jam", "--done", choice])
    #expect(session.run("list", "Inbox").lines.dropFirst() == ["  1:1 \(line)", "  1:2 \(line)"])
  }

  @Test func `a box alone is an empty text, and is refused`() throws {
    let session = try Session(["add", "--section", "Home"])
    #expect(session.run("add", "[ ] ").status == 64)
    #expect(session.run("add", "[ ]", "--in", "Home").message == #"added "[ ]" (@r2) to Home"#)
  }

  @Test func `documents, SQL and the editor take a text as it is`() throws {
    let session = try Session(["add", "--section", "Home"])
    session.run("import", "-", "--format", "csv", input: "section,text\nA,[ ] jam\n")
    try session.shell.run("INSERT INTO row (section_id, rank, text) VALUES (1, 0, '[ ] tea')")
    #expect(session.run("list", "--open").lines.contains { $0.hasSuffix("1:1 [ ] tea") })
    #expect(try session.shell.lines("SELECT text FROM row WHERE done IS NULL").sorted() == ["[ ] jam", "[ ] tea"])
  }

  @Test func `a subtask takes 42 keys on the command line, also below a row`() throws {
    let session = try Session(
      ["add", "--section", "Project"], ["add", "[ ] write tests", "[ ] publish", "--in", "Project"])
    let typed = #"pleat add "unit tests" --in "write tests""#
    #expect(typed.count + 1 == 42)
    session.run("add", "unit tests", "--in", "write tests")
    #expect(
      session.run().lines == ["▾ 1 Project", "  ▾ 1:1 ☐ write tests", "      1:2 ☐ unit tests", "  1:3 ☐ publish"])
  }

  @Test func `a section without content looks like a section`() throws {
    let session = try Session(
      ["add", "--section", "Project", "Ideas"], ["add", "--section", "A", "B", "--in", "Project"])
    session.run("done", "B")
    #expect(session.run().lines == ["▾ 1 Project", "  1.1 A", "  1.2 ☑ B", "2 Ideas"])
    #expect(session.run("list", "--color", "always", "A").text == "  \u{1B}[2m1.1\u{1B}[0m \u{1B}[1mA\u{1B}[0m\n")
    #expect(session.run("list", "--color", "always", "Ideas").text == "\u{1B}[2m2\u{1B}[0m \u{1B}[1mIdeas\u{1B}[0m\n")
    #expect(session.run("status").lines.contains("sections  4 (0 collapsed)"))
  }

  @Test func `a task that is done is dimmed as a whole where there are colours`() throws {
    let session = try session()
    #expect(
      session.run("list", "1:2", "--color", "always").text
        == "  \u{1B}[2m1:2 \u{1B}[0;32m☑\u{1B}[0;2m bread\u{1B}[0m\n")
    #expect(
      session.run("list", "2:1", "--color", "always").text
        == "  \u{1B}[2m2:1\u{1B}[0m \u{1B}[36m☐\u{1B}[0m plants\n")
  }

  @Test func `the lines of a text are below each other, after the box`() throws {
    let session = try session()
    session.run("add", "one\ntwo", "--done", "no", "--in", "Home")
    #expect(session.run("list", "2:2").text == "  2:2 ☐ one\n        two\n")
    #expect(session.run("list", "2:2", "--ascii").text == "  2:2 [ ] one\n          two\n")
  }

  @Test func `several check boxes are set by one edit`() throws {
    let session = try session()
    #expect(
      session.run("done", "apples", "milk", "plants").message
        == #"marked 3 rows as done: "apples" (@r2), "milk" (@r5), "plants" (@r9)"#)
    #expect(session.run("status", "--json").text.contains("\"open\":1,\"done\":4"))
    session.run("undo")
    #expect(session.run("status", "--json").text.contains("\"open\":2,\"done\":1"))
    #expect(session.run("done", "bread").message == "nothing to do: \"bread\" is already marked as done")
  }

  @Test func `edit and add take a check box`() throws {
    let session = try session()
    session.run("edit", "bread", "--done", "none")
    session.run("edit", "apples", "--text", "pears", "--done", "yes")
    session.run("add", "call", "--done", "no", "--in", "Home")
    #expect(
      try session.shell.lines("SELECT text, done FROM row WHERE row_id IN (2, 3, 11) ORDER BY 1") == [
        "bread|", "call|0", "pears|1",
      ])
    #expect(session.run("edit", "apples", "--done", "maybe").status == 64)
    #expect(session.run("add", "--section", "x", "--done", "yes").message == "added [x] \"x\" (@s12)")
  }

  @Test(arguments: [["done", "Home"], ["edit", "Home", "--done", "yes"]])
  func `a section can be done`(words: [String]) throws {
    let session = try Session.sample()
    #expect(session.run(words).status == 0)
    #expect(try session.shell.lines("SELECT title FROM section WHERE done = 1") == ["Home"])
    #expect(session.run("undone", "-r", "Home").message == "marked \"Home\" (@s8) as open")
    #expect(try session.shell.lines("SELECT title FROM section WHERE done = 0") == ["Home"])
  }

  @Test(arguments: [["edit", "Home"], ["edit", "apples"], ["add", "x"]])
  func `a check box is no attribute`(words: [String]) throws {
    let session = try Session.sample()
    let answer = session.run(words + ["--set", "done=no"])
    #expect(answer.status == 64)
    #expect(answer.message.contains("Use --done no instead of --set done=no."))
  }

  @Test func `a JSON line says whether a row is done`() throws {
    let lines = try session().run("list", "--all", "--json").lines
    #expect(
      lines.contains { $0.contains("\"text\":\"bread\",\"done\":true,\"due\":null,\"repeat\":null,\"attributes\":{}") })
    #expect(
      lines.contains {
        $0.contains("\"text\":\"butter\",\"done\":false,\"due\":null,\"repeat\":null,\"attributes\":{}")
      })
    #expect(
      lines.contains { $0.contains("\"text\":\"milk\",\"done\":null,\"due\":null,\"repeat\":null,\"attributes\":{}") })
  }

  @Test func `list --open leaves out done rows, and headers and numbers stay`() throws {
    let session = try session()
    session.run("done", "plants", "apples")
    #expect(
      session.run("list", "--open").text == """
        ▾ 1 Groceries
          ▾ 1.1 Dairy
            1.1:1 milk
            1.1:2 ☐ butter
            1.1:3 cheese
        ▾ 2 Home
        3 Reading

        """)
    session.run("done", "milk")
    #expect(session.run("list", "--open", "Dairy").text == "  ▾ 1.1 Dairy\n    1.1:2 ☐ butter\n    1.1:3 cheese\n")
    #expect(session.run("list", "--open", "milk").text == "")
  }

  @Test func `a window of list --open is a part of what it lists`() throws {
    let session = try session()
    session.run("done", "apples", "milk")
    let whole = session.run("list", "--open").lines
    let objects = try JSON.objects(session.run("list", "--open", "--json").text)
    #expect(objects.map { $0["line"] as? Int } == Array(0..<whole.count))
    for from in whole.indices {
      for limit in 0...3 {
        let lines = session.run("list", "--open", "--from", "\(from)", "--limit", "\(limit)").lines
        #expect(lines == Array(whole[from...].prefix(limit)), "\(limit) from \(from)")
      }
    }
  }

  @Test func `delete --done deletes the done rows of a section and those below it`() throws {
    let session = try session()
    session.run("done", "milk", "plants")
    #expect(
      session.run("delete", "--done", "Groceries").message
        == "deleted 2 rows: \"bread\" (@r3), \"milk\" (@r5); 'pleat undo' takes it back")
    #expect(session.run("list", "--json").lines.count(where: { $0.contains("\"row\"") }) == 4)
    #expect(session.run("delete", "--done", "--all").message == "deleted \"plants\" (@r9) from Home")
    #expect(session.run("delete", "--done", "--all").message == "nothing to do")
    session.run("undo")
    #expect(session.run("list", "Home").text == "▾ 2 Home\n  2:1 ☑ plants\n")
  }

  @Test(arguments: [
    ["--done"], ["--all"], ["--done", "--all", "Home"], ["--done", "plants"],
    ["--done", "--keep-rows", "Home", "Groceries"], [],
  ])
  func `delete --done that says nothing sensible is refused`(words: [String]) throws {
    let session = try session()
    #expect(session.run(["delete"] + words).status == 64)
    #expect(try session.shell.lines("SELECT count(*) FROM row") == ["6"])
  }

  @Test func `a list of open tasks leaves out a done section with all below it, and says what is open there`() throws {
    let session = try Session(["add", "--section", "Trip", "--done", "yes"])
    session.run("add", "--section", "Bags", "--in", "Trip", "--done", "no")
    session.run("add", "[ ] socks", "[x] soap", "--in", "Bags")
    session.run("add", "[ ] call", "--in", "Inbox")
    session.run("add", "--section", "Home")
    session.run("add", "[ ] call", "[x] water", "--in", "Home")
    let answer = session.run("list", "--open")
    #expect(answer.lines == ["▾ 2 Home", "  2:1 ☐ call"])
    #expect(answer.message == "2 open tasks are not listed: they are below a task that is done.")
    #expect(session.run("list", "--open", "--from", "1").lines == ["  2:1 ☐ call"])
    #expect(session.run("find", "s", "--open").lines == ["1.1 Trip: ☐ Bags", "1.1:1 Trip/Bags: ☐ socks"])
    #expect(session.run("status").lines.contains("tasks     3 open, 3 done"))
    session.run("collapse", "Trip")
    #expect(session.run("list").lines.first == "▸ 1 ☑ Trip · 2 hidden, 1 of 3 done")
    let header = session.run("list", "--json", "--limit", "1").text
    #expect(
      header.contains("\"done\":true,\"due\":null,\"repeat\":null,\"collapsed\":true")
        && header.contains("\"tasks\":3,\"doneTasks\":1"))
  }

  @Test func `delete --done keeps a done section with something open below it, and says so`() throws {
    let session = try Session(["add", "--section", "Trip", "Work", "--done", "yes"])
    session.run("add", "[ ] socks", "[x] soap", "--in", "Trip")
    session.run("add", "[x] desk", "--in", "Work")
    session.run("add", "note", "--in", "Work", "--done", "none")
    #expect(
      session.run("delete", "--done", "--all").message == """
        deleted 1 section and 1 row with 2 rows: "soap" (@r4), "Work" (@s2); 'pleat undo' takes it back
        kept "Trip" (@s1): something below it is open; -r deletes it too
        """)
    #expect(
      session.run("delete", "--done", "--all").message
        == "nothing to do: kept \"Trip\" (@s1): something below it is open; -r deletes it too")
    #expect(session.run("delete", "--done", "--all", "-r").status == 0)
    #expect(session.run("list").text == "")
  }

  @Test func `status counts the open and the done tasks`() throws {
    #expect(try session().run("status").lines.contains("tasks     2 open, 1 done"))
  }

  @Test func `a batch sets check boxes too`() throws {
    let session = try session()
    let batch = """
      done apples milk
      {"verb":"undone","arguments":["bread"]}
      add rice --in Dairy --done yes --as rice
      undone $rice
      delete --done Groceries

      """
    #expect(session.run("apply", "-", input: batch).status == 0)
    #expect(
      session.run("list", "--all").lines == [
        "▾ 1 Groceries", "  1:1 ☐ bread", "  ▾ 1.1 Dairy", "    1.1:1 ☐ butter", "    1.1:2 cheese",
        "    1.1:3 ☐ rice",
        "▾ 2 Home",
        "  2:1 ☐ plants", "3 Reading",
      ])
  }

  @Test func `a batch that moves a row and then changes it is taken back`() throws {
    let session = try session()
    let before = session.run("list", "--all", "--json").text
    let batch = "move bread --in Home\nundone bread\nedit bread cake\nmove plants --in Dairy\ndone plants\n"
    #expect(session.run("apply", "-", input: batch).status == 0)
    #expect(session.run("undo").status == 0)
    #expect(session.run("list", "--all", "--json").text == before)
    #expect(session.run("redo").status == 0)
    #expect(session.run("list", "Home").lines == ["▾ 2 Home", "  2:1 ☐ cake"])
  }

  @Test func `a check box is a reload in the view`() throws {
    let session = try session()
    #expect(
      session.run("done", "plants", "apples", "--json").text.contains(
        "\"reloadedRows\":[{\"section\":0,\"start\":0,\"count\":1},{\"section\":2,\"start\":0,\"count\":1}]}"))
    session.run("collapse", "Dairy")
    #expect(
      session.run("done", "milk", "--json").text.contains(
        "\"changes\":{\"user\":\"ana\",\"layout\":\"grouped\",\"reloadedHeaders\":[{\"start\":1,\"count\":1}]}}"))
  }

  @Test func `in a merge a box of the document wins, and no box keeps the row's`() throws {
    let session = try Session()
    let merge = ["import", "-", "--format", "markdown", "--merge"]
    session.run(merge, input: Array("# A\n- [x] a\n- [ ] b\n- c\n".utf8))
    session.run(merge, input: Array("# A\n- [ ] a\n- b\n- [x] c\n".utf8))
    #expect(session.run("list").lines == ["▾ 1 A", "  1:1 ☐ a", "  1:2 ☐ b", "  1:3 ☑ c"])
  }
}
