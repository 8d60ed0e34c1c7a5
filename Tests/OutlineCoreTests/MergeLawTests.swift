import Foundation
import OutlineCore
import OutlineDocuments
import OutlineFormats
import TestSupport
import Testing

/// What holds of every merge, on random documents.
///
/// `PLEAT_SEED` repeats a run with this seed; `PLEAT_MERGES` sets how many documents are merged, and how many rounds the
/// machines make.
struct MergeLawTests {
  private static func seeds(of count: Int) -> [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["PLEAT_SEED"].flatMap({ UInt64($0) }) { return [seed] }
    return (1...(environment["PLEAT_MERGES"].flatMap { UInt64($0) } ?? UInt64(count))).map(\.self)
  }

  private func merge(_ base: [OutlinePiece], _ ours: [OutlinePiece], _ theirs: [OutlinePiece]) throws -> ThreeWayMerge {
    try ThreeWayMerge(base: Document(base), ours: Document(ours), theirs: Document(theirs))
  }

  /// A document, and what two sides have made of it, each with a few edits.
  private func triple(_ seed: UInt64) -> (base: MergeWorld, ours: MergeWorld, theirs: MergeWorld) {
    var random = SeededGenerator(seed: seed)
    var base = MergeWorld(ids: 0)
    for _ in 0..<Int.random(in: 0...30, using: &random) { base.edit(using: &random) }
    let both = (1...2).map { number in
      var side = MergeWorld(ids: Int64(number) * 1_000)
      side.pieces = base.pieces
      for _ in 0..<Int.random(in: 0...12, using: &random) { side.edit(using: &random) }
      return side
    }
    return (base, both[0], both[1])
  }

  @Test func `a side that changed nothing gives the other one, and equal sides give themselves`() throws {
    for seed in Self.seeds(of: 300) {
      let (base, ours, theirs) = triple(seed)
      for side in [ours.pieces, theirs.pieces] {
        for merged in [
          try merge(base.pieces, side, base.pieces), try merge(base.pieces, base.pieces, side),
          try merge(base.pieces, side, side), try merge([], side, side), try merge(side, side, base.pieces),
        ] {
          let expected = merged.pieces == side || merged.pieces == base.pieces
          #expect(expected && merged.conflicts.isEmpty, "seed \(seed)")
        }
        #expect(try merge(base.pieces, side, base.pieces).pieces == side, "seed \(seed)")
        #expect(try merge(base.pieces, side, side).pieces == side, "seed \(seed)")
      }
    }
  }

  @Test func `the merge is the same if the sides are exchanged`() throws {
    for seed in Self.seeds(of: 300) {
      let (base, ours, theirs) = triple(seed)
      for base in [base.pieces, [], ours.pieces] {
        let (one, other) = (try merge(base, ours.pieces, theirs.pieces), try merge(base, theirs.pieces, ours.pieces))
        #expect(one.pieces == other.pieces, "seed \(seed)")
        #expect(one.conflicts == other.conflicts, "seed \(seed)")
      }
    }
  }

  @Test func `nothing of either side is lost without a conflict`() throws {
    for seed in Self.seeds(of: 300) {
      let (base, ours, theirs) = triple(seed)
      let merged = try merge(base.pieces, ours.pieces, theirs.pieces)
      let check = MergeCheck(base.pieces, ours.pieces, theirs.pieces, merged)
      #expect(check.faults() == [], "seed \(seed)")
    }
  }

  @Test func `machines that edit and merge arrive at one document, with everything that nobody deleted`() throws {
    for seed in Self.seeds(of: 200) {
      var random = SeededGenerator(seed: seed)
      var exchange = MergeExchange()
      for _ in 0..<Int.random(in: 1...12, using: &random) { try exchange.step(using: &random) }
      try exchange.settle(using: &random)
      #expect(exchange.faults() == [], "seed \(seed)")
    }
  }

  @Test func `two machines that merge the same two documents have the same one, and merge on`() throws {
    for seed in Self.seeds(of: 200) {
      let (base, ours, theirs) = triple(seed)
      var random = SeededGenerator(seed: seed)
      var (one, other) = (ours, theirs)
      one.pieces = try merge(base.pieces, ours.pieces, theirs.pieces).pieces
      other.pieces = try merge(base.pieces, theirs.pieces, ours.pieces).pieces
      let common = one.pieces
      for _ in 0..<4 {
        one.edit(using: &random)
        other.edit(using: &random)
      }
      #expect(
        try merge(common, one.pieces, other.pieces).pieces == merge(common, other.pieces, one.pieces).pieces,
        "seed \(seed)")
    }
  }
}
