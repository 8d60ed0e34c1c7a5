import OutlineCore
import OutlineDocuments
import OutlineFormats
import Testing

/// Two documents that were made from one, merged: each rule by itself.
struct ThreeWayMergeTests {
  /// Merges drawings in both orders of the sides, which has to give the same.
  private func merge(_ base: String, _ ours: String, _ theirs: String) throws -> ThreeWayMerge {
    try merge(DrawnDocument.pieces(base), DrawnDocument.pieces(ours), DrawnDocument.pieces(theirs))
  }

  private func merge(_ base: [OutlinePiece], _ ours: [OutlinePiece], _ theirs: [OutlinePiece]) throws -> ThreeWayMerge {
    let (base, ours, theirs) = (Document(base), Document(ours), Document(theirs))
    let merge = try ThreeWayMerge(base: base, ours: ours, theirs: theirs)
    let other = try ThreeWayMerge(base: base, ours: theirs, theirs: ours)
    #expect(merge.pieces == other.pieces)
    #expect(merge.conflicts == other.conflicts)
    return merge
  }

  private static let fitting: [(String, String, String, String)] = [
    ("A1 a1 a2", "A1 a1=x a2", "A1 a1 a2=y", "A1 x y"),
    ("A1 a1 a2", "A1 a1=x a2", "A1 a1+ a2", "A1 x+ a2"),
    ("A1 a1 a2", "A1 a2 a1", "A1 a1 a3 a2", "A1 a3 a2 a1"),
    ("A1 a1 a2", "A1 a1 a5 a2", "A1 a1 a3 a4 a2", "A1 a1 a3 a4 a5 a2"),
    ("A1 a1 a2 B2", "A1 a1 a2 B2 b3", "A1 a2 B2 a1", "A1 a2 B2 a1 b3"),
    ("A1 a1 B2 b3", "A1 B2 b3", "A1 a1 B2 b3 b4", "A1 B2 b3 b4"),
    ("A1 .B2 b1 C3", "A1 C3 .B2 b1", "A1 .B2 b1 b2 C3", "A1 C3 .B2 b1 b2"),
    ("A1 .B2 b1 C3", "A1 C3 .B2 b1", "A1 .B2 b1 ..D4 d2 C3", "A1 C3 .B2 b1 ..D4 d2"),
    ("A1 .B2 C3", "A1 B2 C3", "A1 .B2 ..D4 C3", "A1 B2 .D4 C3"),
    ("A1 ..B2", "A1 .B2", "A1=x ..B2", "x .B2"),
    ("A1", "A1 ..C3", "A1 .B2", "A1 .B2 .C3"),
    ("A1 a1 a2", "A1 a2", "A1 a1", "A1"),
    ("A1 a1", "A1 a1=x", "A1 a1=x", "A1 x"),
    ("A1 B2 C3", "C3 A1 B2", "C3 A1 B2", "C3 A1 B2"),
    ("", "A1 a1", "B2 b2", "A1 a1 B2 b2"),
    ("", "A1 a1 a2", "A1 a1 a3", "A1 a1 a2 a3"),
    ("A1 a1", "", "A1 a1", ""),
    ("A1", "A1 x y x", "A1 x z", "A1 x! y! x! z!"),
    ("A1 x y", "A1 y", "A1 x y z", "A1 y! z!"),
    ("a1 A1 b2", "a1=x A1 b2", "a1 c3 A1", "x c3 A1"),
    // A row became a section, or a section a row, on one side or on both.
    ("A1 a1=x", "A1 .B1001=x", "A1 a1=w", "A1 .w"),
    ("A1 a1=x a2", "A1 .B1001=x .C1002=a2", "A1 a1=x a2 a3", "A1 a3 .x .a2"),
    ("A1 a1=x", "A1 .B1001=x", "A1 .B1001=x b2", "A1 .x b2"),
    ("A1 .B1001=x", "A1 a1=x", "A1 .B1001=x b3", "A1 x .b3"),
    ("A1 .B1001=x", "A1 a1=x", "A1 .B1001=w", "A1 w"),
    // Rows below rows.
    ("A1 a1 a2 a3", "A1 a1 .a2 a3", "A1 a1 a2=x a3", "A1 a1 .x a3"),
    ("A1 a1 a2 a3", "A1 a1 .a2 a3", "A1 a1 a2 .a3", "A1 a1 .a2 ..a3"),
    ("A1 a1 .a2 a3", "A1 a3 a1 .a2", "A1 a1 .a2 .a4 a3", "A1 a3 a1 .a2 .a4"),
    ("A1 a1 .a2 B2", "A1 B2 a1 .a2", "A1 a1 .a2 ..a4 B2", "A1 B2 a1 .a2 ..a4"),
    ("A1 a1 .a2", "A1 a1 .a2", "A1", "A1"),
    ("A1 a1 .a2 .a3", "A1 a1 a2 .a3", "A1 a1 .a4 .a2 .a3", "A1 a1 .a4 a2 .a3"),
    ("A1 a1 ..a2", "A1 a1 .a2", "A1 a1=x ..a2", "A1 x .a2"),
    ("A1", "A1 x .x", "A1 x .y", "A1 x! .x! .y!"),
    ("A1 a1=x .a2", "A1 .B1001=x a2", "A1 a1=x .a2 ..a3", "A1 .x a2 .a3"),
    ("A1 .B1001=x a2", "A1 a1=x .a2", "A1 .B1001=x a2 .a3", "A1 x .a2 ..a3"),
  ]

