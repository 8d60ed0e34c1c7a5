import OutlineCore
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

struct OrgTests {
  private func written(_ pieces: [OutlinePiece]) throws -> String {
    String(decoding: try document(pieces, as: .org), as: UTF8.self)
  }

  @Test func `headings, items, tasks, tags, days, drawers and texts are read, and written as they were`() throws {
    let text = """
      * Home
      Everything around
      the house.

      - [ ] paint
      - [X] dust
        under the bed
      ** TODO [#A] Call mom :family:phone:
      DEADLINE: <2026-11-27 Fri 14:00 +1w> SCHEDULED: <2026-11-25 Wed>
      :PROPERTIES:
      :Effort: 0:30
      :END:
      :LOGBOOK:
      - Note taken on [2026-11-01 Sun 10:00]
      :END:
      She likes *flowers*.
      ** WAITING Parcel
      * Work

      """ + "#+TODO: TODO WAITING | DONE\n"
    let read = try pieces(of: Array(text.utf8), as: .org)
    #expect(
      try outline(text, as: .org) == """
        # Home
          - ☐ paint {"org":"item"}
          - ☑ dust⏎under the bed {"org":"item"}
          - ☐ Call mom #family #phone⏎She likes *flowers*. {"priority":"A","scheduled":"2026-11-25","Effort":"0:30","LOGBOOK":"- Note taken on [2026-11-01 Sun 10:00]"} (2026-11-27T14:00 FREQ=WEEKLY)
          - ☐ Parcel {"todo":"WAITING"}
        # Work
        """)
    guard case .section(let home)? = read.first else { return }
    #expect(home.draft.detail == "Everything around\nthe house.")
    let again = try written(read)
    #expect(try haveSameBytes(pieces(of: Array(again.utf8), as: .org), read))
    #expect(
      again.contains(
        "** TODO [#A] Call mom :family:phone:\nDEADLINE: <2026-11-27 Fri 14:00 +1w> SCHEDULED: <2026-11-25 Wed>\n"))
  }

  @Test func `items of ordered lists have their numbers, from the one that a text sets on`() throws {
    let long = (1...10).map { "\($0). item\n" }.joined()
    let text = """
      * A
      1. one
      2. two
         with a note
         - sub
         1. deep
         2. deeper
      3. three
      - a
      1. b
      * B
      5. [@5] five
      6. six
      - [ ] c
      * C
      \(long)11. eleven
          with a note
          - sub

      """
    #expect(try written(pieces(of: Array(text.utf8), as: .org)) == text)
    let strange = "* A\n1. [@99999999999999999999] a\n1. b\n3) [@x] c\n1. [@] d\n1. [@0] e\n1. f\n"
    let numbered = "* A\n999999999. [@99999999999999999999] a\n1000000000. b\n1000000001. [@x] c\n1000000002. [@] d\n"
    #expect(try written(pieces(of: Array(strange.utf8), as: .org)) == numbered + "0. [@0] e\n1. f\n")
  }

  @Test func `random outlines come back, but for folds that are open`() throws {
    for seed in 0..<300 as Range<UInt64> {
      var random = RandomOutline(seed: seed)
      let outline = withoutFlags(random.outline())
      let text = try written(outline)
      let read = withoutFlags(try pieces(of: Array(text.utf8), as: .org))
      expectSame(read, outline, "seed \(seed):\n\(text)")
    }
  }

  @Test func `texts that look like parts of a heading come back`() throws {
    let texts = [
      "", " ", "a", "*", "* a", "a b", " a", "a ", "a\t", "TODO", "TODO a", "TODOa", "DONE a", "[#A]", "[#A] a", ":a:",
      "a :a:", "a :a:b:", "a:", "a #b", "#b", "#+TODO: A | B", ":END:", "DEADLINE: <2026-11-27 Fri>",
      "\u{301}a", "\u{345}a b", "TODO \u{301}a", "a \u{301}:b:", "a\u{2028}b", "a\u{85}", "é \u{2013} b", "WAITING a",
      "a\nTODO b",
    ]
    let day = Schedule(due: DueDate("2026-11-27T09:05"))
    for (waiting, isLast) in [(nil, false), ("WAITING", false), ("WAITING", true), ("waiting", false)] {
      let task = RowDraft("x", isDone: false, attributes: waiting.map { "{\"todo\":\"\($0)\"}" })
      let rows = texts.flatMap { text in
        [nil, false, true].flatMap { isDone in
          [Schedule.none, day].map { RowDraft(text, isDone: isDone, schedule: $0) }
        }
      }
      let outline =
        [.section(SectionPiece(SectionDraft(title: "A")))]
        + (isLast ? rows + [task] : [task] + rows).map { OutlinePiece.row(RowPiece($0)) }
      let text = try written(outline)
      expectSame(withoutFlags(try pieces(of: Array(text.utf8), as: .org)), outline, text)
    }
  }

  @Test func `folds are read from the settings and the properties, and written as properties`() throws {
    let text = "#+STARTUP: overview\n* A\n** B\n:PROPERTIES:\n:VISIBILITY: all\n:END:\n*** C\n"
    let read = try pieces(of: Array(text.utf8), as: .org)
    let flags = read.map { piece in if case .section(let section) = piece { section.isCollapsed } else { nil as Bool? }
    }
    #expect(flags == [true, false, true])
    #expect(
      try written(read)
        == "* A\n:PROPERTIES:\n:VISIBILITY: folded\n:END:\n** B\n*** C\n:PROPERTIES:\n:VISIBILITY: folded\n:END:\n")
  }

  @Test func `a section that is collapsed and has a note comes back collapsed`() throws {
    let section = SectionPiece(SectionDraft(title: "A", newRows: .task), isCollapsed: true)
    let outline: [OutlinePiece] = [.section(section), .row(RowPiece(RowDraft("a")))]
    let text = try written(outline)
    guard case .section(let read)? = try pieces(of: Array(text.utf8), as: .org).first else { return }
    #expect(read.isCollapsed == true && read.draft.newRows == .task, "\(text)")
  }

  @Test(
    arguments: [
      ("SCHEDULED: <2026-11-27 Fri>", "{\"due-form\":\"SCHEDULED\"} (2026-11-27)"),
      ("SCHEDULED: <2026-11-27 Fri 14:00 +1w>", "{\"due-form\":\"SCHEDULED\"} (2026-11-27T14:00 FREQ=WEEKLY)"),
      (
        "SCHEDULED: <2026-11-26 Thu .+2d/4d>",
        "{\"due-form\":\"SCHEDULED /4d\"} (2026-11-26 FREQ=DAILY;INTERVAL=2;X-FROM=DONE)"
      ),
      (
        "SCHEDULED: <2026-11-26 Thu 09:00 +1m/5w -2d>",
        "{\"due-form\":\"SCHEDULED /5w -2d\"} (2026-11-26T09:00 FREQ=MONTHLY)"
      ),
      (
        "CLOSED: [2026-11-25 Wed] SCHEDULED: <2026-11-27 Fri>",
        "{\"closed\":\"2026-11-25\",\"due-form\":\"SCHEDULED\"} (2026-11-27)"
      ),
      ("SCHEDULED: [2026-11-27 Fri]", "{\"scheduled\":\"[2026-11-27 Fri]\"}"),
      (
        "DEADLINE: <2026-11-28 Sat> SCHEDULED: <2026-11-27 Fri .+2d/4d>",
        "{\"scheduled\":\"<2026-11-27 Fri .+2d/4d>\"} (2026-11-28)"
      ),
      (
        "DEADLINE: <2026-11-28 Sat .+2d/4d>",
        "{\"deadline\":\"<2026-11-28 Sat .+2d/4d>\"} (2026-11-28 FREQ=DAILY;INTERVAL=2;X-FROM=DONE)"
      ),
    ])
  func `what is scheduled without a deadline is due then, and goes back as it was`(planning: String, drawn: String)
    throws
  {
    let text = "* TODO a\n\(planning)\n"
    #expect(try outline(text, as: .org) == "# Document\n  - ☐ a \(drawn)")
    let read = try pieces(of: Array(text.utf8), as: .org)
    #expect(try written(read) == text)
    guard case .row(var row)? = read.last, row.draft.schedule.due != nil, planning.hasPrefix("SCHEDULED") else {
      return
    }
    row.draft.schedule.due?.day = try #require(Day("2026-12-30"))
    let moved = try written([.row(row)].reduce(into: Array(read.dropLast())) { $0.append($1) })
    let stamp = planning.dropFirst("SCHEDULED: <2026-11-2X XXX".count)
    #expect(moved == "* TODO a\nSCHEDULED: <2026-12-30 Wed\(stamp)\n")
  }

  @Test(arguments: [
    ("#+TODO: A B | C D\n", "* A x\n* D y\n", "☐ x {\"todo\":\"A\"}|☑ y {\"todo\":\"D\"}"),
    (
      "#+TODO: TODO(t) NEXT(n!) | DONE(d@/!) GONE\n", "* NEXT x\n* GONE y\n",
      "☐ x {\"todo\":\"NEXT\"}|☑ y {\"todo\":\"GONE\"}"
    ),
    ("#+SEQ_TODO: IN-PROGRESS TODO DONE\n", "* IN-PROGRESS x\n* DONE y\n", "☐ x {\"todo\":\"IN-PROGRESS\"}|☑ y"),
    ("#+TYP_TODO: Fred Sara | ok\n", "* Sara x\n* ok y\n", "☐ x {\"todo\":\"Sara\"}|☑ y {\"todo\":\"ok\"}"),
    (
      "#+TODO: REPORT BUG | FIXED\n#+TODO: OPEN | SHUT\n", "* BUG x\n* SHUT y\n* TODO z\n",
      "☐ x {\"todo\":\"BUG\"}|☑ y {\"todo\":\"SHUT\"}|TODO z"
    ),
    ("#+todo: done | todo\n", "* done x\n* todo y\n", "☐ x {\"todo\":\"done\"}|☑ y {\"todo\":\"todo\"}"),
  ])
  func `keywords that a file declares are written back in their order`(declared: String, body: String, drawn: String)
    throws
  {
    let isFlat = !drawn.hasSuffix("|TODO z")
    for text in [declared + body, declared + "* Home\n" + body.replacing("* ", with: "** ")] {
      let read = try pieces(of: Array(text.utf8), as: .org)
      let rows = read.compactMap { if case .row(let row) = $0 { row.draft } else { nil } }
      #expect(
        drawing(of: [SectionDraft(title: "", rows: rows)]).split(separator: "\n").dropFirst().map { $0.dropFirst(4) }
          .joined(separator: "|") == drawn)
      #expect(try written(read) == text || !isFlat, "\(text)")
      expectSame(try pieces(of: Array(written(read).utf8), as: .org), read, text)
    }
  }

  @Test func `tasks that are added to a file with keywords of its own come back as they are`() throws {
    let declared = "#+TODO: OPEN | SHUT\n* Home\n** OPEN x\n"
    for title in ["y", "TODO y", "DONE", "OPEN y", "SHUT"] {
      for isDone in [nil, false, true] {
        for attributes in [nil, #"{"todo":"WAIT"}"#, #"{"todo":"SHUT"}"#, #"{"todo":"TODO"}"#] {
          let row = OutlinePiece.row(RowPiece(RowDraft(title, isDone: isDone, attributes: attributes)))
          let all =
            try pieces(of: Array(declared.utf8), as: .org) + [row, .row(RowPiece(RowDraft("z", isDone: isDone)))]
          let text = try written(all)
          #expect(text.hasPrefix(declared), "\(text)")
          expectSame(try pieces(of: Array(text.utf8), as: .org), all, text)
        }
      }
    }
  }

  @Test func `a log of one line is a drawer, as it was`() throws {
    let text = "* TODO a\n:LOGBOOK:\nCLOCK: [2026-11-30 Mon 10:00]\n:END:\n"
    #expect(try written(try pieces(of: Array(text.utf8), as: .org)) == text)
  }

  @Test func `what has no place is named`() throws {
    let text = "#+TITLE: x\n#+FILETAGS: :a:\n# remark\ntext\n* A\n"
    let remarks = try OutlineReader.read(ByteStream(Array(text.utf8)), as: .org, documentName: "D") { _ in }
    #expect(remarks.last == "Left out: 1 #+TITLE, 1 #+FILETAGS.")
  }
}

/// A piece with its attributes in order, for formats in which they may come back in another one.
func inOrder(_ piece: OutlinePiece) -> String {
  let members = piece.attributes.map { JSONTree.object($0) ?? [] }
  let sorted = members.map { "\($0.map { JSONTree.object([$0]).text }.sorted())" }
  let text = "\(piece.withoutAttributes)".unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
  return "\(text) \(sorted ?? "none")"
}

/// Expects that two outlines are the same but for the order of attributes, and shows the first piece that is not.
func expectSame(
  _ found: [OutlinePiece], _ wanted: [OutlinePiece], _ comment: @autoclosure () -> String,
  at location: SourceLocation = #_sourceLocation
) {
  let (found, wanted) = (found.map(inOrder), wanted.map(inOrder))
  if found == wanted { return }
  let index = zip(found, wanted).enumerated().first { $1.0 != $1.1 }?.offset ?? min(found.count, wanted.count)
  func piece(_ list: [String]) -> String { index < list.count ? list[index] : "nothing" }
  Issue.record("found \(piece(found))\nwanted \(piece(wanted))\n\(comment())", sourceLocation: location)
}
