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
  ///
  /// - Returns: By how many days the clock leapt to it, if that kept the log from letting something go by age.
  @discardableResult
  private func edit(_ changes: Int, words: String = "") throws -> Int? {
    var used: StoreWriter?
    try store.write { writer in
      used = writer
      let user = try writer.reader.user(named: "ana")
      try writer.begin(EntryHeading(user: "ana", words: words))
      let last = try writer.reader.row(before: OrderKeys.bound, in: SectionID(1))?.key ?? 0
      let writes = (1...changes).map { index in
        Write.insertRow(RowDraft("r"), in: SectionID(1), rank: last + OrderKey(index * (index + 1) / 2))
      }
      _ = try writer.perform(writes, as: user)
      return ((), .commit)
    }
    return used?.leap
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

  /// Makes the entries with these words as many days older as given, and sets how many days the log keeps.
  private func age(_ days: [String: Int], keeping kept: Int = 365) throws {
    let updates = days.map { "UPDATE edit SET at = at - \($1) * 86400000 WHERE words = '\($0)';" }
    try file.shell.runAsEdit("UPDATE setting SET value = \(kept) WHERE name = 'history-days'; \(updates.joined())")
  }

  @Test func `the oldest edits go by age`() throws {
    for word in ["old", "older", "middle", "new"] { try edit(3, words: word) }
    try age(["old": 400, "older": 366, "middle": 200])
    #expect(try words() == ["new", "middle", "older", "old"])
    try edit(1, words: "newest")
    #expect(try words() == ["newest", "new", "middle"])
    try age(["new": 3, "newest": 1], keeping: 2)
    try edit(1, words: "last")
    #expect(try words() == ["last", "newest"])
  }

  @Test func `an edit without changes leaves the newest change, after which the next ones are numbered`() throws {
    func editWithoutChanges() throws {
      try store.write { writer in
        try writer.begin(EntryHeading(user: "ana", words: "nothing"))
        return ((), .commit)
      }
    }
    try edit(3, words: "old")
    try editWithoutChanges()
    try file.shell.runAsEdit("UPDATE edit SET at = at - iif(words = 'old', 400, 100) * 86400000;")
    try editWithoutChanges()
    #expect(try words() == ["nothing", "nothing", "old cut"])
    try edit(1, words: "next")
    #expect(try store.read { try $0.lastChange() } > 3)
    #expect(
      try file.shell.lines(
        "SELECT count(*) FROM edit AS a JOIN edit AS b ON a.edit_id < b.edit_id "
          + "AND a.last_change >= b.first_change") == ["0"])
  }

  @Test func `what was done by hand before an edit that is too old goes with it`() throws {
    try file.shell.run("UPDATE section SET title = 'Old';")
    for word in ["old", "middle"] { try edit(1, words: word) }
    try age(["old": 400, "middle": 200])
    try edit(1, words: "new")
    #expect(try words() == ["new", "middle"])
  }

  @Test func `what was done by hand before the first edit stays`() throws {
    try file.shell.run("UPDATE section SET title = 'New';")
    try edit(1, words: "new")
    #expect(try words() == ["new", ""])
  }

  @Test func `edits with a clock that is decades ahead let nothing go by age, and those after them neither`() throws {
    for word in ["a", "b", "c"] { try edit(3, words: word) }
    try age(["a": 27_100, "b": 27_050, "c": 27_000])
    for word in ["far", "farther", "farthest"] { try edit(1, words: word) }
    #expect(try words() == ["farthest", "farther", "far", "c", "b", "a"])
    // The clock is right again: what was made when it was wrong is still to come.
    try age(["a": -26_900, "b": -26_900, "c": -26_900, "far": -27_000, "farther": -27_000, "farthest": -27_000])
    for word in ["d", "e"] { try edit(1, words: word) }
    #expect(try words() == ["e", "d", "farthest", "farther", "far", "c", "b", "a"])
    // A year later, what was made when the clock was wrong goes with what was made before it.
    try age(["a": 300, "b": 300, "c": 300, "far": 300, "farther": 300, "farthest": 300, "d": 300])
    try edit(1, words: "f")
    #expect(try words() == ["f", "e", "d"])
  }

  @Test func `edits with a clock that is decades late trim nothing by age, and neither do the edits after them`() throws
  {
    for word in ["a", "b", "c"] { try edit(3, words: word) }
    try age(["a": -20_000, "b": -20_000, "c": -20_000])
    for word in ["far", "farther"] { try edit(1, words: word) }
    try age(["a": 20_000, "b": 20_000, "c": 20_000, "far": 20_000, "farther": 20_000])
    for word in ["d", "e"] { try edit(1, words: word) }
    #expect(try words() == ["e", "d", "farther", "far", "c", "b", "a"])
  }

  @Test func `the first edit after a longer time than the log is kept lets nothing go by age, the next one does`()
    throws
  {
    for word in ["a", "b"] { try edit(3, words: word) }
    try age(["a": 9, "b": 8], keeping: 7)
    #expect(try edit(1, words: "c") == 8)
    #expect(try words() == ["c", "b", "a"])
    #expect(try edit(1, words: "d") == nil)
    #expect(try words() == ["d", "c"])
  }

  @Test func `the oldest edits go by size, whatever the clock says`() throws {
    for number in 1...20 { try edit(90, words: "\(number)") }
    try file.shell.runAsEdit("UPDATE edit SET at = at - 27000 * 86400000")
    #expect(try edit(90, words: "far") == 27_000)
    #expect(try count() < 1_090)
  }

  @Test func `a read lets nothing go, and a setting neither`() throws {
    for word in ["old", "older"] { try edit(600, words: word) }
    try file.shell.runAsEdit("UPDATE edit SET at = 0;")
    let before = FileState(ofAged: file.path)
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
    let before = try file.shell.contents()
    try store.write { writer in
      let user = try writer.reader.user(named: "ana")
      try writer.begin(EntryHeading(user: "ana", words: ""))
      _ = try writer.perform([.insertRow(RowDraft("x"), in: SectionID(1), rank: -1)], as: user)
      return ((), .rollback)
    }
    #expect(try file.shell.contents() == before)
  }
}
