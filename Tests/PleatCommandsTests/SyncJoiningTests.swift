import Foundation
import TestPrograms
import Testing

/// Outlines that are synchronized although both have something already, and files that were copied or restored.
struct SyncJoiningTests {
  /// Two machines that have made outlines of their own.
  private func strangers() throws -> (ana: SyncMachine, ben: SyncMachine) {
    let world = try SyncWorld()
    let (ana, ben) = (try world.machine("ana"), try world.machine("ben"))
    for words in [["add", "milk", "bread"], ["add", "--section", "Work"], ["add", "plan", "--in", "Work"]] {
      try ana.must(words)
    }
    for words in [["add", "eggs", "milk"], ["add", "--section", "Home"], ["add", "plants", "--in", "Home"]] {
      try ben.must(words)
    }
    try ben.must(["collapse", "Home"])
    return (ana, ben)
  }

  private func identity(_ machine: SyncMachine) throws -> [String] {
    try machine.shell.lines("SELECT value FROM setting WHERE name = 'identity'")
  }

  /// Synchronizes until nobody has anything new, and expects both to be equal.
  private func settle(_ machines: SyncMachine...) throws {
    for machine in machines + machines { try machine.must(["sync"]) }
    for machine in machines {
      #expect(try machine.must(["sync"]).hasPrefix("synchronized: nothing new"))
      #expect(try machine.list() == machines[0].list())
      #expect(try machine.folds() == machines[0].folds())
      #expect(try machine.must(["check"]).contains("nothing is wrong"))
    }
  }

  @Test func `two outlines with the same ids become one, with everything of both, once`() throws {
    let (ana, ben) = try strangers()
    try ana.must(["sync", ana.clone])
    let before = try ben.must(["list", "--all"])
    let trial = try ben.must(["sync", ben.clone, "-n"])
    #expect(trial.contains("2 rows and 1 section came") && trial.contains("2 rows and 1 section went"), "\(trial)")
    let text = try ben.must(["sync", ben.clone])
    #expect(text.contains("2 rows and 1 section came, 2 rows and 1 section went"), "\(text)")
    try ana.must(["sync"])
    try settle(ana, ben)
    #expect(try ana.rows() == ["bread", "eggs", "milk", "plan", "plants"])
    #expect(try ana.shell.lines("SELECT title FROM section ORDER BY title") == ["Home", "Inbox", "Work"])
    #expect(try ana.must(["list", "-u", "ben"]).contains("Home · 1 hidden"))
    #expect(try identity(ana) == identity(ben))
    try ben.must(["undo"])
    #expect(try ben.must(["list", "--all"]) == before)
  }

  @Test func `a repaired file is joined, and what was lost here stays elsewhere`() throws {
    let (ana, ben) = try SyncWorld.pair()
    try ana.shell.run("UPDATE sqlite_sequence SET seq = 0 WHERE name = 'section'")
    let identity = try identity(ana)
    try ana.must(["check", "--repair", "--replace", "-q"])
    #expect(try self.identity(ana) == identity)
    try ana.must(["add", "salt", "--in", "Home"])
    try ana.must(["delete", "tea"])
    try ana.must(["sync"])
    try settle(ana, ben)
    #expect(try ana.rows() == ["bread", "milk", "plants", "salt", "tea"])
  }

