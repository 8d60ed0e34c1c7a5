import OutlineCore
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

struct CalendarTests {
  private func document(_ lines: String) -> String { "BEGIN:VCALENDAR\nVERSION:2.0\n\(lines)\nEND:VCALENDAR\n" }

  /// A clock that is one hour behind UTC, and that knows three zones.
  private static let clock = LocalClock(zone: {
    [
      "Europe/Berlin": "CET-1CEST,M3.5.0,M10.5.0/3", "America/New_York": "EST5EDT,M3.2.0,M11.1.0",
      "Etc/GMT+1": "<-01>1",
    ][$0]
  }) { _ in -3_600 }

  private func written(_ pieces: [OutlinePiece]) throws -> String {
    String(decoding: try OutlineFormatsTests.document(pieces, as: .ics) { $0.clock = Self.clock }, as: UTF8.self)
  }

  private func read(_ text: String) throws -> (pieces: [OutlinePiece], remarks: [String]) {
    var pieces: [OutlinePiece] = []
    var options = ReadingOptions()
    options.clock = Self.clock
    let remarks = try OutlineReader.read(
      ByteStream(Array(text.utf8)), as: .ics, documentName: "Document", options: options
    ) { pieces.append($0) }
    return (pieces, remarks)
  }

  private func drawn(_ pieces: [OutlinePiece]) -> String {
    var drafts: [SectionDraft] = []
    for piece in pieces { drafts.add(piece) }
    return drawing(of: drafts)
  }

