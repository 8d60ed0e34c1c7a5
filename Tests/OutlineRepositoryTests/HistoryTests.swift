import OutlineCore
import Testing

/// Random sequences of every verb, batches, imports and hand edits of several users, back to the empty outline and forth.
///
/// `PLEAT_SEED` repeats a run with this seed; `PLEAT_EDITS` sets how many edits are made.
struct HistoryTests {
  private static let editsPerFile = 75

  private static var seeds: [UInt64] { RandomSeeds.each(editsPerFile, of: 5 * editsPerFile) }

  @Test(arguments: seeds)
  func `every edit can be taken back to the empty outline and made again to the last`(seed: UInt64) throws {
    let file = try EditedHistory(seed: seed)
    func expectNothing(_ broken: [String]) -> Bool {
      #expect(broken == [], "seed \(seed)\n\(file.story.suffix(12).joined(separator: "\n"))")
      return broken.isEmpty
    }
    var longest = 0
    for _ in 1...Self.editsPerFile {
      guard expectNothing(try file.edit()) else { return }
      longest = max(longest, file.done.count)
    }
    let last = try file.state().content
    let count = file.done.count
    while !file.done.isEmpty {
      guard expectNothing(try file.step(.undo, count: 1, as: "ben")) else { return }
    }
    #expect(try file.state().content == [])
    #expect(try file.shell.lines("SELECT count(*) FROM row_count UNION ALL SELECT count(*) FROM fold") == ["0", "0"])
    guard expectNothing(try file.step(.undo, count: 1, as: "ana")) else { return }
    for _ in 0..<count {
      guard expectNothing(try file.step(.redo, count: 1, as: "cleo")) else { return }
    }
    #expect(try file.state().content == last)
    #expect(longest > 1)
  }
}
