import OutlineCore
import OutlineRepository
import PleatSystem
import TerminalText
import Testing

@testable import PleatTerminal

/// Notes, rows above others, days with rules, the archive, and what the screen remembers.
struct NoteTests {
  @Test func `a note is written below its item, and the text stays`() throws {
    let session = try ScreenSession()
    session.press(.down, .character("n"))
    #expect(session.status == "enter: save the note  alt-enter: another line  escape: leave it as it was")
    session.type("red")
    session.press(.altEnter)
    session.type("sweet")
    session.press(.enter)
    #expect(session.list[1...2] == [">  apples ⏎ red ⏎ sweet", "  bread"])
    session.press(.character("n"))
    for _ in 0..<6 { session.press(.backspace) }
    session.press(.enter)
    #expect(try session.lines()[1].text == "apples\nred")
    session.press(.home, .character("n"))
    session.type("for the weekend")
    session.press(.enter)
    #expect(session.list[0] == ">▾ Groceries — for the weekend")
    session.press(.character("n"), .control("u"), .enter)
    #expect(session.list[0] == ">▾ Groceries")
  }

  @Test func `a note that somebody else has changed meanwhile is not overwritten`() throws {
    let session = try ScreenSession()
    session.press(.down, .character("n"))
    session.type("red")
    try session.edit(.rename("apples", to: "apples\ngreen"))
    session.press(.enter)
    #expect(session.status.hasPrefix("failed: "))
    #expect(try session.lines()[1].text == "apples\ngreen")
  }

  @Test func `a row is added above another one, and the next below it`() throws {
    let session = try ScreenSession()
    session.press(.down, .down, .character("O"))
    session.type("figs")
    #expect(session.list.prefix(4) == ["▾ Groceries", "  apples", "  figs", ">  bread"])
    session.press(.enter)
    session.type("plums")
    session.press(.enter, .escape)
    #expect(session.list.prefix(5) == ["▾ Groceries", "  apples", "  figs", ">  plums", "  bread"])
    session.press(.home, .character("O"))
    session.type("first")
    session.press(.enter, .escape)
    #expect(session.list.prefix(2) == ["▾ Groceries", ">  first"])
  }

  @Test(arguments: [
    ("fri weekly", "due Fri 4 Dec, repeats weekly", "Fri 4 Dec, weekly"),
    ("weekly fri", "due Fri 4 Dec, repeats weekly", "Fri 4 Dec, weekly"),
    ("4 dec 14:00 every 2 weeks", "due Fri 4 Dec 14:00, repeats every 2 weeks", "Fri 4 Dec 14:00, every 2 weeks"),
    ("tomorrow", "due Sat 28 Nov", "tomorrow, daily"), ("once", "without a rule", "today"),
    ("fri once", "due Fri 4 Dec, once", "Fri 4 Dec"), ("none", "without a day", ""), ("", "without a day", ""),
    ("weekley", "not a day", "today, daily"), ("fri wekly", "not a day", "today, daily"),
  ])
  func `a day and a rule are set together, and a rule ends alone`(typed: String, read: String, shown: String) throws {
    let schedule = Schedule(due: DueDate(ScreenSession.today), repeats: "FREQ=DAILY")
    let session = try ScreenSession(
      [SectionDraft(title: "Home", rows: [RowDraft("plants", isDone: false, schedule: schedule)])], columns: 59)
    session.press(.down, .character("w"))
    if typed.isEmpty { session.press(.backspace) } else { session.type(typed) }
    #expect(session.status.hasPrefix(read), "\(session.status)")
    session.press(.enter, .escape)
    #expect(session.list[1] == ">  ☐ plants" + (shown.isEmpty ? "" : " · \(shown)"))
  }

  @Test func `the first key replaces a day, and the arrow keys keep it`() throws {
    let session = try ScreenSession([
      SectionDraft(
        title: "Home", rows: [RowDraft("a", isDone: false, schedule: Schedule(due: DueDate(ScreenSession.today)))])
    ])
    session.press(.down, .character("w"))
    #expect(session.painted.rows.last?.last?.style == .reversed)
    session.press(.left)
    #expect(session.painted.texts.last?.hasPrefix("Due: 2026-11-") == true)
    session.press(.escape, .character("w"), .character("f"))
    #expect(session.painted.texts.last == "Due: f")
  }

  @Test func `the archive takes marked lines, and escape leaves one thing after the other`() throws {
    let session = try ScreenSession()
    session.press(.down, .shiftDown, .character("X"))
    #expect(session.status.hasPrefix("archived \"apples\", \"bread\""), "\(session.status)")
    #expect(session.screen.state.marks.isEmpty)
    session.press(.character("u"), .home, .character("f"), .down, .character("v"), .character("/"))
    session.type("a")
    session.press(.enter)
    let depths = (0..<4).map { _ in
      let state = session.screen.state
      session.press(.escape)
      return [state.filter == nil, state.marks.isEmpty, state.hoists.isEmpty]
    }
    #expect(depths == [[false, false, false], [true, false, false], [true, true, false], [true, true, true]])
  }

