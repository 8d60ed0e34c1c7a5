import OutlineCore
import OutlineRepository
import Testing

/// What a merge does with the sections and rows that the document does not have.
struct MergeKeepingTests {
  private func outline(_ drafts: [SectionDraft]) throws -> Outline {
    let outline = try Outline()
    _ = try outline.perform(.addSections(drafts, to: Placement()), as: "ana")
    return outline
  }

  private func merge(
    _ drafts: [SectionDraft], into outline: Outline, _ missing: MergeOptions.Missing = .keep,
    with request: Request = Request()
  ) throws -> Answer {
    try outline.merge(as: "ana", options: MergeOptions(missing: missing), with: request) { take in
      for draft in drafts {
        try take(.section(SectionPiece(draft.withoutRows)))
        for row in draft.rows { try take(.row(RowPiece(row))) }
      }
    }
  }

  /// The outline as lines: the level and the title of a section, followed by its rows.
  private func lines(_ outline: Outline) throws -> [String] {
    try outline.pieces(as: "ana").drafts.map { section in
      "\(section.level) \(section.title): \(section.rows.map(\.text).joined(separator: " "))"
    }
  }

  @Test func `a merge adds and updates, and removes nothing`() throws {
    let outline = try outline([
      SectionDraft(title: "A", rows: [RowDraft("one"), RowDraft("two")]), SectionDraft(level: 2, title: "B"),
      SectionDraft(title: "C", rows: [RowDraft("z")]),
    ])
    let answer = try merge(
      [SectionDraft(title: "A", rows: [RowDraft("three")]), SectionDraft(title: "C")], into: outline)
    #expect(try lines(outline) == ["1 A: one two three", "2 B: ", "1 C: z"])
    #expect(answer.merge?.counts.deleted == 0 && answer.merge?.counts.added == 1 && answer.merge?.counts.moved == 0)
  }

  @Test func `a row that stays although the document lacks it keeps its position after the neighbour before it`() throws
  {
    let outline = try outline([
      SectionDraft(title: "A", rows: ["0", "a", "x", "y", "b", "z", "c"].map { RowDraft($0) })
    ])
    _ = try merge([SectionDraft(title: "A", rows: ["b", "n", "c", "a"].map { RowDraft($0) })], into: outline)
    #expect(try lines(outline) == ["1 A: 0 b z n c a x y"])
  }

  @Test func `a row whose neighbour has left the section follows the one before that`() throws {
    let outline = try outline([
      SectionDraft(title: "A", rows: ["a", "b", "x"].map { RowDraft($0) }), SectionDraft(title: "B"),
    ])
    _ = try merge(
      [
        SectionDraft(title: "A", rows: [RowDraft("n"), RowDraft("a"), RowDraft("m")]),
        SectionDraft(title: "B", rows: [RowDraft("b")]),
      ], into: outline)
    #expect(try lines(outline) == ["1 A: n a x m", "1 B: b"])
  }

