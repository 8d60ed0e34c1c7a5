import Foundation
import TestPrograms
import Testing

/// A long import or export that is asked to stop.
struct InterruptTests {
  private static let document = "# Big\n\n" + (0..<300_000).map { "- row \($0)\n" }.joined()

  @Test(arguments: [SIGINT, SIGTERM])
  func `an interrupted import says so and leaves the file as it was`(signal: Int32) throws {
    let pleat = try Executable.withSection()
    let dump = try pleat.shell.dump()
    let file = pleat.folder.path(of: "big.md")
    try Data(Self.document.utf8).write(to: URL(fileURLWithPath: file))
    var interrupted = 0
    for attempt in 1...6 {
      let writer = try pleat.start("import", file)
      usleep(UInt32(attempt) * 60_000)
      writer.send(signal)
      let ending = try writer.wait()
      #expect(ending.status == 128 + signal, "\(ending.errors)")
      if ending.errors.contains("interrupted; nothing was changed") { interrupted += 1 }
      #expect(try pleat.shell.dump() == dump)
    }
    #expect(interrupted > 0)
  }

  @Test func `an interrupted import leaves no new file behind`() throws {
    let pleat = try Executable()
    let writer = try pleat.start("import", "-", "--format", "markdown", input: Self.document)
    usleep(250_000)
    writer.send(SIGINT)
    #expect(try writer.wait().status == 128 + SIGINT)
    #expect(try pleat.folder.names() == [])
  }

  @Test func `an interrupted export leaves the old document`() throws {
    let pleat = try Executable()
    _ = try pleat.run("import", "-", "--format", "markdown", input: Self.document)
    let file = pleat.folder.path(of: "out.json")
    try Data("old".utf8).write(to: URL(fileURLWithPath: file))
    let writer = try pleat.start("export", file, "--force")
    usleep(100_000)
    writer.send(SIGTERM)
    let status = try writer.wait().status
    if status == 0 { return }  // it was done before
    #expect(status == 128 + SIGTERM)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "old")
    #expect(try pleat.folder.names().allSatisfy { !$0.contains(".new-") })
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `an interrupted backup leaves the backups that were there, wherever it was`(signal: Int32) throws {
    let pleat = try Executable()
    _ = try pleat.run("import", "-", "--format", "markdown", input: Self.document)
    let target = pleat.folder.path(of: "b.db")
    _ = try pleat.run("backup", target)
    let before = FileState(of: target)
    var interrupted = 0
    for attempt in 1...12 {
      let writer = try pleat.start("backup", target, "--force")
      usleep(UInt32(attempt) * 20_000)
      writer.send(signal)
      let ending = try writer.wait()
      if ending.status == 0 { break }  // it was done before
      #expect(ending.status == 128 + signal, "\(ending.errors)")
      if ending.errors.contains("interrupted; nothing was changed") { interrupted += 1 }
      #expect(FileState(of: target) == before)
      #expect(try pleat.folder.names() == ["b.db", "outline.db"])
    }
    #expect(interrupted > 0)
  }

  @Test func `a signal while an edit is being saved waits until that is known`() throws {
    let pleat = try Executable.withSection()
    var saved = 0
    for attempt in 1...6 where saved < 2 {
      // A reader keeps COMMIT waiting, for which the journal is there already.
      let ending = try pleat.script(
        """
        mkfifo hold; sqlite3 "$PLEAT_FILE" <hold >/dev/null & exec 3>hold
        echo 'BEGIN; SELECT count(*) FROM section;' >&3; sleep 0.\(attempt)
        $PLEAT add milk --in 1 2>said & pid=$!
        until [ -s "$PLEAT_FILE-journal" ] || ! kill -0 $pid 2>/dev/null; do sleep 0.01; done
        sleep 0.\(attempt); kill -TERM $pid; sleep 0.1; echo 'COMMIT;' >&3; exec 3>&-
        status=0; wait $pid || status=$?; echo $status; cat said; rm hold
        """)
      let rows = try pleat.shell.lines("SELECT count(*) FROM row")[0]
      if ending.lines.first == "82" { saved += 1 } else { #expect(ending.lines.first == "143", "\(ending.text)") }
      #expect(rows == "\(saved)", "\(ending.text)\(ending.errors)")
    }
    #expect(saved == 2)
  }
}
