import Dispatch
import Foundation
import Locking
import OutlineCore
import SQLite
import TestPrograms
import Testing

@testable import OutlineRepository
@testable import OutlineStore
@testable import PleatSystem

/// Edits of several threads that share a transaction.
struct WriteGroupTests {
  private static func grouping(_ path: String) throws -> Outline {
    try Outline(
      path, for: .editing, wait: .seconds(10), allowsNetworkFile: false, signals: TransactionSignals(),
      groupsEdits: true)
  }

  private static func withSection(_ folder: ScratchFolder) throws -> String {
    let path = folder.path(of: "outline.db")
    _ = try Outline(path).perform(.addSections([SectionDraft(title: "Home")], to: Placement()), as: "ana")
    return path
  }

  private static func add(_ text: String, in section: String = "Home") -> Edit {
    .addRows([RowDraft(text)], to: Placement(.inside(.words(section))))
  }

  @Test func `while one transaction is saved, the edits that come wait for the next, and share it`() throws {
    let folder = try ScratchFolder()
    let path = try Self.withSection(folder)
    let outline = try Self.grouping(path)
    // Somebody else has the file for a while, so that edits gather.
    let other = try Connection(path: path)
    try other.run("BEGIN IMMEDIATE")
    let group = DispatchGroup()
    let refused = Lock(0)
    let threads = Lock<[ProcessState]>([])
    for number in 0..<20 {
      Thread {
        do {
          let thread = try ProcessState.ofThisThread()
          threads.withLock { $0.append(thread) }
          _ = try outline.perform(Self.add("row \(number)", in: number % 5 == 4 ? "Nowhere" : "Home"), as: "u\(number)")
        } catch { refused.withLock { $0 += 1 } }
        group.leave()
      }.enter(group)
    }
    try waitUntil("all edits wait") { threads.withLock { $0.count == 20 && $0.allSatisfy(\.isAsleep) } }
    let before: Int64? = try other.value("PRAGMA data_version")
    try other.run("ROLLBACK")
    group.wait()
    #expect(refused.withLock { $0 } == 4)
    let after: Int64? = try other.value("PRAGMA data_version")
    #expect(before != after)
    let shell = SQLiteShell(path)
    #expect(try shell.lines("SELECT count(*), count(DISTINCT token), count(DISTINCT user) FROM edit") == ["17|17|17"])
    // Each change belongs to the entry of its edit.
    #expect(
      try shell.lines(
        "SELECT count(*) FROM edit JOIN change USING (edit_id) WHERE change_id BETWEEN first_change AND last_change")
        == shell.lines("SELECT count(*) FROM change"))
    for number in [3, 0] { _ = try outline.undo(.lastOwn(1), as: "u\(number)") }
    #expect(try shell.lines("SELECT count(*) FROM row") == ["14"])
    #expect(try shell.lines("PRAGMA integrity_check") == ["ok"])
  }

  @Test func `what one edit of a group wrote before it failed is taken back alone`() throws {
    let folder = try ScratchFolder()
    let store = try Store(opening: Self.withSection(folder), for: .writing)
    func body(_ text: String, fails: Bool) -> (StoreWriter) throws -> (result: String, end: Store.End) {
      { writer in
        try writer.begin(EntryHeading(user: "ana", words: text))
        _ = try writer.perform(
          [.insertRow(RowDraft(text), in: SectionID(1), rank: .random(in: 1...1_000_000))], as: nil)
        if fails { throw OutlineError.containsNUL }
        return (text, .commit)
      }
    }
    let results = try #require(
      try store.write(together: [body("a", fails: false), body("b", fails: true), body("c", fails: false)]))
    #expect(results.map { try? $0.get() } == ["a", nil, "c"])
    #expect(try SQLiteShell(folder.path(of: "outline.db")).lines("SELECT text FROM row ORDER BY text") == ["a", "c"])
  }

  @Test func `a group that does not fit is made edit by edit, without the edits that do not fit`() throws {
    let folder = try ScratchFolder()
    let path = try Self.withSection(folder)
    let store = try Store(opening: path, for: .writing)
    let pages: Int = try store.connection.use { db in try db.value("PRAGMA page_count") ?? 0 }
    try store.connection.use { db in try db.execute("PRAGMA max_page_count = \(pages + 6)") }
    func body(_ size: Int) -> (StoreWriter) throws -> (result: Int, end: Store.End) {
      { writer in
        try writer.begin(EntryHeading(user: "ana", words: "add"))
        let draft = RowDraft(String(repeating: "x", count: size))
        _ = try writer.perform([.insertRow(draft, in: SectionID(1), rank: .random(in: 1...1_000_000))], as: nil)
        return (size, .commit)
      }
    }
    let sizes = [10, 200_000, 20]
    let together = try store.write(together: sizes.map(body))
    let results = together?.map { try? $0.get() } ?? sizes.map { size in try? store.write(body(size)) }
    #expect(results == [10, nil, 20])
    #expect(try SQLiteShell(path).lines("SELECT length(text) FROM row ORDER BY 1") == ["10", "20"])
  }
}

extension Thread {
  /// Starts the thread as one of a group, which it leaves itself.
  fileprivate func enter(_ group: DispatchGroup) {
    group.enter()
    start()
  }
}