  @Test func `whether done tasks are hidden is remembered, and older positions are read`() throws {
    let session = try ScreenSession()
    try session.edit(.setCheckBox(of: "apples", to: .done))
    session.press(.character("H"))
    let position = session.screen.savedPosition
    #expect(position.text.hasSuffix(" H"))
    for text in [position.text, "@r2 3 H", "- 0 H", "@s1 0 @s1 @s4 H", "@r2 3", "- 0"] {
      let read = try #require(SavedPosition(text: text))
      #expect(read.text == text && read.hidesDone == text.hasSuffix("H"))
      let screen = try ScreenSession.screen(session.path, position: read)
      #expect(screen.paint().texts.contains { $0.contains("☑ apples") } != read.hidesDone)
    }
    for text in ["H", "", "@r2 H", "@r2 3 H H", "@r2 3 h"] { #expect(SavedPosition(text: text) == nil, "\(text)") }
  }

  @Test func `the order of the last sorting is remembered, and offered first`() throws {
    let session = try ScreenSession()
    #expect(session.screen.savedPosition.order == nil)
    session.press(.character("s"), .down, .enter)
    let text = session.screen.savedPosition.text
    #expect(text.hasSuffix(" s1"))
    let read = try #require(SavedPosition(text: text))
    let screen = try ScreenSession.screen(session.path, position: read)
    screen.take(.character("s"))
    let orders = screen.paint().texts.filter { $0.contains("by ") || $0.contains("first") }
    #expect(orders.map { $0.trimmingCharacters(in: [" "]) }.prefix(2) == ["by day, the earliest first", "by text"])
    for text in ["@r2 3 s9", "@r2 3 s", "@r2 3 s1 H", "s1"] { #expect(SavedPosition(text: text) == nil, "\(text)") }
    #expect(SavedPosition(text: "@r2 3 H s2")?.hidesDone == true)
  }

  @Test func `a copy is also for other programs`() throws {
    let session = try ScreenSession()
    session.press(.character("y"))
    #expect(
      session.screen.state.request
        == .clipboard("Groceries\n  apples\n  bread\n  Dairy\n    milk\n    butter\n    cheese"))
    session.press(.down, .character("y"))
    #expect(session.screen.state.request == .clipboard("apples"))
  }

  @Test func `what a filter found is drawn apart, and words are broken as without it`() throws {
    let session = try ScreenSession(columns: 14)
    try session.edit(.rename("apples", to: "some pineapples #apples"))
    session.press(.character("/"))
    let whole = session.list
    session.type("apple")
    #expect(session.list[1...3].map { $0.filter { $0 != ">" } } == Array(whole[1...3]))
    let found = session.painted.rows.dropLast(2).flatMap(\.self).filter { $0.style.contains(.hit) }.map(\.text)
    #expect(found == ["apple", "apple"])
    session.type("xyz")
    session.press(.enter)
    #expect(session.status == "No hit for applexyz; this is the whole list.")
  }

  @Test func `a double click folds, or edits`() throws {
    let session = try ScreenSession()
    session.press(.click(column: 8, row: 3), .click(column: 8, row: 3))
    #expect(session.list[3] == ">  ▸ Dairy · 3 hidden")
    session.press(.click(column: 6, row: 1), .click(column: 6, row: 2))
    guard case .list = session.screen.state.mode else { Issue.record("two lines are no double click"); return }
    session.press(.click(column: 6, row: 2))
    guard case .input(let input) = session.screen.state.mode else { Issue.record("no double click"); return }
    #expect(input.line.text == "bread")
  }

  @Test func `keys at 40 columns, and with a plain row marked`() throws {
    let session = try ScreenSession()
    session.press(.down, .character("v"))
    #expect(session.status == "x make a task  d delete  escape unmark")
    session.press(.character("x"), .character("x"))
    #expect(session.status.hasPrefix("marked"))
    session.press(.up)
    #expect(session.status == "x reopen  d delete  escape unmark")
    session.press(.escape, .character("x"), .character("w"))
    session.type("today")
    session.press(.enter)
    _ = session.screen.poll(at: .now + .seconds(5))
    #expect(session.head.contains("late") == false && session.head.contains("open"))
    session.press(.character("f"))
    #expect(!session.head.contains("open"))
  }

  @Test func `lines that are pasted have days and rules, as if they were typed`() throws {
    let session = try ScreenSession()
    session.press(.paste("tea due:today\ncoffee \\due:today\n"))
    #expect(session.list[1...2].map { $0.filter { $0 != ">" } } == ["  ☐ tea · today", "  coffee due:today"])
  }
}
