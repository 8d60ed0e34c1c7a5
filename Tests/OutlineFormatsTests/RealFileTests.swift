import OutlineCore
import TestSupport
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

/// Reads a document, with a clock that is an hour ahead of UTC, on a day in November 2026.
private func read(_ bytes: [UInt8], as format: OutlineFormat, _ columns: [TableColumns.Part: String] = [:]) throws -> (
  drawn: String, remarks: [String]
) {
  var (drafts, options) = ([SectionDraft](), ReadingOptions())
  options.columns.names = columns
  options.clock = LocalClock { _ in 3_600 }
  options.today = Day("2026-11-28")
  let remarks = try OutlineReader.read(ByteStream(bytes), as: format, documentName: "Document", options: options) {
    drafts.add($0)
  }
  return (drawing(of: drafts), remarks)
}

/// Reads a document without attributes, as one line for each item.
private func lines(_ text: String, as format: OutlineFormat, _ columns: [TableColumns.Part: String] = [:]) throws
  -> [String]
{
  try read(Array(text.utf8), as: format, columns).drawn.split(separator: "\n").map { line in
    var rest = String(line)
    while let start = rest.firstRange(of: " {")?.lowerBound, let end = rest[start...].lastIndex(of: "}") {
      rest.removeSubrange(start...end)
    }
    return rest
  }
}

