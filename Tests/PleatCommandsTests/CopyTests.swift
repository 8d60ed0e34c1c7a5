import Testing

/// What `copy` makes, and what it says.
struct CopyTests {
  @Test func `a section is copied with everything below it, and is one edit`() throws {
    let session = try Session.sample()
    session.run("done", "milk", "Dairy")
    session.run("edit", "Dairy", "milk", "--set", "k=v")
    session.run("collapse", "Groceries", "-u", "bob")
    let before = try session.shell.lines("SELECT * FROM section ORDER BY ord; SELECT * FROM row ORDER BY row_id")
    #expect(
      session.run("copy", "Groceries", "Dairy", "--in", "Home").message
        == #"copied "Groceries" (@s11) to Home with 1 subsection and 5 rows"#)
    let listed = session.run("list", "Home").lines
    #expect(
      listed == [
        "▾ 2 Home", "  2:1 plants", "  ▾ 2.1 Groceries", "    2.1:1 apples", "    2.1:2 bread", "    ▾ 2.1.1 ☑ Dairy",
        "      2.1.1:1 ☑ milk", "      2.1.1:2 butter", "      2.1.1:3 cheese",
      ])
    let attributes = "SELECT count(*) FROM section WHERE attributes = '{\"k\":\"v\"}'"
    #expect(try session.shell.lines(attributes) == ["2"])
    #expect(session.run("list", "Home", "-u", "bob").lines == listed)
    #expect(session.run("undo").status == 0)
    #expect(
      try session.shell.lines("SELECT * FROM section ORDER BY ord; SELECT * FROM row ORDER BY row_id") == before)
    session.run("redo")
    #expect(session.run("list", "Home").lines == listed)
  }

  @Test func `a row is copied into a row with what is below it, and a section is not`() throws {
    let session = try Session.sample()
    session.run("indent", "bread")
    #expect(
      session.run("copy", "apples", "--in", "plants", "-n").message
        == #"would have copied "apples" (@r11) to plants with 1 row"#)
    let refused = session.run("copy", "Groceries", "--in", "plants")
    #expect(refused.status == 81 && refused.message.contains("a section cannot be beside rows or below one"))
  }

  @Test func `rows are copied in the order named, to every placement that move has`() throws {
    let session = try Session.sample()
    #expect(
      session.run("copy", "bread", "apples", "--in", "Home").message
        == #"copied 2 rows to Home: "bread" (@r11), "apples" (@r12)"#)
    #expect(session.run("copy", "1.1:1-2", "--after", "apples").status == 80)
    #expect(session.run("copy", "1.1:1-2", "--after", "1:1", "-q").message == "")
    #expect(session.run("copy", "cheese", "--first").message == #"copied "cheese" (@r15) to Dairy"#)
    #expect(session.run("copy", "plants", "--in", "Groceries", "--at", "2").status == 0)
    #expect(
      session.run("list", "1", "2").lines == [
        "▾ 1 Groceries", "  1:1 apples", "  1:2 plants", "  1:3 milk", "  1:4 butter", "  1:5 bread", "  ▾ 1.1 Dairy",
        "    1.1:1 cheese", "    1.1:2 milk", "    1.1:3 butter", "    1.1:4 cheese", "▾ 2 Home", "  2:1 plants",
        "  2:2 bread", "  2:3 apples",
      ])
  }

  @Test func `a copy has no folds, and may go into what it is a copy of`() throws {
    let session = try Session.sample()
    session.run("collapse", "Dairy")
    #expect(session.run("copy", "Groceries", "--in", "Groceries/Dairy", "--json").text.contains(#""ids":["@s11"]"#))
    session.run("expand", "1.1")
    #expect(
      session.run("list", "--sections").lines == [
        "▾ 1 Groceries", "  ▾ 1.1 Dairy", "    ▾ 1.1.1 Groceries", "      ▾ 1.1.1.1 Dairy", "▾ 2 Home", "3 Reading",
      ])
  }

  @Test(
    arguments: [
      (["copy", "milk"], 64),
      (["copy", "milk", "plants", "--first"], 64),
      (["copy", "nothing", "--in", "Home"], 66),
      (["copy", "milk", "--in", "Home", "--first", "--last"], 64),
    ] as [([String], Int32)])
  func `what cannot be copied is refused, and nothing changes`(words: [String], status: Int32) throws {
    let session = try Session.sample()
    let before = try session.shell.contents()
    let answer = session.run(words)
    #expect(answer.status == status, "\(answer.message)")
    #expect(try session.shell.contents() == before)
    #expect(session.run(["copy", "milk", "--in", "Home", "-n"]).message.hasPrefix("would have copied \"milk\""))
    #expect(try session.shell.contents() == before)
  }
}
