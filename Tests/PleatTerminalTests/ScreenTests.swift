import OutlineCore
import OutlineRepository
import PleatSystem
import TerminalText
import TestPrograms
import Testing

@testable import PleatTerminal

/// What keys do, drawn as the list on the screen; > is before the selected line.
struct ScreenTests {
  @Test func `a screen that is for looking alone refuses every key that edits, and moves`() throws {
    let session = try ScreenSession()
    let screen = try Screen(
      session.path, as: "ana", opening: { try Outline(session.path, for: .reading) },
      size: ScreenSize(columns: 60, rows: 12),
      texts: ScreenSession.texts, signs: Signs(isUTF8: true),
      refusals: ScreenRefusals(edits: "only looking", editor: "no editor", suspension: "no shell"),
      today: { ScreenSession.today })
    let before = FileState(of: session.path)
    let keys = Screen.commands.flatMap(\.commands).flatMap(\.keys).filter {
      $0 != .character("q") && $0 != .control("c")
    }
    for key in [.down] + keys {
      screen.take(key)
      screen.take(.character("x"))
      screen.take(.enter)
      screen.take(.escape)
      screen.take(.escape)
    }
    screen.take(.paste("milk"))
    #expect(screen.state.message == "only looking")
    for (key, text) in [
      (Key.character("a"), "only looking"), (.character("d"), "only looking"), (.character("u"), "only looking"),
      (.character("E"), "only looking"), (.control("z"), "no shell"),
    ] {
      screen.state.request = nil
      screen.take(key)
      #expect(screen.state.message == text && screen.state.request == nil, "\(key)")
    }
    screen.take(.home)
    screen.take(.character(" "))
    #expect(screen.state.message == "only looking")
    screen.take(.character("y"))
    #expect(screen.state.message == "copied \"Groceries\"")
    #expect(FileState(of: session.path) == before)
  }

  @Test func `a screen without an editor says so`() throws {
    let session = try ScreenSession()
    let screen = try Screen(
      session.path, as: "ana", opening: { try Outline(session.path) }, size: ScreenSize(columns: 60, rows: 12),
      texts: ScreenSession.texts, signs: Signs(isUTF8: true), refusals: ScreenRefusals(editor: "no editor"),
      today: { ScreenSession.today })
    screen.take(.character("E"))
    #expect(screen.state.message == "no editor" && screen.state.request == nil)
    screen.take(.character("x"))
    screen.take(.control("z"))
    #expect(screen.state.request == .suspend)
  }