struct KnownTableTests {
  @Test(arguments: [Int.min, -1, 0, 9, Int.max])
  func `an indent that no list has is the nearest one`(indent: Int) throws {
    let table = "TYPE,CONTENT,INDENT\ntask,a,1\ntask,b,\(indent)\nsection,S,\ntask,c,\(indent)\n"
    let isDeep = indent > 1
    #expect(
      try lines(table, as: .csv) == ["# Document", "  - ☐ a", "\(isDeep ? "    " : "  ")- ☐ b", "# S", "  - ☐ c"])
  }

  /// Tables as programs export them, some with other spellings of the names of columns.
  private static let tables: [(name: String, table: String, lines: [String])] = [
    (
      "Todoist",
      """
      TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,DATE,DATE_LANG,LABELS
      meta,view_style=list,,,,,,
      task,Order seeds,two packets,1,1,Oct 5 2026,en,client; launch
      task,Compare,,4,2,,en,
      note,closes at six,,,,,,
      task,Very deep,,4,9,,en,
      section,Winter,,,,,,
      task,Cover,,2,1,every week,en,
      task,Odd,,2,0,in a while,en,
      """,
      [
        "# Document", "  - ☐ Order seeds #client #launch⏎two packets (2026-10-05)", "    - ☐ Compare⏎closes at six",
        "      - ☐ Very deep", "# Winter", "  - ☐ Cover (2026-11-28 FREQ=WEEKLY)", "  - ☐ Odd",
      ]
    ),
    (
      "TickTick",
      """
      "Date: 2026-11-20+0000"
      "Version: 7.1"
      "Status: \n0 Normal\n1 Completed\n2 Archived"
      Folder Name,List Name,Title,Content,Due Date,Repeat,Status,Is All Day,taskId,parentId
      Flat,House,Bleed,upstairs,2026-11-28T23:00:00+0000,FREQ=YEARLY;INTERVAL=1,0,true,11,
      Flat,House,Find,,,,0,true,12,11
      Flat,Cellar,Look,,2026-11-28T08:00:00+0000,,0,false,14,
      Flat,House,Paint,,,,2,true,13,
      """,
      [
        "# Flat", "  # House", "    - ☐ Bleed⏎upstairs (2026-11-29 FREQ=YEARLY)", "      - ☐ Find", "    - ☑ Paint",
        "  # Cellar",
        "    - ☐ Look (2026-11-28T09:00)",
      ]
    ),
    (
      "Trello",
      """
      Card ID,CARD_NAME,Card Description,Labels,Due Date,List Name,Board Name,Archived,Due Complete
      a1,Fix,brakes,red,2026-11-28T11:00:00.000Z,Doing,Home,false,false
      a2,Sell,,,2026-11-20T11:00:00.000Z,Sold,Home,false,true
      a3,Ride,,,,Doing,Home,false,false
      """,
      [
        "# Home", "  # Doing", "    - ☐ Fix #red⏎brakes (2026-11-28T12:00)", "    - ☐ Ride", "  # Sold",
        "    - ☑ Sell (2026-11-20T12:00)",
      ]
    ),
    (
      "Asana",
      """
      Task ID,Created At,Completed At,Name,Section/Column,Due Date,Tags,Notes,Projects,Parent task
      120,2026-11-01,,Write,Party,2026-11-28,letters,,Spring,
      121,2026-11-01,2026-11-03,Choose,,,,,Spring,Write
      """,
      ["# Spring", "  # Party", "    - ☐ Write #letters (2026-11-28)", "      - ☑ Choose"]
    ),
    (
      "Microsoft Planner",
      """
      Task ID,Task Name,Bucket Name,Progress,Priority,Due Date,Labels,Description
      1,Pay,Bank,Not started,Urgent,11/28/2026,,
      2,Write,Bank,In progress,Low,,,long
      3,Ring,Phone,Completed,Low,,,
      """,
      ["# Bank", "  - ☐ Pay (2026-11-28)", "  - ☐ Write⏎long", "# Phone", "  - ☑ Ring"]
    ),
    (
      "Outlook",
      "Subject,Start Date,Due Date,Date Completed,Categories,Notes,Priority,Status\nCall,,28.11.2026,,home,soon,Normal,Not Started\n",
      ["# Document", "  - ☐ Call #home⏎soon (2026-11-28)"]
    ),
    (
      "OmniFocus",
      """
      Task ID,Type,Name,Status,Project,Context,Start Date,Due Date,Completion Date,Flagged,Notes
      1,Project,House,active,,,,,,0,
      1.1,Action,Buy paint,,House,Errands,,2026-12-01 12:00:00 +0000,,0,white
      1.1.1,Action,Ask,,House,,,,2026-11-02 12:00:00 +0000,0,
      """,
      ["# House", "  - ☐ Buy paint #Errands⏎white (2026-12-01T13:00)", "    - ☑ Ask"]
    ),
    (
      "Toodledo",
      """
      TASK,FOLDER,CONTEXT,STARTDATE,DUEDATE,DUETIME,REPEAT,PRIORITY,TAG,STATUS,NOTE
      Mow,Garden,,,2026-11-28,2:30 pm,Every 2 weeks,Low,grass,Next Action,
      """,
      ["# Garden", "  - ☐ Mow #grass (2026-11-28T14:30 FREQ=WEEKLY;INTERVAL=2)"]
    ),
    (
      "Things",
      "Area,Project,Heading,Title,Notes,Tags,Deadline,Status,Completion Date\nHome,Shed,Roof,Nail,,,2026-11-30,open,\nHome,Shed,Roof,Saw,,,,completed,2026-11-02\n",
      ["# Home", "  # Shed", "    # Roof", "      - ☐ Nail (2026-11-30)", "      - ☑ Saw"]
    ),
    (
      "GitHub", "Title,State,Labels,Body\nHangs,open,bug,x\nTypo,closed,,\n",
      ["# Document", "  - ☐ Hangs #bug⏎x", "  - ☑ Typo"]
    ),
    ("sep", "sep=|\nTask|Done\na,b|yes\n", ["# Document", "  - ☑ a,b"]),
  ]

  @Test(arguments: 0..<11)
  func `the columns of known programs are read as what they are`(number: Int) throws {
    let (name, table, wanted) = Self.tables[number]
    #expect(try lines(table, as: .csv) == wanted, "\(name)")
  }

  @Test func `a column with an unknown name is named, and none that fits is refused with the names`() throws {
    let guessed = try read(Array("Nr,Issue title\n1,a\n".utf8), as: .csv)
    #expect(guessed.remarks == ["Took the column 'Issue title' for the texts; --column text=NAME takes another one."])
    let error = try refusal("Nr,Was\n1,a\n", as: .csv)
    #expect(error.hint == "Name it with --column text=NAME. The first line names the columns 'Nr', 'Was'.")
    #expect(
      try lines("Nr,Was,Bis,Wie\n1,a,2026-11-28,x;y\n", as: .csv, [.text: "was", .due: "Bis", .tags: "Wie"])
        == ["# Document", "  - a #x #y (2026-11-28)"])
    #expect(throws: ImportError.self) { try read(Array("a,b\n1,2\n".utf8), as: .csv, [.text: "a", .due: "a"]) }
  }

  @Test func `days that cannot be read are counted and named`() throws {
    let table = "Task,Done,Due\na,no,11/12/2026\nb,no,soon\nc,no,\n"
    let remarks = try read(Array(table.utf8), as: .csv).remarks
    #expect(remarks.last == "Kept 2 due as attributes, because they cannot be read as days, such as \"11/12/2026\".")
    #expect(try lines(table + "d,no,11/28/2026\n", as: .csv)[1] == "  - ☐ a (2026-11-12)")
    #expect(try lines(table + "d,no,28/11/2026\n", as: .csv)[1] == "  - ☐ a (2026-12-11)")
  }

  @Test(arguments: [
    ("2026-11-28", "2026-11-28"), ("2026/11/28", "2026-11-28"), ("20261128", "2026-11-28"),
    ("28.11.2026", "2026-11-28"),
    ("28.11.26", "2026-11-28"), ("Nov 28, 2026", "2026-11-28"), ("28 November 2026", "2026-11-28"),
    ("Sat, 28 Nov 2026", "2026-11-28"), ("2026-11-28 14:00", "2026-11-28T14:00"),
    ("2026-11-28T14:00:59", "2026-11-28T14:00"),
    ("2026-11-28T23:30:00Z", "2026-11-29T00:30"), ("2026-11-28T23:30:00.000Z", "2026-11-29T00:30"),
    ("2026-11-28T23:30:00-05:00", "2026-11-29T05:30"), ("2026-11-28 23:30:00 +0100", "2026-11-28T23:30"),
    ("28.11.2026 2:05 PM", "2026-11-28T14:05"), ("11/28/2026", nil), ("soon", nil), ("2026-02-30", nil), ("12:00", nil),
    ("2026-11-28T25:00", nil), ("2026-11-28T10:00 CET", nil), ("today", nil), ("Fri", nil), ("", nil), ("5", nil),
  ])
  func `days are read as programs and people write them`(text: String, day: String?) {
    #expect(WrittenDays(LocalClock { _ in 3_600 }).date(text)?.description == day)
  }
}

