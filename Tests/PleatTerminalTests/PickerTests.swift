import OutlineCore
import OutlineRepository
import TerminalText
import Testing

@testable import PleatTerminal

/// Lists from which something is picked, and what is then done with it.
struct PickerTests {
  private func choices(_ names: [String], rows: [String] = []) -> [Picker.Choice] {
    names.map { Picker.Choice(name: $0.split(separator: "/").last.map(String.init) ?? $0, shown: $0, pick: nil) }
      + rows.map { Picker.Choice(name: $0, shown: "Home/\($0)", isSecond: true, pick: nil) }
  }

  @Test(arguments: [
    ("", ["Food", "Work/Food plan", "Sea food", "food", "Home/Attic", "Café", "foodie"]),
    ("food", ["Food", "food", "Work/Food plan", "foodie", "Sea food"]),
    ("fo", ["Food", "Work/Food plan", "food", "foodie", "Sea food"]),
    ("plan food", ["Work/Food plan"]), ("work", ["Work/Food plan"]), ("home", ["Home/Attic", "food", "foodie"]),
    ("cafe", ["Café"]), ("xyz", []), ("  FOOD ", ["Food", "food", "Work/Food plan", "foodie", "Sea food"]),
  ])
  func `exact names come first, then beginnings, then parts, and sections before rows`(text: String, names: [String]) {
    var picker = Picker(
      title: "", prompt: "", hint: "", nothing: "",
      choices: choices(["Food", "Work/Food plan", "Sea food"], rows: ["food"])
        + choices(["Home/Attic", "Café"], rows: ["foodie"]))
    picker.input = LineInput(text)
    #expect(picker.matches.map { $0.isSecond ? $0.name : $0.shown } == names)
  }

  @Test func `what was picked before comes first`() throws {
    let session = try ScreenSession()
    func titles() -> [String] { session.list.dropFirst().map { String($0.drop { $0 == " " || $0 == ">" }) } }
    session.press(.character("t"))
    #expect(titles() == ["Groceries", "Groceries/Dairy", "Home"])
    session.type("home")
    session.press(.enter)
    #expect(session.screen.current?.text == "Home")
    session.press(.home, .down, .character("m"))
    #expect(titles() == ["Home", "Groceries", "Groceries/Dairy"])
    session.press(.escape, .character("t"), .down, .down, .enter)
    #expect(session.screen.current?.text == "Dairy")
    session.press(.left, .left, .left, .character("t"))
    session.type("dai")
    session.press(.enter)
    #expect(session.screen.current?.text == "Groceries")
    #expect(session.status == "What you picked is in this section, which is collapsed; right expands it.")
  }

  @Test func `rows are sorted where the cursor is`() throws {
    let session = try ScreenSession()
    try session.edit(.rename("1:1", to: "zucchini"))
    for keys in [[Key.home], [.home, .down]] {
      for key in keys { session.press(key) }
      session.press(.character("s"))
      #expect(session.painted.texts[0] == " Sort the rows of \"Groceries\":")
      session.press(.enter)
      #expect(session.list[1].hasSuffix("  bread"), "\(session.list)")
      session.press(.character("u"))
    }
    session.press(.character("s"), .down, .down, .escape)
    #expect(try session.lines().map(\.text).prefix(3) == ["Groceries", "zucchini", "bread"])
  }

  @Test func `all keys are shown at 40 columns, and found by a part of what they do`() throws {
    let session = try ScreenSession(columns: 40, rows: 10)
    session.press(.character("?"))
    #expect(session.painted.rows.allSatisfy { $0.reduce(0) { $0 + $1.width } <= 40 })
    session.type("promote")
    #expect(session.list.last == " No key does this.")
    session.press(.control("u"))
    session.type("section of row")
    #expect(session.list[1].hasPrefix("> S") == true)
    session.press(.escape, .down, .character("?"))
    session.type("make a section of the row")
    session.press(.enter)
    #expect(session.status == "promoted \"apples\"")
  }