  @Test(arguments: fitting)
  func `what fits is merged without a conflict`(base: String, ours: String, theirs: String, expected: String) throws {
    let merged = try merge(base, ours, theirs)
    #expect(DrawnDocument.drawing(merged.pieces) == expected)
    #expect(merged.conflicts == [])
  }

  private static let conflicting: [(String, String, String, String, [String]?)] = [
    // Both changed the text.
    ("A1 a1", "A1 a1=x", "A1 a1=w", "A1 w_≠_x", ["text @r1001 w ≠ x: w, x"]),
    ("A1", "A1=x", "A1=w", "w_≠_x", ["title @s1 w ≠ x: w, x"]),
    ("A1 a1=x", "A1 a1=", "A1 a1=w", "A1 w", ["text @r1001 w: w"]),
    // Both changed the check box.
    ("A1 a1", "A1 a1+", "A1 a1-", "A1 a1+", ["checkBox @r1001 done: open, done"]),
    ("A1 a1+", "A1 a1", "A1 a1-", "A1 a1-", ["checkBox @r1001 open: plain, open"]),
    // Deleted here and changed there.
    ("A1 a1", "A1", "A1 a1=x", "A1 x", ["kept @r1001"]),
    ("A1 B2 b1 b2", "A1", "A1 B2 b1=x b2", "A1 B2 x", ["kept @s2", "kept @r1001"]),
    ("A1 B2 b1", "A1", "A1 B2 b1 b2", "A1 B2 b2", ["kept @s2"]),
    ("A1 a1 B2", "A1 a1", "A1 B2 a1", "A1 B2 a1", ["kept @s2"]),
    ("A1 a1 B2 b2", "A1 B2 b2 a1", "A1 a1", "A1 B2 a1", ["kept @s2"]),
    // Renamed here and deleted there: with all that is below it.
    ("A1 B2 b1 .C3 c2", "A1", "A1 B2=x b1 .C3 c2", "A1 x b1 .C3 c2", ["kept @s2"]),
    ("A1 B2 b1 .C3 c2", "A1", "A1 .B2 b1 ..C3 c2", "A1 .B2 b1 ..C3 c2", ["kept @s2"]),
    // Moved to different sections.
    ("A1 a1 B2 C3", "A1 B2 a1 C3", "A1 B2 C3 a1", "A1 B2 a1 C3", ["parent @r1001 B2: B2, C3"]),
    // Moved into each other.
    ("A1 B2", "A1 .B2", "B2 .A1", "A1 .B2", ["cycle @s1 : , B2"]),
    ("A1 B2 C3", "A1 .B2 C3", "C3 .A1 B2", "C3 .A1 ..B2", []),
    ("A1 B2 C3", "A1 .B2 ..C3", "C3 .A1 B2", "A1 .B2 ..C3", ["cycle @s1 : , C3"]),
    // Both reordered.
    ("A1 a1 a2 a3 a4 a5", "A1 a5 a1 a2 a3 a4", "A1 a1 a2 a5 a3 a4", "A1 a1 a2 a5 a3 a4", ["order @s1: a5"]),
    // A row became a section here, and was deleted there.
    ("A1 a1=x", "A1 .B1001=x", "A1", "A1 .x", ["kept @s1001"]),
    // A section became a row here, and got a subsection or was made an outermost one there.
    ("A1 .B1001=x b2", "A1 a1=x .b2", "A1 .B1001=x b2 ..C3 c3", "A1 .x b2 ..C3 c3", ["kind @s1001"]),
    (
      "A1 .B1001=x ..C1002=y", "A1 a1=x .a2=y", "A1 .B1001=x ..C1002=y ...D4", "A1 .x ..y ...D4",
      ["kind @s1001", "kind @s1002"]
    ),
    ("A1 .B1001=x b2", "A1 a1=x .b2", "A1 B1001=x b2", "A1 x b2", ["kind @s1001"]),
    // A row became a section here, and was moved below another row there.
    ("A1 a1=x a2", "A1 a2 .B1001=x", "A1 a2 .a1=x", "A1 a2 .x", ["parent @s1001 A1: A1, a2"]),
    // Rows were moved below each other, to different parents, and deleted with what was changed below them.
    ("A1 a1 a2", "A1 a2 .a1", "A1 a1 .a2", "A1 a1 .a2", ["cycle @r1001 A1: A1, a2"]),
    ("A1 a1 a2 a3", "A1 a1 .a3 a2", "A1 a1 a2 .a3", "A1 a1 .a3 a2", ["parent @r1003 a1: a1, a2"]),
    ("A1 a1 .a2 .a3", "A1", "A1 a1 .a2=x .a3", "A1 a1 .x", ["kept @r1001", "kept @r1002"]),
    ("A1 a1 .a2", "A1", "A1 a1=x .a2", "A1 x .a2", ["kept @r1001"]),
    // Both got an Inbox.
    ("A1", "A1 I8=Inbox a8=x", "A1 I9=Inbox a9=y", "A1 Inbox x y", ["twin @s8"]),
    ("A1", "A1 I8=Home a8=x", "A1 I9=Home a9=x", "A1 Home x Home x", []),
    // Both archived something for the first time, also under ids that the other side gave to something else.
    ("A1", "A1 V8=Archive a8=x", "A1 V9=Archive a9=y", "A1 Archive x y", ["twin @s8"]),
    ("A1", "A1 V8=Archive a8=x", "A1 B8=w V9=Archive a9=y", "A1 w Archive x y", ["twin @s9"]),
    ("A1", "A1 V8=Archive a8=x B9=v", "A1 B8=w V9=Archive a9=y", "A1 w! Archive x y v", ["id @s8", "twin @s8"]),
    ("A1", "A1 .V8=Archive a8=x", "A1 V9=Archive a9=y", "A1 .Archive x Archive y", []),
    // The same id for something new on both sides.
    ("A1", "A1 a1=x", "A1 a1=w", "A1 w x!", ["id @r1001"]),
    ("", "A1=x a1", "A1=w b2", "w b2 x! a1", ["id @s1"]),
  ]