struct MemberOrderTests {
  private func shuffled(_ tree: JSONTree, _ random: inout SeededGenerator, besides kept: Set<String>) -> JSONTree {
    switch tree {
    case .object(let members):
      .object(
        members.shuffled(using: &random).map { member in
          kept.contains(member.key) ? member : .init(member.key, shuffled(member.value, &random, besides: kept))
        })
    case .array(let elements): .array(elements.map { shuffled($0, &random, besides: kept) })
    default: tree
    }
  }

  @Test func `pleat's own JSON may have its members in any order`() throws {
    for seed in 0..<200 as Range<UInt64> {
      var outlines = RandomOutline(seed: seed)
      let outline = outlines.fullOutline()
      var random = SeededGenerator(seed: seed)
      let tree = try #require(JSONTree(stored: String(decoding: try document(outline, as: .json), as: UTF8.self)))
      let text = shuffled(tree, &random, besides: ["attributes"]).text
      #expect(haveSameBytes(try pieces(of: Array(text.utf8), as: .json), outline), "seed \(seed)")
    }
  }

  @Test func `a document of many rows may have its members sorted`() throws {
    let rows = (0..<5_000).map { "{\"id\":\($0 + 2),\"text\":\"\(String(repeating: "x", count: 100))\"}" }.joined(
      separator: ",")
    let sorted =
      "{\"pleat\":2,\"sections\":[{\"id\":1,\"level\":1,\"rows\":[\(rows)],\"title\":\"a\"}],\"users\":[{\"name\":\"ana\"}]}"
    let read = try pieces(of: Array(sorted.utf8), as: .json)
    #expect(read.count == 5_002 && read.first == .user(User(name: "ana")))
  }

