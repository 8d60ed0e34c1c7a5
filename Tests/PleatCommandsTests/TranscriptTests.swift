import Testing

/// Sessions as a user would have them.
struct TranscriptTests {
  @Test func `making, folding and reading a first outline`() throws {
    let session = try Session()
    #expect(session.run().status == 66)
    #expect(session.run().message.contains("pleat add milk"))
    #expect(session.run("add", "--section", "Groceries").message == #"added "Groceries" (@s1)"#)
    let added = session.run("add", "milk", "bread", "--in", "Groceries").message
    #expect(added == #"added 2 rows to Groceries: "milk" (@r2), "bread" (@r3)"#)
    #expect(
      session.run("add", "--section", "Dairy", "--in", "groceries").message == #"added "Dairy" (@s4) to Groceries"#)
    #expect(session.run("mv", "milk", "--in", "Groceries/Dairy").message == #"moved "milk" (@r2) to Dairy"#)
    #expect(
      session.run().text == """
        ▾ 1 Groceries
          1:1 bread
          ▾ 1.1 Dairy
            1.1:1 milk

        """)
    #expect(session.run("collapse", "Groceries").message == "collapsed Groceries (2 hidden)")
    #expect(session.run("collapse", "Groceries").message == "nothing to do: Groceries is already collapsed")
    #expect(session.run("ls").text == "▸ 1 Groceries · 2 hidden\n")
    #expect(
      session.run("-u", "ben", "ls", "--ids", "--ascii").lines == [
        "- 1 @s1 Groceries", "  1:1 @r3 bread", "  - 1.1 @s4 Dairy", "    1.1:1 @r2 milk",
      ])
    #expect(session.run("find", "MILK").text == "1.1:1 Groceries/Dairy: milk · hidden in Groceries\n")
    #expect(session.run("rm", "Groceries").status == 81)
    let deleted = session.run("rm", "-r", "Groceries").message
    #expect(deleted == #"deleted "Groceries" (@s1) with 1 subsection and 2 rows; 'pleat undo' takes it back"#)
    #expect(session.run().text == "")
  }

  @Test func `a collapsed section forgets nothing below it`() throws {
    let session = try Session.sample()
    let before = session.run("folds").text
    session.run("collapse", "Dairy")
    #expect(session.run("toggle", "Groceries").message == "collapsed Groceries (5 hidden)")
    #expect(session.run("folds").lines == ["▸ Groceries", "▸ Groceries/Dairy", "▾ Home", "▾ Reading"])
    #expect(session.run("status").lines.contains("sections  4 (2 collapsed)"))
    session.run("toggle", "Groceries")
    #expect(session.run().lines.contains("  ▸ 1.1 Dairy · 3 hidden"))
    #expect(session.run("reset").message == "reset your folds")
    #expect(session.run("reset").message == "nothing to do: you have set no folds")
    #expect(session.run("folds").text == before)
  }

  @Test func `accordion leaves one of its siblings open`() throws {
    let session = try Session.sample()
    session.run("collapse", "--all")
    #expect(session.run("accordion", "on").message == "turned the accordion on")
    session.run("expand", "Groceries")
    session.run("expand", "Home")
    #expect(session.run("folds", "--ascii").lines == ["+ Groceries", "+ Groceries/Dairy", "- Home", "+ Reading"])
    #expect(session.run("-u", "ben", "folds", "--ascii").lines.allSatisfy { $0.hasPrefix("- ") })
  }

  @Test func `find --reveal opens what hides a hit`() throws {
    let session = try Session.sample()
    session.run("collapse", "--all")
    let dry = session.run("find", "--reveal", "-n", "milk")
    #expect(dry.text == "1.1:1 Groceries/Dairy: milk\n")
    #expect(dry.message.hasPrefix("would have expanded"))
    #expect(session.run().lines.count == 3)
    #expect(session.run("find", "--reveal", "milk").status == 0)
    #expect(session.run().lines.contains("    1.1:1 milk"))
    #expect(session.run().lines.contains("▸ 2 Home · 1 hidden"))
    #expect(session.run("find", "--reveal", "milk").message == "nothing to do: the sections are already expanded")
    let none = session.run("find", "--reveal", "--json", "nowhere")
    #expect(none.status == 1)
    #expect(try JSON.object(none.text)["hits"] as? [String] == [])
  }

  @Test func `find without a hit ends with 1 and says so`() throws {
    let session = try Session.sample()
    let answer = session.run("find", "nowhere")
    #expect(answer.status == 1)
    #expect(answer.text.isEmpty && answer.message == "pleat: nothing in the outline has 'nowhere'.")
    #expect(session.run("find", "--json", "nowhere").text == "[]\n")
  }

  @Test func `status names the file, the user and the numbers`() throws {
    let session = try Session.sample()
    session.run("collapse", "Dairy")
    #expect(
      session.run("status").text == """
        file      \(session.path)
        sections  4 (1 collapsed)
        rows      6
        tasks     0 open, 0 done
        users     1
        user      ana
        starts    expanded
        accordion off

        """)
    let object = try JSON.object(session.run("status", "--json").text)
    #expect(object["file"] as? String == session.path)
    #expect(object["sections"] as? Int == 4)
    #expect(object["collapsed"] as? Int == 1)
    #expect(object["rows"] as? Int == 6)
    #expect(object["accordion"] as? Bool == false)
  }

  @Test func `help and version are answers, not errors`() throws {
    let session = try Session()
    for words in [["--help"], ["help"], ["add", "--help"], ["help", "add"], ["--version"]] {
      let answer = session.run(words)
      #expect(answer.status == 0, "\(words)")
      #expect(!answer.text.isEmpty && answer.messages.isEmpty, "\(words)")
    }
    #expect(try session.folder.names() == [])
  }

  @Test func `a section with nothing below has no triangle, and a detail is set apart from its title`() throws {
    let session = try Session(["add", "--section", "A", "B"], ["edit", "B", "--detail", "b"], ["collapse", "A"])
    #expect(session.run().lines == ["1 A", "2 B — b"])
    #expect(session.run("list", "--ascii").lines == ["1 A", "2 B -- b"])
    session.run("add", "x", "--in", "A")
    #expect(session.run().lines == ["▸ 1 A · 1 hidden", "2 B — b"])
  }
}