  @Test func `a copy that sends first what the original sends later sends the same`() throws {
    let (ana, ben) = try SyncWorld.pair()
    let third = try ana.world.machine("third")
    try ana.must(["add", "--section", "New"])
    try ana.must(["add", "salt", "pepper", "--in", "New"])
    try FileManager.default.copyItem(atPath: ana.path, toPath: third.path)
    try third.must(["add", "from third", "--in", "Home"])
    try third.must(["sync", third.clone])
    try ana.must(["add", "from ana", "--in", "Home"])
    let text = try ana.must(["sync"])
    #expect(text.contains("1 conflict") && text.contains("both sides gave the id @r10 to a new item"), "\(text)")
    try settle(ana, ben, third)
    #expect(
      try ana.rows() == ["bread", "from ana", "from third", "milk", "pepper", "plants", "salt", "tea"])
    #expect(try ana.shell.lines("SELECT count(*) FROM section WHERE title = 'New'") == ["1"])
  }

  @Test func `a restored file whose rows were sent before the damage sends nothing twice`() throws {
    let (ana, ben) = try SyncWorld.pair()
    try ana.must(["add", "first", "second", "--in", "Home"])
    try ana.must(["backup", ana.path + ".kept"])
    try ana.must(["sync"])
    try FileManager.default.removeItem(atPath: ana.path)
    try FileManager.default.moveItem(atPath: ana.path + ".kept", toPath: ana.path)
    try ana.must(["sync"])
    try settle(ana, ben)
    #expect(try ana.rows() == ["bread", "first", "milk", "plants", "second", "tea"])
  }

  @Test func `a copy with several rows under ids of the original takes none of the original's later`() throws {
    let (ana, ben) = try SyncWorld.pair()
    let third = try ana.world.machine("third")
    try FileManager.default.copyItem(atPath: ana.path, toPath: third.path)
    try third.must(["add", "t1", "t2", "t3", "--in", "Home"])
    try third.must(["sync", third.clone])
    try ana.must(["add", "a1", "--in", "Groceries"])
    try ana.must(["sync"])
    try ana.must(["add", "a2", "--in", "Groceries"])
    try settle(ana, ben, third)
    #expect(try ana.rows() == ["a1", "a2", "bread", "milk", "plants", "t1", "t2", "t3", "tea"])
  }

  @Test func `what both sides make a section or a row is one, with the number that it had`() throws {
    let (ana, ben) = try SyncWorld.pair()
    try ana.must(["add", "--section", "Note", "--in", "Home"])
    try ana.must(["sync"])
    try ben.must(["sync"])
    let note = try ana.shell.lines("SELECT section_id FROM section WHERE title = 'Note'")
    for machine in [ana, ben] {
      try machine.must(["promote", "milk"])
      try machine.must(["demote", "Note"])
    }
    try ana.must(["add", "oat", "--in", "milk"])
    try ana.must(["sync"])
    #expect(try !ben.must(["sync"]).contains("conflict"))
    try settle(ana, ben)
    for machine in [ana, ben] {
      #expect(try machine.shell.lines("SELECT section_id FROM section WHERE title = 'milk'") == ["3"])
      #expect(try machine.shell.lines("SELECT row_id FROM row WHERE text = 'Note'") == note)
    }
  }

  @Test func `what one side makes a section and the other edits is one, and both hold`() throws {
    let (ana, ben) = try SyncWorld.pair()
    try ana.must(["promote", "milk"])
    try ben.must(["edit", "milk", "oat milk"])
    try ben.must(["done", "oat milk"])
    try ana.must(["sync"])
    let text = try ben.must(["sync"])
    #expect(!text.contains("conflict"), "\(text)")
    try settle(ana, ben)
    #expect(
      try ana.shell.lines("SELECT section_id || title || done FROM section WHERE section_id = 3") == ["3oat milk1"])
  }

  @Test func `an Inbox that both sides get is one`() throws {
    let (ana, ben) = try SyncWorld.pair()
    try ana.must(["add", "from ana"])
    try ben.must(["add", "from ben"])
    try ana.must(["sync"])
    try ben.must(["sync"])
    try settle(ana, ben)
    #expect(try ana.shell.lines("SELECT count(*) FROM section WHERE title = 'Inbox'") == ["1"])
    #expect(try ana.rows() == ["bread", "from ana", "from ben", "milk", "plants", "tea"])
  }

  @Test(arguments: [nil, "Old stuff"])
  func `an archive that both sides get is one, and nothing in it is due or deleted as done`(title: String?) throws {
    let (ana, ben) = try SyncWorld.pair()
    for machine in [ana, ben] { if let title { try machine.must(["settings", "archive", title]) } }
    try ana.must(["edit", "milk", "bread", "--due", "today"])
    try ana.must(["edit", "tea", "plants", "--done", "yes"])
    try settle(ana, ben)
    try ana.must(["archive", "milk", "tea"])
    try ben.must(["archive", "bread", "plants"])
    try ana.must(["sync"])
    #expect(try ben.must(["sync"]).contains("it was added once, without the id @s"))
    try settle(ana, ben)
    for machine in [ana, ben] {
      let archive = try machine.shell.lines("SELECT section_id FROM section WHERE title = '\(title ?? "Archive")'")
      #expect(archive.count == 1)
      #expect(try machine.shell.lines("SELECT count(*) FROM row WHERE section_id = \(archive[0])") == ["4"])
      #expect(try machine.must(["due"]).contains("nothing"))
      #expect(try machine.must(["delete", "--done", "--all", "-n"]) == "nothing to do\n")
      #expect(try machine.must(["list", "--ids"]).contains("▸ 3 @s\(archive[0]) \(title ?? "Archive") · 4 hidden"))
    }
    try ana.must(["unarchive", "bread", "milk"])
    try settle(ana, ben)
    #expect(try ben.must(["due"]).contains("bread"))
  }

  @Test func `a task that both machines tick has moved on as often as it was ticked, with what is left of its rule`()
    throws
  {
    let (ana, ben) = try SyncWorld.pair()
    try ana.must(["edit", "tea", "Home", "--due", "fri", "--repeat", "daily 5 times"])
    try settle(ana, ben)
    let start = try ana.shell.lines("SELECT due FROM row WHERE text = 'tea'")
    try ana.must(["done", "tea", "Home"])
    for _ in 1...2 { try ben.must(["done", "tea", "Home"]) }
    let wanted = try ben.shell.lines("SELECT due, repeat FROM row WHERE text = 'tea'")
    #expect(wanted[0].hasSuffix("FREQ=DAILY;COUNT=3") && !wanted[0].hasPrefix(start[0]))
    try ana.must(["sync"])
    #expect(try ben.must(["sync"]).contains("both sides changed when and how often \"tea\""))
    try settle(ana, ben)
    #expect(try ana.shell.lines("SELECT due, repeat FROM row WHERE text = 'tea'") == wanted)
    #expect(try ana.shell.lines("SELECT due, repeat FROM section WHERE title = 'Home'") == wanted)
  }
}