  @Test func `tasks of Taskwarrior, notes and lists of others may have their members in any order`() throws {
    let task =
      #"[{"annotations":[{"description":"ask Kim","entry":"20261102T080000Z"}],"repeat":"FREQ=DAILY;BYSETPOS=1","#
      + #""due":"20261127T130000Z","status":"pending","tags":["a"],"project":"Home","description":"Paint","uuid":"1"}]"#
    for (text, format) in [
      (task, OutlineFormat.taskwarrior), (OtherJSONTests.google, .otherJSON), (OtherJSONTests.board, .otherJSON),
    ] {
      let tree = try #require(JSONTree(stored: text))
      let wanted = try lines(text, as: format)
      for seed in 0..<50 as Range<UInt64> {
        var random = SeededGenerator(seed: seed)
        #expect(try lines(shuffled(tree, &random, besides: []).text, as: format) == wanted, "seed \(seed)")
      }
    }
  }
}

struct FrontMatterTests {
  private func roundTrip(_ text: String) throws -> String {
    String(decoding: try document(try pieces(of: Array(text.utf8), as: .markdown), as: .markdown), as: UTF8.self)
  }

  @Test(arguments: [
    "---\na: b\n---\n\n# Week\n\n- milk\n", "---\na: b\n---\n- milk\n", "---\n---\n# Week\n",
    "---\r\na: b\r\n---\r\n- milk\n",
    "+++\na = 1\n+++\n\n# Week\n", "---\ntags:\n  - home\n# remark\n\nkey: |\n  ## no heading\n---\n\n\n# Week\n",
    "---\n{\n  \"a\": 1\n}\n---\n- milk\n", "---\na: \"<!-- x -->\"\n...\ntext\n", "---\na: 📅\n---\n## Deep\n",
  ])
  func `front matter comes back to the byte and is no row`(text: String) throws {
    let read = try lines(text, as: .markdown)
    #expect(read.allSatisfy { !$0.contains("a: b") && !$0.contains("---") && !$0.contains("no heading") })
    #expect(try roundTrip(text) == text)
  }

  @Test(arguments: [
    "---\n\ntext\n\n---\n", "---\njust a text\n---\n", "text\n---\na: b\n---\n", "---\na: b\n", "- a\n---\n", "+++\n",
    "----\na: b\n----\n",
  ])
  func `a rule of Markdown is no front matter`(text: String) throws {
    #expect(
      try !pieces(of: Array(text.utf8), as: .markdown).contains { $0.attributes?.contains("front-matter") == true })
  }

  @Test func `front matter alone makes a section, and stays in other formats`() throws {
    let bytes = Array("---\na: b\n---\n- milk\n".utf8)
    #expect(
      try outline("---\na: b\n---\n")
        == #"# Document {"import":"document","named":"Document","front-matter":"---\na: b\n---\n"}"#)
    let read = try pieces(of: bytes, as: .markdown)
    for format in [OutlineFormat.opml, .org, .ics, .csv, .plist] {
      let again = try pieces(of: try document(read, as: format), as: format)
      #expect(again.contains { $0.attributes?.contains("front-matter") == true }, "\(format)")
    }
  }
}

