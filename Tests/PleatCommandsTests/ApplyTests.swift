import Foundation
import Testing

/// `pleat apply`: many edits as one.
struct ApplyTests {
  @Test func `where nothing is added, the message ends with the number of edits`() throws {
    let session = try Session.sample()
    #expect(session.run("apply", input: "done plants").message == "applied 1 edit")
  }

  @Test func `lines are written like commands, and are carried out one after the other`() throws {
    let session = try Session.sample()
    let answer = session.run(
      "apply",
      input: """
        # what to buy
        add 'oat milk' "soy milk" --in Dairy --first

        edit milk --set fat=3
        mv butter --after 'oat milk'
          rm cheese   # not this week
        collapse Home
        """)
    #expect(answer.status == 0 && answer.text.isEmpty)
    #expect(answer.message == "applied 5 edits: @r11, @r12")
    #expect(
      session.run().lines == [
        "▾ 1 Groceries", "  1:1 apples", "  1:2 bread", "  ▾ 1.1 Dairy", "    1.1:1 oat milk", "    1.1:2 butter",
        "    1.1:3 soy milk", "    1.1:4 milk", "▸ 2 Home · 1 hidden", "3 Reading",
      ])
    #expect(session.run("log", "--json", "--limit", "1").text.contains("\"words\":\"apply\""))
    #expect(session.run("undo").message == "undone: apply (ana, just now)")
    #expect(session.run().lines.prefix(7).last == "    1.1:3 cheese")
  }

  @Test func `on a terminal nobody is asked about one edit of several`() throws {
    let session = try Session.sample()
    (session.isTerminal, session.isInputTerminal) = (true, true)
    let edits = session.folder.path(of: "edits")
    try "collapse Home\n".write(toFile: edits, atomically: true, encoding: .utf8)
    #expect(session.run("apply", edits).message == "applied 1 edit")
  }

  @Test func `later lines name what earlier ones made`() throws {
    let session = try Session.sample()
    let answer = session.run(
      "apply", "--json",
      input: """
        add --section Trip --as trip
        add --section Packing --in $trip --as packing
        add socks --in $packing --as socks
        add shoes --before $socks
        add --in $packing -- $socks '$home'
        edit $trip --detail July
        edit "$socks" 'wool socks'
        move $socks --in $packing --first
        """)
    #expect(answer.status == 0, "\(answer.message)")
    let object = try JSON.object(answer.text)
    #expect(object["ids"] as? [String] == ["@s11", "@s12", "@r13", "@r14", "@r15", "@r16"])
    #expect(object["names"] as? [String: String] == ["trip": "@s11", "packing": "@s12", "socks": "@r13"])
    #expect(
      session.run("list", "Trip").lines == [
        "▾ 4 Trip — July", "  ▾ 4.1 Packing", "    4.1:1 wool socks", "    4.1:2 shoes", "    4.1:3 $socks",
        "    4.1:4 $home",
      ])
  }

  @Test func `a name that nobody gave is an address like any other`() throws {
    let session = try Session.sample()
    session.run("add", "--section", "$5 a day")
    #expect(session.run("apply", input: "add lunch --in '$5 a day'").status == 0)
    let answer = session.run("apply", input: "add a --in $later\nadd --section B --as later")
    #expect(answer.status == 66)
    #expect(answer.message.hasPrefix("pleat: line 1 of standard input: There is no section or row '$later'."))
  }

  @Test func `an error in a batch has the line and the reason as members of their own`() throws {
    let session = try Session.sample()
    let answer = session.run("apply", "--json", input: "add tea --in Home\ndelete nothing\n")
    let error = try #require(JSON.object(answer.message)["error"] as? [String: Any])
    #expect(error["message"] as? String == "line 2 of standard input: There is no section or row 'nothing'.")
    #expect(error["line"] as? Int == 2 && error["reason"] as? String == "There is no section or row 'nothing'.")
    let single = try #require(
      JSON.object(session.run("delete", "nothing", "--json").message)["error"] as? [String: Any])
    #expect(single["line"] == nil && single["reason"] == nil)
  }

  @Test(arguments: [
    ("add a --as x\nadd b --as x", 2, 64), ("add a --as 1x", 1, 64), ("add a --as 'a b'", 1, 64),
    ("add a b --as x", 1, 64), ("edit milk x --as y", 1, 64), ("add a --as ''", 1, 64), ("rm milk\nedit milk x", 2, 66),
    ("add a\nadd 'b", 2, 65), ("list", 1, 64), ("add a\n\n# c\nundo", 4, 64), ("frobnicate", 1, 64), ("add", 1, 64),
    ("rm Groceries", 1, 81), ("add a --in e", 1, 66), ("add -", 1, 64), ("edit milk x -n", 1, 64),
    ("add a -f other.db", 1, 64), ("mv Home --in Home", 1, 81), ("collapse 'Nowhere'", 1, 66), ("add a\\", 1, 65),
    ("edit milk --detail x", 1, 64), ("''", 1, 64),
  ])
  func `an error names its line and its reason, and nothing is changed`(input: String, line: Int, status: Int) throws {
    let session = try Session.sample()
    let before = try session.shell.contents()
    let script = "add first --in Home\n" + input
    let answer = session.run("apply", input: script)
    #expect(Int(answer.status) == status, "\(answer.message)")
    #expect(answer.message.hasPrefix("pleat: line \(line + 1) of standard input: "), "\(answer.message)")
    #expect(answer.message.contains("\nNothing was changed."), "\(answer.message)")
    #expect(answer.text.isEmpty)
    #expect(try session.shell.contents() == before)
    let json = session.run(["apply", "--json"], input: Array(script.utf8))
    #expect((try JSON.error(json.message)["message"] as? String)?.contains("line \(line + 1)") == true)
  }

  @Test func `a dry run answers like the real one and changes nothing`() throws {
    let session = try Session.sample()
    let script = "add --section A --as a\nadd x y --in $a\nrm -r Dairy\ncollapse Home"
    let before = FileManager.default.contents(atPath: session.path)
    let dry = session.run("apply", "-n", "--json", input: script)
    #expect(session.run("apply", "-n", input: script).message == "would have applied 4 edits: @s11, @r12, @r13")
    #expect(FileManager.default.contents(atPath: session.path) == before)
    #expect(session.run("apply", "--json", input: script).text == dry.text)
  }

  @Test func `the edits come from a file, which messages name`() throws {
    let session = try Session.sample()
    let path = session.folder.path(of: "edits.txt")
    try Data("add tea --in Home\nrm nothing".utf8).write(to: URL(fileURLWithPath: path))
    #expect(session.run("apply", path).message.hasPrefix("pleat: line 2 of edits.txt: "))
    try Data("add tea --in Home".utf8).write(to: URL(fileURLWithPath: path))
    #expect(session.run("apply", path).message == "applied 1 edit: @r11")
    #expect(session.run("apply", session.folder.path(of: "none.txt")).status == 66)
  }

  @Test func `a first batch makes the file, and one that is refused does not`() throws {
    let session = try Session()
    #expect(session.run("apply", input: "add milk --in Home").status == 66)
    #expect(session.run("apply", input: "collapse --all").status == 66)
    #expect(try session.folder.names() == [])
    #expect(session.run("apply", input: "add --section A --as a\nadd milk --in $a").status == 0)
    #expect(session.run().lines == ["▾ 1 A", "  1:1 milk"])
  }

  @Test(arguments: [
    "indent bread\noutdent bread", "done bread\nedit bread --done none", "add x --in Home --as x\ndelete $x",
    "edit bread bun\nedit bun bread", "add --section X\ndelete X",
  ])
  func `a batch that takes itself back leaves no entry`(edits: String) throws {
    let session = try Session.sample()
    let (before, log) = (session.run("list", "--ids").text, session.run("log", "--json").text)
    for words in [["-n"], []] {
      #expect(session.run(["apply"] + words, input: Array(edits.utf8)).message == "nothing to do")
    }
    #expect(session.run("list", "--ids").text == before)
    #expect(session.run("log", "--json").text == log)
    #expect(session.run("check").status == 0)
  }
}