  @Test func `tasks are read with what they are related to, wherever that is in the file`() throws {
    let text = document(
      """
      BEGIN:VTIMEZONE
      TZID:Europe/Berlin
      BEGIN:STANDARD
      DTSTART:19701025T030000
      END:STANDARD
      END:VTIMEZONE
      BEGIN:VTODO
      UID:b
      DTSTAMP:20261101T000000Z
      SUMMARY:seeds\\, and
        a spade
      DESCRIPTION:two\\nlines
      CATEGORIES:garden,a b
      RELATED-TO;RELTYPE=PARENT:a
      DUE;TZID=Europe/Berlin:20261127T140000
      RRULE:FREQ=WEEKLY;BYDAY=FR
      STATUS:COMPLETED
      BEGIN:VALARM
      TRIGGER:-PT1H
      END:VALARM
      END:VTODO
      BEGIN:VTODO
      UID:a
      SUMMARY:Garden
      DESCRIPTION:behind the house
      DUE;VALUE=DATE:20261201
      PRIORITY:1
      COMMENT:one
      COMMENT:two
      STATUS:IN-PROCESS
      END:VTODO
      BEGIN:VTODO
      UID:c
      SUMMARY:late
      DUE:20261127T003000Z
      RELATED-TO:elsewhere
      END:VTODO
      BEGIN:VEVENT
      SUMMARY:party
      END:VEVENT
      """)
    let (pieces, remarks) = try read(text)
    #expect(
      drawn(pieces) == #"""
        # Document
          - ☐ Garden⏎behind the house {"UID":"a","PRIORITY":"1","COMMENT":"one","COMMENT 2":"two","STATUS":"IN-PROCESS"} (2026-12-01)
            - ☑ seeds, and a spade #garden⏎two⏎lines {"UID":"b","due-form":"DUE;TZID=Europe/Berlin","tags":["a b"]} (2026-11-27T12:00 FREQ=WEEKLY;BYDAY=FR)
          - ☐ late {"UID":"c","due-form":"DUE:Z","RELATED-TO":"elsewhere"} (2026-11-26T23:30)
        """#)
    #expect(
      remarks.last == "Left out: 1 VALARM, 1 VEVENT, 1 DTSTAMP.")
    let again = try written(pieces)
    expectSame(try read(again).pieces, pieces, "")
    #expect(!again.contains("X-PLEAT"))
  }

  @Test(
    arguments: [
      ("DUE:20261127T140000", "2026-11-27T14:00", nil), ("DUE;VALUE=DATE:20261127", "2026-11-27", nil),
      ("DUE:20261127T140000Z", "2026-11-27T13:00", "other"),
      ("DUE;TZID=America/New_York:20261127T233000", "2026-11-28T03:30", "other"),
      ("DUE;TZID=America/New_York:20260727T233000", "2026-07-28T02:30", "other"),
      ("DUE;TZID=Europe/Berlin:20261127T003000", "2026-11-26T22:30", "other"),
      ("DUE;TZID=Etc/GMT+1:20261127T140000", "2026-11-27T14:00", nil),
      ("DUE;TZID=UTC:20261127T140000", "2026-11-27T13:00", "other"),
      ("DTSTART:20261127T140000", "2026-11-27T14:00", "start"),
      ("DTSTART;VALUE=DATE:20261127", "2026-11-27", "start"),
      ("DTSTART:20261127T140000Z", "2026-11-27T13:00", "start other"),
      ("DTSTART;TZID=Europe/Berlin:20261127T090000", "2026-11-27T07:00", "start other"),
      ("DTSTART:20261127T140000\nDURATION:PT1H", "2026-11-27T14:00", "start"),
    ] as [(String, String, String?)])
  func `a day is read as a local one from DUE, or from DTSTART without it, and goes back as it was`(
    lines: String, due: String, says: String?
  ) throws {
    let text = document("BEGIN:VTODO\nUID:a\nSUMMARY:x\n\(lines)\nRRULE:FREQ=WEEKLY\nEND:VTODO")
    let (pieces, remarks) = try read(text)
    #expect(drawn(pieces).contains("(\(due) FREQ=WEEKLY)"))
    let again = try written(pieces)
    for line in lines.split(separator: "\n") { #expect(again.contains("\r\n\(line)\r\n"), "\(again)") }
    #expect(!again.contains("X-PLEAT"))
    expectSame(try read(again).pieces, pieces, again)
    let said = says ?? ""
    #expect(remarks.contains("Read 1 \(said.hasPrefix("start") ? "DTSTART" : "due") as due days."))
    #expect(remarks.contains("Read 1 times of other zones as local times.") == said.hasSuffix("other"))
    #expect(!remarks.contains { $0.contains("due-form") })
    // A day that has moved is written in the same form.
    guard case .row(var row)? = pieces.last, let day = row.draft.schedule.due?.day.adding(days: 7) else { return }
    row.draft.schedule.due?.day = day
    let moved = try written(pieces.dropLast() + [.row(row)])
    #expect(moved.contains(lines.prefix { $0 != ":" } + ":2026"), "\(moved)")
    expectSame(try read(moved).pieces, pieces.dropLast() + [.row(row)], moved)
  }

  @Test func `a start beside a due day stays an attribute, and a zone that is not known is named`() throws {
    let both = try read(
      document("BEGIN:VTODO\nSUMMARY:x\nDTSTART:20261126T080000\nDUE:20261127T140000\nEND:VTODO"))
    #expect(drawn(both.pieces).contains(#"x {"DTSTART":"20261126T080000"} (2026-11-27T14:00)"#))
    let text = document("BEGIN:VTODO\nSUMMARY:x\nDUE;TZID=Moon/Sea:20261127T140000\nEND:VTODO")
    #expect(try drawn(read(text).pieces).contains("x (2026-11-27T14:00)"))
    #expect(try read(text).remarks.last == "Left out: 1 TZID of DUE.")
    let mozilla = text.replacing("Moon/Sea", with: "/mozilla.org/20050126_1/Europe/Berlin")
    #expect(try drawn(read(mozilla).pieces).contains("(2026-11-27T12:00)"))
  }

  private static func zone(_ name: String, _ parts: String...) -> String {
    let lines = parts.map { part in
      let fields = part.split(separator: " ").map(String.init)
      let rest = fields.dropFirst(4).map { "\n\($0)" }.joined()
      return
        "BEGIN:\(fields[0])\nDTSTART:\(fields[1])\nTZOFFSETFROM:\(fields[2])\nTZOFFSETTO:\(fields[3])\(rest)\nEND:\(fields[0])\n"
    }
    return "BEGIN:VTIMEZONE\nTZID:\(name)\n\(lines.joined())END:VTIMEZONE\n"
  }

  private static let zones = [
    zone(
      "W. Europe Standard Time", "STANDARD 16010101T030000 +0200 +0100 RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10",
      "DAYLIGHT 16010101T020000 +0100 +0200 RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3"),
    zone(
      "US", "DAYLIGHT 19870405T020000 -0500 -0400 RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU;UNTIL=20060402T070000Z",
      "STANDARD 19671029T020000 -0400 -0500 RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20061029T060000Z",
      "DAYLIGHT 20070311T020000 -0500 -0400 RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU",
      "STANDARD 20071104T020000 -0400 -0500 RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU"),
    zone("India", "STANDARD 16010101T000000 +0530 +0530"), zone("Old", "STANDARD 19000101T000000 -003045 -003045"),
    zone(
      "Dates", "STANDARD 20251026T030000 +0300 +0200 RDATE:20261025T030000,20271031T030000",
      "DAYLIGHT 20260327T020000 +0200 +0300 RDATE:20270326T020000"),
    // The system's description of a zone that it knows counts.
    zone("Europe/Berlin", "STANDARD 16010101T000000 +0900 +0900"),
    zone("Empty"), zone("Timeless", "STANDARD 20260101 +0100 +0100"),
    zone("Endless", "DAYLIGHT 16010101T000000 +0100 +0100 RRULE:FREQ=DAILY;COUNT=99999"),
    zone("Odd", "STANDARD 20200101T000000 +0100 +0100 RRULE:FREQ=YEARLY;BYWEEKNO=3"),
  ].joined()

  @Test(
    arguments: [
      ("W. Europe Standard Time", "20261127T140000", "2026-11-27T12:00"),
      ("W. Europe Standard Time", "20260727T003000", "2026-07-26T21:30"),
      ("W. Europe Standard Time", "20261025T033000", "2026-10-25T01:30"),
      ("W. Europe Standard Time", "20260329T030000", "2026-03-29T00:00"), ("US", "20060410T120000", "2006-04-10T15:00"),
      ("US", "20070325T120000", "2007-03-25T15:00"), ("US", "20061030T120000", "2006-10-30T16:00"),
      ("US", "20301201T230000", "2030-12-02T03:00"), ("India", "20261127T003000", "2026-11-26T18:00"),
      ("Old", "20261127T120000", "2026-11-27T11:30"), ("Dates", "20261024T120000", "2026-10-24T08:00"),
      ("Dates", "20261101T120000", "2026-11-01T09:00"), ("Dates", "20270401T120000", "2027-04-01T08:00"),
      ("Endless", "20261127T120000", "2026-11-27T10:00"), ("Odd", "20261127T120000", "2026-11-27T10:00"),
      ("Europe/Berlin", "20261127T120000", "2026-11-27T10:00"), ("Empty", "20261127T120000", nil),
      ("Timeless", "20261127T120000", nil),
    ] as [(String, String, String?)])
  func `a zone that only the document describes is read from there, before tasks and after them`(
    zone: String, time: String, local: String?
  ) throws {
    for name in ["DUE", "DTSTART"] {
      for quote in ["", "\""] {
        let task = "BEGIN:VTODO\nUID:a\nSUMMARY:x\n\(name);TZID=\(quote)\(zone)\(quote):\(time)\nEND:VTODO\n"
        for text in [Self.zones + task, task + Self.zones] {
          let (pieces, remarks) = try read(document(text))
          guard let local else {
            #expect(remarks.last == "Left out: 1 TZID of \(name).")
            continue
          }
          #expect(drawn(pieces).contains("(\(local))"), "\(drawn(pieces))")
          #expect(!remarks.contains { $0.hasPrefix("Left out") })
          let again = try written(pieces)
          #expect(again.contains("\r\n\(name)\(zone == "Europe/Berlin" ? ";TZID=" : ":20")"), "\(again)")
          expectSame(try read(again).pieces, pieces, again)
        }
      }
    }
  }

  /// Names of Windows with zones that have the same time, as Microsoft lists them; only a few need more than a look.
  @Test(
    arguments: [
      ("W. Europe Standard Time", "Europe/Berlin"), ("Eastern Standard Time", "America/New_York"),
      ("Pacific Standard Time (Mexico)", "America/Tijuana"), ("GMT Standard Time", "Europe/London"),
      ("India Standard Time", "Asia/Kolkata"), ("Tokyo Standard Time", "Asia/Tokyo"),
      ("AUS Eastern Standard Time", "Australia/Sydney"), ("Russia Time Zone 3", "Europe/Samara"),
      ("UTC-11", "Etc/GMT+11"), ("Dateline Standard Time", "Etc/GMT+12"), ("Yukon Standard Time", "America/Whitehorse"),
      ("Romance Standard Time", "Europe/Paris"), ("FLE Standard Time", "Europe/Kyiv"), ("W. Europe", nil),
      ("W. Europe*", nil), ("Standard Time", nil), ("", nil), ("Europe/Berlin", nil), ("Eastern Standard Time=", nil),
    ] as [(String, String?)])
  func `zones of Windows are known by their names`(name: String, zone: String?) {
    #expect(WindowsZones.name(of: name) == zone)
  }

  @Test(arguments: ["DUE", "DTSTART"], ["W. Europe Standard Time", "\"W. Europe Standard Time\""])
  func `a time in a zone of Windows is read without a description of the zone, and written in the zone`(
    name: String, zone: String
  ) throws {
    let text = document("BEGIN:VTODO\nUID:a\nSUMMARY:x\n\(name);TZID=\(zone):20261127T140000\nEND:VTODO")
    let (pieces, remarks) = try read(text)
    #expect(drawn(pieces).contains("(2026-11-27T12:00)") && !remarks.contains { $0.hasPrefix("Left out") })
    let again = try written(pieces)
    #expect(again.contains("\r\n\(name);TZID=W. Europe Standard Time:20261127T140000\r\n"), "\(again)")
    expectSame(try read(again).pieces, pieces, again)
  }

  @Test func `many changes of a zone that many tasks name are not read for each of them`() throws {
    let dates = (0..<2_000).map { "RDATE:\(1_000 + $0)0101T000000" }.joined(separator: " ")
    let zone = Self.zone("Far", "STANDARD 09000101T000000 +0100 +0100 \(dates)")
    let task = "BEGIN:VTODO\nUID:a\nSUMMARY:x\nDUE;TZID=Far:20261127T120000\nEND:VTODO\n"
    #expect(try read(document(zone + task)).remarks.last == "Left out: 1 TZID of DUE.")
    for rule in ["DAILY", "MONTHLY;BYMONTHDAY=1", "YEARLY;COUNT=1000", "YEARLY;BYWEEKNO=9"] {
      let daily = Self.zone("Far", "STANDARD 20200101T000000 +0200 +0100 RRULE:FREQ=\(rule)")
      #expect(try read(document(daily + task)).remarks.last == "Left out: 1 TZID of DUE.", "\(rule)")
    }
  }

  @Test func `only attributes of tasks that have a UID are properties of iCalendar`() throws {
    let attributes = #"{"PRIORITY":"high","COMPLETED":"yes","X-MINE":"1"}"#
    let outline: [OutlinePiece] = [
      .section(SectionPiece(SectionDraft(title: "A"))),
      .row(RowPiece(RowDraft("a", isDone: true, attributes: attributes))),
      .row(RowPiece(RowDraft("b", isDone: true, attributes: attributes.replacing("{", with: #"{"UID":"7","#)))),
    ]
    let text = try written(outline)
    #expect(
      text.split(separator: "PRIORITY:high").count == 2 && text.split(separator: "X-MINE:1").count == 3, "\(text)")
    #expect(withoutFlags(try read(text).pieces).map(inOrder) == outline.map(inOrder))
  }

  @Test func `tasks name those below them, are in the order that they give, and may be done by their percentage`()
    throws
  {
    func task(_ id: String, _ lines: String) -> String {
      "BEGIN:VTODO\nUID:\(id)\nSUMMARY:\(id)\n\(lines)\nEND:VTODO\n"
    }
    let text = document(
      task(
        "c",
        "X-APPLE-SORT-ORDER:3\nRELATED-TO;RELTYPE=CHILD:d\nRELATED-TO;RELTYPE=CHILD:gone\nSTATUS:NEEDS-ACTION\nPERCENT-COMPLETE:100"
      )
        + task("d", "PERCENT-COMPLETE:100") + task("b", "X-APPLE-SORT-ORDER:2\nPERCENT-COMPLETE:40")
        + task("a", "X-APPLE-SORT-ORDER:-1"))
    let pieces = try read(text).pieces
    #expect(
      drawn(pieces) == #"""
        # Document
          - ☐ a {"UID":"a","X-APPLE-SORT-ORDER":"-1"}
          - ☐ b {"UID":"b","X-APPLE-SORT-ORDER":"2","PERCENT-COMPLETE":"40"}
          - ☐ c {"UID":"c","X-APPLE-SORT-ORDER":"3","PERCENT-COMPLETE":"100","RELATED-TO;RELTYPE=CHILD":"gone"}
            - ☑ d {"UID":"d","PERCENT-COMPLETE":"100"}
        """#)
    expectSame(try read(written(pieces)).pieces, pieces, "")
  }

  @Test(arguments: [
    "CONFERENCE;FEATURE=CHAT;LABEL=\"Slack Channel\":https://example.org/1",
    "COMMENT;X=\"a:b;c\":one", "COMMENT:one\r\nCOMMENT:two\r\nCOMMENT:three", "LOCATION:Room 2", "X-EMPTY:",
  ])
  func `a property that pleat does not know is written as it was read`(property: String) throws {
    let text = document("BEGIN:VTODO\nUID:a\nSUMMARY:x\n\(property)\nEND:VTODO")
    let pieces = try read(text).pieces
    let again = String(decoding: try OutlineFormatsTests.document(pieces, as: .ics), as: UTF8.self)
    #expect(again.contains("\r\n\(property)\r\n"), "\(again)")
    expectSame(try read(again).pieces, pieces, again)
  }

  @Test(arguments: ["X;A=\n", "X;A=:b", "X;A=\"", "X 2 3"])
  func `an attribute whose name is no property does not spoil the document`(key: String) throws {
    let row = RowDraft("x", isDone: false, attributes: JSONTree.object([.init(key, .string("v"))]).text)
    let outline: [OutlinePiece] = [.section(SectionPiece(SectionDraft(title: "A"))), .row(RowPiece(row))]
    let text = try OutlineFormatsTests.document(outline, as: .ics)
    expectSame(try pieces(of: text, as: .ics), outline, String(decoding: text, as: UTF8.self))
  }

  @Test func `random outlines come back, with folds`() throws {
    for seed in 0..<300 as Range<UInt64> {
      var random = RandomOutline(seed: seed)
      let outline = random.outline()
      let text = String(decoding: try OutlineFormatsTests.document(outline, as: .ics), as: UTF8.self)
      expectSame(try pieces(of: Array(text.utf8), as: .ics), outline, "seed \(seed):\n\(text)")
      #expect(text.utf8.split(separator: UInt8(ascii: "\r")).allSatisfy { $0.count <= 76 })
    }
  }

  @Test func `an accent after a sign of the syntax belongs to the text, and the sign keeps its meaning`() throws {
    let accent = "\u{301}"
    let outline: [OutlinePiece] = [
      .section(SectionPiece(SectionDraft(title: "\(accent)a", detail: "a\n\(accent)b"))),
      .row(RowPiece(RowDraft("a,\(accent)b;\(accent)c\\\(accent)d", isDone: false))),
    ]
    let text = String(decoding: try OutlineFormatsTests.document(outline, as: .ics), as: UTF8.self)
    #expect(try haveSameBytes(pieces(of: Array(text.utf8), as: .ics), outline))
    #expect(!text.contains("\"text\"") && !text.contains("\"detail\""), "\(text)")
  }

  @Test func `tasks that are related in a circle are all read`() throws {
    let tasks = [("a", "b"), ("b", "c"), ("c", "a"), ("d", "d"), ("e", "a")].map { id, parent in
      "BEGIN:VTODO\nUID:\(id)\nSUMMARY:\(id)\nRELATED-TO:\(parent)\nEND:VTODO"
    }
    let read = try read(document(tasks.joined(separator: "\n"))).pieces
    #expect(read.count == 6)
  }

  @Test(arguments: [
    ("SUMMARY:x", "1:The file is not iCalendar: it does not begin with BEGIN:VCALENDAR"),
    ("BEGIN:VTODO", "1:The file is not iCalendar: it does not begin with BEGIN:VCALENDAR"),
    ("BEGIN:VCALENDAR\nx", "2:This is not a line of iCalendar: it has no colon"),
    ("BEGIN:VCALENDAR\nEND:VTODO", "2:END:VTODO has no BEGIN"),
    ("BEGIN:VCALENDAR\nBEGIN:VTODO\n", "VTODO does not end; the file may have been cut off"),
  ])
  func `what is not iCalendar is refused with its line`(text: String, message: String) throws {
    #expect(try refusalMessage(text, as: .ics) == message)
  }

  @Test func `remarks count the rows that are tasks, and the parents that are not in the document`() throws {
    let outline: [OutlinePiece] = [
      .section(SectionPiece(SectionDraft(title: "A"))), .row(RowPiece(RowDraft("plain"))),
      .row(RowPiece(RowDraft("task", isDone: false, level: 2))),
    ]
    let text = String(decoding: try OutlineFormatsTests.document(outline, as: .ics), as: UTF8.self)
    #expect(try read(text).remarks == ["Read 1 open as open tasks.", "Left out: 3 DTSTAMP."])
    let other = "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a\nRELATED-TO:x\nEND:VTODO\nEND:VCALENDAR\n"
    #expect(try read(other).remarks == ["Read 1 open as open tasks.", "Read 1 RELATED-TO as an attribute."])
  }
}