  @Test(arguments: conflicting)
  func `what does not fit is kept, and said`(
    base: String, ours: String, theirs: String, expected: String, conflicts: [String]?
  ) throws {
    let merged = try merge(base, ours, theirs)
    #expect(DrawnDocument.drawing(merged.pieces) == expected)
    if let conflicts { #expect(merged.conflicts.map(Self.line) == conflicts) }
  }

  /// A conflict on one line: the kind, the item, what is kept, and what the sides had.
  private static func line(_ conflict: MergeConflict) -> String {
    let values = conflict.values.isEmpty ? "" : ": " + conflict.values.joined(separator: ", ")
    return "\(conflict.kind)\(conflict.item.map { " \($0)" } ?? "")\(conflict.kept.map { " " + $0 } ?? "")\(values)"
  }

  private static func row(_ text: String, _ attributes: String?) -> [OutlinePiece] {
    DrawnDocument.pieces("A1") + [.row(RowPiece(RowDraft(text, attributes: attributes), id: RowID(1_001)))]
  }

  private static func attributes(_ merge: ThreeWayMerge) -> String? {
    guard case .row(let row)? = merge.pieces.last else { return nil }
    return row.draft.attributes
  }

  private static let attributeCases: [(String?, String?, String?, String?, Int)] = [
    (#"{"a":1,"b":2}"#, #"{"a":1,"b":3}"#, #"{"a":2,"b":2}"#, #"{"a":2,"b":3}"#, 0),
    (#"{"a":1}"#, #"{"a":1,"b":2}"#, #"{"c":3,"a":1}"#, #"{"c":3,"a":1,"b":2}"#, 0),
    (nil, #"{"b":1}"#, #"{"a":1}"#, #"{"a":1,"b":1}"#, 0),
    (#"{"a":1}"#, nil, #"{"a":1,"b":2}"#, #"{"b":2}"#, 0),
    (#"{"a":1,"b":1}"#, #"{"b":1}"#, #"{"a":1}"#, nil, 0),
    (#"{"a":1}"#, #"{"a":3}"#, #"{"a":2}"#, #"{"a":2}"#, 1),
    (#"{"a":1}"#, #"{}"#, #"{"a":2}"#, #"{"a":2}"#, 1),
    (#"{"a":1}"#, #"{"a":1,"a":2}"#, #"{"a":2}"#, #"{"a":1,"a":2}"#, 1),
  ]

  @Test(arguments: attributeCases)
  func `attributes are merged member by member`(
    base: String?, ours: String?, theirs: String?, expected: String?, conflicts: Int
  ) throws {
    let merged = try merge(Self.row("x", base), Self.row("x", ours), Self.row("x", theirs))
    #expect(Self.attributes(merged) == expected)
    #expect(merged.conflicts.count == conflicts)
    #expect(merged.conflicts.allSatisfy { $0.kind == .attribute && $0.values.count <= 2 })
  }

  private static func task(_ isDone: Bool?, _ due: String?, _ rule: String?) -> [OutlinePiece] {
    let draft = RowDraft("x", isDone: isDone, schedule: Schedule(due: due.flatMap(DueDate.init), repeats: rule))
    return DrawnDocument.pieces("A1") + [.row(RowPiece(draft, id: RowID(1_001)))]
  }

  private static let (monday, tuesday, wednesday) = ("2026-11-23", "2026-11-24", "2026-11-25")
  private static let repeating = task(false, monday, "FREQ=DAILY;COUNT=5")

  private static let tasks: [([OutlinePiece], [OutlinePiece], [OutlinePiece], [OutlinePiece], String?)] = [
    // Ticked once and twice, and ticked on one side alone.
    (
      repeating, task(false, tuesday, "FREQ=DAILY;COUNT=4"), task(false, wednesday, "FREQ=DAILY;COUNT=3"),
      task(false, wednesday, "FREQ=DAILY;COUNT=3"),
      "2026-11-25 FREQ=DAILY;COUNT=3, 2026-11-24 FREQ=DAILY;COUNT=4"
    ),
    (
      repeating, task(false, tuesday, "FREQ=DAILY;COUNT=4"), repeating, task(false, tuesday, "FREQ=DAILY;COUNT=4"), nil
    ),
    (
      repeating, task(false, tuesday, "FREQ=DAILY;COUNT=4"), task(false, tuesday, "FREQ=DAILY;COUNT=4"),
      task(false, tuesday, "FREQ=DAILY;COUNT=4"), nil
    ),
    // Ended, no longer a task, moved to another day, and with another rule or none.
    (
      repeating, task(true, monday, "FREQ=DAILY;COUNT=5"), task(false, tuesday, "FREQ=DAILY;COUNT=4"),
      task(true, monday, "FREQ=DAILY;COUNT=5"),
      "2026-11-23 FREQ=DAILY;COUNT=5 done, 2026-11-24 FREQ=DAILY;COUNT=4"
    ),
    (
      repeating, task(nil, nil, nil), task(false, tuesday, "FREQ=DAILY;COUNT=4"),
      task(false, tuesday, "FREQ=DAILY;COUNT=4"), "2026-11-24 FREQ=DAILY;COUNT=4, plain"
    ),
    (
      repeating, task(false, wednesday, "FREQ=DAILY;COUNT=5"), task(false, monday, "FREQ=WEEKLY"),
      task(false, wednesday, "FREQ=DAILY;COUNT=5"), "2026-11-25 FREQ=DAILY;COUNT=5, 2026-11-23 FREQ=WEEKLY"
    ),
    (
      repeating, task(false, monday, nil), task(false, tuesday, "FREQ=DAILY;COUNT=4"),
      task(false, tuesday, "FREQ=DAILY;COUNT=4"), "2026-11-24 FREQ=DAILY;COUNT=4, 2026-11-23"
    ),
    (
      repeating, task(false, monday, "FREQ=WEEKLY"), task(false, monday, "FREQ=MONTHLY"),
      task(false, monday, "FREQ=MONTHLY"), "2026-11-23 FREQ=MONTHLY, 2026-11-23 FREQ=WEEKLY"
    ),
    // One that repeats only on one side, and one that never does.
    (
      task(false, monday, nil), task(true, monday, nil), task(false, monday, "FREQ=WEEKLY"),
      task(false, monday, "FREQ=WEEKLY"), "2026-11-23 FREQ=WEEKLY, 2026-11-23 done"
    ),
    (task(false, monday, nil), task(true, monday, nil), task(false, tuesday, nil), task(true, tuesday, nil), nil),
  ]

  @Test(arguments: tasks)
  func `the box, the day and the rule of a task that repeats are those of one side`(
    base: [OutlinePiece], ours: [OutlinePiece], theirs: [OutlinePiece], expected: [OutlinePiece], conflict: String?
  ) throws {
    let merged = try merge(base, ours, theirs)
    #expect(merged.pieces == expected)
    #expect(merged.conflicts.map { $0.values.joined(separator: ", ") } == (conflict.map { [$0] } ?? []))
    #expect(merged.conflicts.allSatisfy { $0.kind == .repeats && $0.kept == $0.values.first })
    // The same of a section, and of a task that is a row on one side and a section on the other.
    let sections = try [base, ours, theirs, expected].map(Self.asSection)
    #expect(try merge(sections[0], sections[1], sections[2]).pieces == sections[3])
    #expect(try merge(base, sections[1], theirs).pieces == sections[3])
  }

  /// The same document with a section in place of its row.
  private static func asSection(_ pieces: [OutlinePiece]) throws -> [OutlinePiece] {
    try pieces.map { piece in
      guard case .row(let row) = piece, let id = row.id else { return piece }
      return .section(
        SectionPiece(SectionDraft(level: 2, try LevelRules.section(of: row.draft)), id: SectionID(id.rawValue)))
    }
  }

  @Test func `an inbox that both sides have made has the details, settings and flags of both`() throws {
    let inbox = { (id: Int64, detail: String?, box: Bool?, user: String) in
      var section = SectionPiece(
        SectionDraft(level: 1, SectionContent("Inbox", detail: detail, isDone: box)), id: SectionID(id))
      section.flags[ExactText(user)] = true
      return OutlinePiece.section(section)
    }
    let merged = try merge([], [inbox(8, "new", nil, "ana")], [inbox(9, nil, false, "ben")])
    guard case .section(let section)? = merged.pieces.first else {
      throw ThreeWayMergeError.duplicateUser("", in: .base)
    }
    #expect(section.draft.detail == "new" && section.draft.isDone == false && section.id == SectionID(8))
    #expect(section.flags == [ExactText("ana"): true, ExactText("ben"): true])
    #expect(merged.pieces.count == 1 && merged.conflicts.map(\.kind) == [.twin])
  }

  @Test func `the archive is known by what is archived in it, and by the title that a file gives it`() throws {
    let archived = { (id: Int64) in
      [
        OutlinePiece.section(SectionPiece(SectionDraft(level: 1, title: "Old"), id: SectionID(id))),
        .row(RowPiece(RowDraft("x\(id)", attributes: #"{"archived-from":"1"}"#), id: RowID(id + 1_000))),
      ]
    }
    #expect(try DrawnDocument.drawing(merge([], archived(8), archived(9)).pieces) == "Old x8 x9")
    let (ours, theirs) = (DrawnDocument.pieces("I8=In a8=x"), DrawnDocument.pieces("I9=In a9=y"))
    let shared = try ThreeWayMerge(
      base: Document(), ours: Document(ours), theirs: Document(theirs), sharing: ["In"])
    #expect(DrawnDocument.drawing(shared.pieces) == "In x y")
    #expect(try DrawnDocument.drawing(merge([], ours, theirs).pieces) == "In x In y")
  }

  @Test func `what one side archives and the merge has elsewhere is not archived`() throws {
    let place = #"{"k":1,"archived-from":"@1:1"}"#
    func archived(_ drawing: String) -> [OutlinePiece] {
      var isArchive = false
      return DrawnDocument.pieces(drawing).map { piece in
        if let section = piece.section { isArchive = [SectionID(8), SectionID(9)].contains(section.id) }
        guard case .row(var row) = piece, row.id == RowID(1_001) else { return piece }
        row.draft.attributes = isArchive ? place : #"{"k":1}"#
        return .row(row)
      }
    }
    func attributes(_ base: String, _ ours: String, _ theirs: String) throws -> [String: String?] {
      let merged = try merge(archived(base), archived(ours), archived(theirs))
      let row = merged.document.items.first { $0.number == 1_001 }
      return [DrawnDocument.drawing(merged.pieces): row?.content.attributes]
    }
    #expect(try attributes("A1 a1 B2", "A1 B2 Z9 a1", "A1 a1 B2 b2") == ["A1 B2 b2 Z9 a1": place])
    #expect(try attributes("A1 a1 B2", "A1 B2 Z9 a1", "A1 B2 a1") == ["A1 B2 a1 Z9": #"{"k":1}"#])
    #expect(try attributes("A1 B2 Z9 a1", "A1 B2 a1 Z9", "A1 B2 Z9 a1 z2") == ["A1 B2 a1 Z9 z2": #"{"k":1}"#])
    // Both sides have made the archive.
    #expect(
      try attributes("A1 a1", "A1 Z8=Archive a1", "A1 a1 Z9=Archive x2") == ["A1 Archive a1 x2": place])
  }

  @Test func `versions of a text are listed, and told apart by the next merge`() throws {
    let base = Self.row("x", #"{"k":1}"#)
    let two = try merge(base, Self.row("b", #"{"k":1}"#), Self.row("a", #"{"k":1}"#))
    #expect(Self.attributes(two) == #"{"k":1,"conflict":["a","b"]}"#)
    let other = try merge(base, Self.row("c", #"{"k":1}"#), Self.row("b", #"{"k":1}"#))
    let all = try merge(base, two.pieces, other.pieces)
    #expect(DrawnDocument.drawing(all.pieces) == "A1 a_≠_b_≠_c")
    #expect(Self.attributes(all) == #"{"k":1,"conflict":["a","b","c"]}"#)
    let settled = try merge(two.pieces, Self.row("b", #"{"k":1}"#), two.pieces)
    #expect(settled.pieces == Self.row("b", #"{"k":1}"#))
  }

  @Test func `of versions that are too long together, one stays and the other is named`() throws {
    let texts = ["a", "b"].map { String(repeating: $0, count: OutlineLimits.textBytes / 2) }
    let merged = try merge(Self.row("x", nil), Self.row(texts[1], nil), Self.row(texts[0], nil))
    #expect(merged.pieces == Self.row(texts[0], nil))
    #expect(merged.conflicts.map(\.values) == [texts])
  }

  @Test func `texts are the same only if their bytes are`() throws {
    let (one, other) = ("caf\u{E9}", "cafe\u{301}")
    let merged = try merge(Self.row(one, nil), Self.row(other, nil), Self.row(one, nil))
    guard case .row(let row)? = merged.pieces.last else { throw ThreeWayMergeError.duplicateUser("", in: .base) }
    #expect(ExactText(row.draft.text) == ExactText(other))
  }

  /// Sections that are each in the one before.
  private static func chain(_ ids: ClosedRange<Int>, from level: Int) -> [OutlinePiece] {
    ids.map { id in
      .section(
        SectionPiece(SectionDraft(level: id - ids.lowerBound + level, title: "s\(id)"), id: SectionID(Int64(id))))
    }
  }

  @Test func `a section that would be too deep is as deep as possible, and is named`() throws {
    let base = Self.chain(1...60, from: 1) + Self.chain(101...160, from: 1)
    let ours = Self.chain(1...60, from: 1) + Self.chain(101...160, from: 41)
    let theirs = Self.chain(200...200, from: 1) + Self.chain(1...60, from: 2) + Self.chain(101...160, from: 1)
    let merged = try merge(base, ours, theirs)
    #expect(
      merged.pieces == Self.chain(200...200, from: 1) + Self.chain(1...60, from: 2) + Self.chain(101...159, from: 42)
        + Self.chain(160...160, from: 100))
    #expect(merged.conflicts.map(Self.line) == ["level @s160"])
  }

  @Test(arguments: [
    ("A1 a1 a1", ItemID.row(RowID(1_001))), ("A1 B1", .section(SectionID(1))), ("A1 B1001 a1", .row(RowID(1_001))),
  ])
  func `an id that a document has twice is an error`(drawing: String, id: ItemID) {
    #expect(throws: ThreeWayMergeError.duplicateID(id, in: .theirs)) {
      try ThreeWayMerge(
        base: Document(), ours: Document(), theirs: Document(DrawnDocument.pieces(drawing)))
    }
  }
}
