import OutlineCore
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

struct CalendarTests {
  private func document(_ lines: String) -> String { "BEGIN:VCALENDAR\nVERSION:2.0\n\(lines)\nEND:VCALENDAR\n" }

  private func read(_ text: String) throws -> (pieces: [OutlinePiece], remarks: [String]) {
    var pieces: [OutlinePiece] = []
    var options = ReadingOptions()
    options.clock = LocalClock { _ in -3_600 }
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
            - ☑ seeds, and a spade #garden⏎two⏎lines {"UID":"b","tags":["a b"]} (2026-11-27T14:00 FREQ=WEEKLY;BYDAY=FR)
          - ☐ late {"UID":"c","RELATED-TO":"elsewhere"} (2026-11-26T23:30)
        """#)
    #expect(
      remarks.last == "Left out: 1 VTIMEZONE, 1 STANDARD, 1 VALARM, 1 VEVENT, 1 DTSTAMP, 1 TZID of DUE.")
    let again = try OutlineFormatsTests.document(pieces, as: .ics)
    expectSame(try read(String(decoding: again, as: UTF8.self)).pieces, pieces, "")
    #expect(!String(decoding: again, as: UTF8.self).contains("X-PLEAT"))
  }

  @Test func `random outlines come back, with folds`() throws {
    for seed in 0..<1_000 as Range<UInt64> {
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
