import Foundation
import OutlineCore
import TestPrograms
import TestSupport
import Testing

@testable import OutlineStore

/// How much of the log is kept.
struct LogTrimTests {
  private let file: OutlineFile
  private let store: Store

  init() throws {
    file = try OutlineFile("INSERT INTO section (title) VALUES ('Home');")
    try file.shell.runAsEdit("DELETE FROM change")
    store = try Store(opening: file.path, for: .writing)
    try file.shell.runAsEdit("UPDATE setting SET value = 1000 WHERE name = 'history-changes';")
  }

  /// One edit of so many changes, each with a line of its own: the ranks have no common step, and so make no run.
  private func edit(_ changes: Int, words: String = "") throws {
    try store.write { writer in
      let user = try writer.reader.user(named: "ana")
      try writer.begin(EntryHeading(user: "ana", words: words))
      let last = try writer.reader.row(before: OrderKeys.bound, in: SectionID(1))?.key ?? 0
      let writes = (1...changes).map { index in
        Write.insertRow(RowDraft("r"), in: SectionID(1), rank: last + OrderKey(index * (index + 1) / 2))
      }
      _ = try writer.perform(writes, as: user)
      return ((), .commit)
    }
  }

  private func words() throws -> [String] {
    try store.read { reader in
      var words: [String] = []
      try reader.eachEntry { entry in
        words.append(entry.words + (entry.isComplete ? "" : " cut"))
        return true
      }
      return words
    }
  }

  private func count() throws -> Int { try Int(file.shell.lines("SELECT count(*) FROM change")[0]) ?? -1 }

  @Test func `the oldest edits go by size, whole ones, and what is kept is never less than what was set`() throws {
    for number in 1...30 { try edit(90, words: "\(number)") }
    let kept = try count()
    #expect(kept >= 1_000 && kept < 1_090)
    #expect(try words() == (19...30).reversed().map { "\($0)" })
    #expect(
      try file.shell.lines("SELECT count(*) FROM edit WHERE first_change < (SELECT min(change_id) FROM change)") == [
        "0"
      ])
  }

  @Test func `the newest edit stays, however large it is`() throws {
    try edit(10, words: "small")
    try edit(2_500, words: "large")
    #expect(try words() == ["large"])
    #expect(try count() == 2_500)
  }

  @Test func `a small edit does not pay for the end of a big one`() throws {
    try edit(20_000, words: "big")
    for number in 1...230 {
      let before = try count()
      try edit(5, words: "\(number)")
      #expect(try before - count() < 1_100)
    }
    #expect(try count() == 1_000)
    #expect(try words().last == "31")
  }

  @Test func `the log stays within its bound, whatever the edits are`() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<40 {
      try edit(Int.random(in: 1...900, using: &random))
      #expect(try count() < 1_000 + 900)
      #expect(try !words().contains { $0.hasSuffix("cut") })
    }
    #expect(try store.read { try $0.lastChange() } > 10_000)
  }

  @Test func `the oldest edits go by age`() throws {
    for word in ["old", "older", "new"] { try edit(3, words: word) }
    #expect(try words() == ["new", "older", "old"])
    try file.shell.runAsEdit("UPDATE edit SET at = at - 366 * 86400000 WHERE words LIKE 'old%';")
    #expect(try words() == ["new", "older", "old"])
    try edit(1, words: "newest")
    #expect(try words() == ["newest", "new"])
    try file.shell.runAsEdit(
      "UPDATE setting SET value = 1 WHERE name = 'history-days'; UPDATE edit SET at = at - 2 * 86400000;")
    try edit(1, words: "last")
    #expect(try words() == ["last"])
  }

  @Test func `what was done by hand before an edit that is too old goes with it`() throws {
    try file.shell.run("UPDATE section SET title = 'Old';")
    try edit(1, words: "old")
    try file.shell.runAsEdit("UPDATE edit SET at = at - 366 * 86400000;")
    try edit(1, words: "new")
    #expect(try words() == ["new"])
  }

  @Test func `a read lets nothing go, and a setting neither`() throws {
    for word in ["old", "older"] { try edit(600, words: word) }
    try file.shell.runAsEdit("UPDATE edit SET at = 0;")
    let before = FileState(of: file.path)
    usleep(20_000)
    let reading = try Store(opening: file.path, for: .reading)
    _ = try reading.read { reader in try reader.eachEntry { _ in true } }
    #expect(FileState(of: file.path) == before)
    let kept = try count()
    try store.write { writer in
      try writer.begin(EntryHeading(user: "ana", words: ""))
      try writer.set(.historyDays, to: 2)
      return ((), .commit)
    }
    #expect(try count() == kept)
    #expect(try store.read { try $0.setting(.historyDays) } == 2)
  }

  @Test func `an edit that is taken back lets nothing go`() throws {
    for word in ["old", "older"] { try edit(600, words: word) }
    let before = try file.shell.dump()
    try store.write { writer in
      let user = try writer.reader.user(named: "ana")
      try writer.begin(EntryHeading(user: "ana", words: ""))
      _ = try writer.perform([.insertRow(RowDraft("x"), in: SectionID(1), rank: -1)], as: user)
      return ((), .rollback)
    }
    #expect(try file.shell.dump() == before)
  }
}
