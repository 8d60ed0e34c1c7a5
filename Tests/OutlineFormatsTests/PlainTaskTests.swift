import OutlineCore
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

/// Tasks that formats write without a trial, and those that are nearly so plain.
struct PlainTaskTests {
  private static let titles = [
    "milk", "x", "x milk", "xylophone", "X", "(A) milk", "a:b", "due:2026-01-01 a", "+a", "a +b", "2026-11-28 a",
    "TODO a",
    "DONE", "a #b", "[#A] a", "[ ] a", ":a:", "a :b:", " a", "a ", "ä", "e\u{301}", "-", "- a", "", "* a", "a\u{2028}b",
    "a\u{85}b", "\u{FEFF}a", "a\tb",
  ]
  private static let attributes = [
    nil, #"{"color":"red"}"#, #"{"color":"red","size":"3"}"#, #"{"color":"a b"}"#, #"{"color":"//x"}"#,
    #"{"color":"a/b"}"#,
    #"{"color":"a:b"}"#, #"{"color":""}"#, #"{"color":" a"}"#, #"{"color":"a "}"#, #"{"color":"a:"}"#, #"{"color":3}"#,
    #"{"color" : "red"}"#, #"{"color":"\u0061"}"#, #"{"color":"\""}"#, #"{"color":"ä"}"#,
    #"{"Color":"red"}"#, #"{"due":"2026-11-28"}"#, #"{"scheduled":"2026-11-28"}"#, #"{"closed":"2026-11-28"}"#,
    #"{"priority":"A"}"#, #"{"todo":"low"}"#, #"{"id":"r3"}"#, #"{"p":"r3"}"#, #"{"box":"/"}"#, #"{"org":"text"}"#,
    #"{"uuid":"x"}"#, #"{"tags":"a"}"#, #"{"repeat":"x"}"#, #"{"pri":"A"}"#, #"{"mailto":"a"}"#, #"{"status":"x"}"#,
    #"{"":"x"}"#, #"{"end":"x"}"#, #"{"recur":"weekly"}"#, #"{"completed":"2026-11-28"}"#, "{}",
  ]
  private static let days = [
    nil, "2026-11-28", "2026-11-28T00:00", "2026-11-28T14:30", "2026-03-29", "2026-03-29T00:30", "0001-01-01",
    "9999-12-31T23:59",
  ]
  /// A clock that goes from midnight to one o'clock on 2026-03-29.
  private static let clock = LocalClock { $0 < 1_774_742_400 ? 0 : 3_600 }

  @Test(arguments: [OutlineFormat.org, .todotxt, .taskwarrior, .ics, .plist])
  func `a task is read back as it is, whether a trial showed that or not`(format: OutlineFormat) throws {
    for (number, title) in Self.titles.enumerated() {
      for (other, attributes) in Self.attributes.enumerated() {
        let day = Self.days[(number + other) % Self.days.count]
        let isDone = [true, false, nil][(number * 7 + other) % 3]
        try check(
          RowDraft(title, isDone: isDone, attributes: attributes, schedule: Schedule(due: day.flatMap(DueDate.init))),
          format)
      }
    }
    for day in Self.days {
      for isDone in [true, false, nil] {
        try check(RowDraft("milk", isDone: isDone, schedule: Schedule(due: day.flatMap(DueDate.init))), format)
      }
    }
  }

  private func check(_ row: RowDraft, _ format: OutlineFormat) throws {
    let written = try document(
      [.section(SectionPiece(SectionDraft(level: 1, title: "Home"))), .row(RowPiece(row))], as: format
    ) { $0.clock = Self.clock }
    var (options, rows) = (ReadingOptions(), [RowDraft]())
    (options.clock, options.hasProjects) = (Self.clock, format == .todotxt)
    _ = try OutlineReader.read(ByteStream(written), as: format, documentName: "Document", options: options) { piece in
      if case .row(let row) = piece { rows.append(row.draft) }
    }
    let text = String(decoding: written, as: UTF8.self)
    let read = try #require(rows.first, "\(text)")
    #expect(rows.count == 1 && read.text.hasSameBytes(as: row.text), "\(text)")
    #expect(read.isDone == row.isDone ?? (format == .todotxt ? false : nil), "\(text)")
    #expect(read.schedule.isSame(as: row.schedule), "\(text)")
    #expect(Self.members(read) == Self.members(row), "\(row.attributes ?? "")\n\(text)")
  }

  /// The attributes in an order of their own; formats may change it.
  private static func members(_ row: RowDraft) -> [String]? {
    row.attributes.flatMap(JSONTree.object).map { $0.map { JSONTree.object([$0]).text }.sorted() }
  }
}
