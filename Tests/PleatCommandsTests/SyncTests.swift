import Foundation
import TestPrograms
import Testing

@testable import PleatRemote

/// Outlines on several machines that are synchronized through one repository of git.
struct SyncTests {
  @Test func `machines that add, rename, move, delete and fold end with one outline`() throws {
    let (ana, ben) = try SyncWorld.pair()
    try ana.must(["add", "jam", "--in", "Groceries", "--first"])
    try ana.must(["edit", "Home", "House"])
    try ana.must(["delete", "tea"])
    try ben.must(["add", "eggs", "--in", "Groceries"])
    try ben.must(["move", "bread", "--in", "Home"])
    try ben.must(["collapse", "Groceries"])
    #expect(try ana.must(["sync"]) == "synchronized: 2 rows and 1 section went\n")
    #expect(
      try ben.must(["sync"]) == "synchronized: 2 rows and 1 section came, 2 rows and 1 fold went\n")
    #expect(try ana.must(["sync"]) == "synchronized: 2 rows and 1 fold came\n")
    #expect(try ana.list() == ben.list() && ana.folds() == ben.folds())
    #expect(try ana.rows() == ["bread", "eggs", "jam", "milk", "plants"])
    #expect(try ana.shell.lines("SELECT row_id FROM row WHERE text = 'eggs'") == ["1000000000"])
    let seen = try ana.run(["list", "-u", "ben"]).lines
    #expect(seen == (try ben.run(["list"]).lines) && seen.contains("▸ 1 Groceries · 3 hidden"))
    #expect(try ana.must(["sync"]) == "synchronized: nothing new\n")
    #expect(try ana.must(["check"]).contains("nothing is wrong"))
  }

  @Test func `a text that both have changed keeps both, and is named`() throws {
    let (ana, ben) = try SyncWorld.pair()
    try ana.must(["edit", "milk", "oat milk"])
    try ben.must(["edit", "milk", "soy milk"])
    try ana.must(["sync"])
    let text = try ben.must(["sync"])
    #expect(text.contains("1 conflict") && text.contains("oat milk") && text.contains("soy milk"))
    try ana.must(["sync"])
    #expect(try ana.list() == ben.list())
    #expect(try ana.rows().contains { $0.contains("oat milk") && $0.contains("soy milk") })
  }

  @Test func `undo of a synchronization brings the list from before back, with ids and folds`() throws {
    let (ana, ben) = try SyncWorld.pair()
    try ben.must(["delete", "-r", "Home"])
    try ben.must(["add", "eggs", "--in", "Groceries", "--first"])
    try ben.must(["collapse", "Groceries"])
    try ben.must(["sync"])
    try ana.must(["collapse", "Home"])
    try ana.must(["add", "salt", "--in", "Groceries"])
    let before = try (ana.must(["list", "--ids"]), ana.must(["list", "--ids", "-u", "ben"]))
    let text = try ana.must(["sync"])
    #expect(text.contains("came"))
    #expect(try ana.must(["undo"]).contains("undone: sync"))
    #expect(try ana.must(["list", "--ids"]) == before.0)
    #expect(try ana.must(["list", "--ids", "-u", "ben"]) == before.1)
    try ana.must(["redo"])
    #expect(try ana.must(["list", "-u", "ben"]).contains("▸ 1 Groceries · 5 hidden"))
  }

  @Test func `a copy of a file that others work with as well gets ids of its own`() throws {
    let (ana, ben) = try SyncWorld.pair()
    let third = try ana.world.machine("third")
    try FileManager.default.copyItem(atPath: ana.path, toPath: third.path)
    try ana.must(["add", "from ana", "--in", "Home"])
    try third.must(["add", "from third", "--in", "Home"])
    #expect(try third.must(["sync", third.clone]).contains("reserved the ids from 2000000000"))
    #expect(try ana.must(["sync"]).contains("both sides gave the id @r7 to a new item"))
    for machine in [third, ben, ana] { try machine.must(["sync"]) }
    #expect(try ana.list() == third.list() && ana.list() == ben.list())
    #expect(try ana.rows() == ["bread", "from ana", "from third", "milk", "plants", "tea"])
  }

  @Test func `a copy of a file and of its repository gets ids of its own`() throws {
    let (ana, ben) = try SyncWorld.pair()
    let third = try ana.world.machine("third")
    for (from, to) in [(ana.path, third.path), (ana.clone, third.clone)] {
      _ = try Program.run(["rm", "-rf", to])
      try FileManager.default.copyItem(atPath: from, toPath: to)
    }
    try third.must(["add", "from third", "--in", "Home"])
    #expect(try third.must(["sync", third.clone]).contains("reserved the ids from 2000000000"))
    try ana.must(["add", "from ana", "--in", "Home"])
    for machine in [ana, third, ben] { try machine.must(["sync"]) }
    #expect(try ana.list() == third.list() && ana.list() == ben.list())
    #expect(try ana.rows() == ["bread", "from ana", "from third", "milk", "plants", "tea"])
  }

  @Test func `a trial that reaches no remote says that nothing was changed`() throws {
    let (ana, _) = try SyncWorld.pair()
    try ana.must(["add", "tea", "--in", "Home"])
    _ = try Program.run(["git", "-C", ana.clone, "remote", "set-url", "origin", "/nowhere/x.git"])
    let trial = try ana.run(["sync", "-n"])
    #expect(trial.status == 74 && trial.errors.hasSuffix("\nNothing was changed.\n"), "\(trial.errors)")
    #expect(try ana.run(["sync"]).errors.contains("The edits made here are committed"))
  }

  @Test func `a file that came back from a backup gives no id twice`() throws {
    let (ana, ben) = try SyncWorld.pair()
    try ana.must(["backup", ana.path + ".kept"])
    try ana.must(["add", "first", "--in", "Home"])
    try ana.must(["sync"])
    try FileManager.default.removeItem(atPath: ana.path)
    try FileManager.default.moveItem(atPath: ana.path + ".kept", toPath: ana.path)
    try ana.must(["add", "second", "--in", "Home"])
    #expect(try ana.must(["sync"]).contains("reserved the ids from 2000000000"))
    try ben.must(["sync"])
    #expect(try ana.list() == ben.list())
    #expect(try ana.rows() == ["bread", "first", "milk", "plants", "second", "tea"])
  }

  @Test func `what was inserted by hand gets an id of the block, and keeps its folds`() throws {
    let (ana, ben) = try SyncWorld.pair()
    try ben.must(["add", "eggs", "--in", "Home"])
    try ben.must(["sync"])
    try ana.must(["sync"])
    try ana.shell.run(
      """
      INSERT INTO section (title) VALUES ('Hand');
      INSERT INTO row (section_id, text) SELECT section_id, 'by hand' FROM section WHERE title = 'Hand';
      INSERT INTO fold SELECT 1, section_id, 1 FROM section WHERE title = 'Hand';
      """)
    #expect(try ana.shell.lines("SELECT row_id FROM row WHERE text = 'by hand'") == ["1000000002"])
    let before = try ana.must(["list"])
    let text = try ana.must(["sync"])
    #expect(text.contains("2 items got new ids"))
    #expect(try ana.must(["list"]) == before)
    #expect(try ana.shell.lines("SELECT row_id FROM row WHERE text = 'by hand'") == ["8"])
    try ben.must(["add", "ham", "--in", "Home"])
    try ben.must(["sync"])
    try ana.must(["sync"])
    #expect(try ana.list() == ben.list())
    #expect(try ana.rows() == ["bread", "by hand", "eggs", "ham", "milk", "plants", "tea"])
  }

  @Test func `a remote that cannot be reached leaves everything here for the next time`() throws {
    let (ana, ben) = try SyncWorld.pair()
    let (hub, away) = (ana.world.folder.path(of: "hub.git"), ana.world.folder.path(of: "away.git"))
    try FileManager.default.moveItem(atPath: hub, toPath: away)
    try ana.must(["add", "salt", "--in", "Home"])
    let ending = try ana.run(["sync"])
    #expect(ending.status == 74 && ending.errors.contains("the next synchronization sends them"))
    let third = try ana.run(["-f", ana.path + "2", "sync", ana.clone])
    #expect(third.status == 74 && third.errors.contains("Nothing was changed"))
    try FileManager.default.moveItem(atPath: away, toPath: hub)
    #expect(try ana.must(["sync"]) == "synchronized: 1 row went\n")
    try ben.must(["sync"])
    #expect(try ben.rows().contains("salt"))
  }

  @Test func `somebody who sends first is joined, and the commit is sent after that`() throws {
    let (ana, ben) = try SyncWorld.pair()
    try ben.must(["add", "from ben", "--in", "Home"])
    let mark = ana.world.folder.path(of: "sent")
    let hook = ana.clone + "/.git/hooks/pre-push"
    let script = """
      [ -e \(mark) ] && exit 0
      touch \(mark)
      env -u GIT_DIR PLEAT_FILE=\(ben.path) PLEAT_USER=ben '\(Executable.program)' sync
      """
    try Program.write(script, to: hook)
    try ana.must(["add", "from ana", "--in", "Home"])
    #expect(try ana.must(["sync"]) == "synchronized: 1 row came, 1 row went\n")
    try ben.must(["sync"])
    #expect(try ana.list() == ben.list())
    #expect(try ana.rows() == ["bread", "from ana", "from ben", "milk", "plants", "tea"])
  }

  @Test func `a commit that the remote refuses for good is said so`() throws {
    let (ana, _) = try SyncWorld.pair()
    let hook = ana.world.folder.path(of: "hub.git") + "/hooks/pre-receive"
    try Program.write("echo 'not on Sundays' >&2\nexit 1", to: hook)
    try ana.must(["add", "salt", "--in", "Home"])
    let ending = try ana.run(["sync"])
    #expect(ending.status == 74 && ending.errors.contains("not on Sundays"))
  }

  @Test func `other files are merged by git, and what git cannot merge is left to the user`() throws {
    let (ana, ben) = try SyncWorld.pair()
    func commit(_ machine: SyncMachine, _ file: String, _ text: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(machine.clone)/\(file)"))
      try machine.world.git("-C", machine.clone, "add", file)
      try machine.world.git("-C", machine.clone, "commit", "-q", "-m", file)
    }
    try commit(ana, "a.txt", "a\n")
    try commit(ben, "b.txt", "b\n")
    try ana.must(["add", "salt", "--in", "Home"])
    try ben.must(["add", "ham", "--in", "Home"])
    for machine in [ana, ben, ana] { try machine.must(["sync"]) }
    #expect(try ana.list() == ben.list())
    for machine in [ana, ben] {
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: machine.clone).filter { $0.hasSuffix(".txt") }.count == 2)
      #expect(try machine.world.git("-C", machine.clone, "status", "--porcelain") == "")
    }
    try commit(ana, "a.txt", "one\n")
    try commit(ben, "a.txt", "two\n")
    try ana.must(["sync"])
    let ending = try ben.run(["sync"])
    #expect(ending.status == 81 && ending.errors.contains("a.txt"))
    #expect(try ben.world.git("-C", ben.clone, "status", "--porcelain") == "")
  }

  @Test func `another name of the document keeps two outlines apart in one repository`() throws {
    let (ana, _) = try SyncWorld.pair()
    let third = try ana.world.machine("third")
    try third.must(["add", "mine"])
    try third.must(["sync", third.clone, "--document", "other.json"])
    #expect(try third.shell.lines("SELECT block FROM sync") == ["0"])
    #expect(try third.rows() == ["mine"])
  }

  @Test func `a file that names a repository of its own does not choose where git runs`() throws {
    let (ana, _) = try SyncWorld.pair()
    try FileManager.default.removeItem(atPath: ana.world.folder.path(of: ".local"))
    let ending = try ana.run(["sync"])
    #expect(ending.status == 64 && ending.errors.contains("pleat sync FOLDER"))
    try ana.shell.run(
      """
      DROP TRIGGER sync_update_guard; PRAGMA ignore_check_constraints = ON;
      UPDATE sync SET token = 'a' || char(10) || 'delete refs/heads/main';
      """)
    #expect(try ana.run(["sync", ana.clone]).status == 65)
    #expect(try ana.world.git("-C", ana.clone, "rev-parse", "main").count == 41)
  }

  @Test func `what a dump makes of a file that is synchronized goes on with it`() throws {
    let (ana, ben) = try SyncWorld.pair()
    try ana.must(["add", "salt", "--in", "Home"])
    let dump = try ana.shell.dump()
    try FileManager.default.removeItem(atPath: ana.path)
    try ana.shell.run(dump)
    #expect(try ana.must(["sync"]) == "synchronized: 1 row went\n")
    try ben.must(["sync"])
    #expect(try ben.rows().contains("salt"))
  }

  @Test func `a bare repository is cloned as a URL is, and a folder inside a repository is refused`() throws {
    let world = try SyncWorld()
    let (ana, ben) = (SyncMachine(world: world, name: "ana"), SyncMachine(world: world, name: "ben"))
    let hub = world.folder.path(of: "hub.git")
    try ana.must(["add", "milk"])
    let trial = try ana.run(["sync", hub, "-n"])
    #expect(trial.status == 64 && trial.errors.contains("leave out -n"), "\(trial)")
    #expect(try ana.must(["sync", hub]).hasPrefix("cloned into "))
    #expect(try ben.must(["sync", hub]).contains("1 row and 1 section came"))
    try ben.must(["add", "tea"])
    try ben.must(["sync"])
    try ana.must(["sync", "\(hub)/"])
    #expect(try ana.rows() == ["milk", "tea"])
    try world.git("clone", "-q", hub, world.folder.path(of: "clone"))
    let refused = try ana.run(["sync", world.folder.path(of: "clone/.git")])
    #expect(refused.status == 81 && refused.errors.contains("git clone"), "\(refused)")
  }

  @Test func `the ssh of git notices a line that goes silent, unless there is a command for it`() throws {
    let world = try SyncWorld()
    let ana = SyncMachine(world: world, name: "ana")
    let (bin, said) = (world.folder.path(of: "bin"), world.folder.path(of: "said"))
    try Program.write("echo \"$*\" >'\(said)'; exit 255", to: "\(bin)/ssh")
    let path = ["PATH": "\(bin):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"]
    #expect(try ana.run(["sync", "ssh://h/notes.git"], with: path).status == 74)
    let silent = RemoteCall.watchfulness.joined(separator: " ")
    #expect(try String(contentsOfFile: said, encoding: .utf8).contains(silent))
    let own = path.merging(["GIT_SSH_COMMAND": "ssh -o BatchMode=yes"]) { $1 }
    #expect(try ana.run(["sync", "ssh://h/notes.git"], with: own).status == 74)
    let words = try String(contentsOfFile: said, encoding: .utf8)
    #expect(words.contains("BatchMode=yes") && !words.contains(silent), "\(words)")
  }

  @Test func `a clone with many loose objects is packed, unless its owner has set when git does that`() throws {
    let (ana, ben) = try SyncWorld.pair()
    func looseObjects(_ machine: SyncMachine) throws -> Int {
      let count = try machine.world.git("-C", machine.clone, "count-objects").split(separator: " ").first
      return count.flatMap { Int($0) } ?? -1
    }
    try ben.world.git("-C", ben.clone, "config", "gc.auto", "0")
    for machine in [ana, ben] {
      for number in 0..<1_200 {
        try "\(machine.name) \(number)".write(
          toFile: "\(machine.clone)/\(machine.name)\(number)", atomically: false, encoding: .utf8)
      }
      try machine.world.git("-C", machine.clone, "add", ".")
      try machine.world.git("-C", machine.clone, "commit", "-q", "-m", "many")
      try machine.must(["add", "from \(machine.name)", "--in", "Home"])
      try machine.must(["sync", "-n"])
      #expect(try looseObjects(machine) > 1_000)
      try machine.must(["sync"])
    }
    #expect(try looseObjects(ana) < 100 && looseObjects(ben) > 1_000)
    try ana.must(["sync"])
    #expect(try ana.rows().contains("from ben"))
    #expect(try ana.world.git("-C", ana.clone, "fsck", "--strict", "--no-dangling") == "")
  }

  @Test func `without a remote the outline is only committed`() throws {
    let world = try SyncWorld()
    let ana = SyncMachine(world: world, name: "ana")
    try world.git("init", "-q", ana.clone)
    try ana.must(["add", "milk"])
    #expect(try ana.must(["sync", ana.clone]).contains("only committed here"))
    try ana.must(["edit", "milk", "tea"])
    try ana.must(["sync"])
    #expect(try world.git("-C", ana.clone, "show", "HEAD:outline.json").contains("tea"))
    #expect(try world.git("-C", ana.clone, "log", "--oneline").split(separator: "\n").count == 2)
  }

  @Test func `a process that is killed leaves a state from which the next one goes on`() throws {
    let (ana, ben) = try SyncWorld.pair()
    let bin = ana.world.folder.path(of: "bin")
    let count = ana.world.folder.path(of: "count")
    // A git that kills whoever calls it for the last time that the file still allows.
    let script = """
      left=$(($(cat \(count)) - 1))
      echo $left >\(count)
      [ $left != 0 ] || kill -KILL $PPID
      PATH=${PATH#*:} exec git "$@"
      """
    try Program.write(script, to: "\(bin)/git")
    let path = bin + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    var kills = 0
    while true {
      try ana.must(["add", "a\(kills)", "--in", "Home"])
      try ben.must(["add", "b\(kills)", "--in", "Home"])
      try ben.must(["sync"])
      try Data("\(2 * kills + 1)\n".utf8).write(to: URL(fileURLWithPath: count))
      let ending = try ana.run(["sync"], with: ["PATH": path])
      if ending.status == 0 { break }
      kills += 1
      #expect(ending.status == 128 + SIGKILL && kills < 40, "\(ending.errors)")
      try ana.must(["sync"])
    }
    #expect(kills >= 5)
    try ben.must(["sync"])
    #expect(try ana.list() == ben.list())
    #expect(try ana.rows().count == 4 + 2 * (kills + 1))
    #expect(try ana.must(["check"]).contains("nothing is wrong"))
  }
}
