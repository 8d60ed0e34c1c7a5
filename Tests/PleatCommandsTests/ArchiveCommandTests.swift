import Testing

/// What `archive` and `unarchive` say, and what leaves the archive out.
struct ArchiveCommandTests {
  @Test func `something is archived, left out, and brought back to where it was`() throws {
    let session = try Session.sample()
    let before = session.run("list", "--all").lines
    #expect(session.run("archive", "milk").message == #"archived "milk" (@r5) in Archive"#)
    #expect(session.run("archive", "milk").message == "nothing to do: \"milk\" is already archived")
    #expect(session.run("list").lines.suffix(2) == ["3 Reading", "▸ 4 Archive · 1 hidden"])
    #expect(session.run("show", "milk").text.contains("@4:1<6 Groceries/Dairy"))
    #expect(session.run("unarchive", "milk").message == #"unarchived "milk" (@r5) to Dairy"#)
    #expect(session.run("list", "--all").lines == before + ["4 Archive"])
    #expect(session.run("unarchive", "milk").status == 81)
    #expect(session.run("undo", "2").status == 0)
    #expect(session.run("list", "--all").lines == before)
  }

  @Test func `what is done goes, also from one section, and what is still open below it is named`() throws {
    let session = try Session.sample()
    session.run("done", "apples", "Dairy", "Home")
    session.run("edit", "milk", "--done", "no")
    let message = session.run("archive", "--done").message
    #expect(message.contains(#"kept "Dairy" (@s4): something below it is open; name it to archive it too"#))
    #expect(session.run("list", "--sections").lines.map { $0.trimmingPrefix(while: { $0 == " " }) }.count == 4)
    #expect(session.run("archive", "--done", "Groceries").message.hasPrefix("nothing to do: kept"))
    #expect(session.run("delete", "--done", "--all").message.hasPrefix("nothing to do: kept"))
    #expect(session.run("archive").status == 64)
  }

  @Test func `the archive counts nowhere as open`() throws {
    let session = try Session.sample()
    session.run("edit", "milk", "plants", "--done", "no")
    session.run("archive", "milk", "Home")
    #expect(session.run("status").text.contains("tasks     0 open, 0 done\narchive   1 section, 2 rows\n"))
    let status = try JSON.object(session.run("status", "--json").text)
    #expect(status["archivedSections"] as? Int == 1 && status["archivedRows"] as? Int == 2)
    #expect(status["sections"] as? Int == 3 && status["open"] as? Int == 0)
    for words in [["find", "--open", "milk"], ["find", "open"], ["find", "not archived milk"]] {
      #expect(session.run(words).text == "", "\(words)")
    }
    #expect(session.run("find", "archived task").lines.count == 2)
    #expect(session.run("list", "--open", "--all").lines.contains { $0.contains("milk") } == false)
    #expect(session.run("list", "--open", "Archive").lines.contains { $0.contains("milk") })
    #expect(session.run("done", "--where", "open").message == "nothing to do")
  }

  @Test func `the archive has the title that the setting says`() throws {
    let session = try Session.sample()
    session.run("settings", "archive", "Old things")
    session.run("archive", "milk")
    #expect(session.run("archive", "Old things").status == 81)
    #expect(session.run("list").lines.last == "▸ 4 Old things · 1 hidden")
    session.run("settings", "archive", "Reading")
    #expect(session.run("archive", "butter", "--json").status == 0)
    #expect(session.run("list", "Reading").lines == ["▾ 3 Reading", "  3:1 butter"])
  }

