import OutlineCore
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

struct TaskwarriorTests {
  /// A clock that is one hour ahead.
  private static let clock = LocalClock { _ in 3_600 }

  private func read(_ text: String) throws -> (pieces: [OutlinePiece], remarks: [String]) {
    var pieces: [OutlinePiece] = []
    var options = ReadingOptions()
    options.clock = Self.clock
    let remarks = try OutlineReader.read(
      ByteStream(Array(text.utf8)), as: .taskwarrior, documentName: "Document", options: options
    ) { pieces.append($0) }
    return (pieces, remarks)
  }

  private func written(_ pieces: [OutlinePiece]) throws -> String {
    let bytes = try document(pieces, as: .taskwarrior) { ($0.clock, $0.now) = (Self.clock, 1_000) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func drawn(_ pieces: [OutlinePiece]) -> String {
    var drafts: [SectionDraft] = []
    for piece in pieces { drafts.add(piece) }
    return drawing(of: drafts)
  }

  private static let export = #"""
    [
    {"id":1,"description":"call mom","due":"20261127T130000Z","entry":"20261101T080000Z","project":"Home.Phone","recur":"weekly","parent":"00000004-0000-4000-8000-000000000004","status":"pending","tags":["family","@phone"],"uuid":"00000001-0000-4000-8000-000000000001","urgency":8.1,"annotations":[{"entry":"20261102T080000Z","description":"she was out"},{"entry":"20261103T080000Z","description":"again"}]},
    {"id":0,"description":"rent","due":"20261127T230000Z","end":"20261103T080000Z","status":"completed","priority":"H","depends":["00000001-0000-4000-8000-000000000001"],"uuid":"00000002-0000-4000-8000-000000000002","estimate":2,"urgency":0},
    {"description":"old","status":"deleted","uuid":"00000003-0000-4000-8000-000000000003"},
    {"description":"call mom","status":"recurring","recur":"weekly","due":"20261127T130000Z","uuid":"00000004-0000-4000-8000-000000000004"}
    ]
    """#

  @Test func `tasks are read with their projects, tags, annotations, days and recurrences, and come back`() throws {
    let (pieces, remarks) = try read(Self.export)
    #expect(
      drawn(pieces) == #"""
        # Document
          - ☑ rent {"end":"20261103T080000Z","priority":"H","depends":["00000001-0000-4000-8000-000000000001"],"uuid":"00000002-0000-4000-8000-000000000002","estimate":2} (2026-11-28)
        # Home
          # Phone
            - ☐ call mom #family⏎she was out⏎again {"entry":"20261101T080000Z","parent":"00000004-0000-4000-8000-000000000004","uuid":"00000001-0000-4000-8000-000000000001","annotations":["20261102T080000Z","20261103T080000Z"],"tags":["@phone"]} (2026-11-27T14:00 FREQ=WEEKLY)
        """#)
    #expect(
      remarks.last == "Left out: 1 deleted tasks, 1 templates of tasks that were read, 2 id, 2 urgency.")
    let text = try written(pieces)
    #expect(text.contains(#""due":"20261127T130000Z","recur":"weekly","annotations":[{"entry":"20261102T080000Z""#))
    expectSame(try read(text).pieces, pieces, text)
    #expect(!text.contains("pleat"))
  }

  @Test func `late instances of a recurring task become one that repeats`() throws {
    func task(_ id: String, _ due: String, _ more: String = "") -> String {
      #"{"status":"pending","description":"rent","uuid":"\#(id)","parent":"p","due":"\#(due)T080000Z","recur":"monthly"\#(more)}"#
    }
    let text =
      "["
      + [
        task("b", "20261001"), task("a", "20260901"), task("c", "20261101"),
        task("d", "20261201", #","annotations":[{"entry":"20261102T080000Z","description":"by cash"}]"#),
        task("e", "20260801").replacing("pending", with: "completed"),
        task("f", "20261101").replacing(#""parent":"p""#, with: #""parent":"q""#),
      ].joined(separator: ",") + "]"
    let (pieces, remarks) = try read(text)
    #expect(
      drawn(pieces) == #"""
        # Document
          - ☐ rent {"uuid":"a","parent":"p"} (2026-09-01T09:00 FREQ=MONTHLY)
          - ☐ rent⏎by cash {"uuid":"d","parent":"p","annotations":["20261102T080000Z"]} (2026-12-01T09:00)
          - ☑ rent {"uuid":"e","parent":"p"} (2026-08-01T09:00 FREQ=MONTHLY)
          - ☐ rent {"uuid":"f","parent":"q"} (2026-11-01T09:00 FREQ=MONTHLY)
        """#)
    #expect(remarks.contains("Read 3 more instances of recurring tasks as the first one, which repeats."))
  }

  @Test func `rows of random outlines come back`() throws {
    for seed in 0..<500 as Range<UInt64> {
      var random = RandomOutline(seed: seed)
      let rows = random.outline().compactMap { if case .row(let row) = $0 { row.draft } else { nil } }
      let section = OutlinePiece.section(SectionPiece(SectionDraft(title: "S")))
      let identity = try #require(OutlineIdentity(word: "abc"))
      let text = try written(
        [.identity(identity), section] + rows.enumerated().map { .row(RowPiece($1, id: RowID(Int64($0 + 1)))) })
      let nested = zip(rows, depths(of: rows)).map { row, level in
        var row = row
        row.level = level
        return OutlinePiece.row(RowPiece(row))
      }
      expectSame(try read(text).pieces, rows.isEmpty ? [] : [section] + nested, "seed \(seed):\n\(text)")
    }
  }

  @Test func `a task knows itself again by an identifier that is the same each time`() throws {
    let identity = try #require(OutlineIdentity(word: "abc"))
    let outline: [OutlinePiece] = [
      .identity(identity), .section(SectionPiece(SectionDraft(title: "S"))),
      .row(RowPiece(RowDraft("a"), id: RowID(7))),
    ]
    let text = try written(outline)
    #expect(text == (try written(outline)))
    let id = TaskwarriorID.make(identity, "@r7")
    #expect(text.contains(#""uuid":"\#(id)""#) && id.utf8.count == 36)
    #expect(try drawn(read(text).pieces) == "# S\n  - a")
  }

  @Test(arguments: [
    ("{}", "This is not an array of tasks, as 'task export' writes it"),
    ("[1]", "Entry 1 is not a task: it has no description"),
    ("[{\"description\":\"a\"},{}]", "Entry 2 is not a task: it has no description"),
  ])
  func `a document that is no list of tasks is refused`(text: String, message: String) throws {
    #expect(try refusal(text, as: .taskwarrior).message == message)
  }

  @Test(
    arguments: [
      ("2weeks", "FREQ=WEEKLY;INTERVAL=2"), ("P1M", "FREQ=MONTHLY"), ("3mo", "FREQ=MONTHLY;INTERVAL=3"),
      ("quarterly", "FREQ=MONTHLY;INTERVAL=3"), ("weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"), ("10min", nil),
    ] as [(String, String?)])
  func `a recurrence is a rule, or stays what it is`(recurrence: String, rule: String?) throws {
    let task = #"[{"description":"a","due":"20261127T000000Z","recur":"\#(recurrence)"}]"#
    let (pieces, _) = try read(task)
    guard case .row(let row)? = pieces.last else { return }
    #expect(row.draft.schedule.due != nil)
    #expect(row.draft.schedule.repeats == rule)
    #expect(row.draft.attributes == (rule == nil ? #"{"recur":"10min"}"# : nil))
  }

  @Test func `remarks count what is left out or becomes something else, and nothing that only pleat wrote`() throws {
    let (pieces, remarks) = try read(
      #"""
      [{"description":"a","status":"pending","project":"Home","uuid":"1","depends":["2","9"],"pleat":"{\"below\":true}"},
      {"description":"b","status":"pending","project":"Work","uuid":"2","pleat":"{\"done\":null}"},
      {"description":"c","status":"pending","project":"Home","uuid":"3","depends":["1"]}]
      """#)
    #expect(
      drawn(pieces) == #"""
        # Home
          - ☐ a {"uuid":"1","depends":["9"]}
            - b {"uuid":"2"}
          - ☐ c {"uuid":"3","depends":["1"]}
        """#)
    #expect(
      remarks == [
        "Read 2 open as open tasks.", "Read 3 uuid as an attribute.", "Read 2 depends as an attribute.",
        "Read 1 projects as sections.", "Left out: 1 projects of tasks below others.",
      ])
  }

  @Test func `a note that makes a section of a task with others below it, or of one without a project, makes a row`()
    throws
  {
    let (pieces, _) = try read(
      #"""
      [{"description":"a","status":"pending","project":"P","uuid":"1","depends":["2"],"pleat":"{\"kind\":\"section\",\"level\":7,\"below\":true}"},
      {"description":"b","status":"pending","project":"P","uuid":"2","pleat":"{\"kind\":\"section\"}"},
      {"description":"c","status":"pending","pleat":"{\"kind\":\"section\"}"}]
      """#)
    let rows = pieces.compactMap { piece in if case .row(let row) = piece { row.draft.text } else { nil } }
    #expect(rows.sorted() == ["a", "b", "c"])
  }
}
