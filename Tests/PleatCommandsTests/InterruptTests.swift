import Foundation
import TestPrograms
import Testing

/// A long import or export that is asked to stop.
struct InterruptTests {
  private static let document = "# Big\n\n" + (0..<300_000).map { "- row \($0)\n" }.joined()

  @Test(arguments: [SIGINT, SIGTERM])
  func `an interrupted import says so and leaves the file as it was`(signal: Int32) throws {
    let pleat = try Executable.withSection()
    let dump = try pleat.shell.contents()
    let file = pleat.folder.path(of: "big.md")
    try Data(Self.document.utf8).write(to: URL(fileURLWithPath: file))
    var interrupted = 0
    for attempt in 1...6 {
      let writer = try pleat.start("import", file)
      try writer.run(for: .milliseconds(60 * attempt))
      writer.send(signal)
      let ending = try writer.wait()
      #expect(ending.status == 128 + signal, "\(ending.errors)")
      if ending.errors.contains("interrupted; nothing was changed") { interrupted += 1 }
      #expect(try pleat.shell.contents() == dump)
    }
    #expect(interrupted > 0)
  }

  @Test func `an interrupted import leaves no new file`() throws {
    let pleat = try Executable()
    let writer = try pleat.start("import", "-", "--format", "markdown", input: Self.document)
    try writer.run(for: .milliseconds(250))
    writer.send(SIGINT)
    #expect(try writer.wait().status == 128 + SIGINT)
    #expect(try pleat.folder.names() == [])
  }

  @Test func `an interrupted export leaves the old document`() throws {
    let pleat = try Executable()
    pleat.session.run("import", "-", "--format", "markdown", input: Self.document)
    let file = pleat.folder.path(of: "out.json")
    try Data("old".utf8).write(to: URL(fileURLWithPath: file))
    let writer = try pleat.start("export", file, "--force")
    try waitUntil("the new document is begun", by: writer) {
      try pleat.folder.names().contains { $0.contains(".new-") }
    }
    writer.send(SIGTERM)
    #expect(try writer.wait().status == 128 + SIGTERM)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "old")
    #expect(try pleat.folder.names().allSatisfy { !$0.contains(".new-") })
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `an interrupted backup leaves the backups that were there, wherever it was`(signal: Int32) throws {
    let pleat = try Executable()
    pleat.session.run("import", "-", "--format", "markdown", input: Self.document)
    let target = pleat.folder.path(of: "b.db")
    pleat.session.run("backup", target)
    let before = FileState(of: target)
    var interrupted = 0
    for attempt in 1...12 {
      let writer = try pleat.start("backup", target, "--force")
      try writer.run(for: .milliseconds(10 * attempt))
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
    for number in 1...2 {
      // A reader keeps COMMIT waiting, for which the journal is there already.
      let reader = try pleat.shell.hold("BEGIN; SELECT count(*) FROM section")
      let writer = try pleat.start("add", "milk", "--in", "1")
      let journal = pleat.path + "-journal"
      try waitUntil("COMMIT waits", by: writer) {
        FileState(of: journal)?.bytes?.isEmpty == false && writer.state.waits(for: journal)
      }
      writer.send(SIGTERM)
      try waitUntil("the signal has arrived") { !writer.state.hasPending(SIGTERM) }
      try reader.release("COMMIT")
      let ending = try writer.wait()
      #expect(ending.status == 82, "\(ending)")
      #expect(try pleat.rowCount() == number)
    }
  }
}
