import Foundation
import TestPrograms
import Testing

/// What the first edit of an outline makes, and what is there after a command.
struct NewFileTests {
  @Test func `the first edit after a killed one removes what that has left, but nothing that is being made`() throws {
    let pleat = try Executable()
    let rows = (1...200_000).map { "\($0)\n" }.joined()
    try rows.write(toFile: pleat.folder.path(of: "long"), atomically: true, encoding: .utf8)
    let first = try pleat.start("import", pleat.folder.path(of: "long"), "--format", "text")
    func names() throws -> [String] { try pleat.folder.names().map { $0.replacing(/new-.*/, with: "new") } }
    try waitUntil("the new file is begun", by: first) { try names().contains("outline.db.new") }
    first.send(SIGSTOP)
    #expect(try pleat.run("add", "x", "-q", "-f", pleat.folder.path(of: "other.db")).status == 0)
    #expect(try names() == ["long", "other.db", "outline.db.new"])
    first.send(SIGKILL)
    _ = try first.wait()
    #expect(try names() == ["long", "other.db", "outline.db.new"])
    #expect(try pleat.run("add", "x", "-q").status == 0)
    #expect(try names() == ["long", "other.db", "outline.db"])
  }

  @Test(arguments: [("0002", "660", "2770"), ("0022", "640", "2750"), ("0077", "600", "2700")])
  func `in a folder whose files belong to its group, the umask decides what the group may do with a new file`(
    umask: String, file: String, folder: String
  ) throws {
    let pleat = try Executable()
    let ending = try pleat.script(
      """
      umask \(umask); chmod g+s .; if [ "$(id -u)" = 0 ]; then chgrp 4711 .; fi
      $PLEAT add x -q; $PLEAT add x -q -f new/a.db; $PLEAT backup copy.db -q
      stat -c %a outline.db new new/a.db copy.db; stat -c %g . outline.db new new/a.db copy.db | uniq | wc -l
      chmod g-s .; $PLEAT add x -q -f own.db; $PLEAT add x -q -f own/a.db; stat -c %a own.db own own/a.db
      """)
    #expect(ending.lines == [file, folder, file, file, "1", "600", "700", "600"], "\(ending.errors)")
  }

  private static let isRoot = getuid() == 0

  /// A folder with a copy of the program that every account may run, wherever the project is.
  ///
  /// Another program copies it: what this process writes to is open in programs that other tests start meanwhile, and the system
  /// runs no file that is open for writing.
  private static let copies = Result {
    let folder = try ScratchFolder()
    _ = try Program.run(["cp", Executable.program, folder.path])
    return folder
  }

  /// Runs commands as another account, which belongs to the group 4711.
  private func asAnother(_ pleat: Executable, _ script: String) throws -> Ending {
    try pleat.script(
      """
      export PLEAT_USER=bob PLEAT=\(Self.copies.get().path)/pleat
      setpriv --reuid=4712 --regid=4712 --groups=4711 bash -c 'umask 007; \(script)'
      """)
  }

  @Test(.enabled(if: isRoot))
  func `an account that may not use the file of another reads how to share it, and may use it then`() throws {
    let pleat = try Executable()
    _ = try pleat.script("umask 077; $PLEAT add --section Home -q; $PLEAT settings backup-every 1d -q")
    let folder = pleat.folder.path
    let refused = try asAnother(pleat, "$PLEAT add milk")
    #expect(refused.status == 77 && refused.errors.contains("It belongs to another account"), "\(refused)")
    let commands = "chgrp GROUP \(folder) \(pleat.path)*; chmod g+rwxs \(folder); chmod g+rw \(pleat.path)*"
    #expect(refused.errors.contains(": \(commands)\n"), "\(refused.errors)")
    let closed = "This account may not enter the folder \(folder)/closed. "
    _ = try pleat.script("mkdir -m 700 closed; $PLEAT add x -q -f closed/x.db")
    let inClosed = try asAnother(pleat, "$PLEAT list -f closed/x.db")
    #expect(inClosed.errors.contains("\n\(closed)It belongs to another account"), "\(inClosed)")
    for words in ["list", "add milk", "import - --format md"] {
      let below = try asAnother(pleat, "$PLEAT \(words) -f closed/sub/x.db")
      #expect(below.status == 77 && below.errors.hasSuffix("\n\(closed)Check its permissions.\n"), "\(below)")
    }
    _ = try pleat.script(commands.replacing("GROUP", with: "4711"))
    for number in 1...4 {
      let ending = try number.isMultiple(of: 2) ? pleat.run("add", "tea", "-q") : asAnother(pleat, "$PLEAT add milk -q")
      #expect(ending.status == 0 && ending.errors == "", "\(ending)")
      try pleat.shell.runAsEdit("UPDATE edit SET at = at - 86400000")
    }
    let modes = try pleat.script("stat -c '%a %g' outline.db outline.db.backup*").lines
    #expect(modes == ["660 4711", "660 4711", "660 4711", "660 4711"])
  }