struct ObsidianTests {
  @Test(arguments: [
    ("- [/] half", "  - ☐ half"), ("- [-] given up", "  - ☑ given up"), ("- [>] moved", "  - ☐ moved"),
    ("- [!] now", "  - ☐ now"),
    ("- [?] who", "  - ☐ who"), ("1. [/] half", "  - ☐ half"), ("- [ ] a 📅 2026-11-29", "  - ☐ a (2026-11-29)"),
    ("- [ ] a 🔁 every week 📅 2026-11-29", "  - ☐ a (2026-11-29 FREQ=WEEKLY)"),
    ("- [ ] 📅 2026-11-29 a", "  - ☐ a (2026-11-29)"),
    ("- [ ] a ⏫ ⏳ 2026-11-26 📅 2026-11-27 #errand ^id1", "  - ☐ a #errand ^id1 (2026-11-27)"),
    ("- [ ] a ⏳ 2026-11-26", "  - ☐ a (2026-11-26)"),
    ("- [x] a 📅 2026-11-01 ✅ 2026-11-02", "  - ☑ a (2026-11-01)"),
    ("- [ ] a [due:: 2026-11-28]  [priority:: high]", "  - ☐ a (2026-11-28)"),
    ("- [ ] a (due:: 2026-11-28)", "  - ☐ a (2026-11-28)"), ("- [-] a ❌ 2026-11-28", "  - ☑ a"),
    ("- [ ] a 📅 soon", "  - ☐ a 📅 soon"),
    ("- a 📅 2026-11-29", "  - a 📅 2026-11-29"), ("- [ ] a 🔁 whenever I like 📅 2026-11-29", "  - ☐ a (2026-11-29)"),
    ("- [ ] a 🔁 every day when done 📅 2026-11-29", "  - ☐ a (2026-11-29 X-PLEAT-FROM=DONE)"),
    ("- \\[/] plain", "  - [/] plain"), ("- [_] plain", "  - [_] plain"),
    ("- [ ] a 📅️ 2026-11-29", "  - ☐ a (2026-11-29)"), ("- [ ] [link](due:: x)", "  - ☐ [link](due:: x)"),
  ])
  func `tasks of Obsidian are read and go back as they were`(line: String, wanted: String) throws {
    let read = try lines(line + "\n", as: .markdown)
    if !line.contains("when done") { #expect(read.last == wanted) }
    let pieces = try pieces(of: Array((line + "\n").utf8), as: .markdown)
    #expect(String(decoding: try document(pieces, as: .markdown), as: UTF8.self) == line + "\n")
  }

  @Test func `a task that has changed is written with signs for what it says now`() throws {
    let line = "- [/] a ⏫ 🔁 every week 📅 2026-11-29 ✅ 2026-11-02\n"
    func changed(_ change: (inout RowDraft) -> Void) throws -> String {
      let pieces = try pieces(of: Array(line.utf8), as: .markdown).map { piece -> OutlinePiece in
        guard case .row(var row) = piece else { return piece }
        change(&row.draft)
        return .row(row)
      }
      return String(decoding: try document(pieces, as: .markdown), as: UTF8.self)
    }
    #expect(try changed { $0.schedule.due = DueDate("2026-12-06") } == line.replacing("2026-11-29", with: "2026-12-06"))
    #expect(try changed { $0.isDone = true } == line.replacing("[/]", with: "[x]"))
    #expect(try changed { $0.text = "b" } == line.replacing(" a ", with: " b "))
    #expect(try changed { $0.schedule = .none } == "- [/] a ⏫ ✅ 2026-11-02\n")
  }
}

struct OtherJSONTests {
  static let google = #"""
    {"kind":"tasks#taskLists","items":[{"kind":"tasks#tasks","id":"L","title":"Home","items":[
    {"id":"t1","title":"Plan","notes":"by train","due":"2026-11-28T00:00:00Z","status":"needsAction"},
    {"id":"t2","parent":"t1","title":"Book","status":"completed","completed":"2026-11-21T08:00:00Z"},
    {"id":"t3","title":"Gone","deleted":true,"status":"needsAction"}]}]}
    """#
  static let board = #"""
    {"name":"Flat","lists":[{"id":"l2","name":"Done","pos":2,"closed":true},{"id":"l1","name":"Doing","pos":1}],
    "cards":[{"id":"c1","name":"Fix","desc":"brakes","idList":"l1","pos":2,"due":"2026-11-28T11:00:00.000Z","dueComplete":false,"labels":[{"name":"","color":"red"}],"shortUrl":"u"},
    {"id":"c2","name":"First","idList":"l1","pos":1,"closed":true},{"id":"c3","name":"Sell","idList":"l2","pos":1,"dueComplete":true}],
    "checklists":[{"id":"k","idCard":"c1","name":"List","checkItems":[{"name":"b","state":"complete","pos":2},{"name":"a","state":"incomplete","pos":1}]}],
    "actions":[{"type":"commentCard","data":{"text":"soon","card":{"id":"c1"}}},{"type":"updateCard","data":{}}]}
    """#

  @Test func `lists of Google Tasks are sections, and tasks are rows below those that they name`() throws {
    let read = try read(Array(Self.google.utf8), as: .otherJSON)
    #expect(
      read.drawn == """
        # Home {"id":"L"}
          - ☐ Plan⏎by train {"id":"t1"} (2026-11-28)
            - ☑ Book {"id":"t2","completed":"2026-11-21T08:00:00Z"}
        """)
    #expect(read.remarks.last == "Left out: 1 deleted tasks.")
  }

  @Test func `a board of Trello has its lists, cards and checklists in their order`() throws {
    #expect(
      try lines(Self.board, as: .otherJSON) == [
        "# Flat", "  # Doing", "    - ☐ First", "    - ☐ Fix #red⏎brakes⏎soon (2026-11-28T12:00)", "      - ☐ a",
        "      - ☑ b",
        "  # Done",
        "    - ☑ Sell",
      ])
  }

  @Test func `a note of Google Keep is a section, and lists of Microsoft To Do are sections`() throws {
    let note =
      #"{"title":"Shop","textContent":"two\nlines","listContent":[{"text":"milk","isChecked":true}],"labels":[{"name":"home"}],"isTrashed":false,"color":"RED"}"#
    #expect(
      try read(Array(note.utf8), as: .otherJSON).drawn == """
        # Shop #home {"color":"RED"}
          - two⏎lines
          - ☑ milk
        """)
    let tasks =
      #"[{"displayName":"Home","tasks":[{"title":"Call","status":"inProgress","importance":"high","body":{"content":"x"},"#
      + #""dueDateTime":{"dateTime":"2026-11-28T00:00:00.0000000","timeZone":"UTC"},"checklistItems":[{"displayName":"a","isChecked":true}]}]}]"#
    #expect(
      try read(Array(tasks.utf8), as: .otherJSON).drawn == """
        # Home
          - ☐ Call⏎x {"status":"inProgress","importance":"high"} (2026-11-28)
            - ☑ a
        """)
  }

  @Test(arguments: ["{}", "[]", "[1]", #"{"a":1,"b":[]}"#, #"{"kind":"tasks#other"}"#, "1"])
  func `other JSON is refused with what it has and the way that leads on`(text: String) throws {
    let error = try refusal(text, as: .otherJSON)
    #expect(error.hint?.contains("CSV") == true)
  }

  @Test(arguments: [
    google, board, #"{"title":"a","textContent":"b","isTrashed":false}"#,
    #"{"value":[{"title":"a","status":"x","dueDateTime":null}]}"#,
  ])
  func `the JSON of others is told by its content`(text: String) throws {
    #expect(OutlineFormat.choice(among: [.json, .taskwarrior, .otherJSON], beginning: Array(text.utf8)) == .otherJSON)
  }
}

struct SmallRealFileTests {
  /// A binary property list with a dictionary whose only key is `Tasks`.
  private static let binary =
    "62706c6973743030d10102555461736b73a103d204050615556974656d73546e616d65a20708546d696c6bd6090a0b0c0d0e"
    + "0f1011121314516251645464617461516e5172557469746c65093341c85d6ed00000004361626313fffffffffffffffd2340"
    + "0400000000000051786600c400200048006f006d0065080b1113181e23262b383a3c4143454b4c5559626b6d000000000000"
    + "010100000000000000160000000000000000000000000000007a"

  private static let bytes = stride(from: 0, to: binary.utf8.count, by: 2).compactMap { place in
    UInt8(binary.dropFirst(place).prefix(2), radix: 16)
  }

  @Test func `a binary property list is read, and the only key of a dictionary is a section`() throws {
    #expect(
      try read(Self.bytes, as: .plist).drawn
        == """
        # Tasks
          - Ä Home
            - milk
            - x {"b":true,"d":"2026-11-28T10:00:00Z","data":"YWJj","n":-3,"r":2.5,"title":"x"}
        """)
  }

  @Test func `a binary property list that is cut off or changed is read or refused`() throws {
    for count in 0..<Self.bytes.count {
      #expect(throws: ImportError.self) { try drafts(of: Array(Self.bytes.prefix(count)), as: .plist) }
    }
    var random = SeededGenerator(seed: 7)
    for _ in 0..<3_000 {
      var bytes = Self.bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: 8..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      do { _ = try drafts(of: bytes, as: .plist) } catch is ImportError {}
    }
  }

  @Test(arguments: [
    "x (A) 2026-11-03 2026-11-01 a", "x 2026-11-03 (B) 2026-11-01 a", "x 2026-11-03 2026-11-01 a pri:C",
    "(D) 2026-11-01 a", "x 2026-11-03 a",
  ])
  func `the priority of a task of todo.txt goes back to where it was`(line: String) throws {
    let pieces = try pieces(of: Array((line + "\n").utf8), as: .todotxt)
    guard case .row(let row)? = pieces.last else { return }
    #expect(row.draft.text == "a")
    #expect(String(decoding: try document(pieces, as: .todotxt), as: UTF8.self) == line + "\n")
  }

  @Test(arguments: [
    ("milk\nbread\n", OutlineFormat.text), ("milk +Home\n", .todotxt), ("call @phone", .todotxt),
    ("a due:2026-11-28", .todotxt),
    ("2026-11-01 a", .todotxt), ("x done", .todotxt), ("", .todotxt), ("me@example.org\n1 + 2\n", .text),
    ("note: this\n", .text),
  ])
  func `a todo.txt without a sign of the format is text`(text: String, format: OutlineFormat) {
    let formats = OutlineFormat.formats(ofFileName: "home.todo.txt")
    #expect(OutlineFormat.choice(among: formats, beginning: Array(text.utf8)) == format)
  }

  @Test func `a drawer of Logseq is an attribute, and IN-PROGRESS is open`() throws {
    let page = "- TODO a\n  :LOGBOOK:\n  CLOCK: [x]\n  :END:\n  more\n- IN-PROGRESS b\n- c\n  :OPEN:\n  text\n"
    #expect(
      try read(Array(page.utf8), as: .logseq).drawn == #"""
        # Document
          - ☐ a⏎more {"LOGBOOK":"CLOCK: [x]"}
          - ☐ b {"todo":"IN-PROGRESS"}
          - c⏎:OPEN:⏎text
        """#)
  }

  @Test func `OPML of feeds, of Dynalist and of OmniOutliner is read as they mean it`() throws {
    let document =
      "\n \n<?xml version=\"1.0\"?><opml version=\"2.0\"><body>"
      + "<outline text=\"\" title=\"News\"/><outline text=\"A\" collapsed=\"true\"><outline text=\"b\" _status=\"checked\"/></outline></body></opml>"
    let pieces = try pieces(of: Array(document.utf8), as: .opml)
    #expect(
      pieces.contains {
        if case .section(let section) = $0 { section.draft.title == "A" && section.isCollapsed == true } else { false }
      })
    #expect(try lines(document, as: .opml) == ["# Document", "  - News", "# A", "  - ☑ b"])
    #expect(try refusal("\n\n<?xml version=\"1.0\"?>\n<opml><bad/></opml>", as: .opml).line == 4)
  }

  @Test func `an empty DESCRIPTION is no further line, and a plain row keeps its day in a property list`() throws {
    let task = "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a\nDESCRIPTION:\nEND:VTODO\nEND:VCALENDAR\n"
    #expect(try lines(task, as: .ics) == ["# Document", "  - ☐ a"])
    let row = RowDraft("a", schedule: Schedule(due: DueDate("2026-11-28")))
    let outline: [OutlinePiece] = [.section(SectionPiece(SectionDraft(title: "s"))), .row(RowPiece(row))]
    #expect(try pieces(of: try document(outline, as: .plist), as: .plist) == outline)
  }

  @Test func `a detail may have a mebibyte`() throws {
    let detail = String(repeating: "x", count: 1 << 20)
    for format in [OutlineFormat.org, .json, .csv, .opml] {
      let outline: [OutlinePiece] = [.section(SectionPiece(SectionDraft(title: "s", detail: detail)))]
      let bytes = try document(outline, as: format)
      #expect(try drafts(of: bytes, as: format).first?.detail == detail, "\(format)")
    }
  }
}