  @Test(arguments: [
    ("see https://example.org/a_b?c=d, and (http://x.org)", ["https://example.org/a_b?c=d", "http://x.org"]),
    ("<https://a.b>", ["https://a.b"]),
    ("https://de.wikipedia.org/wiki/Ä_(B)!", ["https://de.wikipedia.org/wiki/Ä_(B)"]),
    ("mailto:ana@x.org.", ["mailto:ana@x.org"]), ("[a](https://x.org/a)", ["https://x.org/a"]), ("https://", []),
    ("xhttps://a.b", []), ("no link: at all", []), ("http:// https://a", ["https://a"]), ("", []),
    ("https://a\nhttps://b", ["https://a", "https://b"]),
  ])
  func `links are found in texts`(text: String, links: [String]) { #expect(Link.all(in: text) == links) }

  @Test func `a link is opened, or picked if there are several`() throws {
    let session = try ScreenSession(columns: 60)
    try session.edit(.rename("apples", to: "one https://a.org"))
    try session.edit(.rename("bread", to: "https://b.org https://c.org"))
    session.press(.character("o"))
    #expect(session.status == "There is no link in \"Groceries\".")
    session.press(.down, .character("o"))
    #expect(session.screen.state.request == .link("https://a.org"))
    let spans = session.painted.rows.flatMap(\.self)
    #expect(spans.filter { $0.link != nil }.map(\.text) == ["https://a.org", "https://b.org", "https://c.org"])
    session.press(.down, .character("o"))
    session.type("c.")
    session.press(.enter)
    #expect(session.screen.state.request == .link("https://c.org"))
  }

  @Test func `a typed command runs, and its answer is shown in one line or in a pane`() throws {
    var lines: [String] = []
    let session = try ScreenSession()
    let answers = ["one": "only this\n", "two": "first\n\n\u{1B}[31msecond\n", "none": ""]
    let screen = try ScreenSession.screen(
      session.path,
      commandLine: ScreenCommandLine(
        run: { line in
          lines.append(line)
          return answers[line] ?? line
        }, completions: { line in ["delete", "demote", "done"].filter { $0.hasPrefix(line) } }))
    func press(_ keys: Key...) -> [String] {
      keys.forEach(screen.take)
      return screen.paint().texts.map { $0.trimmingCharacters(in: [" "]) }.filter { !$0.isEmpty }
    }
    #expect(press(.character(":"), .paste("one"), .enter).last == "only this")
    #expect(press(.character(":"), .paste("two"), .enter)[1...3] == [":two", "first", "\\x1b[31msecond"])
    #expect(press(.character("x"), .character("d"), .escape, .character(":"), .up).last == ": two")
    #expect(press(.control("u"), .character("d"), .tab).suffix(2) == ["delete  demote  done", ": d"])
    #expect(press(.character("e"), .tab).last == ": de")
    #expect(press(.character("m"), .tab).last == ": demote")
    #expect(
      press(.control("u"), .character("x"), .tab).suffix(2) == [
        "Nothing fits; -- and tab list options.", ": x",
      ])
    #expect(press(.escape).last?.contains("x") == false)
    #expect(press(.character(":"), .paste("none"), .enter).last == ":none has nothing to show.")
    #expect(press(.character(":"), .paste("  "), .enter).count > 3)
    _ = press(.character("I"))
    #expect(press(.character("?"), .paste("done to the archive"))[2].hasPrefix(":archive --done"))
    #expect(press(.enter).last == "archive --done")
    #expect(lines == ["one", "two", "none", "show @s1", "archive --done"])
  }

  @Test(arguments: [Key.character("a"), .character("O"), .character("A"), .tab, .character("K"), .character("p")])
  func `an edit of a hit in a collapsed section expands it, so that what is typed does not become commands`(key: Key)
    throws
  {
    let session = try ScreenSession()
    session.press(.down, .character("y"), .character("z"), .character("/"))
    session.type("butter")
    session.press(.enter, key)
    let isTyping = if case .input = session.screen.state.mode { true } else { false }
    #expect(isTyping == [.character("a"), .character("O"), .character("A")].contains(key))
    if isTyping { session.type("zz") }
    session.press(.enter, .escape)
    #expect(session.list.contains { $0.hasSuffix("butter") }, "\(session.list)")
    #expect(session.list.contains { $0.hasSuffix("zz") } == isTyping, "\(session.list)")
  }

  @Test func `a row that is added at a hit begins although marked hits are hidden then`() throws {
    let session = try ScreenSession()
    session.press(.character("z"), .character("/"))
    session.type("milk or plants")
    session.press(.enter, .character("v"), .down, .character("a"))
    session.type("zz")
    session.press(.enter, .escape)
    #expect(session.list.contains { $0.hasSuffix("zz") }, "\(session.list)")
    #expect(session.screen.state.marks.isEmpty)
  }

  @Test func `enter keeps a filter that is wrong, with what is wrong`() throws {
    let session = try ScreenSession()
    session.press(.character("/"))
    session.type("due:wek")
    let problem = session.screen.state.message
    session.press(.enter)
    #expect(problem != nil && session.screen.state.message == problem)
    guard case .input(let input) = session.screen.state.mode else { Issue.record("the filter is gone"); return }
    #expect(input.line.text == "due:wek")
    for _ in 0..<3 { session.press(.backspace) }
    session.type("week or milk")
    session.press(.enter)
    #expect(session.list.last == ">    milk")
  }

  @Test func `the archive and a wrong kind leave the cursor where it was`() throws {
    let session = try ScreenSession(columns: 60)
    session.press(.down, .character("X"))
    #expect(session.screen.current?.text == "bread")
    session.press(.character("R"))
    #expect(session.status == "\"bread\" is a row already. S makes a section of it.")
    session.press(.home, .character("S"))
    #expect(session.status == "\"Groceries\" is a section already. R makes a row of it.")
    session.press(.down, .shiftDown, .shiftDown, .character("d"), .character("y"))
    #expect(session.status.hasPrefix("deleted ") && !session.status.contains("marked"))
  }
}
