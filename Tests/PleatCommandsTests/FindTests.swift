import Testing

/// `pleat find` and `list --sections`, as a user has them.
struct FindTests {
  private func sample() throws -> Session {
    let session = try Session.sample()
    session.run("add", "milk for Ana", "oat milk", "--in", "Home")
    session.run(
      "edit", "oat milk", "--set", "due=2024-05-01", "--set", "tags=[\"vegan\",\"cold\"]", "--set", "paid=true")
    session.run("edit", "Home", "--detail", "for Ana and milk")
    return session
  }

  @Test func `on a terminal the best hits come first, and in a pipe and in JSON the order is the document's`() throws {
    let session = try Session(["add", "--section", "Shop"])
    session.run("add", "--in", "Shop", "buttermilk", "oat milk", "milk", "mílk", "Milkman")
    let inOrder = [
      "1:1 Shop: buttermilk", "1:2 Shop: oat milk", "1:3 Shop: milk", "1:4 Shop: mílk", "1:5 Shop: Milkman",
    ]
    #expect(session.run("find", "milk").lines == inOrder)
    #expect(session.run("find", "milk", "--limit", "2").lines == Array(inOrder.prefix(2)))
    session.isTerminal = true
    let best = ["Shop"] + [2, 3, 1, 4, 0].map { "  " + inOrder[$0].replacing("Shop: ", with: "") }
    #expect(session.run("find", "milk", "--color=never").lines == best)
    #expect(session.run("find", "milk", "--limit", "2", "--color=never").lines == Array(best.prefix(3)))
    #expect(try JSON.objects(session.run("find", "milk", "--json").text).map { $0["number"] as? String }.first == "1:1")
    #expect(session.run("find", "mílk", "--color=never").lines == ["Shop", "  1:4 mílk"])
  }

