import Foundation
import TestPrograms
import Testing

/// What is left when a synchronization is killed or told to stop, and how the next one goes on.
struct SyncKillTests {
  /// The locks that a git which was killed leaves in the repository, and in one that is the remote.
  private static let locks = [
    "ana/.git/index.lock", "ana/.git/HEAD.lock", "ana/.git/config.lock", "ana/.git/packed-refs.lock",
    "ana/.git/packed-refs.new", "ana/.git/refs/heads/main.lock", "ana/.git/refs/remotes/origin/main.lock",
    "ana/.git/refs/pleat/PLACE/now/TOKEN.lock", "ana/.git/refs/pleat/PLACE/next/TOKEN.lock",
    "hub.git/refs/heads/main.lock", "hub.git/HEAD.lock",
  ]

  /// Two machines, of which both have edited, and a lock in the repository of the first or of the remote.
  private static func world(with lock: String) throws -> (ana: SyncMachine, ben: SyncMachine, lock: String) {
    let (ana, ben) = try SyncWorld.pair()
    try ben.must(["add", "from ben", "--in", "Home"])
    try ben.must(["sync"])
    try ana.must(["add", "from ana", "--in", "Home"])
    let refs = try ana.world.git("-C", ana.clone, "for-each-ref", "--format=%(refname)", "refs/pleat")
    let parts = try #require(refs.split(separator: "\n").first).split(separator: "/")
    // git deletes a ref that is packed by writing the other ones anew.
    try ana.world.git("-C", ana.clone, "pack-refs", "--all")
    let path = ana.world.folder.path(
      of: lock.replacing("PLACE", with: parts[2]).replacing("TOKEN", with: parts[4]))
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: path))
    return (ana, ben, path)
  }

  private static func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  private func check(_ ana: SyncMachine, _ ben: SyncMachine) throws {
    try ana.must(["sync"])
    try ben.must(["sync"])
    #expect(try ana.list() == ben.list())
    #expect(try ana.rows() == ["bread", "from ana", "from ben", "milk", "plants", "tea"])
    #expect(try ana.world.git("-C", ana.clone, "status", "--porcelain") == "")
  }

  @Test(arguments: locks)
  func `a lock of a synchronization that was killed together with git is cleared`(name: String) throws {
    let (ana, ben, lock) = try Self.world(with: name)
    try Data().write(to: URL(fileURLWithPath: ana.clone + "/.git/pleat-sync.run"))
    try check(ana, ben)
    #expect(!Self.isThere(lock) && !Self.isThere(ana.clone + "/.git/pleat-sync.run"))
  }

  @Test(
    arguments: locks.filter {
      !["config.lock", "HEAD.lock", "packed-refs.new"].contains(($0 as NSString).lastPathComponent)
    })
  func `a lock of somebody else stays, and is named with the next step`(name: String) throws {
    let (ana, ben, lock) = try Self.world(with: name)
    for killed in [false, true] {
      // The run that was killed had found the lock already.
      if killed { try Data("\(lock)\n".utf8).write(to: URL(fileURLWithPath: ana.clone + "/.git/pleat-sync.run")) }
      let ending = try ana.run(["sync", "--wait", "0.2"])
      #expect(ending.status == 75 || ending.status == 83, "\(ending.errors)")
      #expect(ending.errors.contains("If none is, remove its lock: rm \(lock)"), "\(ending.errors)")
      #expect(Self.isThere(lock))
    }
    try FileManager.default.removeItem(atPath: lock)
    try check(ana, ben)
  }

  @Test func `a program of the run that was killed is waited for, also where it has left no lock yet`() throws {
    let (ana, ben, lock) = try Self.world(with: "ana/.git/index.lock")
    try FileManager.default.removeItem(atPath: lock)
    let run = ana.clone + "/.git/pleat-sync.run"
    let ready = ana.world.folder.path(of: "ready")
    let pipe = try InputPipe(in: ana.world.folder)
    try Data().write(to: URL(fileURLWithPath: run))
    let other = try Program(
      starting: ["setsid", "flock", run, "sh", "-c", "touch \(ready); exec cat \(pipe.path)"],
      environment: ana.world.environment)
    try waitUntil("the other program is at work", by: other) { Self.isThere(ready) }
    try ana.must(["sync", "--wait", "0.2"])
    #expect(Self.isThere(run), "the next one waits for it too")
    _ = try Program.run(["pkill", "-KILL", "-s", "\(other.pid)"])
    _ = try other.wait()
    try check(ana, ben)
    #expect(!Self.isThere(run))
  }

  @Test func `a lock stays as long as a program of the run that was killed is there, or another git works there`()
    throws
  {
    let (ana, ben, lock) = try Self.world(with: "ana/.git/index.lock")
    let run = ana.clone + "/.git/pleat-sync.run"
    let ready = ana.world.folder.path(of: "ready")
    let pipe = try InputPipe(in: ana.world.folder)
    for words in [
      ["flock", run, "sh", "-c", "touch \(ready); exec cat \(pipe.path)"],
      ["git", "-C", ana.clone, "-c", "alias.wait=!touch \(ready); exec cat \(pipe.path)", "wait"],
    ] {
      try Data().write(to: URL(fileURLWithPath: run))
      let other = try Program(starting: ["setsid"] + words, environment: ana.world.environment)
      try waitUntil("the other program is at work", by: other) { Self.isThere(ready) }
      let ending = try ana.run(["sync", "--wait", "0.2"])
      #expect(ending.status == 75 && ending.errors.contains("rm \(lock)"), "\(ending.errors)")
      _ = try Program.run(["pkill", "-KILL", "-s", "\(other.pid)"])
      _ = try other.wait()
      try FileManager.default.removeItem(atPath: ready)
    }
    try check(ana, ben)
    #expect(!Self.isThere(lock))
  }

  @Test(arguments: ["ana/.git", "hub.git"])
  func `pleat and git are killed at each of the refs that git writes, and the next one goes on`(place: String) throws {
    let (ana, ben) = try SyncWorld.pair()
    let repository = ana.world.folder.path(of: place)
    let count = ana.world.folder.path(of: "count")
    try Program.write(
      """
      [ "$1" = prepared ] && [ -e \(count) ] || exit 0
      left=$(cat \(count))
      echo $((left - 1)) >\(count)
      [ "$left" -gt 1 ] || { rm \(count); kill -KILL 0; }
      """, to: repository + "/hooks/reference-transaction")
    var kills = 0
    while true {
      try ben.must(["add", "b\(kills)", "--in", "Home"])
      try ben.must(["sync"])
      try ana.must(["add", "a\(kills)", "--in", "Home"])
      try ana.world.git("-C", ana.clone, "pack-refs", "--all")
      try Data("\(kills + 1)\n".utf8).write(to: URL(fileURLWithPath: count))
      let ending = try Program.run(["setsid", Executable.program, "sync"], environment: ana.environment)
      _ = try? FileManager.default.removeItem(atPath: count)
      if ending.status == 0 { break }
      kills += 1
      #expect(ending.status == 137 && kills < 30, "\(ending.errors)")
      try ana.must(["sync"])
    }
    #expect(kills >= (place == "hub.git" ? 1 : 5))
    for machine in [ana, ben] { try machine.must(["sync"]) }
    #expect(try ana.list() == ben.list() && ana.rows().count == 4 + 2 * (kills + 1))
  }

  @Test func `what came is saved and told where what is new here cannot be sent`() throws {
    let (ana, ben, lock) = try Self.world(with: "ana/.git/nothing")
    try FileManager.default.removeItem(atPath: lock)
    let hook = ana.world.folder.path(of: "hub.git") + "/hooks/pre-receive"
    try Program.write("echo 'not on Sundays' >&2; exit 1", to: hook)
    let ending = try ana.run(["sync", "--json"])
    #expect(ending.status == 83)
    let answer = try JSON.object(ending.text)
    let edits = try #require(answer["edits"] as? [[String: Any]])
    #expect(edits.count == 1 && edits[0]["changes"] is [String: Any])
    #expect((answer["sync"] as? [String: Any])?["commit"] is NSNull)
    let error = try JSON.error(ending.errors)
    #expect(error["code"] as? String == "unsent" && error["saved"] as? Bool == true, "\(ending.errors)")
    #expect((error["message"] as? String)?.contains("not on Sundays") == true)
    #expect(try ana.rows().contains("from ben"))
    // Nothing comes any more, and so nothing is saved.
    #expect(try ana.run(["sync"]).status == 74)
    try FileManager.default.removeItem(atPath: hook)
    #expect(try ana.must(["sync"]) == "synchronized: 1 row went\n")
    try check(ana, ben)
  }

  @Test func `a signal ends it at once, and the edits that came until then are reported`() throws {
    let (ana, ben, lock) = try Self.world(with: "ana/.git/nothing")
    try FileManager.default.removeItem(atPath: lock)
    let ready = ana.world.folder.path(of: "ready")
    let pipe = try InputPipe(in: ana.world.folder)
    try Program.write("touch \(ready); exec cat \(pipe.path)", to: ana.clone + "/.git/hooks/pre-push")
    for (status, text) in [(83 as Int32, "taken over: 1 row came\n"), (143, "")] {
      let program = try Program(starting: ["setsid", Executable.program, "sync"], environment: ana.environment)
      try waitUntil("git has started its hook", by: program) { Self.isThere(ready) }
      program.send(SIGTERM)
      let ending = try program.wait()
      _ = try Program.run(["pkill", "-KILL", "-s", "\(program.pid)"])  // the hook, which git leaves alone
      #expect(ending.status == status && ending.errors.hasPrefix(text), "\(ending.status) \(ending.errors)")
      #expect(ending.errors.contains("was interrupted"), "\(ending.errors)")
      try FileManager.default.removeItem(atPath: ready)
    }
    try FileManager.default.removeItem(atPath: ana.clone + "/.git/hooks/pre-push")
    try check(ana, ben)
  }
}
