import OutlineCore
import OutlineRepository
import TestSupport
import Testing

/// Merging newer versions of documents.
struct MergeTests {
  private func outline(_ drafts: [SectionDraft]) throws -> Outline {
    let outline = try Outline()
    _ = try outline.perform(.addSections(drafts, to: Placement()), as: "ana")
    return outline
  }

  private static func pieces(_ drafts: [SectionDraft]) -> [OutlinePiece] {
    drafts.flatMap { draft -> [OutlinePiece] in
      var head = draft
      head.rows = []
      return [.section(SectionPiece(head))] + draft.rows.map { OutlinePiece.row(RowPiece($0)) }
    }
  }

  /// The drafts below one section, as a document of their own.
  private static func belowRoot(_ drafts: [SectionDraft]) -> [SectionDraft] {
    [SectionDraft(title: "Root")]
      + drafts.map { draft in
        var draft = draft
        draft.level += 1
        return draft
      }
  }

  /// Options that delete whatever the document does not have.
  private static let deleting = MergeOptions(missing: .delete)

  private static let first = [
    SectionDraft(title: "A", rows: [RowDraft("one"), RowDraft("two"), RowDraft("three")]),
    SectionDraft(level: 2, title: "B", rows: [RowDraft("x"), RowDraft("y")]),
    SectionDraft(title: "C", rows: [RowDraft("z")]),
  ]

  @Test func `what is still there keeps its id and its folds, wherever it is now`() throws {
    let outline = try outline(Self.first)
    _ = try outline.perform(.fold(.sections([.path(["B"])], recursive: false), .collapse), as: "ana")
    let newer = [
      SectionDraft(title: "A", rows: [RowDraft("two"), RowDraft("new"), RowDraft("one")]),
      SectionDraft(title: "C", rows: [RowDraft("z"), RowDraft("y")]),
      SectionDraft(level: 2, title: "B", rows: [RowDraft("x")]),
    ]
    let answer = try outline.merge(as: "ana", options: Self.deleting) { take in try Self.pieces(newer).forEach(take) }
    let merged = try outline.pieces(as: "ana")
    #expect(merged.drafts == newer)
    let ids = merged.compactMap { piece -> String? in
      switch piece {
      case .section(let section): section.id.map { "\($0)" }
      case .row(let row): row.id.map { "\($0)" }
      default: nil
      }
    }
    #expect(ids == ["@s1", "@r3", "@r10", "@r2", "@s8", "@r9", "@r7", "@s5", "@r6"])
    #expect(try outline.folds(as: "ana").first { $0.path == ["C", "B"] }?.isCollapsed == true)
    #expect(answer.merge?.counts.added == 1 && answer.merge?.counts.deleted == 1)
  }

  @Test func `what the document leaves out of a section stays`() throws {
    let outline = try outline(Self.first)
    _ = try outline.perform(.change(.path(["A"]), to: Patch(detail: "mine", attributes: "{\"k\":1}")), as: "ana")
    let answer = try outline.merge(as: "ana") { take in try Self.pieces(Self.first).forEach(take) }
    #expect(!answer.hasWritten)
    #expect(try outline.pieces(as: "ana").drafts[0].detail == "mine")
  }

  @Test func `attributes stay of a section that stands for a document of rows alone`() throws {
    func marked(_ title: String) -> SectionDraft {
      SectionDraft(title: title, attributes: SectionContent.documentPrefix + "\"named\":\"\(title)\"}")
    }
    let outline = try outline([SectionDraft(title: "A", attributes: "{\"k\":1}"), SectionDraft(title: "B")])
    _ = try outline.merge(as: "ana") { take in try Self.pieces([marked("A"), marked("B")]).forEach(take) }
    let merged = try outline.pieces(as: "ana").drafts
    #expect(merged.map(\.attributes) == ["{\"k\":1}", marked("B").attributes])
  }

  @Test func `sections that the document does not name are left alone, and new ones are where it has them`() throws {
    let outline = try outline(Self.first + [SectionDraft(title: "X", rows: [RowDraft("one"), RowDraft("new")])])
    let newer = [
      SectionDraft(title: "A", rows: [RowDraft("new")]), SectionDraft(level: 2, title: "Sub"), SectionDraft(title: "Y"),
    ]
    _ = try outline.merge(as: "ana", options: Self.deleting) { take in try Self.pieces(newer).forEach(take) }
    let merged = try outline.pieces(as: "ana").drafts
    #expect(merged.map { "\($0.level) \($0.title)" } == ["1 A", "2 Sub", "1 Y", "1 C", "1 X"])
    #expect(merged.map { $0.rows.map(\.text) } == [["new"], [], [], ["z"], ["one", "new"]])
  }

