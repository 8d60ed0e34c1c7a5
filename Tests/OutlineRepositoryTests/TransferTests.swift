import ListChanges
import OutlineCore
import OutlineRepository
import TestPrograms
import Testing

/// Whole outlines in and out, piece by piece.
struct TransferTests {
  /// An outline after random edits of three users, and its pieces.
  private func randomOutline(seed: UInt64) throws -> (repository: Outline, pieces: [OutlinePiece]) {
    var check = try ModelCheck()
    var edits = RandomEdits(seed: seed)
    for _ in 0..<60 { _ = try check.perform(edits.edit(in: check.model), as: edits.user(of: ["ana", "ben", "cleo"])) }
    return (check.repository, try check.repository.pieces(as: "ana"))
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `an outline that is exported and imported into a new file is equal, with ids and everyone's flags`(seed: UInt64)
    throws
  {
    let (repository, pieces) = try randomOutline(seed: seed)
    let copy = try Outline()
    let before = try Snapshot(copy, of: "ben").list
    let answer = try copy.importDocument(to: Placement(), as: "ben") { take in try pieces.forEach(take) }
    let sections = pieces.count { if case .section = $0 { true } else { false } }
    let rows = pieces.count { if case .row = $0 { true } else { false } }
    #expect(answer.outcome == .imported(sections: sections, rows: rows, first: []))
    // Whoever imports is a user of the copy.
    let known = OutlinePiece.user(User(name: "ben"))
    // A document without anything leaves the outline as it is.
    let expected = pieces.contains(where: \.isItem) ? pieces : [try copy.pieces(as: "ana")[0]] + pieces.dropFirst()
    #expect(try copy.pieces(as: "ana").filter { $0 != known } == expected.filter { $0 != known })
    for user in ["ana", "ben", "cleo", "dan"] {
      #expect(try Snapshot(copy, of: user).list == Snapshot(repository, of: user).list)
    }
    let laws = PairLaws(changes: answer.changes, before: before, after: try Snapshot(copy, of: "ben").list)
    #expect(laws.broken() == [])
    _ = try copy.undo(.lastOfAnybody(1), as: "cleo")
    #expect(try copy.status(as: "ana").sections == 0)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `an import beside other sections gets new ids, and tells the view what came`(seed: UInt64) throws {
    let (repository, _) = try randomOutline(seed: seed)
    let (_, pieces) = try randomOutline(seed: seed + 100)
    let sections = try repository.folds(as: "ana").compactMap { if case .section(let id) = $0.id { id } else { nil } }
    let placements = [Placement()] + sections.prefix(3).map { Placement(.inside(.section($0))) }
    for placement in placements {
      for user in ["ana", "ben", "dan"] {
        let before = try Snapshot(repository, of: user).list
        let answer: Answer
        do {
          answer = try repository.importDocument(to: placement, as: user) { take in try pieces.forEach(take) }
        } catch OutlineError.tooDeep {
          #expect(try Snapshot(repository, of: user).list == before)
          continue
        }
        let after = try Snapshot(repository, of: user).list
        #expect(
          PairLaws(changes: answer.changes, before: before, after: after).broken() == [], "seed \(seed) \(placement)")
        let new = answer.items.compactMap { if case .section(let id) = $0 { id } else { nil } }
        #expect(Set(new).isDisjoint(with: sections))
        #expect(new.count == pieces.count { if case .section = $0 { true } else { false } })
      }
    }
  }

  @Test func `levels that a later heading pushes down are those that count`() throws {
    let outline = try Outline()
    let pieces: [OutlinePiece] = [
      .section(SectionPiece(SectionDraft(title: "lead"))), .row(RowPiece(RowDraft("a"))), .level(section: 0, 3),
      .section(SectionPiece(SectionDraft(level: 3, title: "Heading"))), .flag(of: 1, isCollapsed: true),
    ]
    _ = try outline.importDocument(to: Placement(), as: "ana") { take in try pieces.forEach(take) }
    #expect(try outline.folds(as: "ana").map(\.level) == [3, 3])
    #expect(try outline.folds(as: "ana").map(\.isCollapsed) == [false, true])
    _ = try outline.importDocument(to: Placement(.inside("1")), as: "ana") { take in
      try pieces.forEach(take)
    }
    #expect(try outline.folds(as: "ana").map(\.level) == [3, 4, 4, 3])
  }

  @Test func `a document that fails half way leaves nothing, not even a file`() throws {
    struct Failure: Error {}
    let folder = try ScratchFolder()
    let repository = try Outline(folder.path(of: "outline.db"), for: .editing)
    #expect(throws: Failure.self) {
      try repository.importDocument(to: Placement(), as: "ana") { take in
        try take(.section(SectionPiece(SectionDraft(title: "A"))))
        throw Failure()
      }
    }
    #expect(try folder.names() == [])
    _ = try repository.perform(.addSections([SectionDraft(title: "B")], to: Placement()), as: "ana")
    #expect(throws: Failure.self) {
      try repository.importDocument(to: Placement(), as: "ana") { take in
        try take(.section(SectionPiece(SectionDraft(title: "A"))))
        throw Failure()
      }
    }
    #expect(try repository.folds(as: "ana").map(\.path) == [["B"]])
  }

  @Test func `a part is exported at its own levels, and what is not visible only where it is wanted`() throws {
    let outline = try Outline()
    let drafts = [
      SectionDraft(title: "A", rows: [RowDraft("a")]), SectionDraft(level: 2, title: "B", rows: [RowDraft("b")]),
      SectionDraft(level: 3, title: "C", rows: [RowDraft("c")]), SectionDraft(title: "D"),
    ]
    _ = try outline.perform(.addSections(drafts, to: Placement()), as: "ana")
    _ = try outline.perform(.fold(.sections([.path(["B"])], recursive: false), .collapse), as: "ana")
    let part = try outline.pieces([.path(["B"])], as: "ana")
    #expect(part.drafts.map(\.level) == [1, 2])
    #expect(part.drafts.map(\.title) == ["B", "C"])
    let visible = try outline.pieces(onlyVisible: true, as: "ana")
    #expect(visible.drafts.map(\.title) == ["A", "B", "D"])
    #expect(visible.drafts.map(\.rows.count) == [1, 0, 0])
  }
}

extension Outline {
  /// The pieces of an export.
  func pieces(
    _ addresses: [Address] = [], onlyVisible: Bool = false, as user: String
  ) throws -> [OutlinePiece] {
    var pieces: [OutlinePiece] = []
    var states: [SectionState] = []
    try export(addresses, onlyVisible: onlyVisible, as: user, begin: { states = $0 }, take: { pieces.append($0) })
    let levels = pieces.drafts.map(\.level)
    let rows = pieces.drafts.map(\.rows.count)
    guard states.map(\.level) == levels, states.map(\.rowCount) == rows else { return [] }
    return pieces
  }
}

extension [OutlinePiece] {
  /// The sections with their rows.
  var drafts: [SectionDraft] {
    var drafts: [SectionDraft] = []
    for piece in self { drafts.add(piece) }
    return drafts
  }
}
