import Foundation
import TestPrograms
import Testing

/// The built program among other processes.
struct ProcessTests {
  @Test func `a session in the shell`() throws {
    let pleat = try Executable()
    let ending = try pleat.script(
      """
      $PLEAT add --section Groceries && $PLEAT add milk bread --in Groceries && $PLEAT collapse Groceries -q && $PLEAT
      """)
    #expect(ending.status == 0)
    #expect(ending.text == "▸ 1 Groceries · 2 hidden\n")
    #expect(ending.errors == #"added "Groceries" (@s1)\#nadded 2 rows to Groceries: "milk" (@r2), "bread" (@r3)\#n"#)
  }

  @Test func `of 100 edits from each of two processes at once, 200 are kept`() throws {
    let pleat = try Executable.withSection()
    let writers = try ["a", "b"].map { name in
      try pleat.startScript("for i in $(seq 100); do $PLEAT add \(name)$i -q || exit 1; done")
    }
    for writer in writers { #expect(try writer.wait().status == 0) }
    #expect(try pleat.rowCount() == 200)
    for name in ["a", "b"] {
      #expect(
        try pleat.shell.lines("SELECT text FROM row WHERE text LIKE '\(name)%' ORDER BY rank")
          == (1...100).map { "\(name)\($0)" })
    }
  }

  @Test(arguments: 1...5)
  func `two processes that make the same file at once both succeed`(round: Int) throws {
    let pleat = try Executable()
    let writers = try ["A", "B"].map { try pleat.start("add", "--section", $0) }
    for writer in writers {
      let ending = try writer.wait()
      #expect(ending.status == 0, "\(ending.errors)")
    }
    #expect(try pleat.shell.lines("SELECT title FROM section ORDER BY title") == ["A", "B"])
    #expect(try pleat.folder.names().filter { $0.contains(".new") } == [])
  }

  @Test(arguments: [
    ["list"], ["list", "--json"], ["folds"], ["find", "x"], ["status"], ["add", "x", "-n"], ["log"], ["settings"],
    ["undo", "-n"], ["redo"],
  ])
  func `what only reads leaves the bytes and the time of the last change`(words: [String]) throws {
    let session = try Session(["add", "--section", "Home"])
    let before = FileState(ofAged: session.path)
    session.run(words)
    #expect(FileState(of: session.path) == before)
  }

  @Test func `a pipe that is closed early ends a big list quietly`() throws {
    let pleat = try Executable.bigList()
    let ending = try pleat.script("$PLEAT list | head -1; echo ${PIPESTATUS[0]}")
    #expect(ending.lines == ["▾ 1 Home", "141"])
    #expect(ending.errors == "")
  }

  @Test func `a big list arrives whole, in a file and through a pipe`() throws {
    let pleat = try Executable.bigList()
    #expect(try pleat.run("list").lines.count == 20_001)
    #expect(try pleat.script("$PLEAT list --json | tail -c 3").text == "}\n]\n".suffix(3))
  }

  @Test func `a list that waits for its reader keeps no writer waiting, and arrives whole`() throws {
    let pleat = try Executable.bigList()
    let pipe = try InputPipe(in: pleat.folder)
    let list = try Program(
      starting: [Executable.program, "list"], environment: pleat.environment, outputPath: pipe.path)
    try waitUntil("the list waits for its reader", by: list) { pipe.unread > 0 && list.state.isAsleep }
    let ending = try pleat.run("add", "x", "--wait", "0")
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(try pleat.script("timeout 60 head -n 20001 '\(pipe.path)' | wc -l").text == "20001\n")
    #expect(try list.wait().status == 0)
  }

  @Test func `an output to a full disk ends with 74`() throws {
    let pleat = try Executable.withSection()
    let ending = try pleat.run("list", outputPath: "/dev/full")
    #expect(ending.status == 74)
    #expect(ending.errors.contains("No space left on device"))
    #expect(try Executable.bigList().run("list", "--json", outputPath: "/dev/full").status == 74)
  }

  @Test func `a closed output ends with 74 and never goes into the file`() throws {
    let pleat = try Executable.withSection()
    let before = FileState(of: pleat.path)
    #expect(try pleat.script("$PLEAT list >&-").status == 74)
    #expect(FileState(of: pleat.path) == before)
    for closed in ["<&- >&- 2>&-", ">&- 2>&-", "<&-"] {
      _ = try pleat.script("$PLEAT add x --json \(closed)")
      _ = try pleat.script("$PLEAT list \(closed)")
      _ = try pleat.script("$PLEAT add --section y -f new.db \(closed); $PLEAT list -f new.db \(closed)")
    }
    #expect(try pleat.rowCount() == 3)
    #expect(try SQLiteShell(pleat.folder.path(of: "new.db")).lines("PRAGMA integrity_check") == ["ok"])
  }

  @Test func `SIGINT ends a wait for a locked file, and nothing has changed`() throws {
    let pleat = try Executable.withSection()
    let holder = try pleat.shell.hold("BEGIN IMMEDIATE")
    let writer = try pleat.start("add", "x", "--wait", "60")
    try waitUntil("it waits for the lock", by: writer) { writer.state.waits(for: pleat.path) }
    writer.send(SIGINT)
    #expect(try writer.wait().status == 128 + SIGINT)
    try holder.release()
    #expect(try pleat.rowCount() == 0)
    #expect(pleat.session.run("add", "x").status == 0)
  }

  @Test func `a relative path is a path, whatever it looks like`() throws {
    let pleat = try Executable()
    for name in ["file:x?mode=memory", ":memory:", "file.db"] {
      #expect(try pleat.script("$PLEAT -f '\(name)' add --section A && $PLEAT -f '\(name)' list").text == "1 A\n")
      #expect(FileState(of: pleat.folder.path(of: name)) != nil)
    }
  }

  @Test(arguments: [
    ["list", "--depth"], ["list", "Home", "--depth"], ["list", "--from"], ["list", "--limit"],
    ["list", "--from", "1", "--limit"], ["add", "x", "--at"], ["add", "--section", "x", "--at"], ["list", "--wait"],
  ])
  func `the largest number there is does no harm`(words: [String]) throws {
    let answer = try Session(["add", "--section", "Home"]).run(words + ["\(Int.max)"])
    #expect(answer.status == 0 || answer.status == 64, "\(answer)")
  }
}

extension Executable {
  /// A section with 20,000 rows.
  fileprivate static func bigList() throws -> Executable {
    let pleat = try withSection()
    try pleat.shell.run(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      INSERT INTO row (section_id, rank, text) SELECT 1, i * 1000000000, 'row number ' || i FROM n;
      """)
    return pleat
  }
}