  @Test func `on a terminal the hits are below the paths of their sections, and --ids shows ids`() throws {
    let session = try sample()
    session.run("done", "milk")
    session.run("add", "oat milk 2", "--in", "milk for Ana")
    session.run("collapse", "Dairy")
    let lines = [
      [
        "1.1:1 @r5 Groceries/Dairy: ☑ milk · hidden in Dairy", "2 @s8 Home — for Ana and milk",
        "2:2 @r11 Home: milk for Ana",
      ],
      ["2:3 @r13 Home/milk for Ana: oat milk 2", "2:4 @r12 Home: oat milk"],
    ]
    #expect(session.run("find", "milk", "--ids").lines == lines[0] + lines[1])
    session.isTerminal = true
    #expect(
      session.run("find", "milk", "--ids", "--color=never").lines.sorted() == [
        "  1.1:1 @r5 ☑ milk · hidden in Dairy", "  2:2 @r11 milk for Ana", "  2:3 @r13 milk for Ana: oat milk 2",
        "  2:4 @r12 oat milk", "2 @s8 Home — for Ana and milk", "Groceries/Dairy", "Home",
      ])
    for option in [["--json"], ["-q"], ["--reveal", "-n"], ["--reveal"]] {
      #expect(session.run(["find", "milk", "--ids"] + option).status == 0)
    }
  }

  @Test func `open tasks are found without a word, and a filter or --open is needed`() throws {
    let session = try Session(["add", "--section", "Shop"])
    session.run("add", "--in", "Shop", "[ ] milk", "[x] bread", "salt")
    #expect(session.run("find", "--open").lines == ["1:1 Shop: ☐ milk"])
    #expect(session.run("find", "--open", "--in", "Shop").text == session.run("find", "open").text)
    session.run("done", "milk")
    let nothing = session.run("find", "--open")
    #expect(nothing.status == 1 && nothing.message.hasPrefix("pleat: no task in the outline is open."))
    for arguments in [["find"], ["find", "--regex"], ["find", "--regex", "--open"], ["find", "--json"]] {
      #expect(session.run(arguments).status == 64, "\(arguments)")
    }
  }

  @Test func `find --open leaves the header of the archive out, as list --open does`() throws {
    let session = try Session.sample()
    session.run("archive", "milk", "Home")
    #expect(session.run("find", "a").lines.contains("3 Archive"))
    for words in [["find", "a", "--open"], ["find", "a", "--open", "--reveal"], ["find", ".", "--regex", "--open"]] {
      let found = session.run(words).lines
      #expect(found.contains { $0.contains("Dairy") } && !found.contains { $0.contains("Archive") }, "\(found)")
    }
    session.run("edit", "Archive", "--done", "no")
    #expect(session.run("find", "--open").status == 1)
    #expect(
      session.run("find", "milk", "--open", "--in", "Archive").lines == ["3:1 Archive: milk · hidden in Archive"])
    #expect(session.run("find", "milk", "--open").message == "pleat: nothing in the outline fits 'milk'.")
  }

  @Test(arguments: [
    "price=1.20", "n=12345678901234567890", "e=1e3", "zero=-0", "owner=[\"ann\",2.50]", "o={\"p\":1}", "t=true",
    "half=0.50",
    "k=007", "w=a b", "pair=[1, 2]",
  ])
  func `what --set sets is found in the same words`(pair: String) throws {
    let session = try Session(["add", "--section", "A"], ["add", "x", "--in", "A"])
    session.run("edit", "x", "--set", pair)
    let typed = pair.contains(" ") ? pair.replacing("=", with: "=\"", maxReplacements: 1) + "\"" : pair
    #expect(session.run("find", typed).lines.first?.hasPrefix("1:1 A: x") == true, "\(pair)")
  }

  @Test func `a part of a list is found by the name of the attribute, and a number as it is written`() throws {
    let session = try Session(["add", "--section", "A"], ["add", "x", "--in", "A"])
    session.run("edit", "x", "--set", "owner=[\"ann\",2.50]", "--set", "price=1.20", "--set", "my key=[\"b\"]")
    #expect(session.run("find", "owner").lines == ["1:1 A: x (owner=ann) (owner=2.50)"])
    #expect(session.run("find", "1.20").lines == ["1:1 A: x (price=1.20)"])
    #expect(session.run("find", "\"my key=b\"").lines == ["1:1 A: x (my key=b)"])
    for words in ["owner=ann", "owner=2.50", "owner=2.5", "price=1.2", "\"owner=ann\"", "\"price=1.20\""] {
      #expect(session.run("find", words).status == 0, "\(words)")
    }
    for words in ["owner=2.6", "price=1", "owner=true"] { #expect(session.run("find", words).status == 1, "\(words)") }
  }

  @Test func `several words must all occur`() throws {
    let session = try sample()
    #expect(
      session.run("find", "ana", "MILK").lines == ["2 Home — for Ana and milk", "2:2 Home: milk for Ana"])
    #expect(session.run("find", "ana for", "and").lines == ["2 Home — for Ana and milk"])
    #expect(session.run("find", "\"ana for\"").status == 1)
    #expect(session.run("find", "ana", "nowhere").status == 1)
  }

  @Test func `find looks at attributes, and shows those in which it found something`() throws {
    let session = try sample()
    #expect(session.run("find", "2024-05").lines == ["2:3 Home: oat milk (due=2024-05-01)"])
    #expect(session.run("find", "vegan", "oat", "paid=true").lines == ["2:3 Home: oat milk (tags=vegan) (paid=true)"])
    #expect(session.run("find", "{").status == 1)
    for words in ["due=2024-05-01", "text:due=2024"] {
      let hit = try JSON.objects(session.run("find", words, "--json").text)
      #expect(hit.map { $0["inAttributes"] as? [String] } == [["due=2024-05-01"]])
    }
  }

  @Test func `find looks in one section with --in, and stops at --limit`() throws {
    let session = try sample()
    #expect(session.run("find", "milk", "--in", "Groceries").lines == ["1.1:1 Groceries/Dairy: milk"])
    #expect(
      session.run("find", "milk", "--limit", "2").lines == ["1.1:1 Groceries/Dairy: milk", "2 Home — for Ana and milk"])
    session.run("collapse", "--all")
    #expect(session.run("find", "milk", "--in", "Dairy", "--reveal").status == 0)
    #expect(session.run("folds").lines == ["▾ Groceries", "▾ Groceries/Dairy", "▸ Home", "▸ Reading"])
    #expect(session.run("find", "cheese", "--in", "Home").message == "pleat: nothing in 'Home' has 'cheese'.")
  }

  @Test func `find tells the rows of a section in their order, and says which section hides them`() throws {
    let session = try sample()
    session.run("move", "oat milk", "--first")
    #expect(
      session.run("find", "milk", "--in", "Home").lines == [
        "2 Home — for Ana and milk", "2:1 Home: oat milk", "2:3 Home: milk for Ana",
      ])
    session.run("collapse", "Groceries")
    let hit = try #require(try JSON.objects(session.run("find", "butter", "--json").text).first)
    #expect(hit["path"] as? String == "Groceries/Dairy")
    #expect(hit["hiddenBy"] as? String == "Groceries")
  }

  @Test func `find shows boxes, and --open leaves out the tasks that are done`() throws {
    let session = try sample()
    session.run("done", "milk")
    session.run("undone", "oat milk")
    #expect(
      session.run("find", "milk").lines == [
        "1.1:1 Groceries/Dairy: ☑ milk", "2 Home — for Ana and milk", "2:2 Home: milk for Ana", "2:3 Home: ☐ oat milk",
      ])
    #expect(
      session.run("find", "milk", "--open", "--ascii").lines == [
        "2 Home -- for Ana and milk", "2:2 Home: milk for Ana", "2:3 Home: [ ] oat milk",
      ])
  }

  @Test func `find -q prints nothing, and its exit code says whether there is a hit`() throws {
    let session = try sample()
    session.run("collapse", "--all")
    for (words, status) in [
      (["milk"], 0), (["nothing"], 1), (["milk", "--reveal"], 0), (["open"], 1), (["--open"], 1),
    ] {
      let answer = session.run(["find", "-q"] + words)
      #expect(answer.status == status && answer.text.isEmpty && answer.message.isEmpty, "\(words): \(answer)")
    }
    for verb in ["tags", "users", "settings"] { #expect(session.run(verb, "-q").text.isEmpty, "\(verb)") }
    #expect(session.run("list").text.contains("oat milk"))
    #expect(try !JSON.objects(session.run("find", "-q", "milk", "--json").text).isEmpty)
  }

  @Test func `find takes regular expressions, and says what is wrong with one`() throws {
    let session = try sample()
    #expect(session.run("find", "--regex", "^m.lk$").lines == ["1.1:1 Groceries/Dairy: milk"])
    #expect(session.run("find", "--regex", "MILK", "oat|ana").lines.count == 3)
    let bad = session.run("find", "--regex", "(")
    #expect(bad.status == 64)
    #expect(
      bad.lines.isEmpty
        && bad.message
          == "pleat: '(' is not a regular expression: missing closing parenthesis, at character 2.\nWithout --regex, words are searched for as they are."
    )
  }

  @Test func `a regular expression that would not end is refused, with the text in which`() throws {
    let session = try sample()
    let letters = String(repeating: "a", count: 40)
    session.run("add", letters, "--in", "Home")
    #expect(session.run("find", "--regex", "^(a*)*b$").status == 1)
    for words in [["find"], ["find", "--reveal"]] {
      let end = session.run(words + ["--regex", "(a*)*[bc]"])
      #expect(end.status == 81)
      #expect(end.message.hasPrefix("pleat: Searching for '(a*)*[bc]' takes too many steps in \"\(letters)\".\n"))
    }
    #expect(
      session.run("find", "--regex", "(a*)*[bc]", "--json").message.hasPrefix("{\"error\":{\"code\":\"refused\","))
  }

  @Test func `hits are highlighted on a terminal`() throws {
    let session = try sample()
    session.isTerminal = true
    #expect(
      session.run("find", "MILK", "--limit", "2").text
        == "\u{1B}[1mGroceries/Dairy\u{1B}[0m\n  \u{1B}[2m1.1:1\u{1B}[0m \u{1B}[1;35mmilk\u{1B}[0m\n"
        + "\u{1B}[2m2\u{1B}[0m Home — for Ana and \u{1B}[1;35mmilk\u{1B}[0m\n")
    #expect(session.run("find", "read", "--in", "Reading").text == "\u{1B}[2m3\u{1B}[0m \u{1B}[1;35mRead\u{1B}[0ming\n")
  }

  @Test func `no hit says so plainly`() throws {
    let session = try sample()
    #expect(session.run("find", "q", "x").message == "pleat: nothing in the outline has 'q' and 'x'.")
    #expect(session.run("find", "q or x").message == "pleat: nothing in the outline fits 'q or x'.")
    #expect(session.run("find", "--regex", "x{9}").message == "pleat: nothing in the outline matches 'x{9}'.")
  }

  @Test func `list --sections shows headers alone, with numbers`() throws {
    let session = try sample()
    session.run("collapse", "Dairy")
    #expect(
      session.run("list", "--sections").lines == [
        "▾ 1 Groceries", "  ▸ 1.1 Dairy · 3 hidden", "▾ 2 Home — for Ana and milk", "3 Reading",
      ])
    let lines = try JSON.objects(session.run("list", "--sections", "--json", "--from", "1", "--limit", "2").text)
    #expect(lines.map { $0["line"] as? Int } == [1, 2])
    #expect(lines.map { $0["rows"] as? Int } == [3, 3])
    #expect(
      session.run("list", "Groceries", "--sections", "--depth", "1").lines == ["▾ 1 Groceries · 1 subsection left out"])
  }
}
