import Foundation
import Locking
import OutlineCore
import OutlineStore
import PleatSystem
import TestPrograms
import TestSupport
import Testing

@testable import OutlineRepository
@testable import PleatJournal

/// What is recorded of random edits makes another file the same, byte for byte of its dump.
struct RecordedEditTests {
  /// A journal in memory.
  private final class Entries: StoreJournal {
    private let entries = Lock<[JournalEntry]>([])

    /// Returns the entries that came since the last time.
    func taken() -> [JournalEntry] {
      entries.withLock { entries in
        defer { entries = [] }
        return entries
      }
    }

    func begin(with temporary: String) -> Bool { true }

    func record(_ transaction: JournalTransaction) throws -> () throws -> Void {
      let recorder = try Recorder(transaction.db)
      return { [self] in
        let entry = try transaction.entry(recorder.changes())
        #expect(try transaction.hasSum(of: entry))
        entries.withLock { $0.append(entry) }
      }
    }
  }

  private let folder: ScratchFolder
  private let entries = Entries()
  private let leader: Outline
  private let (path, follower): (String, String)

  init() throws {
    folder = try ScratchFolder()
    (path, follower) = (folder.path(of: "leader.db"), folder.path(of: "follower.db"))
    let drafts = [1, 2, 3, 2, 1, 2, 1].enumerated().map { index, level in
      SectionDraft(level: level, title: "S\(index)", rows: [RowDraft("a\(index)"), RowDraft("b\(index)")])
    }
    _ = try Outline(path, for: .editing).perform(.addSections(drafts, to: Placement()), as: "ana")
    #expect(try JournaledFile(path).make("outline.db", from: 1) { _, _, _ in true })
    try FileManager.default.copyItem(atPath: path, toPath: follower)
    leader = try Outline(
      path, for: .editing, wait: .seconds(10), allowsNetworkFile: false, signals: TransactionSignals(),
      groupsEdits: true,
      journal: entries)
  }

  private func dumps() throws -> [String] { try [path, follower].map { try SQLiteShell($0).dump() } }

  @Test(arguments: RandomSeeds.each(150, of: 1_500))
  func `a file to which all entries are applied is the file in which the edits were made`(seed: UInt64) throws {
    var edits = RandomEdits(seed: seed)
    var random = SeededGenerator(seed: seed)
    for number in 1...150 {
      let user = edits.user(of: ["ana", "ben", "cleo"])
      do {
        if Int.random(in: 0..<5, using: &random) == 0 {
          _ = try leader.step(Bool.random(using: &random) ? .undo : .redo, .lastOfAnybody(1), as: user, with: Request())
        } else {
          let model = ModelOutline(try leader.list(ListQuery(ignoresFolds: true), as: "ana", to: ListCollector()).list)
          _ = try leader.perform(edits.edit(in: model), as: user)
        }
      } catch is OutlineError {
        continue
      }
      guard number.isMultiple(of: 10) else { continue }
      #expect(try JournaledFile(follower).apply(entries.taken()), "PLEAT_SEED=\(seed), edit \(number)")
      let dumps = try dumps()
      #expect(dumps[0] == dumps[1], "PLEAT_SEED=\(seed), edit \(number)")
    }
    #expect(try JournaledFile(follower).hasItsSum())
  }

  @Test func `an edit that is larger than the file is a snapshot`() throws {
    let rows = (0..<3_000).map { RowDraft("\($0) " + String(repeating: "x", count: 500)) }
    _ = try leader.perform(.addSections([SectionDraft(title: "Large", rows: rows)], to: Placement()), as: "ana")
    let taken = entries.taken()
    #expect(taken.map { $0.changes == nil } == [true])
    #expect(try !JournaledFile(follower).apply(taken), "a snapshot is not applied")
  }

  @Test func `edits that share a transaction are one entry, whose heading names each`() throws {
    let (start, end) = (Latch(), (0..<8).map { _ in Latch() })
    for number in end.indices {
      _ = Platform.startThread { [leader] in
        start.wait()
        _ = try? leader.perform(
          .addRows([RowDraft("row \(number)")], to: Placement(.inside(.section(SectionID(1))))), as: "user\(number)")
        end[number].open()
      }
    }
    start.open()
    end.forEach { $0.wait() }
    let taken = entries.taken()
    let named = taken.flatMap { entry in (0..<8).filter { entry.heading.contains("\"user\($0)\"") } }
    #expect(named.sorted() == Array(0..<8))
    #expect(try JournaledFile(follower).apply(taken))
    let dumps = try dumps()
    #expect(dumps[0] == dumps[1])
  }
}
