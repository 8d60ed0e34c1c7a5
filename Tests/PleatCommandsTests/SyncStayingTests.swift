import Foundation
import TestPrograms
import Testing

/// `sync URL`, which clones by itself, and `sync --every`, which stays.
struct SyncStayingTests {
  private static func clones(_ world: SyncWorld) throws -> [String] {
    let folder = world.folder.path(of: ".local/state/pleat/sync")
    guard FileManager.default.fileExists(atPath: folder) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test func `a URL is cloned into the folder for state, and need not be named again`() throws {
    let (ana, _) = try SyncWorld.pair()
    let third = SyncMachine(world: ana.world, name: "third")
    let url = "file://" + ana.world.folder.path(of: "hub.git")
    let before = try Self.clones(ana.world)
    #expect(try third.run(["sync", url, "-n"]).status == 64)
    #expect(try Self.clones(ana.world) == before)
    let text = try third.must(["sync", url])
    let start = "cloned into \(ana.world.folder.path(of: ".local/state/pleat/sync"))/hub-"
    #expect(text.hasPrefix(start) && text.contains("synchronized: 4 rows and 2 sections came"), "\(text)")
    try third.must(["add", "salt", "--in", "Home"])
    #expect(try third.must(["sync"]) == "synchronized: 1 row went\n")
    #expect(try third.must(["sync", url]) == "synchronized: nothing new\n")
    try ana.must(["sync"])
    #expect(try ana.list() == third.list())
    #expect(try Self.clones(ana.world).count == before.count + 2)
  }

  @Test func `a URL that cannot be reached is refused, and leaves nothing`() throws {
    let world = try SyncWorld()
    let ana = SyncMachine(world: world, name: "ana")
    for url in ["file:///nowhere/hub.git", "nowhere.invalid:hub.git"] {
      let ending = try ana.run(["sync", url], with: ["GIT_SSH_COMMAND": "false"])
      #expect(ending.status == 74 && ending.errors.hasSuffix("\nNothing was changed.\n"), "\(ending.errors)")
      #expect(try Self.clones(world) == [] && !FileManager.default.fileExists(atPath: ana.path))
    }
  }

  @Test func `a clone that was killed is made anew`() throws {
    let (ana, _) = try SyncWorld.pair()
    let third = SyncMachine(world: ana.world, name: "third")
    let url = "file://" + ana.world.folder.path(of: "hub.git")
    try third.must(["sync", url])
    let state = ana.world.folder.path(of: ".local/state/pleat/sync")
    let clone = try #require(try Self.clones(ana.world).first { $0.hasPrefix("hub-") })
    try FileManager.default.moveItem(atPath: "\(state)/\(clone)", toPath: "\(state)/\(clone).new")
    try FileManager.default.removeItem(atPath: third.path)
    #expect(try third.must(["sync", url]).contains("cloned into"))
    #expect(try ana.list() == third.list())
    #expect(try Self.clones(ana.world).contains(clone) && !Self.clones(ana.world).contains("\(clone).new"))
  }

  private func hub(_ world: SyncWorld) throws -> String {
    try world.git("-C", world.folder.path(of: "hub.git"), "show", "main:outline.json")
  }

  @Test func `one that stays sends every edit, is quiet about nothing, and ends in order`() throws {
    let (ana, ben) = try SyncWorld.pair()
    let program = try ana.start(["sync", "--every", "1h"])
    for text in ["first", "second"] {
      try ana.must(["add", text, "--in", "Home"])
      try waitUntil("\(text) is sent", by: program) { try hub(ana.world).contains(text) }
    }
    try waitUntil("the run is over", by: program) {
      !FileManager.default.fileExists(atPath: ana.clone + "/.git/pleat-sync.run")
    }
    program.send(SIGTERM)
    let ending = try program.wait()
    #expect(ending.status == 0 && ending.text == "")
    #expect(ending.errors == "synchronized: 1 row went\nsynchronized: 1 row went\n")
    try ben.must(["sync"])
    #expect(try ana.list() == ben.list())
  }

  @Test func `one that stays takes over what came, and follows a file that was put in the place of the outline`() throws
  {
    let (ana, ben) = try SyncWorld.pair()
    try ana.must(["backup", ana.path + ".kept"])
    let program = try ana.start(["sync", "--every", "1s", "--json"])
    for text in ["first", "second"] {
      try ben.must(["add", text, "--in", "Home"])
      try ben.must(["sync"])
      try waitUntil("\(text) is taken over", by: program) { try ana.rows().contains(text) }
    }
    try FileManager.default.removeItem(atPath: ana.path)
    try FileManager.default.moveItem(atPath: ana.path + ".kept", toPath: ana.path)
    try waitUntil("what is missing comes again", by: program) { try ana.rows().contains("second") }
    program.send(SIGINT)
    let ending = try program.wait()
    #expect(ending.status == 0 && ending.errors == "", "\(ending.errors)")
    let answers = try ending.lines.map(JSON.object)
    #expect(answers.count >= 3 && answers.allSatisfy { ($0["edits"] as? [Any])?.count == 1 }, "\(ending.text)")
  }

  @Test func `a network that is away is said once, and the edits go when it is back`() throws {
    let (ana, ben) = try SyncWorld.pair()
    let (hub, away) = (ana.world.folder.path(of: "hub.git"), ana.world.folder.path(of: "away.git"))
    let tries = ana.world.folder.path(of: "tries")
    let script = "case \"$*\" in *' fetch '*) echo >>\(tries) ;; esac\nPATH=${PATH#*:} exec git \"$@\""
    try Program.write(script, to: ana.world.folder.path(of: "bin/git"))
    try FileManager.default.moveItem(atPath: hub, toPath: away)
    let path = ana.world.folder.path(of: "bin") + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    let program = try ana.start(["sync", "--every", "1s"], with: ["PATH": path])
    try ana.must(["add", "salt", "--in", "Home"])
    try waitUntil("it has tried four times", by: program) {
      (try? Data(contentsOf: URL(fileURLWithPath: tries)).count) ?? 0 >= 4
    }
    try FileManager.default.moveItem(atPath: away, toPath: hub)
    try waitUntil("the row is sent", by: program) { try self.hub(ana.world).contains("salt") }
    try waitUntil("the run is over", by: program) {
      !FileManager.default.fileExists(atPath: ana.clone + "/.git/pleat-sync.run")
    }
    program.send(SIGTERM)
    let ending = try program.wait()
    #expect(ending.status == 0)
    #expect(ending.errors.components(separatedBy: "cannot be reached").count == 2, "\(ending.errors)")
    #expect(ending.errors.hasSuffix("synchronized: 1 row went\n"), "\(ending.errors)")
    try ben.must(["sync"])
    #expect(try ana.list() == ben.list())
  }

  @Test func `one that stays ends where the first synchronization is refused`() throws {
    let (ana, _) = try SyncWorld.pair()
    try Data("x\n".utf8).write(to: URL(fileURLWithPath: ana.clone + "/outline.json"))
    let ending = try ana.run(["sync", "--every", "1s"])
    #expect(ending.status == 81 && ending.errors.contains("the change is not committed"), "\(ending.errors)")
  }

  @Test(arguments: ["5", "m", "0m", "5d", "-5m", "10000s", "5 m", ""])
  func `other words than a number with a unit are refused`(word: String) throws {
    let (ana, _) = try SyncWorld.pair()
    let ending = try ana.run(["sync", "--every=\(word)"])
    #expect(ending.status == 64 && ending.errors.contains("--every"), "\(ending.errors)")
    #expect(try ana.run(["sync", "--every", "5m", "-n"]).status == 64)
  }
}