  @Test func `ids of another outline's document mean nothing to sections that it does not name`() throws {
    let document = try outline(Self.first).pieces(as: "ana")  // with the ids 1 to 3
    let outline = try outline([
      SectionDraft(title: "Diary", rows: [RowDraft("secret")]), SectionDraft(title: "A", rows: [RowDraft("mine")]),
    ])
    _ = try outline.importDocument(to: Placement(), as: "ana") { take in try document.forEach(take) }
    let before = try outline.pieces(as: "ana").drafts
    let answer = try outline.merge(as: "ana") { take in try document.forEach(take) }
    #expect(!answer.hasWritten)
    #expect(try outline.pieces(as: "ana").drafts == before)
  }

  @Test func `a document that begins at a deeper level does not go below what is before it`() throws {
    let outline = try outline(Self.first)
    let newer = [SectionDraft(level: 2, title: "New"), SectionDraft(level: 3, title: "Below")]
    _ = try outline.merge(as: "ana") { take in try Self.pieces(newer).forEach(take) }
    #expect(try outline.pieces(as: "ana").drafts.suffix(2).map(\.level) == [1, 2])
  }

  @Test func `into an outline without sections a merge is an import, with the document's ids`() throws {
    let document = try outline(Self.first).pieces(as: "ana")
    let outline = try Outline()
    _ = try outline.merge(as: "ana") { take in try document.forEach(take) }
    #expect(try outline.pieces(as: "ana") == document)
    #expect(try !outline.merge(as: "ana") { take in try document.forEach(take) }.hasWritten)
  }

  @Test func `below a section nothing else is touched`() throws {
    let outline = try outline(Self.first)
    let newer = [SectionDraft(title: "B", rows: [RowDraft("y")]), SectionDraft(title: "E", rows: [RowDraft("e")])]
    _ = try outline.merge(into: .path(["A"]), as: "ana", options: Self.deleting) { take in
      try Self.pieces(newer).forEach(take)
    }
    let drafts = try outline.pieces(as: "ana").drafts
    #expect(drafts.map(\.title) == ["A", "B", "E", "C"])
    #expect(drafts.map(\.level) == [1, 2, 2, 1])
    #expect(drafts.map(\.rows.count) == [3, 1, 1, 1])
  }

