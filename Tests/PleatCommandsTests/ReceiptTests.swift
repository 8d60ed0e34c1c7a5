import Testing

/// What a message says of an edit: what was hit, where, and how to come back.
struct ReceiptTests {
  private func session() throws -> Session {
    try Session(
      ["add", "--section", "Home", "Ideas"], ["add", "keys", "--in", "Home"], ["add", "a", "b", "c", "--in", "Ideas"])
  }

  @Test func `a receipt names what was hit, and where`() throws {
    let session = try session()
    #expect(session.run("add", "milk", "--in", "Home").message == #"added "milk" (@r7) to Home"#)
    #expect(session.run("edit", "milk", "tea").message == #"changed "tea" (@r7) in Home"#)
    #expect(session.run("move", "tea", "--in", "Ideas").message == #"moved "tea" (@r7) to Ideas"#)
    #expect(session.run("delete", "tea").message == #"deleted "tea" (@r7) from Ideas"#)
  }

  @Test func `a receipt says that what was added is hidden`() throws {
    let session = try session()
    #expect(session.run("collapse", "Ideas").message == "collapsed Ideas (3 hidden)")
    #expect(session.run("add", "d", "--in", "Ideas").message == #"added "d" (@r7) to Ideas, which is collapsed"#)
    session.run("add", "--section", "Deep", "--in", "Ideas")
    #expect(
      session.run("add", "e", "--in", "Deep").message
        == #"added "e" (@r9) to Deep, which is hidden because Ideas is collapsed"#)
    #expect(session.run("expand", "Ideas").message == "expanded Ideas")
  }

  @Test func `folding what is folded already says so`() throws {
    let session = try session()
    #expect(session.run("expand", "Home").message == "nothing to do: Home is already expanded")
    session.run("collapse", "Home", "Ideas")
    #expect(session.run("collapse", "Home", "Ideas").message == "nothing to do: the sections are already collapsed")
  }