  @Test func `a section that stays keeps its parent, its rows, what is below it and its position among its siblings`()
    throws
  {
    let outline = try outline([
      SectionDraft(title: "A"), SectionDraft(level: 2, title: "B"), SectionDraft(level: 3, title: "B1"),
      SectionDraft(level: 2, title: "K", rows: [RowDraft("k")]), SectionDraft(level: 3, title: "K1"),
      SectionDraft(level: 2, title: "C"),
    ])
    let newer = [("A", 1), ("C", 2), ("B", 2), ("B1", 3), ("B2", 3), ("D", 1)]
    _ = try merge(newer.map { SectionDraft(level: $1, title: $0) }, into: outline)
    #expect(
      try lines(outline) == ["1 A: ", "2 C: ", "2 B: ", "3 B1: ", "3 B2: ", "2 K: k", "3 K1: ", "1 D: "])
  }

  @Test func `a section that stays goes with its parent to another level`() throws {
    let outline = try outline([
      SectionDraft(title: "A"), SectionDraft(level: 2, title: "P"), SectionDraft(level: 3, title: "K"),
      SectionDraft(level: 4, title: "K1"), SectionDraft(level: 2, title: "Q"),
    ])
    let newer = [("A", 1), ("Q", 2), ("P", 3)].map { SectionDraft(level: $1, title: $0) }
    _ = try merge(newer, into: outline)
    #expect(try lines(outline) == ["1 A: ", "2 Q: ", "3 P: ", "4 K: ", "5 K1: "])
    let deep = [("A", 1), ("Q", 2), ("P", 99)].map { SectionDraft(level: $1, title: $0) }
    #expect(throws: OutlineError.tooDeep(title: "K1", level: 101)) { _ = try merge(deep, into: outline) }
  }

  @Test func `a section that stays encloses nothing of the document`() throws {
    let outline = try outline([SectionDraft(title: "A"), SectionDraft(level: 2, title: "K")])
    _ = try merge([SectionDraft(title: "A"), SectionDraft(level: 3, title: "N")], into: outline)
    #expect(try lines(outline) == ["1 A: ", "3 K: ", "3 N: "])
  }

  @Test func `more than half of what is there is deleted only with force`() throws {
    let drafts = [SectionDraft(title: "A", rows: ["a", "b", "c", "d", "e"].map { RowDraft($0) })]
    let outline = try outline(drafts + [SectionDraft(title: "Other", rows: (0..<50).map { RowDraft("\($0)") })])
    let before = try lines(outline)
    let newer = [SectionDraft(title: "A", rows: [RowDraft("a"), RowDraft("f")])]
    for isTrial in [true, false] {
      #expect(throws: OutlineError.deletesMost(deleted: 4, of: 6)) {
        _ = try merge(newer, into: outline, .deleteUpToHalf, with: Request(isTrial: isTrial))
      }
    }
    #expect(try lines(outline) == before)
    let half = [SectionDraft(title: "A", rows: [RowDraft("a"), RowDraft("b")])]
    #expect(try merge(half, into: outline, .deleteUpToHalf).merge?.counts.deleted == 3)
    #expect(try merge([SectionDraft(title: "A")], into: outline, .delete).merge?.counts.deleted == 2)
    #expect(try lines(outline).first == "1 A: ")
  }

  @Test func `a row whose check box alone changed is the same row, with its id and attributes`() throws {
    let outline = try outline([SectionDraft(title: "A", rows: [RowDraft("a", isDone: false), RowDraft("b")])])
    _ = try outline.perform(.change(.path(["a"]), to: Patch(attributes: #"{"k":1}"#)), as: "ana")
    let before = try outline.pieces(as: "ana")
    let newer = [SectionDraft(title: "A", rows: [RowDraft("a", isDone: true), RowDraft("b")])]
    let answer = try merge(newer, into: outline, .delete)
    #expect(answer.merge?.counts.changed == 1 && answer.merge?.counts.deleted == 0 && answer.merge?.counts.moved == 0)
    let expected = before.map { piece in
      guard case .row(var row) = piece, row.draft.text == "a" else { return piece }
      row.draft.isDone = true
      return .row(row)
    }
    #expect(try outline.pieces(as: "ana") == expected)
  }

  @Test func `attributes of the document win, and those that it does not mention stay`() throws {
    let box = #"{"done":false,"markdown":"bullet"}"#
    let outline = try outline([
      SectionDraft(title: "A", attributes: box, rows: [RowDraft("a", attributes: #"{"number":1,"mine":2}"#)])
    ])
    _ = try outline.perform(.change(.path(["A"]), to: Patch(attributes: #"{"k":1}"#)), as: "ana")
    func merged(_ section: String, _ row: String) throws -> [String?] {
      let newer = SectionDraft(title: "A", attributes: section, rows: [RowDraft("a", attributes: row)])
      _ = try merge([newer], into: outline)
      let draft = try outline.pieces(as: "ana").drafts[0]
      return [draft.attributes, draft.rows[0].attributes]
    }
    #expect(
      try merged(#"{"done":true,"markdown":"bullet"}"#, #"{"number":3}"#) == [
        #"{"done":true,"markdown":"bullet","k":1}"#, #"{"number":3,"mine":2}"#,
      ])
    #expect(
      try merged(#"{"markdown":"bullet"}"#, #"{"number":3}"#) == [
        #"{"done":true,"markdown":"bullet","k":1}"#, #"{"number":3,"mine":2}"#,
      ])
  }

  @Test func `a report names what was added, changed, moved and deleted, with the section it is in`() throws {
    let outline = try outline([
      SectionDraft(title: "A", rows: ["a", "b", "c"].map { RowDraft($0) }), SectionDraft(level: 2, title: "Gone"),
    ])
    let newer = [
      SectionDraft(title: "A", detail: "new", rows: [RowDraft("c"), RowDraft("a", isDone: true), RowDraft("d")]),
      SectionDraft(level: 2, title: "N"),
    ]
    let report = try #require(try merge(newer, into: outline, .delete).merge)
    func text(_ items: [MergeReport.Item]) -> [String] { items.map { "\($0.name) \($0.id) \($0.holderTitle ?? "")" } }
    #expect(text(report.added) == ["N @s6 A", "d @r7 A"])
    #expect(text(report.changed) == ["A @s1 ", "a @r2 A"])
    #expect(text(report.moved) == ["c @r4 A"])
    #expect(text(report.deleted) == ["b @r3 A", "Gone @s5 A"])
    #expect(try merge(newer, into: outline, .delete, with: Request(report: .nothing)).merge?.added == [])
  }

  @Test func `a report of names has ten of each kind, and one of changes has all`() throws {
    let newer = [SectionDraft(title: "A", rows: (1...12).map { RowDraft("\($0)") })]
    for drafts in [[], [SectionDraft(title: "A", rows: [RowDraft("1")])]] {
      let outline = try outline(drafts)
      let names = try merge(newer, into: outline, with: Request(isTrial: true, report: .names))
      #expect(names.merge?.added.count == 10)
      let all = try merge(newer, into: outline)
      #expect(all.merge?.added.count == all.merge?.counts.added)
      #expect(try #require(all.merge).counts.added >= 11)
    }
  }

  @Test(arguments: 1...100 as ClosedRange<UInt64>)
  func `with what it lacks taken away, a merge that keeps is a merge that deletes`(seed: UInt64) throws {
    let (old, newer) = try versions(seed: seed)
    let outline = try outline(old)
    let ids = try outline.folds(as: "ana").map { Address($0.id) }
    _ = try outline.perform(.fold(.sections(Array(ids.dropFirst().prefix(2)), recursive: true), .collapse), as: "ana")
    let before = try outline.pieces(as: "ana")
    let list = try Snapshot(outline, of: "ana").list
    let deleting = try self.outline(old)
    let deleted = try #require(try merge(newer, into: deleting, .delete).merge).deleted.map(\.id)
    let answer = try merge(newer, into: outline)
    let after = try outline.pieces(as: "ana")
    #expect(answer.merge?.counts.deleted == 0)
    #expect(Set(before.compactMap(\.id?.number)).isSubset(of: after.compactMap(\.id?.number)), "seed \(seed)")
    let rest = after.filter { piece in piece.id.map { !deleted.contains($0) } ?? true }.unfolded
    let other = try deleting.pieces(as: "ana").unfolded
    // A section in which a section stays is one although the document has a row there, and comes after the rows.
    let isOneKind = Set(other.compactMap(\.id)).isSubset(of: rest.compactMap(\.id))
    #expect(isOneKind ? rest == other : rest.lines == other.lines, "seed \(seed)")
    let laws = PairLaws(changes: answer.changes, before: list, after: try Snapshot(outline, of: "ana").list)
    #expect(laws.broken(isOneEdit: false) == [], "seed \(seed)")
    // What has the text of something in the document comes after that.
    let texts = Set(rest.compactMap(\.text))
    let lacking = Set(deleted)
    let twins = Set(
      after.filter { $0.id.map(lacking.contains) == true && $0.text.map(texts.contains) == true }.map(\.id))
    let (was, now) = (before.neighbours, after.neighbours)
    for id in deleted {
      let position = try #require(now[id])
      #expect(position.parent == was[id]?.parent, "seed \(seed) \(id)")
      let expected = was[id]?.earlier.last { now[$0]?.parent == position.parent && !twins.contains($0) }
      #expect(twins.contains(id) || position.earlier.last { !twins.contains($0) } == expected, "seed \(seed) \(id)")
    }
    let again = try merge(newer, into: outline)
    #expect(!again.hasWritten, "seed \(seed) \(again)")
    if answer.hasWritten {
      _ = try outline.undo(as: "ana")
      #expect(try outline.pieces(as: "ana") == before, "seed \(seed)")
    }
  }

  /// An outline and a document that has gone another way from it, below one section each.
  private func versions(seed: UInt64) throws -> (old: [SectionDraft], newer: [SectionDraft]) {
    var check = try ModelCheck()
    var edits = RandomEdits(seed: seed)
    func drafts() throws -> [SectionDraft] {
      let below = try check.repository.pieces(as: "ana").drafts.map { draft in
        var draft = draft
        draft.level += 1
        return draft
      }
      return [SectionDraft(title: "Root")] + below
    }
    for _ in 0..<30 { _ = try check.perform(edits.edit(in: check.model), as: "ana") }
    let newer = try drafts()
    for _ in 0..<25 { _ = try check.perform(edits.edit(in: check.model), as: "ben") }
    return (try drafts(), newer)
  }
}

extension SectionDraft {
  fileprivate var withoutRows: SectionDraft {
    var draft = self
    draft.rows = []
    return draft
  }
}

extension OutlinePiece {
  fileprivate var id: ItemID? {
    switch self {
    case .section(let section): section.id.map { .section($0) }
    case .row(let row): row.id.map { .row($0) }
    case .rowLevels, .setting, .identity, .user, .level, .flag: nil
    }
  }
}

extension OutlinePiece {
  fileprivate var text: String? {
    switch self {
    case .section(let section): section.draft.title
    case .row(let row): row.draft.text
    case .rowLevels, .setting, .identity, .user, .level, .flag: nil
    }
  }
}

extension OutlinePiece {
  fileprivate var firstLine: Substring? { text?.prefix { $0 != "\n" } }
}

extension [OutlinePiece] {
  /// The sections and rows without anybody's flags.
  fileprivate var unfolded: [OutlinePiece] {
    compactMap { piece in
      switch piece {
      case .section(let section): .section(SectionPiece(section.draft, id: section.id))
      case .row(let row): .row(RowPiece(row.draft, id: row.id))
      case .rowLevels, .setting, .identity, .user, .level, .flag: nil
      }
    }
  }

  /// The first lines, without their order.
  fileprivate var lines: [Substring] { compactMap(\.firstLine).sorted() }

  /// For each section and row, where it is: the number of the item that it is below, and what is before it there.
  ///
  /// Rows count among the rows there, sections among the subsections.
  fileprivate var neighbours: [ItemID: (parent: Int64?, earlier: [ItemID])] {
    var positions: [ItemID: (parent: Int64?, earlier: [ItemID])] = [:]
    var (sections, rows): ([Int64?: [ItemID]], [Int64?: [ItemID]]) = ([:], [:])
    var open: [(level: Int, id: Int64)] = []
    var openRows: [(level: Int, id: Int64)] = []
    for piece in self {
      guard let id = piece.id else { continue }
      switch piece {
      case .section(let section):
        open.removeAll { $0.level >= section.draft.level }
        let parent = open.last?.id
        positions[id] = (parent, sections[parent, default: []])
        sections[parent, default: []].append(id)
        open.append((section.draft.level, id.number))
        openRows = []
      case .row(let row):
        openRows.removeAll { $0.level >= row.draft.level }
        let parent = openRows.last?.id ?? open.last?.id
        positions[id] = (parent, rows[parent, default: []])
        rows[parent, default: []].append(id)
        openRows.append((row.draft.level, id.number))
      case .rowLevels, .setting, .identity, .user, .level, .flag: break
      }
    }
    return positions
  }
}