  @Test(.enabled(if: isRoot))
  func `a backup of another account that cannot be read is not called an edited one`() throws {
    let pleat = try Executable()
    _ = try pleat.script(
      """
      umask 007; chgrp 4711 .; chmod g+rwxs .; $PLEAT add --section Home -q; $PLEAT settings backup-every 1d -q
      $PLEAT backup outline.db.backup -q; chmod 600 outline.db.backup
      """)
    try pleat.shell.runAsEdit("UPDATE edit SET at = at - 86400000")
    let ending = try asAnother(pleat, "$PLEAT add milk -q")
    #expect(ending.status == 0)
    #expect(ending.errors.contains("You have no permission to use \(pleat.path).backup: Permission denied."))
    #expect(ending.errors.contains("chmod g+rw \(pleat.path).backup*"), "\(ending.errors)")
  }

  @Test(.enabled(if: isRoot))
  func `a configuration that the account may not read ends with 78`() throws {
    let pleat = try Executable()
    _ = try pleat.script(
      """
      chgrp 4711 .; chmod g+rwxs .; mkdir -p config/pleat; echo 'ascii = true' >config/pleat/config.toml
      chmod 600 config/pleat/config.toml
      """)
    let ending = try asAnother(pleat, "$PLEAT add milk")
    #expect(ending.status == 78, "\(ending)")
    #expect(ending.errors.contains("config.toml cannot be read: Permission denied."), "\(ending)")
  }

  @Test func `a first edit that is refused leaves no folder`() throws {
    let session = try Session()
    let file = session.folder.path(of: "some/new/outline.db")
    for words in [
      ["delete", "x"], ["edit", "x", "y"], ["add", "x", "--in", "Nowhere"], ["add", "x", "-n"], ["undo"],
    ] {
      session.run(words + ["-f", file])
      #expect(try session.folder.names() == [], "\(words)")
    }
    #expect(session.run("add", "x", "-f", file).status == 0)
    #expect(try session.folder.names() == ["some"])
  }