  @Test(arguments: 1...100 as ClosedRange<UInt64>)
  func `a document from before some indentations adds and deletes nothing, and leads back, with ids and without`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let outline = try outline([
      SectionDraft(title: "Root", rows: (1...6).map { RowDraft("\($0)", isDone: $0 == 2 ? true : nil) }),
      SectionDraft(level: 2, title: "A", rows: (7...9).map { RowDraft("\($0)") }), SectionDraft(level: 2, title: "B"),
    ])
    let before = try outline.pieces(as: "ana")
    for _ in 0..<6 {
      let number = Int64.random(in: 2...12, using: &random)
      let edit: Edit = Bool.random(using: &random) ? .indent([.id(number)]) : .outdent([.id(number)])
      let isOutermost = try outline.pieces(as: "ana").drafts.count { $0.level == 1 }
      guard (try? outline.perform(edit, as: "ana")) != nil else { continue }
      if try outline.pieces(as: "ana").drafts.count(where: { $0.level == 1 }) > isOutermost {
        _ = try outline.undo(as: "ana")
      }
    }
    let after = try outline.pieces(as: "ana")
    for missing in [MergeOptions.Missing.keep, .delete] {
      for (one, other) in [(before, after), (after, before)] {
        for document in [one, Self.pieces(one.drafts)] {
          _ = try outline.merge(as: "ana", options: MergeOptions(missing: .delete)) { try other.forEach($0) }
          let options = MergeOptions(missing: missing)
          let answer = try outline.merge(as: "ana", options: options) { take in try document.forEach(take) }
          #expect(answer.merge?.counts.added == 0 && answer.merge?.counts.deleted == 0, "seed \(seed)")
          #expect(
            try outline.pieces(as: "ana").compactMap(\.itemNumber) == one.compactMap(\.itemNumber), "seed \(seed)")
          #expect(try outline.pieces(as: "ana").drafts == one.drafts, "seed \(seed)")
        }
      }
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `a merge leads to the document in the fewest view changes, and the same again is nothing to do`(seed: UInt64)
    throws
  {
    var check = try ModelCheck()
    var edits = RandomEdits(seed: seed)
    for _ in 0..<30 { _ = try check.perform(edits.edit(in: check.model), as: "ana") }
    let newer = Self.belowRoot(try check.repository.pieces(as: "ana").drafts)
    for _ in 0..<25 { _ = try check.perform(edits.edit(in: check.model), as: "ben") }
    let repository = try outline(Self.belowRoot(try check.repository.pieces(as: "ana").drafts))
    let ids = try repository.folds(as: "ana").map { Address($0.id) }
    _ = try repository.perform(
      .fold(.sections(Array(ids.dropFirst().prefix(2)), recursive: true), .collapse), as: "ana")
    let old = try repository.pieces(as: "ana")
    let lists = try ["ana", "ben"].map { try Snapshot(repository, of: $0).list }
    let trial = try repository.merge(as: "ana", options: Self.deleting, with: Request(isTrial: true)) { take in
      try Self.pieces(newer).forEach(take)
    }
    #expect(try repository.pieces(as: "ana") == old)
    let answer = try repository.merge(as: "ana", options: Self.deleting) { take in try Self.pieces(newer).forEach(take)
    }
    #expect(trial.merge?.counts == answer.merge?.counts)
    let merged = try repository.pieces(as: "ana").drafts
    let before = old.sectionsByID
    let mergedIDs = try repository.pieces(as: "ana").sectionIDs
    var expected = newer
    for (index, id) in zip(expected.indices, mergedIDs) {
      guard let section = before[id] else { continue }
      // A merge takes no detail and no check box away, and does not make a section collapsible again.
      expected[index].content.detail = newer[index].detail ?? section.detail
      expected[index].content.isCollapsible = newer[index].isCollapsible && section.isCollapsible
      expected[index].content.newRows = newer[index].newRows ?? section.newRows
      expected[index].content.isDone = newer[index].isDone ?? section.isDone
      expected[index].content.attributes = newer[index].attributes ?? section.attributes
      expected[index].content.schedule.due = newer[index].schedule.due ?? section.schedule.due
      expected[index].content.schedule.repeats = newer[index].schedule.repeats ?? section.schedule.repeats
    }
    // A merge takes no check box and no day away.
    for (index, section) in merged.enumerated() where expected.indices.contains(index) {
      for (place, row) in section.rows.enumerated() where expected[index].rows.indices.contains(place) {
        expected[index].rows[place].isDone = expected[index].rows[place].isDone ?? row.isDone
        expected[index].rows[place].attributes = expected[index].rows[place].attributes ?? row.attributes
        let schedule = expected[index].rows[place].schedule
        expected[index].rows[place].schedule.due = schedule.due ?? row.schedule.due
        expected[index].rows[place].schedule.repeats = schedule.repeats ?? row.schedule.repeats
      }
    }
    #expect(merged == expected, "seed \(seed)")
    let kept = newer.idsByPath(mergedIDs)
    let unique = old.drafts.idsByPath(old.sectionIDs).filter { kept[$0.key] != nil }
    #expect(unique.allSatisfy { kept[$0.key] == $0.value }, "seed \(seed)")
    let laws = PairLaws(changes: answer.changes, before: lists[0], after: try Snapshot(repository, of: "ana").list)
    #expect(laws.broken(isOneEdit: false) == [], "seed \(seed)")
    let again = try repository.merge(as: "ana", options: Self.deleting) { take in try Self.pieces(newer).forEach(take) }
    #expect(!again.hasWritten, "seed \(seed): \(again)")
    if answer.hasWritten {
      _ = try repository.undo(.lastOfAnybody(1), as: "ben")
      #expect(try repository.pieces(as: "ana").drafts == old.drafts)
    }
  }
}

extension OutlinePiece {
  /// The number of a section or a row.
  fileprivate var itemNumber: Int64? {
    switch self {
    case .section(let section): section.id?.rawValue
    case .row(let row): row.id?.rawValue
    case .rowLevels, .setting, .identity, .user, .level, .flag: nil
    }
  }
}

extension [OutlinePiece] {
  /// The ids of the sections, in order.
  fileprivate var sectionIDs: [SectionID] {
    compactMap { piece in
      if case .section(let section) = piece { section.id } else { nil }
    }
  }

  /// The sections by their ids.
  fileprivate var sectionsByID: [SectionID: SectionDraft] {
    Dictionary(uniqueKeysWithValues: zip(sectionIDs, drafts))
  }
}

extension [SectionDraft] {
  /// The ids of the sections whose titles from the top are unique.
  fileprivate func idsByPath(_ ids: [SectionID]) -> [[String]: SectionID] {
    var found: [[String]: [SectionID]] = [:]
    for (index, id) in zip(indices, ids) {
      let above = self[..<index].indices.filter { other in
        self[(other + 1)...index].allSatisfy { $0.level > self[other].level }
      }
      found[(above + [index]).map { self[$0].title }, default: []].append(id)
    }
    return found.compactMapValues { $0.count == 1 ? $0.first : nil }
  }
}
