import Testing

/// `list --where` and `export --where`, as a user has them.
struct ListFilterTests {
  private func sample() throws -> Session {
    let session = try Session.sample()
    session.run("add", "[ ] call #ana", "milk", "--in", "Home")
    session.run("collapse", "Groceries")
    return session
  }

  @Test func `what fits is listed below the headers around it, collapsed or not, with its numbers`() throws {
    let session = try sample()
    #expect(
      session.run("list", "--where", "milk").lines == [
        "▸ 1 Groceries", "  ▾ 1.1 Dairy", "    1.1:1 milk", "▾ 2 Home", "  2:3 milk",
      ])
    #expect(session.run("list", "--where", "#ana open").lines == ["▾ 2 Home", "  2:2 ☐ call #ana"])
    #expect(session.run("list", "Home", "--where", "milk").lines == ["▾ 2 Home", "  2:3 milk"])
    #expect(session.run("list", "Dairy", "--where", "milk").lines == ["  ▾ 1.1 Dairy", "    1.1:1 milk"])
    #expect(session.run("list", "--where", "Dairy", "--sections").lines == ["▸ 1 Groceries", "  ▾ 1.1 Dairy"])
    #expect(
      session.run("list", "--where", "milk", "--depth", "1").lines == [
        "▸ 1 Groceries · 1 subsection left out", "▾ 2 Home", "  2:3 milk",
      ])
    let none = session.run("list", "--where", "nothing")
    #expect(none.lines == [] && none.messages == [] && none.status == 0)
    session.isTerminal = true
    #expect(session.run("list", "--where", "nothing", "--open").message == "nothing in the outline fits 'nothing'.")
    #expect(session.run("list", "--where", "nothing", "--json").messages == [])
    #expect(session.run("list", "--where", "milk").messages == [])
  }

  @Test func `with --open, tasks that are done are left out beside what does not fit`() throws {
    let session = try sample()
    session.run("add", "[x] pay #ana", "--in", "Home")
    #expect(session.run("list", "--where", "#ana").lines == ["▾ 2 Home", "  2:2 ☐ call #ana", "  2:4 ☑ pay #ana"])
    #expect(session.run("list", "--where", "#ana", "--open").lines == ["▾ 2 Home", "  2:2 ☐ call #ana"])
  }

  @Test func `a window counts the lines of the filtered list`() throws {
    let session = try sample()
    let all = try JSON.objects(session.run("list", "--json", "--where", "milk").text)
    #expect(all.map { $0["line"] as? Int } == [0, 1, 2, 3, 4])
    for from in 0...5 {
      for limit in 1...5 {
        let part = try JSON.objects(
          session.run("list", "--json", "--where", "milk", "--from", "\(from)", "--limit", "\(limit)").text)
        #expect(part.map { $0["id"] as? String } == all.dropFirst(from).prefix(limit).map { $0["id"] as? String })
        #expect(part.first?["line"] as? Int == (part.isEmpty ? nil : from))
      }
    }
  }

  @Test func `export writes what fits with the headers around it`() throws {
    let session = try sample()
    func exported(_ words: String...) -> String {
      session.run(["export", "-", "--format", "json", "--where"] + words).text
    }
    let home = exported("#ana")
    #expect(home.contains("call #ana") && home.contains("Home"))
    #expect(!home.contains("milk") && !home.contains("Groceries") && !home.contains("plants"))
    let dairy = exported("milk in:Groceries")
    #expect(dairy.contains("Groceries") && dairy.contains("Dairy") && dairy.contains("milk"))
    #expect(!dairy.contains("butter") && !dairy.contains("Home"))
    #expect(!exported("milk", "Home").contains("Dairy"))
  }

  @Test func `a filter with a mistake is refused`() throws {
    let session = try sample()
    for words in [["--where", "(a"], ["--where", ""]] {
      #expect(session.run(["list"] + words).status == 64)
      #expect(session.run(["list", "--json"] + words).message.hasPrefix("{\"error\":{\"code\":\"usage\""))
    }
    #expect(session.run("list", "--where", "in:Nowhere").status == 66)
  }

  @Test func `with --open, nothing stays around a hit that is left out`() throws {
    let session = try Session(
      ["add", "--section", "A", "B", "C"], ["add", "[ ] trip", "--in", "A"], ["add", "[x] socks #t", "--in", "trip"],
      ["add", "[x] k #t", "--in", "B"], ["add", "[ ] c", "--in", "C"], ["add", "--section", "D", "--in", "C"],
      ["add", "[ ] below #t", "--in", "D"])
    #expect(session.run("list", "--where", "#t").lines.count == 8)
    session.run("done", "D")
    #expect(session.run("list", "--where", "#t", "--open").lines == [])
    #expect(session.run("list", "--where", "#t", "--open", "--json").text == "[]\n")
    session.run("undone", "socks #t")
    session.run("done", "trip")
    let open = ["▾ 1 A", "  ▾ 1:1 ☑ trip", "      1:2 ☐ socks #t"]
    #expect(session.run("list", "--where", "#t", "--open").lines == open)
    session.run("archive", "C")
    session.run("undone", "D")
    #expect(session.run("list", "--where", "#t", "--open").lines == open)
    #expect(session.run("list", "Archive", "--where", "below", "--open").lines.count == 4)
  }
}