  @Test func `what is wrong on the way to an outline is said, with what to do about it`() throws {
    let session = try Session()
    let (folder, file) = (session.folder.path(of: "nowhere"), session.folder.path(of: "file"))
    let missing = session.run("list", "-f", folder + "/sub/x.db")
    #expect(missing.status == 66)
    #expect(
      missing.message.hasPrefix(
        """
        pleat: There is no outline at \(folder)/sub/x.db yet, because there is no folder \(folder).
        Check the path, or create both with a first row: pleat -f \(folder)/sub/x.db add milk

        """))
    #expect(
      session.run("add", "x", "-n", "-f", folder + "/x.db").messages.first
        == "pleat: would make a new outline at \(folder)/x.db, in the new folder \(folder)")
    session.run("add", "x", "-f", file)
    for words in [["list"], ["add", "x"], ["status"]] {
      let inFile = session.run(words + ["-f", file + "/x.db"])
      #expect(inFile.status == 65 && inFile.message.contains("hold an outline: \(file) is not a folder."), "\(inFile)")
      for path in [folder, file] {
        let slash = session.run(words + ["-f", path + "/"])
        #expect(
          slash.status == 65 && slash.message.contains("a path that ends with a slash names a folder"), "\(slash)")
      }
    }
    #expect(try session.folder.names() == ["file"])
  }

  @Test func `a path with new folders is said, as it may be a slip of the pen`() throws {
    let session = try Session()
    let file = session.folder.path(of: "some/new/outline.db")
    let folder = session.folder.path(of: "some")
    let sentence = "made a new outline at \(file), in the new folder \(folder)"
    #expect(session.run("add", "x", "-f", file).messages.first == "pleat: \(sentence)")
    #expect(session.run("add", "y", "-f", file).messages.count == 1)
    let other = session.folder.path(of: "other/outline.db")
    let warning = try JSON.object(session.run("add", "x", "--json", "-f", other).message)["warning"] as? [String: Any]
    #expect(
      warning?["message"] as? String
        == "made a new outline at \(other), in the new folder \(session.folder.path(of: "other"))")
    #expect(session.run("add", "x", "-q", "-f", session.folder.path(of: "third/outline.db")).messages == [])
    #expect(session.run("add", "x").messages == [#"added [ ] "x" (@r2) to Inbox"#], "the folder is there")
  }

  @Test func `a file that vanishes while a question opens it is not made again`() throws {
    guard Self.canTrace else { return }
    let pleat = try Executable.withSection()
    // The second look at the file is the one before it is opened; SQLite finds nothing then.
    let ending = try pleat.script(
      "strace -o trace -e trace=open,openat -P $PLEAT_FILE -e inject=open,openat:error=ENOENT:when=1+ $PLEAT list")
    #expect(ending.status == 74 || ending.status == 75, "\(ending)")
    let trace = try String(contentsOfFile: pleat.folder.path(of: "trace"), encoding: .utf8)
    #expect(trace.contains("ENOENT"))
    #expect(!trace.contains("O_CREAT"), "\(trace)")
  }

  @Test func `a file of 0 bytes is empty for questions, and new for edits`() throws {
    let pleat = try Executable()
    let ending = try pleat.script(
      """
      PLEAT_FILE=$(mktemp -p .) && chmod 640 $PLEAT_FILE
      for verb in list folds log users settings status undo 'export - --format json'; do
        $PLEAT $verb >/dev/null || echo $verb
      done
      $PLEAT list milk; echo $?
      stat -c '%s %a' $PLEAT_FILE
      for i in 1 2 3 4; do $PLEAT add $i & done; wait
      $PLEAT list | wc -l; stat -c %a $PLEAT_FILE; ls
      """)
    let lines = ending.lines.map { $0.replacing(/tmp\..*/, with: "file") }
    #expect(lines.first == "66" && lines.dropFirst().first == "0 640", "\(ending)")
    #expect(lines.dropFirst(2).prefix(2) == ["5", "640"], "\(ending)")
    #expect(try SQLiteShell(pleat.folder.path(of: pleat.folder.names()[0])).lines("PRAGMA integrity_check") == ["ok"])
  }

  @Test func `watch follows a file of 0 bytes`() throws {
    let pleat = try Executable()
    try Data().write(to: URL(fileURLWithPath: pleat.path))
    let path = pleat.folder.path(of: "watched")
    let watch = try Program(
      starting: [Executable.program, "watch", "--json", "--no-content"], environment: pleat.environment,
      outputPath: path)
    defer { watch.send(SIGKILL) }
    func lines() throws -> [Substring] { try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") }
    try waitUntil("the list is printed", by: watch) { try lines().count == 1 }
    #expect(try pleat.run("add", "x", "-q").status == 0)
    try waitUntil("the edit is printed", by: watch) { try lines().count > 1 }
    #expect(try lines().first == "{\"snapshot\":[],\"layout\":\"grouped\"}")
    #expect(try lines().last?.contains("insertedSections") == true)
  }

  /// Whether calls of a program can be made to fail here.
  static let canTrace = (try? Program.run(["sh", "-c", "strace -o /dev/null true"]))?.status == 0

  @Test(arguments: [
    "delete x", "done x", "edit x y", "move x --in y", "collapse x", "sort x", "add x --in y", "done 1",
  ])
  func `what an edit names is not looked for where there is no file`(words: String) throws {
    let session = try Session()
    for more in [[], ["-n"], ["--json"]] {
      let answer = session.run(words.split(separator: " ").map(String.init) + more)
      #expect(answer.status == 66 && answer.message.contains("There is no outline"), "\(words): \(answer.message)")
    }
    #expect(try session.folder.names() == [])
  }

  @Test func `of many things that a title can mean, ten are shown`() throws {
    let session = try Session(["add", "--section", "Home"])
    session.run(["add", "--in", "Home"] + Array(repeating: "milk", count: 30))
    let answer = session.run("done", "milk")
    #expect(answer.status == 80 && answer.message.split(separator: "\n").count == 13, "\(answer.message)")
    #expect(answer.message.contains("\n  and 20 more\n"), "\(answer.message)")
    let all = try JSON.error(session.run("done", "milk", "--json").message)["candidates"] as? [Any]
    #expect(all?.count == 30)
  }
}