  @Test func `toggling says which sections are collapsed now, and which are expanded`() throws {
    let session = try session()
    #expect(session.run("toggle", "Ideas", "-n").message == "would have collapsed Ideas (3 hidden)")
    #expect(session.run("toggle", "Ideas").message == "collapsed Ideas (3 hidden)")
    #expect(session.run("toggle", "Home", "Ideas").message == "collapsed Home (1 hidden); expanded Ideas")
    #expect(session.run("toggle", "Home", "Home").message == "expanded Home")
    let titles = (1...12).map { "S\($0)" }
    session.run(["add", "--section"] + titles)
    #expect(session.run(["toggle"] + titles).message.hasSuffix("S9, S10; and 2 more"))
    #expect(session.run("toggle", "Ideas", "--idempotency-key", "7").message == "collapsed Ideas (3 hidden)")
    #expect(
      session.run("toggle", "Ideas", "--idempotency-key", "7").message
        == "already saved, and not made again: toggle Ideas (@s2)")
  }

  @Test func `resetting folds says to what`() throws {
    let session = try session()
    #expect(session.run("reset").message == "nothing to do: you have set no folds")
    #expect(session.run("reset", "--collapsed", "-n").message == "would have reset your folds to collapsed")
    #expect(session.run("reset", "--collapsed").message == "reset your folds to collapsed")
    #expect(session.run("reset", "--expanded").message == "reset your folds to expanded")
  }

  @Test func `folding all sections says how many`() throws {
    let session = try session()
    #expect(session.run("collapse", "--all", "-n").message == "would have collapsed 2 sections")
    #expect(session.run("collapse", "--all").message == "collapsed 2 sections")
    #expect(session.run("collapse", "--all").message == "nothing to do: all sections are already collapsed")
    #expect(session.run("expand", "--all").message == "expanded 2 sections")
    #expect(session.run("accordion", "off").message == "nothing to do")
  }

  @Test func `a section that is done says how many tasks below it stay open`() throws {
    let session = try session()
    session.run("add", "--section", "Deep", "--in", "Ideas", "--done", "no")
    session.run("add", "[ ] d", "--in", "Deep")
    for start in ["would have marked \"Ideas\" (@s2)", "marked \"Ideas\" (@s2)", "nothing to do: \"Ideas\""] {
      let message = session.run(["done", "Ideas"] + (start.hasPrefix("would") ? ["-n"] : [])).message
      #expect(message.hasPrefix(start) && message.hasSuffix("\n2 tasks below it are open; -r marks them as done too."))
    }
    session.run("done", "Deep")
    #expect(session.run("done", "Ideas").message.hasSuffix("\n1 task below it is open; -r marks it as done too."))
    session.run("undone", "Deep")
    #expect(!session.run("done", "-r", "Ideas").message.contains("below it"))
    #expect(session.run("done", "Ideas", "Home").message.hasSuffix(" already was"))
  }

  @Test func `receipts of tasks, levels and orders name what was hit`() throws {
    let session = try session()
    #expect(session.run("move", "b", "--first").message == #"reordered "b" (@r5) in Ideas"#)
    session.run("undo")
    #expect(session.run("done", "keys").message == #"marked "keys" (@r3) as done in Home"#)
    #expect(session.run("undone", "a", "b").message == #"marked 2 rows as open in Ideas: "a" (@r4), "b" (@r5)"#)
    #expect(session.run("undone", "a").message == "nothing to do: \"a\" is already marked as open")
    #expect(session.run("sort", "Ideas", "--reverse").message == "sorted Ideas")
    #expect(session.run("sort", "Ideas", "--reverse").message == "nothing to do: Ideas is already sorted")
    #expect(session.run("promote", "c").message == #"promoted "c" (@s6) in Ideas"#)
    #expect(session.run("demote", "c").message == #"demoted "c" (@r6) in Ideas"#)
    #expect(session.run("indent", "a", "-n").message == #"would have indented "a" (@r4) below b"#)
    session.run("add", "--section", "F", "G", "H")
    session.run("add", "x", "--in", "H")
    let indented = session.run("indent", "F", "G").message
    #expect(indented == #"indented 2 sections below Ideas: "F" (@s7), "G" (@s8)"#)
    session.run("undo")
    #expect(session.run("indent", "G", "H", "-n").message.hasPrefix("would have indented 2 sections below F:\n"))
    let refused = session.run("indent", "keys")
    #expect(
      refused.status == 81
        && refused.message.hasPrefix("pleat: 'keys' cannot be indented: there is no row before it on its level."))
  }

  @Test func `deleting more than one thing says how many, and how to come back`() throws {
    let session = try session()
    #expect(
      session.run("delete", "-r", "Ideas").message
        == #"deleted "Ideas" (@s2) with 3 rows; 'pleat undo' takes it back"#)
    session.run("undo")
    #expect(
      session.run("delete", "a", "b").message
        == #"deleted 2 rows from Ideas: "a" (@r4), "b" (@r5); 'pleat undo' takes it back"#)
  }

  @Test func `a trial lists the first ten things and a count`() throws {
    let session = try session()
    let answer = session.run(["add", "-n", "--in", "Home"] + (1...12).map { "row \($0)" })
    let lines = answer.message.split(separator: "\n")
    #expect(lines.first == "would have added 12 rows to Home:")
    #expect(lines.count == 11)
    #expect(lines.last?.hasSuffix(" and 2 more") == true)
  }

  @Test func `a trial of deleting a section lists what is in it`() throws {
    let session = try Session.sample()
    #expect(
      session.run("delete", "-r", "Groceries", "-n").message == """
        would have deleted "Groceries" (@s1) with 1 subsection and 5 rows:
          "apples" (@r2) in Groceries
          "bread" (@r3) in Groceries
          "Dairy" (@s4) in Groceries
          "milk" (@r5) in Dairy
          "butter" (@r6) in Dairy
          "cheese" (@r7) in Dairy
        """)
    session.run(["add", "--in", "Home"] + (1...12).map { "row \($0)" })
    let lines = session.run("delete", "-r", "Home", "-n").message.split(separator: "\n")
    #expect(lines.count == 12)
    #expect(lines.last == "  and 3 more")
  }

  @Test func `what is named below another thing that is named is counted once`() throws {
    let session = try Session.sample()
    let before = try session.shell.lines("SELECT * FROM row ORDER BY row_id")
    #expect(
      session.run("delete", "-r", "Groceries", "Dairy", "milk", "-n").message == """
        would have deleted "Groceries" (@s1) with 1 subsection and 5 rows:
          "apples" (@r2) in Groceries
          "bread" (@r3) in Groceries
          "Dairy" (@s4) in Groceries
          "milk" (@r5) in Dairy
          "butter" (@r6) in Dairy
          "cheese" (@r7) in Dairy
        """)
    for words in [["-n"], []] {
      let ids = try JSON.object(session.run(["delete", "-r", "Dairy", "Groceries", "--json"] + words).text)["ids"]
      #expect(ids as? [String] == ["@s4", "@s1"])
    }
    session.run("undo")
    #expect(try session.shell.lines("SELECT * FROM row ORDER BY row_id") == before)
    #expect(
      session.run("delete", "-r", "Groceries", "Dairy", "milk").message
        == #"deleted "Groceries" (@s1) with 1 subsection and 5 rows; 'pleat undo' takes it back"#)
  }

  @Test func `more sections than a receipt names are counted with everything in them`() throws {
    let session = try Session()
    let titles = (1...12).map { "S\($0)" }
    session.run(["add", "--section"] + titles)
    for title in titles { session.run("add", "x", "--in", title) }
    #expect(session.run(["delete", "-r"] + titles).message.hasPrefix("deleted 12 sections with 12 rows: "))
  }

  @Test func `what would break a line or a terminal is escaped in a receipt`() throws {
    let session = try session()
    #expect(session.run("add", "a\nb\u{1B}[2J", "--in", "Home").message == #"added "a ⏎ b\x1b[2J" (@r7) to Home"#)
  }

  @Test func `rows that are kept are not counted as deleted`() throws {
    let session = try Session.sample()
    #expect(
      session.run("delete", "-r", "Groceries", "--keep-rows", "Home", "-n").message == """
        would have deleted "Groceries" (@s1) with 1 subsection, and moved 5 rows to Home; this goes with it:
          "Dairy" (@s4) in Groceries
        """)
    #expect(
      session.run("delete", "-r", "Dairy", "--keep-rows", "Home").message
        == #"deleted "Dairy" (@s4) from Groceries, and moved 3 rows to Home; 'pleat undo' takes it back"#)
    #expect(
      session.run("delete", "Reading", "--keep-rows", "Home").message == #"deleted "Reading" (@s10)"#)
  }

  @Test func `rows that are done already are counted apart`() throws {
    let session = try session()
    session.run("done", "a", "b")
    #expect(session.run("done", "a", "c").message == #"marked "c" (@r6) as done in Ideas; 1 other already was"#)
    #expect(
      session.run("undone", "keys", "a", "b", "c", "-n").message == """
        would have marked 4 rows as open:
          "keys" (@r3)
          "a" (@r4)
          "b" (@r5)
          "c" (@r6)
        """)
    session.run("undone", "a")
    #expect(session.run("done", "b", "c", "a").message == #"marked "a" (@r4) as done in Ideas; 2 others already were"#)
    #expect(session.run("done", "b", "c", "a").message == "nothing to do: they are already marked as done")
    session.run("edit", "a", "--set", "x=1")
    #expect(
      session.run("edit", "a", "b", "--set", "x=1").message
        == #"changed "b" (@r5) in Ideas; 1 other had nothing to change"#)
  }

  @Test func `sorting by an attribute that nothing has says so`() throws {
    let session = try session()
    #expect(
      session.run("sort", "Ideas", "--by", "price").message == "nothing to do: no row of Ideas has an attribute 'price'"
    )
    #expect(
      session.run("sort", "Ideas", "Home", "--by", "price").message == "nothing to do: no row has an attribute 'price'")
    #expect(
      session.run("sort", "--sections", "--by", "price").message == "nothing to do: no section has an attribute 'price'"
    )
    session.run("edit", "a", "--set", "price=1")
    #expect(session.run("sort", "Ideas", "--by", "price").message == "nothing to do: Ideas is already sorted")
  }

  @Test func `expanding what stays hidden says what hides it`() throws {
    let session = try Session.sample()
    session.run("collapse", "Dairy", "Groceries")
    #expect(
      session.run("expand", "Dairy").message == "expanded Dairy (still hidden because Groceries is collapsed)")
    #expect(
      session.run("expand", "Dairy").message
        == "nothing to do: Dairy is already expanded, and still hidden because Groceries is collapsed")
    session.run("collapse", "Dairy")
    #expect(session.run("expand", "Dairy", "Groceries").message == "expanded Dairy, Groceries")
  }

  @Test func `a search that reveals names only what it opens`() throws {
    let session = try Session.sample()
    session.run("collapse", "Dairy")
    #expect(session.run("find", "milk", "--reveal", "-n").message == "would have expanded Dairy")
    #expect(session.run("find", "milk", "--reveal").message == "expanded Dairy")
    #expect(session.run("find", "milk", "--reveal").message == "nothing to do: the sections are already expanded")
  }

  @Test func `a search that reveals names the rows that it opens, each once`() throws {
    let session = try Session.sample()
    session.run("add", "oat milk", "soy milk", "--in", "milk")
    session.run("collapse", "milk", "Dairy")
    #expect(session.run("find", "oat or soy", "--reveal", "-n").message == "would have expanded Dairy, milk")
    session.run("expand", "Dairy")
    #expect(session.run("find", "oat", "--reveal").message == "expanded milk")
    session.run("collapse", "milk", "Dairy")
    let answer = session.run("find", "oat or soy", "--reveal", "--json").text
    #expect(try JSON.object(answer)["ids"] as? [String] == ["@s4", "@r5"])
    #expect(session.run("find", "oat", "--reveal").message == "nothing to do: they are already expanded")
  }

  @Test(arguments: [
    (["delete", "-r"], "deleted \"trip\" (@r3) from H with 2 rows; 'pleat undo' takes it back"),
    (["move", "--in", "K"], "moved \"trip\" (@r3) to K"),
    (["copy", "--in", "K", "-n"], "would have copied \"trip\" (@r8) to K with 2 rows"),
    (["promote"], "promoted \"trip\" (@s3) in H"),
    (["archive"], "archived \"trip\" (@r3) in Archive with 2 rows; 'pleat undo' takes it back"),
    (["indent"], "indented \"trip\" (@r3) below milk"),
  ])
  func `of a row and one below it only the outer one counts, whatever happens to it`(edit: [String], message: String)
    throws
  {
    let session = try Session(
      ["add", "--section", "H", "K"], ["add", "trip", "--in", "H"], ["add", "socks", "shoes", "--in", "trip"])
    session.run("add", "milk", "--in", "H", "--first")
    session.run("add", "book", "--in", "K")
    for named in [["trip", "trip/socks"], ["trip/socks", "trip"], ["trip"]] {
      #expect(session.run(edit + named).message == message)
      session.run("undo")
    }
  }

  @Test func `expanding with everything below names what opens, and not what was open`() throws {
    let session = try Session(
      ["add", "--section", "H"], ["add", "trip", "milk", "--in", "H"], ["add", "socks", "--in", "trip"])
    session.run("collapse", "trip")
    #expect(session.run("expand", "-r", "H", "-n").message == "would have expanded trip")
    #expect(session.run("expand", "-r", "H").message == "expanded trip")
    #expect(session.run("expand", "-r", "H").message == "nothing to do: H is already expanded")
    session.run("collapse", "trip")
    #expect(session.run("collapse", "H", "trip").message == "collapsed H (3 hidden)")
    #expect(session.run("expand", "-r", "H").message == "expanded H")
  }

  @Test func `marking everything below as open says nothing of what was open already`() throws {
    let session = try Session(
      ["add", "--section", "H"], ["add", "[ ] trip", "--in", "H"], ["add", "[x] socks", "[ ] shoes", "--in", "trip"])
    #expect(session.run("undone", "-r", "trip").message == #"marked "socks" (@r3) as open in trip"#)
    #expect(session.run("undone", "-r", "trip").message == #"nothing to do: "trip" is already marked as open"#)
    #expect(session.run("done", "-r", "trip").message.hasPrefix("marked 3 rows as done: "))
  }

  @Test func `what goes to the archive along with an item is counted`() throws {
    let session = try Session.sample()
    #expect(
      session.run("archive", "Groceries").message
        == "archived \"Groceries\" (@s1) in Archive with 1 subsection and 5 rows; 'pleat undo' takes it back")
    #expect(session.run("archive", "plants").message == "archived \"plants\" (@r9) in Archive")
  }

  @Test(arguments: [
    ("day", "due"), ("Date", "due"), ("deadline", "due"), ("name", "text"), ("status", "done"), ("shop", nil),
  ])
  func `a word for something that is no attribute says what to sort by`(word: String, key: String?) throws {
    let message = try Session.sample().run("sort", "Groceries", "--by", word).message
    #expect(message.hasPrefix("nothing to do: no row of Groceries has an attribute '\(word)'"))
    #expect(message.contains("; --by") == (key != nil) && key.map { message.contains("--by \($0) sorts") } ?? true)
  }

  @Test(arguments: [
    (["move", "bread", "--before", "apples"], "moved \"bread\" (@r3) within Groceries"),
    (["move", "milk", "cheese", "--after", "butter"], "moved 2 rows within Dairy: \"milk\" (@r5), \"cheese\" (@r7)"),
    (["move", "bread", "--in", "Groceries", "--first"], "moved \"bread\" (@r3) within Groceries"),
    (["move", "bread", "--before", "milk"], "moved \"bread\" (@r3) to Dairy"),
    (["move", "bread", "milk", "--in", "Dairy", "--first"], "moved 2 rows to Dairy: \"bread\" (@r3), \"milk\" (@r5)"),
    (["move", "Home", "--before", "Groceries"], "moved \"Home\" (@s8)"),
  ])
  func `a move says what is new: another section, or another place within the same one`(
    words: [String], message: String
  )
    throws
  {
    #expect(try Session.sample().run(words).message == message)
  }
}
