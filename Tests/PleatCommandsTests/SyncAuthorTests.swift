import Foundation
import OutlineCore
import PleatRemote
import TestPrograms
import Testing

/// Who did what, of what came by `sync`.
struct SyncAuthorTests {
  /// The lines without their times.
  private func untimed(_ text: String) -> String {
    text.replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}/, with: "TIME")
  }

  /// Two machines, of which the first has got what the second one has edited.
  private func pair(_ edits: [[String]]) throws -> (ana: SyncMachine, ben: SyncMachine) {
    let (ana, ben) = try SyncWorld.pair()
    for edit in edits { try ben.must(edit) }
    try ben.must(["sync"])
    try ana.must(["sync"])
    return (ana, ben)
  }

  @Test func `what came has the name and the time of who did it, and log has one line for the synchronization`() throws
  {
    let (ana, ben) = try pair([["add", "eggs", "--in", "Home"], ["edit", "milk", "oat milk"], ["delete", "tea"]])
    #expect(
      try untimed(ana.must(["log", "--limit", "1", "-v"])) == """
        4  TIME  ana  sync (ben)
            changed "milk" to "oat milk" (@r3) by ben, TIME
            deleted "tea" (@r5) by ben, TIME
            added "eggs" (@r1000000000) by ben, TIME

        """)
    #expect(
      try untimed(ana.must(["log", "oat milk", "-v"])).hasPrefix(
        """
        4  TIME  ben  sync
            changed the text from "milk" to "oat milk"
        2  TIME  ana  add
        """))
    #expect(try untimed(ana.must(["show", "eggs"])).contains("added:       TIME by ben (entry 4)\n"))
    #expect(try untimed(ana.must(["show", "oat milk"])).contains("changed:     TIME by ben (entry 4)\n"))
    #expect(try untimed(ana.must(["log", "--by", "ben"])) == "4  TIME  ben  sync\n")
    #expect(try untimed(ana.must(["log", "oat milk", "--by", "ben"])) == "4  TIME  ben  sync\n")
    let made = try ben.shell.lines("SELECT at FROM edit WHERE words LIKE 'edit%'")
    #expect(try ana.shell.lines("SELECT at FROM author WHERE first_id = 3") == made)
    let entry = try JSON.objects(ana.must(["log", "oat milk", "--json"]))[0]
    let author = try #require((entry["authors"] as? [[String: Any]])?.first)
    #expect(
      entry["user"] as? String == "ben" && author["user"] as? String == "ben" && author["did"] as? String == "changed")
    #expect(entry["at"] as? String == author["at"] as? String)
  }

  @Test func `who comes new learns the names of all, and what was indented by somebody is so by name`() throws {
    let (ana, ben) = try pair([["promote", "milk"], ["done", "milk"]])
    try ana.must(["edit", "bread", "rolls"])
    try ana.must(["sync"])
    let third = try ana.world.machine("third")
    try third.must(["sync", third.clone])
    #expect(try untimed(third.must(["log"])) == "1  TIME  third  sync (ana, ben)\n")
    #expect(
      try untimed(third.must(["show", "rolls"])).contains(
        "added:       TIME by ana (entry 1)\nchanged:     TIME by ana"))
    #expect(try untimed(third.must(["log", "milk"])) == "1  TIME  ben  sync\n1  TIME  ana  sync\n")
    #expect(
      try untimed(ana.must(["log", "--limit", "2", "-v"])).contains("made \"milk\" a section (@s3) by ben, TIME\n"))
    try ben.must(["sync"])
    #expect(try ben.must(["log", "--by", "ana", "--limit", "1"]).contains("  ana  sync"))
    #expect(try third.must(["check"]).contains("nothing is wrong"))
  }

  @Test func `watch says who did what, each with the own edits`() throws {
    let (ana, ben) = try SyncWorld.pair()
    let path = ana.world.folder.path(of: "watched")
    let watcher = try Program(
      starting: [Executable.program, "watch"], environment: ana.environment, outputPath: path)
    defer { watcher.send(SIGINT) }
    func lines() -> [String] {
      ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
    }
    try waitUntil("the list is there", by: watcher) { lines().count == 6 }
    try ben.must(["add", "cheese", "--in", "Groceries"])
    try ben.must(["edit", "Home", "House", "-u", "eve"])
    try ben.must(["sync"])
    try ana.must(["sync"])
    try waitUntil("both are named", by: watcher) { lines().count == 8 }
    #expect(lines().suffix(2).sorted() == ["ben added cheese to Groceries", "eve changed Home to House"])
  }

  @Test func `what changes its kind counts once, and what one moves and the other deletes stays`() throws {
    let (ana, ben) = try SyncWorld.pair()
    try ana.must(["promote", "bread"])
    #expect(try ana.must(["sync"]) == "synchronized: 1 section went\n")
    #expect(try ben.must(["sync"]) == "synchronized: 1 section came\n")
    try ana.must(["move", "bread", "--in", "Home"])
    try ben.must(["delete", "bread"])
    try ana.must(["sync"])
    #expect(
      try ben.must(["sync"]).contains(
        "\"bread\" (@s4) was deleted on one side, and changed, moved or filled on the other; it stays"))
  }

  @Test func `undo of a synchronization, and what comes after it, is as before`() throws {
    let (ana, ben) = try pair([["edit", "milk", "oat milk"]])
    #expect(try ana.must(["undo"]).contains("undone: sync (ana, just now)"))
    try ana.must(["sync"])
    try ben.must(["sync"])
    #expect(try ben.rows().contains("milk"))
    #expect(
      try untimed(ben.must(["log", "milk", "--limit", "1", "-v"])) == """
        3  TIME  ana  sync
            changed the text from "oat milk" to "milk"

        """)
  }

  @Test func `commits of an older pleat bring no names, and what they bring is there all the same`() throws {
    let (ana, ben) = try SyncWorld.pair()
    try ben.must(["edit", "milk", "oat milk"])
    try ben.must(["sync"])
    let hub = ana.world.folder.path(of: "hub.git")
    try ana.world.git("-C", ben.clone, "commit", "-q", "--amend", "-m", "pleat sync: outline.json")
    try ana.world.git("-C", ben.clone, "push", "-q", "-f", hub, "main")
    #expect(try ana.must(["sync"]) == "synchronized: 1 row came\n")
    #expect(try untimed(ana.must(["log", "oat milk", "--limit", "1"])) == "4  TIME  ana  sync\n")
    #expect(try ana.shell.lines("SELECT count(*) FROM author") == ["0"])
    try ben.must(["add", "eggs"])
  }

  @Test func `names of all characters come as they are`() throws {
    let (ana, ben) = try SyncWorld.pair()
    let name = "Zoë %41\n👩‍🚒 O'Neil"
    try ben.must(["edit", "milk", "oat milk", "-u", name])
    try ben.world.git("config", "--global", "i18n.commitEncoding", "ISO-8859-1")
    try ben.must(["sync"])
    try ana.must(["sync"])
    #expect(
      try ana.shell.lines("SELECT hex(user) FROM author") == [name.utf8.map { String(format: "%02X", $0) }.joined()])
    #expect(try ana.must(["log", "oat milk", "--by", name]).contains("Zoë %41"))
  }

  @Test func `a repaired file keeps the names, and a history that is trimmed lets them go`() throws {
    let (ana, _) = try pair([["edit", "milk", "oat milk"]])
    try ana.must(["check", "--repair"])
    #expect(try SQLiteShell(ana.path).lines("SELECT count(*) FROM author") == ["1"])
    try ana.must(["settings", "history-changes", "1000"])
    let rows = (1...1_200).map { "row \($0)" }
    for edit in [["add"] + rows, ["delete", "--", "Inbox", "-r"]] { _ = try ana.run(edit) }
    for _ in 0..<3 { try ana.must(["add"] + rows) }
    #expect(try SQLiteShell(ana.path).lines("SELECT count(*) FROM author") == ["0"])
  }

  @Test(
    arguments: [
      "pleat-edit: 1 update 2 ", "pleat-edit: 1 update 0 bob", "pleat-edit: 1 update 3-2 bob",
      "pleat-edit: 1 update - bob",
      "pleat-edit: 1 update 9223372036854775808 bob", "pleat-edit: 1 update 1-9007199254740992 bob",
      "pleat-edit: -1 update 2 bob",
      "pleat-edit: 99999999999999999999 update 2 bob", "pleat-edit: 9223372036854775807 update 2 bob",
      "pleat-edit: 1 drop 2 bob",
      "pleat-edit: 1 update 2 %", "pleat-edit: 1 update 2 %0", "pleat-edit: 1 update 2 %00",
      "pleat-edit: 1 update 2 %FF",
      "pleat-edit: 1 update 2 %ZZ", "pleat-edit: 1 update 2 a b", "pleat-edit:", "pleat-edit: 1 update , bob",
      "pleat-edit: 1 update 1-2-3 bob",
      "x pleat-edit: 1 update 2 bob",
    ])
  func `a line that no pleat wrote is passed over`(line: String) {
    let messages = "one\n    \(line)\n\0    pleat-edit: 5 insert 2,4-5 b%6Fb\n"
    let read = SyncNote.authorships(in: Array(messages.utf8))
    #expect(read.map(\.user) == ["bob", "bob"] && read.map(\.time) == [5, 5])
  }

  @Test func `messages that are too long are cut, and what they say of a change is a number`() {
    let long = "pleat-edit: 1 update \((1...250_000).map { "\($0 * 2)" }.joined(separator: ",")) bob\n"
    #expect(SyncNote.authorships(in: Array(long.utf8)).count == 100_000)
    for line in ["pleat-until: a", "pleat-until: a -1", "pleat-until: a 1 2", "pleat-until: b 1", "pleat-until: a x"] {
      #expect(SyncNote.lastChange(in: Array(line.utf8), of: "a") == nil)
    }
    #expect(SyncNote.lastChange(in: Array("  pleat-until: a 17\n".utf8), of: "a") == 17)
    #expect(SyncNote.lastChange(in: [0xFF, 0, 10, 10], of: "a") == nil)
  }
}