  @Test func `the cursor moves, and sections open and close`() throws {
    let session = try ScreenSession()
    #expect(
      session.list == [
        ">▾ Groceries", "  apples", "  bread", "  ▾ Dairy", "    milk", "    butter", "    cheese", "▾ Home",
        "  plants",
      ])
    session.press(.down, .down, .down, .character(" "))
    #expect(session.list == ["▾ Groceries", "  apples", "  bread", ">  ▸ Dairy · 3 hidden", "▾ Home", "  plants"])
    session.press(.left)
    #expect(session.list.first == ">▾ Groceries")
    session.press(.left, .character("G"))
    #expect(session.list == ["▸ Groceries · 5 hidden", "▾ Home", ">  plants"])
    session.press(.left, .up, .right)
    #expect(session.list.prefix(4) == [">▾ Groceries", "  apples", "  bread", "  ▸ Dairy · 3 hidden"])
    session.press(.right)
    #expect(session.list[3...4] == ["  ▾ Dairy", "    milk"])
    #expect(session.list.first == ">▾ Groceries")
  }

  @Test func `rows and sections are added where the cursor is`() throws {
    let session = try ScreenSession()
    session.press(.down, .character("a"))
    session.type("pears")
    session.press(.enter)
    #expect(session.list.prefix(5) == ["▾ Groceries", "  apples", ">  pears", "", "  bread"])
    #expect(session.status.hasPrefix("added \"pears\""))
    session.press(.escape, .character("A"))
    session.type("Trip")
    session.press(.enter, .escape)
    #expect(session.list.suffix(3) == [">Trip", "▾ Home", "  plants"])
  }

  @Test func `a text is edited in place, and stays where the file refuses it`() throws {
    let session = try ScreenSession()
    session.press(.down, .character("e"), .control("a"))
    session.type("green ")
    session.press(.enter)
    #expect(session.list[1] == ">  green apples")
    let holder = try SQLiteShell(session.path).hold("BEGIN IMMEDIATE; SELECT 1")
    session.press(.character("i"), .control("u"))
    session.type("pears")
    session.press(.enter)
    #expect(session.status.contains(" is locked by process "))
    #expect(session.painted.texts[1] == "     pears")
    try holder.release()
    session.press(.enter)
    #expect(session.list[1] == ">  pears")
  }

  @Test func `what is deleted comes back by undo, and the cursor with it`() throws {
    let session = try ScreenSession()
    session.press(.down, .down, .character("d"))
    #expect(session.list.prefix(3) == ["▾ Groceries", ">  apples", "  ▾ Dairy"])
    session.press(.character("u"))
    #expect(session.list.prefix(3) == ["▾ Groceries", "  apples", ">  bread"])
    session.press(.down, .character("d"))
    #expect(session.status.hasPrefix("Delete \"Dairy\" with everything in it?"))
    session.press(.escape)
    #expect(session.list[3] == ">  ▾ Dairy")
    session.press(.character("d"), .character("d"))
    #expect(session.list == ["▾ Groceries", "  apples", "  bread", ">▾ Home", "  plants"])
    session.press(.character("u"), .control("r"))
    #expect(session.status == "redone: delete \"Dairy\"")
  }

  @Test func `rows and sections move up, down, and to another level`() throws {
    let session = try ScreenSession()
    session.press(.down, .character("J"))
    #expect(session.list.prefix(3) == ["▾ Groceries", "  bread", ">  apples"])
    session.press(.altDown)
    #expect(session.list[2...3] == ["  ▾ Dairy", ">    apples"])
    session.press(.character("G"), .left, .tab)
    #expect(session.list.suffix(2) == [">  ▾ Home", "    plants"])
    session.press(.character("K"))
    #expect(session.list[2...4] == [">  ▾ Home", "    plants", "  ▾ Dairy"])
    session.press(.backTab)
    #expect(session.list.suffix(2) == [">▾ Home", "  plants"])
  }

  @Test func `a section to move to is picked by a part of its title`() throws {
    let session = try ScreenSession()
    session.press(.down, .character("m"))
    session.type("dai")
    session.press(.enter)
    #expect(session.list.suffix(4) == ["    cheese", ">    apples", "▾ Home", "  plants"])
  }

  @Test(arguments: ["q/a", #"q\/a"#, "home q/a", #"q\/a/in"#])
  func `a section with a slash in its title is picked with a backslash before it and without`(words: String) throws {
    let session = try ScreenSession([
      SectionDraft(title: "Home", rows: [RowDraft("milk")]), SectionDraft(level: 2, title: "Q/A"),
      SectionDraft(level: 3, title: "Inside"), SectionDraft(title: "Q", rows: []), SectionDraft(level: 2, title: "B"),
    ])
    session.press(.down, .character("m"))
    session.type(words)
    let target = words.hasSuffix("in") ? #"Home/Q\/A/Inside"# : #"Home/Q\/A"#
    #expect(session.painted.texts[1] == "  \(target)")
    session.press(.enter)
    let places = try session.other.lines(for: "bob").map { line in
      if case .header(let header) = line { header.section.title } else { "milk" }
    }
    #expect(
      places
        == (words.hasSuffix("in")
          ? ["Home", "Q/A", "Inside", "milk", "Q", "B"] : ["Home", "Q/A", "milk", "Inside", "Q", "B"]))
  }

  @Test func `a filter shows hits in their place and leaves folds as they are`() throws {
    let session = try ScreenSession()
    session.press(.character("z"), .character("/"))
    session.type("e")
    #expect(session.list.map { $0.replacing(">", with: "") }.contains("    cheese"))
    session.type("es")
    #expect(session.list == ["▾ Groceries", "  ▾ Dairy", ">    cheese"])
    session.press(.enter, .character("x"))
    #expect(session.list.last == ">    ☐ cheese")
    session.press(.escape)
    #expect(session.list == [">▸ Groceries · 5 hidden, 0 of 1 done", "▸ Home · 1 hidden"])
  }

  @Test func `a filter dims what only leads to a hit, and shows the attribute that fits`() throws {
    let session = try ScreenSession()
    _ = try session.other.perform(
      .change([Address(parsing: "milk")], to: Patch(attributes: #"{"kind":"oat"}"#)), as: "bob")
    session.press(.character("/"))
    session.type("oat")
    session.press(.enter)
    #expect(session.list == ["▾ Groceries", "  ▾ Dairy", ">    milk (kind=oat)"])
    session.press(.character("/"), .backspace, .backspace, .backspace)
    session.type("dairy or milk")
    session.press(.enter)
    let titles = session.painted.rows.prefix(2).map { $0.first { $0.text.first?.isLetter == true }?.style }
    #expect(titles == [.dim, [.title, .hit]], "Dairy is a hit itself")
    session.press(.escape)
    #expect(session.painted.rows.first?.contains(Span("Groceries", .title)) == true)
  }

  @Test func `an empty filter shows the whole list, and the arrows move in it`() throws {
    let session = try ScreenSession()
    let list = session.list
    session.press(.down, .down, .character("/"))
    #expect(session.list.map { $0.trimmingPrefix(">") } == list.map { $0.trimmingPrefix(">") })
    session.press(.down)
    #expect(session.list[3] == ">  ▾ Dairy")
    session.type("plants")
    #expect(session.list == ["▾ Home", ">  plants"])
    for _ in 0..<6 { session.press(.backspace) }
    #expect(session.list.last == ">  plants" && session.list.count == 9)
    session.type(" ")
    session.press(.enter, .character("x"))
    #expect(session.list.last == ">  ☐ plants" && session.list.count == 9)
  }

  @Test func `a day belongs to the first line of a text, and a note or the rest of a detail follows`() throws {
    let due = Schedule(due: DueDate(ScreenSession.today))
    let session = try ScreenSession([
      SectionDraft(
        title: "Home", detail: "one\ntwo", isDone: false, schedule: due,
        rows: [RowDraft("milk\nlow fat", isDone: false, schedule: due)])
    ])
    #expect(session.list == [">▾ ☐ Home — one · today ⏎ two", "  ☐ milk · today ⏎ low fat"])
    session.press(.down)
    #expect(session.list == ["▾ ☐ Home — one · today ⏎ two", ">  ☐ milk · today ⏎ low fat"])
  }

  @Test func `an agenda shows what is late or due within a week, by days`() throws {
    let session = try ScreenSession(columns: 50, rows: 14)
    let list = session.list
    session.press(.character("v"), .character("D"))
    #expect(session.status == "Nothing is late or due within a week.")
    #expect(session.screen.state.marks.count == 1)
    session.press(.escape)
    #expect(session.list.map { $0.filter { $0 != ">" } } == list.map { $0.filter { $0 != ">" } })
    for (row, days, time) in [("milk", 6, nil), ("plants", -3, nil), ("bread", 7, nil), ("butter", 2, "14:00")] {
      let day = try #require(ScreenSession.today.adding(days: days))
      let due = try DueDate(parsing: "\(day)" + (time.map { " \($0)" } ?? ""), today: ScreenSession.today)
      _ = try session.other.perform(
        .change([Address(parsing: row)], to: Patch(schedule: SchedulePatch(due: .some(due)))), as: "bob")
    }
    session.press(.character("z"), .character("D"))
    #expect(
      session.list == [
        "Late", ">☐ plants  Home · ! 3 days late", "Today  nothing", "Tomorrow  nothing", "Sunday 29 November",
        "☐ butter  Groceries/Dairy · 14:00", "Monday 30 November  nothing", "Tuesday 1 December  nothing",
        "Wednesday 2 December  nothing", "Thursday 3 December", "☐ milk  Groceries/Dairy",
      ])
    #expect(session.head.hasPrefix(" outline  this week  3 due"))
    #expect(session.status == "x done  w day  e edit  escape whole list")
    session.press(.character("x"))
    session.press(.character("d"), .escape)
    #expect(
      session.list == [
        ">▸ Groceries · 4 hidden, 0 of 2 done", "▸ Home · 1 hidden, 1 of 1 done",
      ])
    session.press(.character("D"), .character("/"))
    session.type("plants")
    #expect(session.list == ["▾ Home", ">  ☑ plants · Tue 24 Nov"])
  }

  @Test func `a key asks when a task is due, and shows what it understands before that is saved`() throws {
    let session = try ScreenSession()
    session.press(.down, .character("w"))
    session.type("tomorow")
    #expect(session.status.contains("not a day; perhaps tomorrow"))
    session.press(.enter, .backspace, .backspace, .backspace)
    session.type("rrow 14:00")
    #expect(session.status.contains("due Sat 28 Nov 14:00"), "\(session.status)")
    session.press(.enter)
    #expect(session.list[1] == ">  ☐ apples · tomorrow 14:00")
    session.press(.character("w"))
    for _ in 0..<16 { session.press(.backspace) }
    session.type("weekly")
    session.press(.enter, .character("x"))
    #expect(session.list[1] == ">  ☐ apples · Sat 5 Dec 14:00, weekly")
    session.press(.character("x"))
    #expect(session.list[1] == ">  ☐ apples · tomorrow 14:00, weekly")
    session.press(.character("x"), .character("u"), .character("w"))
    for _ in 0..<16 { session.press(.backspace) }
    session.press(.enter)
    #expect(session.list[1] == ">  ☐ apples")
    session.press(.character("e"))
    session.type(" due:today")
    session.press(.enter)
    #expect(session.list[1] == ">  ☐ apples · today")
    let remark = "'fridy' is not a day, so due: stays in the text. w sets the day, such as friday."
    session.press(.character("e"))
    session.type(" due:fridy")
    session.press(.enter)
    #expect(session.status == remark)
    session.press(.character("a"))
    session.type("pears due:fridy")
    session.press(.enter)
    #expect(session.status.contains(remark), "\(session.status)")
    session.press(.escape, .character("w"))
    session.type("every sun")
    session.press(.enter)
    let sunday = ScreenSession.today.adding(days: 2).map(DueDate.init)
    #expect(try session.lines().first { $0.text.hasPrefix("pears") }?.schedule.due == sunday)
  }

  @Test func `a key in a filter never acts on the header that hides the hit`() throws {
    let session = try ScreenSession()
    session.press(.character("z"), .character("/"))
    session.type("milk")
    session.press(.enter, .character(" "))
    #expect(session.list == [">▸ Groceries · 5 hidden", "▸ Home · 1 hidden"])
    #expect(session.status == "\"milk\" is in this section, which is collapsed; right expands it.")
    session.press(.right)
    #expect(session.list.first == ">▾ Groceries")
  }

  @Test func `a section is shown alone, and what is around it comes back`() throws {
    let session = try ScreenSession()
    session.press(.down, .down, .down, .down, .character("f"))
    #expect(session.list == ["  ▾ Dairy", ">    milk", "    butter", "    cheese"])
    try session.edit(.delete("Dairy", recursively: true))
    #expect(session.list == ["▾ Groceries", "  apples", ">  bread", "▾ Home", "  plants"])
  }

  @Test func `what others do appears and is highlighted, and the selection stays`() throws {
    let session = try ScreenSession()
    session.press(.down, .down)
    try session.edit(.add("pears", to: .inside("Groceries", .first)))
    #expect(session.list.prefix(4) == ["▾ Groceries", "  pears", "  apples", ">  bread"])
    #expect(session.painted.texts[1] == "*    pears")
    _ = session.screen.poll(at: .now + .seconds(3))
    #expect(session.painted.texts[1] == "     pears")
    try session.edit(.collapse("Groceries"), as: "ana")
    #expect(session.list.first == ">▸ Groceries · 5 hidden".replacing("5", with: "6"))
  }

  @Test func `lines that are pasted become rows, and copies are pasted below`() throws {
    let session = try ScreenSession(rows: 20)
    session.press(.paste("one\r\n\ntwo\n"))
    #expect(session.list.prefix(3) == ["▾ Groceries", "  one", ">  two"])
    session.press(.character("y"), .character("G"), .character("p"))
    #expect(session.list.last == ">  two")
    session.press(.left, .character("y"), .character("p"))
    #expect(session.list.suffix(3) == [">▾ Home", "  plants", "  two"])
  }

  @Test func `the beginning of a note is beside its row, whether the cursor is there or not`() throws {
    let session = try ScreenSession([SectionDraft(title: "A", rows: [RowDraft("one\ntwo \u{1B}[2J"), RowDraft("b")])])
    #expect(session.list[1] == "  one ⏎ two \\x1b[2J")
    session.press(.down)
    #expect(session.list == ["▾ A", ">  one ⏎ two \\x1b[2J", "  b"])
  }

  @Test func `the rest of a detail is beside its title, whether the cursor is there or not`() throws {
    let session = try ScreenSession([
      SectionDraft(title: "A", detail: "one\ntwo"), SectionDraft(title: "B", detail: "three"),
    ])
    #expect(session.list == [">A — one ⏎ two", "B — three"])
    session.press(.down)
    #expect(session.list == ["A — one ⏎ two", ">B — three"])
  }

  @Test(arguments: [20, 21, 22, 27, 35, 48, 60])
  func `no line changes its height when the cursor comes, however long notes are`(columns: Int) throws {
    let rows = (0..<60).map { length in
      RowDraft(String(repeating: "牛a ", count: length % 13) + "x\n" + String(repeating: "note 牛", count: length))
    }
    let session = try ScreenSession([SectionDraft(title: "A", rows: rows)], columns: columns, rows: 400)
    let sources = session.painted.sources
    for _ in 0..<60 {
      session.press(.down)
      #expect(session.painted.sources == sources)
    }
    #expect(session.painted.rows.allSatisfy { $0.reduce(0) { $0 + $1.width } <= columns })
  }

  @Test func `escape goes back to where a filter began if the cursor was not moved, enter to the hit`() throws {
    let due = Schedule(due: DueDate(ScreenSession.today))
    let rows = [RowDraft("apples"), RowDraft("bread", isDone: false, schedule: due), RowDraft("pears")]
    let session = try ScreenSession([SectionDraft(title: "A", rows: rows)])
    session.press(.end, .character("/"))
    session.type("bread")
    session.press(.enter, .escape)
    #expect(session.list.last == ">  pears")
    session.press(.character("D"), .escape)
    #expect(session.list.last == ">  pears")
    session.press(.character("/"))
    session.type("open")
    #expect(session.status.hasPrefix("text:open finds the text"))
    session.press(.enter, .enter)
    #expect(session.list[2].hasPrefix(">  ☐ bread"))
    #expect(!session.status.contains("Nothing is below"))
    session.press(.end, .character("/"))
    session.type("ea")
    session.press(.enter, .up, .escape)
    #expect(session.list[2].hasPrefix(">  ☐ bread"))
    session.press(.end, .character("/"))
    session.type("ea")
    session.press(.enter, .up, .character("x"), .escape)
    #expect(session.list[2].hasPrefix(">  ☑ bread"), "an edit searches again")
  }

  @Test func `a filter shows the line of a note in which it found something`() throws {
    let session = try ScreenSession([SectionDraft(title: "A", rows: [RowDraft("b\none\ntwo tea")])], columns: 16)
    session.press(.character("/"))
    session.type("tea")
    #expect(session.list.last == ">  b ⏎ two tea")
  }

  @Test func `opening a section scrolls as little as needed`() throws {
    let rows = { (count: Int) in (0..<count).map { RowDraft("row \($0)") } }
    let session = try ScreenSession(
      [
        SectionDraft(title: "A", rows: rows(3)), SectionDraft(title: "B", rows: rows(3)),
        SectionDraft(title: "C", rows: rows(30)),
      ],
      rows: 7)
    session.press(.character("z"), .down, .right)
    #expect(session.list == ["▸ A · 3 hidden", ">▾ B", "  row 0", "  row 1", "  row 2", "▸ C · 30 hidden"])
    session.press(.character("G"), .right)
    #expect(session.list.first == ">▾ C")
    #expect(session.list.count == 6)
  }

  @Test func `the place is found again at the next start`() throws {
    let session = try ScreenSession(rows: 5)
    session.press(.character("G"), .up, .up)
    let position = try #require(SavedPosition(text: session.screen.savedPosition.text))
    #expect(position == session.screen.savedPosition)
    let again = try ScreenSession.screen(session.path, rows: 5, position: position)
    #expect(again.paint().rows == session.painted.rows)
  }

  @Test func `a file that is removed or replaced is noticed, and the screen stays usable`() throws {
    let session = try ScreenSession()
    let copy = session.folder.path(of: "copy.db")
    _ = try Program.run(["cp", session.path, copy])
    _ = try Program.run(["rm", session.path])
    _ = session.screen.poll()
    #expect(session.status.hasPrefix("There is no file at"))
    session.press(.down, .character("x"))
    #expect(session.status.hasPrefix("failed:"))
    #expect(session.list[1] == ">  apples")
    _ = try Program.run(["mv", copy, session.path])
    _ = session.screen.poll()
    #expect(session.status.hasPrefix("Another file is at"))
    session.press(.character("x"))
    #expect(session.list[1] == ">  ☐ apples")
  }

  @Test func `a click on a marker folds that section, in a filter too, and painting changes nothing`() throws {
    let session = try ScreenSession()
    session.press(.click(column: 1, row: 7))
    #expect(session.list.last == ">▸ Home · 1 hidden")
    session.press(.click(column: 8, row: 3))
    #expect(session.list[3] == ">  ▾ Dairy")
    session.press(.character("/"))
    session.type("milk")
    session.press(.enter)
    #expect(session.list == ["▾ Groceries", "  ▾ Dairy", ">    milk"])
    session.press(.click(column: 3, row: 1))
    #expect(session.list[3...4] == [">  ▸ Dairy · 3 hidden", "▸ Home · 1 hidden"])
    for place in [-1, 7, 1_000_000, .max, .min] { session.press(.click(column: place, row: place)) }
    session.press(.character("?"), .pageDown, .pageDown)
    session.screen.resize(to: ScreenSize(columns: 100, rows: 60))
    guard case .picker(let picker) = session.screen.state.mode else { Issue.record("no keys"); return }
    _ = session.painted
    guard case .picker(let painted) = session.screen.state.mode else { Issue.record("no keys"); return }
    #expect(picker.cursor == painted.cursor)
  }

  @Test func `x makes a task of a row, then ticks it, and a click on the box does the same`() throws {
    let session = try ScreenSession()
    session.press(.down)
    for line in [">  ☐ apples", ">  ☑ apples", ">  ☐ apples"] {
      session.press(.character("x"))
      #expect(session.list[1] == line)
    }
    session.press(.down, .click(column: 5, row: 1))
    #expect(session.list[1...2] == [">  ☑ apples", "  bread"])
    for column in [4, 6] { session.press(.click(column: column, row: 1), .click(column: 5, row: 2)) }
    #expect(session.list[1...2] == ["  ☑ apples", ">  bread"])
    let ascii = LineLayout(
      width: 40, signs: Signs(isUTF8: false), escaped: { $0 }, today: Day(ofSecondsSince1970: 0),
      notes: ScheduleNotes())
    let task = ShownLine(
      RowLine(id: RowID(1), section: SectionID(1), number: 1, line: 1, content: RowContent("a", isDone: true)), level: 1
    )
    #expect(ascii.columns(ofBoxOf: task) == 5..<8)
    session.press(.character("g"), .character("x"), .click(column: 3, row: 0))
    #expect(session.list.first == ">▾ ☑ Groceries")
    session.press(.click(column: 1, row: 0))
    #expect(session.list.first == ">▸ ☑ Groceries · 5 hidden, 1 of 1 done")
  }

  @Test func `after undo the cursor is where it was before the edit`() throws {
    let session = try ScreenSession()
    session.press(.down, .character("y"), .down, .character("p"), .character("u"))
    #expect(session.list.prefix(4) == ["▾ Groceries", "  apples", ">  bread", "  ▾ Dairy"])
    session.press(.character("g"), .character("y"), .character("G"), .character("p"), .character("u"))
    #expect(session.list.suffix(2) == ["▾ Home", ">  plants"])
    session.press(.character("x"), .up, .character("p"), .up, .character("u"), .character("u"))
    #expect(session.list.suffix(2) == ["▾ Home", ">  plants"])
    session.press(.up, .control("r"), .character("u"))
    #expect(session.list.suffix(2) == [">▾ Home", "  plants"])
  }

  @Test func `d typed twice deletes one row, and asks before the next`() throws {
    let session = try ScreenSession()
    session.press(.down, .character("d"), .character("d"))
    #expect(session.status == "Delete \"bread\" too? d or y: yes, any other key: no")
    session.press(.down)
    #expect(session.list.prefix(3) == ["▾ Groceries", "  bread", ">  ▾ Dairy"])
    session.press(.up, .character("d"), .up, .character("G"), .character("d"))
    #expect(session.list == ["▾ Groceries", "  ▾ Dairy", "    milk", "    butter", "    cheese", ">Home"])
  }

  @Test func `what is refused says what to do next`() throws {
    let session = try ScreenSession(columns: 60)
    session.press(.down, .tab)
    #expect(session.status == "failed: 'apples' cannot be indented: there is no row before it on its level.")
    #expect(session.list.count == 9)
    try session.edit(.add("pears", to: .inside("Home")))
    session.press(.character("a"))
    session.type("figs")
    session.press(.enter, .enter)
    try session.edit(.add("tea", to: .inside("Home")))
    session.press(.character("u"))
    #expect(session.status.contains("m: undo your own last one, a: undo that one"))
    session.press(.character("m"))
    #expect(session.status == "undone: add \"figs\"")
    #expect(session.list.count == 11)
    session.press(.character("u"), .character("a"))
    #expect(session.list.count == 10)
    session.press(.character("u"), .down)
    #expect(session.status == "Nothing was changed.")
  }

  @Test func `a long message takes the lines that it needs, and the cursor stays on the screen`() throws {
    let session = try ScreenSession(columns: 20, rows: 9)
    session.press(.character("G"), .tab)
    #expect(session.painted.texts.count == 9)
    #expect(session.status.hasPrefix("failed: 'plants' cannot be indented: there is no row"))
    #expect(session.list.last == ">  plants")
    session.press(.up)
    #expect(session.status == "? keys  q leave")
  }

  @Test func `a high screen has air between outermost sections, and days at the right edge`() throws {
    let (late, now) = (ScreenSession.today.adding(days: -2).map(DueDate.init), DueDate(ScreenSession.today))
    let rows = [
      RowDraft("rent", isDone: false, schedule: Schedule(due: late, repeats: "FREQ=MONTHLY")),
      RowDraft("bank", isDone: false, schedule: Schedule(due: now)),
      RowDraft("tea", isDone: true, schedule: Schedule(due: late)),
    ]
    let drafts = ["Home", "Trip", "Work"].map { SectionDraft(title: $0, rows: $0 == "Trip" ? [] : rows) }
    let session = try ScreenSession(drafts, columns: 60, rows: 21)
    _ = session.screen.poll()
    #expect(session.head.hasPrefix(" outline  ana  ") && session.head.hasSuffix("  4 open  2 late  1/9"))
    session.press(.end)
    #expect(
      session.list == [
        "▾ Home",
        "  ☐ rent                           ! 2 days late, monthly",
        "  ☐ bank                                            today",
        "  ☑ tea                                        Wed 25 Nov", "", "Trip", "▾ Work",
        "  ☐ rent                           ! 2 days late, monthly",
        "  ☐ bank                                            today",
        ">  ☑ tea                                        Wed 25 Nov",
      ])
    let looks = session.painted.rows[1...3].map { $0.last?.style }
    #expect(looks == [.late, [.today, .bold], .dim])
    session.press(.click(column: 5, row: 5))
    #expect(session.list[5] == ">Trip")
    session.press(.click(column: 1, row: 4))
    #expect(session.list[5] == ">Trip")
    session.screen.resize(to: ScreenSize(columns: 40, rows: 12))
    #expect(session.list.prefix(3) == ["▾ Home", "  ☐ rent · ! 2 days late, monthly", "  ☐ bank · today"])
  }

  @Test func `what is late without a check box is no late task, nor is what is done or archived`() throws {
    let late = Schedule(due: ScreenSession.today.adding(days: -2).map(DueDate.init))
    let rows = [nil, false, true].map { RowDraft("x", isDone: $0, schedule: late) }
    let session = try ScreenSession([
      SectionDraft(title: "Home", isDone: false, schedule: late, rows: rows),
      SectionDraft(title: "Archive", rows: rows),
    ])
    _ = session.screen.poll()
    #expect(session.head.contains("  2 open  2 late  "))
  }

  @Test func `a screen without a file is empty, and the first row makes the file`() throws {
    let folder = try ScratchFolder()
    let path = folder.path(of: "new.db")
    let screen = try ScreenSession.screen(path, columns: 70)
    #expect(screen.awaitsFile && screen.state.trouble == nil)
    #expect(screen.paint().texts.joined(separator: " ").contains("There is no outline at "))
    for key in Screen.commands.flatMap(\.commands).flatMap(\.keys) where key != .character("q") && key != .control("c")
    {
      screen.take(key)
      screen.take(.escape)
    }
    screen.take(.escape)
    #expect(FileState(of: path) == nil)
    for key in [Key.character("a"), .character("x"), .enter, .escape] { screen.take(key) }
    #expect(!screen.awaitsFile && screen.state.message == nil)
    #expect(screen.paint().texts.prefix(3).map { $0.split(separator: " ").last } == ["2/2", "Inbox", "x"])
    screen.take(.character("u"))
    #expect(try Outline(path).lines(for: "ana").isEmpty)
  }

  @Test func `a screen without a file follows one that somebody else makes`() throws {
    let folder = try ScratchFolder()
    let path = folder.path(of: "new.db")
    let screen = try ScreenSession.screen(path)
    _ = try Outline(path).perform(.addSections(ScreenSession.sample, to: Placement()), as: "bob")
    #expect(screen.poll() && !screen.awaitsFile && screen.state.message == nil)
    #expect(screen.paint().texts[1] == " ▾ Groceries")
  }

  @Test func `a screen begins at a section alone, or at a row`() throws {
    let session = try ScreenSession()
    let lines = try session.lines()
    let dairy = try #require(lines.first { $0.text == "Dairy" }).id
    let bread = try #require(lines.first { $0.text == "bread" }).id
    func list(_ item: ItemID) throws -> [String] {
      let screen = try ScreenSession.screen(session.path, item: item)
      return screen.paint().texts.dropFirst().dropLast().filter { !$0.isEmpty } + [screen.current?.text ?? "nothing"]
    }
    #expect(try list(dairy) == ["   ▾ Dairy", "       milk", "       butter", "       cheese", "Dairy"])
    #expect(try list(bread).last == "bread")
    _ = try session.other.perform(.collapse("Groceries"), as: "ana")
    let hidden = try list(dairy)
    #expect(hidden.prefix(3) == [" ▸ Groceries · 5 hidden", " ▾ Home", "     plants"])
    #expect(hidden.last == "Groceries")
  }

  @Test func `the help names every key of the table`() throws {
    let session = try ScreenSession(columns: 160, rows: 90)
    session.press(.character("?"))
    let help = session.painted.texts
    for command in Screen.commands.flatMap(\.commands) {
      #expect(
        help.contains {
          $0.contains(command.name) && $0.hasPrefix("  " + command.keys.map(\.name).joined(separator: ", "))
        })
    }
    #expect(Screen.commandsByKey.count == Screen.commands.flatMap(\.commands).flatMap(\.keys).count)
  }

  @Test func `a task that somebody else has ticked since it was shown does not move on twice`() throws {
    let days = [DueDate(ScreenSession.today), ScreenSession.today.adding(days: 3).map(DueDate.init)]
    let rows = days.enumerated().map { index, due in
      RowDraft("task \(index)", isDone: false, schedule: Schedule(due: due, repeats: "FREQ=WEEKLY"))
    }
    let session = try ScreenSession([SectionDraft(title: "Home", rows: rows)], columns: 90)
    let tick = Edit.change(["task 0"], to: Patch(checkBox: .done, doneOn: ScreenSession.today))
    let shown = { try session.lines().compactMap { $0.schedule.due?.day.adding(days: -7) } }
    session.press(.down)
    _ = try session.other.perform(tick, as: "bob")
    session.press(.character("x"))
    #expect(session.status.hasPrefix("failed: 'task 0' (@r2) is due"))
    #expect(try shown()[0] == ScreenSession.today)
    session.press(.character("x"))
    #expect(try shown()[0] == ScreenSession.today.adding(days: 7))
    session.press(.shiftDown)
    _ = try session.other.perform(tick, as: "bob")
    session.press(.character("x"))
    #expect(session.status.hasPrefix("failed: 'task 0' (@r2) is due"))
    #expect(try session.lines()[2].schedule.due == days[1])
    session.press(.character("x"))
    #expect(try session.lines()[2].schedule.due?.day == days[1]?.day.adding(days: 7))
  }
}
