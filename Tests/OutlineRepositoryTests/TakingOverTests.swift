import ListChanges
import OutlineCore
import OutlineDocuments
import OutlineRepository
import TestPrograms
import Testing

/// Outlines that become equal to a document of another machine, and the ids that they give.
struct TakingOverTests {
  private static let users = ["ana", "ben", "cleo", "dan"]

  /// A state in which new ids come from a block.
  private func state(_ block: Int64, _ synced: String = String(repeating: "0", count: 40)) throws -> SyncState {
    let block = try #require(IDBlock(block))
    let ids = block.ids.lowerBound
    return SyncState(
      document: "outline.json", token: "t\(block.number)", block: block, first: ids, last: ids,
      synced: synced)
  }

  private func lists(_ outline: Outline) throws -> [VisibleList] {
    try Self.users.map { try Snapshot(outline, of: $0).list }
  }

  private func withoutUsers(_ pieces: [OutlinePiece]) -> [OutlinePiece] {
    pieces.filter { $0.isItem }
  }

  private func edit(_ outline: Outline, _ edits: inout RandomEdits, times: Int) throws {
    for _ in 0..<times {
      let model = ModelOutline(try outline.list(ListQuery(ignoresFolds: true), as: "ana", to: ListCollector()).list)
      do {
        _ = try outline.perform(edits.edit(in: model), as: edits.user(of: ["ana", "ben", "cleo"]))
      } catch is OutlineError {}
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `an outline that has taken a document over is equal to it, and one undo brings everything back`(seed: UInt64)
    throws
  {
    let (here, there) = (try Outline(), try Outline())
    var edits = RandomEdits(seed: seed)
    try edit(there, &edits, times: 40)
    _ = try there.perform(.addSections([SectionDraft(title: "New")], to: Placement()), as: "ana")
    for user in Self.users { _ = try there.perform(.fold(.all(withRows: false), .collapse), as: user) }
    let first = try there.copy(as: "ana").document.pieces
    _ = try here.takeOver(Document(first), from: here.copy(as: "dan"), state(1), as: "dan")
    #expect(try here.copy(as: "ana").document.pieces == first)
    for round in 0..<3 {
      try edit(there, &edits, times: 15)
      try edit(here, &edits, times: 15)
      let copy = try here.copy(as: "dan")
      let before = try lists(here)
      let document = try there.copy(as: "ana").document.pieces
      let answer = try here.takeOver(Document(document), from: copy, state(1), as: "dan")
      #expect(try here.copy(as: "ana").document.pieces == document, "seed \(seed) round \(round)")
      let after = try lists(here)
      let laws = PairLaws(changes: answer.changes, before: before[3], after: after[3])
      #expect(laws.broken(isOneEdit: false) == [], "seed \(seed) round \(round)")
      if document == copy.document.pieces { continue }
      _ = try here.undo(as: "dan")
      #expect(try lists(here) == before, "seed \(seed) round \(round)")
      #expect(
        try withoutUsers(here.copy(as: "ana").document.pieces) == withoutUsers(copy.document.pieces),
        "seed \(seed) round \(round)")
      _ = try here.redo(as: "dan")
      #expect(try lists(here) == after, "seed \(seed) round \(round)")
      #expect(
        try withoutUsers(here.copy(as: "ana").document.pieces) == withoutUsers(document), "seed \(seed) round \(round)")
    }
  }

  @Test func `what is new gets ids of the block, one by one, in a batch and in an import`() throws {
    let outline = try Outline()
    _ = try outline.perform(.addSections([SectionDraft(title: "A", rows: [RowDraft("a")])], to: Placement()), as: "ana")
    try outline.record(state(3), from: outline.copy(as: "ana"))
    let drafts = [SectionDraft(title: "B", rows: [RowDraft("b"), RowDraft("c")])]
    let answer = try outline.perform(.addSections(drafts, to: Placement()), as: "ana")
    #expect(answer.items == [.section(SectionID(3_000_000_000))])
    let placement = Placement(.inside(.section(SectionID(1))))
    let added = try outline.perform(.addRows([RowDraft("d")], to: placement), as: "ana")
    #expect(added.items == [.row(RowID(3_000_000_003))])
    let imported = try outline.importDocument(as: "ana") { take in
      try take(.section(SectionPiece(SectionDraft(title: "C"), id: SectionID(7))))
      for number in 1...20 { try take(.row(RowPiece(RowDraft("\(number)"), id: RowID(Int64(number))))) }
    }
    #expect(imported.items == [.section(SectionID(3_000_000_004))])
    #expect(try outline.status(as: "ana").rows == 24)
    _ = try outline.undo(as: "ana")
    let next = try outline.perform(.addRows([RowDraft("e")], to: placement), as: "ana")
    #expect(next.items == [.row(RowID(3_000_000_025))])
  }

  @Test func `an import into an empty outline that is synchronized gets ids of the block`() throws {
    let outline = try Outline()
    try outline.record(state(2), from: outline.copy(as: "ana"))
    let answer = try outline.importDocument(as: "ana") { take in
      try take(.section(SectionPiece(SectionDraft(title: "C"), id: SectionID(7))))
    }
    #expect(answer.items == [.section(SectionID(2_000_000_000))])
  }

  @Test func `nothing is taken over into an outline that has changed since it was copied`() throws {
    let outline = try Outline()
    let copy = try outline.copy(as: "ana")
    _ = try outline.perform(.addRows([RowDraft("a")], to: Placement()), as: "ben")
    #expect(throws: OutdatedCopy.self) { try outline.takeOver(Document(), from: copy, state(1), as: "ana") }
    #expect(try outline.status(as: "ana").rows == 1)
    #expect(try outline.lastSync() == nil)
  }

  @Test func `an id that a document has twice counts once`() throws {
    let outline = try Outline()
    let section = OutlinePiece.section(SectionPiece(SectionDraft(title: "A"), id: SectionID(1)))
    let row = OutlinePiece.row(RowPiece(RowDraft("a"), id: RowID(2)))
    for _ in 0..<2 {
      let copy = try outline.copy(as: "ana")
      _ = try outline.takeOver(Document([section, row, row, section, row]), from: copy, state(5), as: "ana")
      let ids = try outline.copy(as: "ana").document.pieces.compactMap { piece -> Int64? in
        if case .row(let row) = piece { row.id?.rawValue } else { nil }
      }
      #expect(ids.count == 3 && Set(ids).count == 3 && ids[0] == 2)
      #expect(ids.dropFirst().allSatisfy { $0 >= 5_000_000_000 })
    }
  }
}

extension Document {
  /// The document in pieces.
  fileprivate var pieces: [OutlinePiece] {
    var pieces: [OutlinePiece] = []
    pass { pieces.append($0) }
    return pieces
  }
}