  @Test func `what is in an archive that was renamed comes back, and what is moved or copied is archived no more`()
    throws
  {
    let session = try Session.sample()
    session.run("archive", "milk", "Home", "apples", "bread")
    session.run("edit", "Archive", "Old")
    session.run("archive", "butter")
    #expect(session.run("unarchive", "milk").message == #"unarchived "milk" (@r5) to Dairy"#)
    #expect(session.run("unarchive", "Home").message == #"unarchived "Home" (@s8)"#)
    #expect(session.run("unarchive", "butter").message == #"unarchived "butter" (@r6) to Dairy"#)
    session.run("settings", "archive", "Old")
    func attributes(_ address: String) throws -> String? {
      let json = try JSON.object(session.run("show", address, "--json").text)
      return (json["attributes"] as? [String: Any])?["archived-from"] as? String
    }
    #expect(try attributes("apples") != nil)
    session.run("copy", "apples", "--in", "Home")
    #expect(try attributes("Home/apples") == nil)
    session.run("copy", "Old", "--after", "Home")
    #expect(session.run("export", "-", "--format", "json").text.components(separatedBy: "archived-from").count == 3)
    session.run("move", "Old/apples", "--last")
    #expect(try attributes("@r2") != nil)
    session.run("move", "@r2", "--in", "Reading")
    #expect(try attributes("@r2") == nil)
    #expect(session.run("unarchive", "@r2").status == 81)
    session.run("promote", "@r3", "--after", "Home")
    #expect(try attributes("@r3") == nil)
    #expect(session.run("undo").status == 0)
    #expect(session.run("unarchive", "@r3").message == #"unarchived "bread" (@r3) to Groceries"#)
  }

  /// The texts of the items that have a former place.
  private func placed(_ session: Session) throws -> [String] {
    try session.shell.lines(
      """
      SELECT title FROM section WHERE attributes LIKE '%archived-from%'
      UNION ALL SELECT text FROM row WHERE attributes LIKE '%archived-from%'
      """)
  }

  @Test func `what leaves the archive as its section goes, in an editor or by a document is archived no more`() throws {
    let session = try Session.sample()
    session.environment["TMPDIR"] = session.folder.path(of: "")
    session.run("edit", "milk", "--set", "price=2")
    session.run("archive", "milk", "Home", "butter")
    #expect(try placed(session) == ["Home", "milk", "butter"])

    #expect(
      session.run("delete", "Archive", "--keep-rows", "Reading", "-r").message.contains("moved 3 rows to Reading"))
    #expect(try placed(session) == [])
    #expect(session.run("show", "milk").text.contains("price"))
    #expect(session.run("unarchive", "milk").status == 81)
    session.run("undo")
    #expect(try placed(session) == ["Home", "milk", "butter"])

    session.editor = { text in
      text.replacing("- milk  @r5\n", with: "").replacing("Reading  @s10\n", with: "Reading  @s10\n- milk  @r5\n")
        .replacing("  Home  @s8\n  - plants", with: "Home  @s8\n- plants")
    }
    (session.isTerminal, session.isInputTerminal) = (true, true)
    #expect(session.run("edit", "--all").status == 0)
    (session.isTerminal, session.isInputTerminal) = (false, false)
    #expect(try placed(session) == ["butter"])
    #expect(session.run("unarchive", "butter").status == 0)
    session.run("undo", "2")

    let document = session.run("export", "-", "--format", "md").lines
    let moved = document.filter { !$0.hasPrefix("- milk") }.flatMap { $0 == "# Reading" ? [$0, "", "- milk"] : [$0] }
    let merged = session.run("import", "-", "--format", "md", "--merge", input: moved.joined(separator: "\n"))
    #expect(merged.status == 0)
    #expect(try placed(session) == ["Home", "butter"])
    #expect(session.run("show", "milk").text.contains("price"))
  }

  @Test func `an item that has lost its place says so, and goes to the place that is given`() throws {
    let session = try Session.sample()
    session.run("archive", "milk")
    session.run("delete", "-r", "Dairy")
    let answer = session.run("unarchive", "milk")
    #expect(answer.status == 81 && answer.message.contains("'Groceries/Dairy'") && answer.message.contains("--in"))
    #expect(session.run("unarchive", "milk", "--in", "Home").message == #"unarchived "milk" (@r5) to Home"#)
    #expect(session.run("unarchive", "apples", "--first").status == 64)
  }
}
