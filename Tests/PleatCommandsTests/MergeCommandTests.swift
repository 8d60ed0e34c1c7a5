import Foundation
import TestPrograms
import Testing

/// `import --merge`, as a user has it.
struct MergeCommandTests {
  private static let merge = ["import", "-", "--format", "markdown", "--merge"]

  private func merge(_ session: Session, _ words: [String], _ document: String) -> Session.Answer {
    session.run(Self.merge + words, input: Array(document.utf8))
  }

  private func session(_ document: String) throws -> Session {
    let session = try Session()
    session.run("import", "-", "--format", "markdown", input: document)
    return session
  }

  @Test func `import --merge adds and updates; it removes nothing`() throws {
    let session = try session("# A\n\n- one\n- [ ] two\n\n## B\n\n- x\n")
    session.run("collapse", "B")
    let answer = merge(session, [], "# A\n\n- [x] two\n- three\n\n## B\n\n- y\n")
    #expect(answer.message == "merged (2 added, 1 changed, 0 moved, 0 deleted); new: \"three\" (@r6), \"y\" (@r7)")
    #expect(
      session.run("list").lines == ["▾ 1 A", "  1:1 one", "  1:2 ☑ two", "  1:3 three", "  ▸ 1.1 B · 2 hidden"])
    #expect(merge(session, [], "# A\n\n- [x] two\n- three\n\n## B\n\n- y\n").message == "nothing to do")
    #expect(session.run("undo").message == "undone: import - --format markdown --merge (ana, just now)")
    #expect(session.run("list").lines == ["▾ 1 A", "  1:1 one", "  1:2 ☐ two", "  ▸ 1.1 B · 1 hidden"])
  }

  @Test func `import --merge --delete removes what the document lacks, and then lists what goes`() throws {
    let session = try session("# A\n\n- one\n- two\n- three\n\n## B\n\n- x\n")
    #expect(
      merge(session, ["--delete"], "# A\n\n- two\n- three\n- four\n").message == """
        merged (1 added, 0 changed, 0 moved, 3 deleted); 'pleat undo' takes it back:
          added "four" (@r7) to A
          deleted "one" (@r2) from A
          deleted "x" (@r6) from B
          deleted "B" (@s5) from A
        """)
    #expect(session.run("list").lines == ["▾ 1 A", "  1:1 two", "  1:2 three", "  1:3 four"])
  }

  @Test func `of what is removed, the first ten are listed and the others counted`() throws {
    let session = try session("# A\n" + (1...30).map { "- row \($0)\n" }.joined())
    let newer = "# A\n" + (1...18).map { "- row \($0)\n" }.joined()
    for words in [["--delete", "-n"], ["--delete"]] {
      let lines = merge(session, words, newer).message.split(separator: "\n")
      #expect(lines.count == 12)
      #expect(lines[1] == "  deleted \"row 19\" (@r20) from A" && lines[10] == "  deleted \"row 28\" (@r29) from A")
      #expect(lines[11] == "  deleted 2 more")
    }
  }

  @Test func `import --merge -n lists what is added, changed, moved and removed`() throws {
    let session = try session("# A\n\n- one\n- [ ] two\n- three\n- four\n\n# B\n\n- x\n")
    let before = try session.shell.contents()
    let newer = "# A\n\n- four\n- one\n- [x] two\n- new\n\n## New\n\n# B\n\n- x\n"
    #expect(
      merge(session, ["-n", "--delete"], newer).message == """
        would have merged (2 added, 1 changed, 1 moved, 1 deleted):
          added "New" (@s8) to A
          added "new" (@r9) to A
          changed "two" (@r3) in A
          moved "four" (@r5) to A
          deleted "three" (@r4) from A
        """)
    #expect(
      merge(session, ["-n"], newer).message == """
        would have merged (2 added, 1 changed, 1 moved, 0 deleted):
          added "New" (@s8) to A
          added "new" (@r9) to A
          changed "two" (@r3) in A
          moved "four" (@r5) to A
        """)
    #expect(try session.shell.contents() == before)
  }

  @Test func `import --merge --json lists what was added, changed, moved and removed`() throws {
    let session = try session("# A\n\n- one\n- [ ] two\n- three\n- four\n")
    let newer = "# A\n\n- four\n- one\n- [x] two\n- new\n\n## New\n"
    let trial = merge(session, ["--delete", "--json", "-n"], newer).text
    let answer = merge(session, ["--delete", "--json"], newer).text
    #expect(answer == trial)
    #expect(
      answer.hasSuffix(
        #"""
        "merge":{"added":[{"id":"@s6","title":"New","in":"@s1"},{"id":"@r7","text":"new","in":"@s1"}],\#
        "changed":[{"id":"@r3","text":"two","in":"@s1"}],"moved":[{"id":"@r5","text":"four","in":"@s1"}],\#
        "deleted":[{"id":"@r4","text":"three","in":"@s1"}]}}

        """#), "\(answer)")
    let nothing = try JSON.object(merge(session, ["--delete", "--json"], newer).text)["merge"] as? [String: [Any]]
    #expect(nothing?.mapValues(\.count) == ["added": 0, "changed": 0, "moved": 0, "deleted": 0])
    let first = try Session()
    let created = try JSON.object(merge(first, ["--json"], newer).text)["merge"] as? [String: [Any]]
    #expect(created?["added"]?.count == 6)
  }

  @Test func `more than half of what is there needs --force`() throws {
    let session = try session("# A\n\n- one\n- two\n- three\n\n# Other\n\n- x\n- y\n- z\n")
    let before = try session.shell.contents()
    for words in [["--delete"], ["--delete", "-n"]] {
      let refused = merge(session, words, "# A\n")
      #expect(refused.status == 81)
      #expect(
        refused.message == """
          pleat: The merge would delete 3 of the 4 sections and rows that it covers.
          Nothing was changed. --force -n lists what would be deleted, and --force deletes it.
          """)
    }
    #expect(try JSON.error(merge(session, ["--delete", "--json"], "# A\n").message)["code"] as? String == "refused")
    #expect(try session.shell.contents() == before)
    #expect(merge(session, ["--delete", "--force"], "# A\n").status == 0)
    #expect(session.run("list").lines == ["1 A", "▾ 2 Other", "  2:1 x", "  2:2 y", "  2:3 z"])
  }

  @Test func `a row whose check box alone changed is the same row: id, attributes and folds stay`() throws {
    let session = try session("# A\n\n- [ ] one\n- [ ] two\n  - sub\n- [ ] three\n")
    session.run("edit", "one", "--set", "k=1")
    session.run("edit", "two", "--set", "k=2")
    session.run("collapse", "two")
    let before = session.run("list", "--json", "--all").text
    let answer = merge(session, ["--delete"], "# A\n\n- [x] one\n- [x] two\n  - sub\n- [ ] three\n")
    #expect(answer.message == "merged (0 added, 2 changed, 0 moved, 0 deleted)")
    let expected = before.replacing("\"text\":\"one\",\"done\":false", with: "\"text\":\"one\",\"done\":true")
      .replacing(
        "\"text\":\"two\",\"done\":false", with: "\"text\":\"two\",\"done\":true")
    #expect(session.run("list", "--json", "--all").text == expected)
    #expect(expected.contains("\"collapsed\":true") && expected != before)
  }

  @Test func `in a merge a box of the document wins, and no box keeps its own, with something below as well`() throws {
    let session = try session("# A\n\n- [x] one\n  - a\n- [ ] two\n  - b\n")
    _ = merge(session, [], "# A\n\n- one\n  - a\n- [x] two\n  - b\n")
    let boxes = "SELECT text, done FROM row WHERE level = 1 ORDER BY rank"
    #expect(try session.shell.lines(boxes) == ["one|1", "two|1"])
  }

  @Test func `a merge into a file that is missing is an import, and its trial makes no file`() throws {
    let session = try Session()
    for words in [["-n"], ["-n", "--delete"], ["-n", "--delete", "--force"]] {
      #expect(
        merge(session, words, "# A\n\n- one\n").message == """
          would have merged (2 added, 0 changed, 0 moved, 0 deleted):
            added "A" (@s1)
            added "one" (@r2) to A
          """)
    }
    #expect(try session.folder.names() == [])
    #expect(merge(session, ["--in", "A"], "# A\n").status == 66)
    #expect(
      merge(session, ["--delete"], "# A\n\n- one\n").message
        == "merged (2 added, 0 changed, 0 moved, 0 deleted); new: \"A\" (@s1), \"one\" (@r2)")
    let more = (1...11).map { "- row \($0)\n" }.joined()
    #expect(merge(session, [], "# A\n\n- one\n" + more).message.hasSuffix(", \"row 10\" (@r12) and 1 more"))
  }

  @Test(arguments: ["markdown", "opml", "plist", "json", "csv", "tsv"])
  func `in every format, what is exported merges back as nothing to do`(format: String) throws {
    let session = try Session.sample()
    session.run("done", "milk")
    session.run("edit", "Dairy", "--detail", "cold", "--set", "k=1")
    session.run("edit", "bread", "--set", "k=1")
    let document = session.run("export", "-", "--format", format).bytes
    for words in [[], ["--delete"], ["--delete", "--force"]] {
      let answer = session.run(["import", "-", "--format", format, "--merge"] + words, input: document)
      #expect(answer.message == "nothing to do")
    }
    session.run("delete", "apples")
    session.run("add", "mine", "--in", "Dairy", "--at", "2")
    session.run("edit", "plants", "--done", "yes")
    session.run("import", "-", "--format", format, "--merge", input: String(decoding: document, as: UTF8.self))
    #expect(
      session.run("list", "--all").lines == [
        "▾ 1 Groceries", "  1:1 apples", "  1:2 bread", "  ▾ 1.1 Dairy — cold", "    1.1:1 ☑ milk", "    1.1:2 mine",
        "    1.1:3 butter", "    1.1:4 cheese", "▾ 2 Home", "  2:1 ☑ plants", "3 Reading",
      ])
  }
}
