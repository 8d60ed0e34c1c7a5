import Foundation
import TestPrograms
import Testing

/// `pleat watch`, with edits by other processes.
struct WatchTests {
  /// A watching process and what it has said so far.
  private struct Watcher {
    let program: Program
    let path: String

    init(_ outline: Executable, _ words: String..., user: String = "ana") throws {
      path = outline.folder.path(of: "watched-\(UUID())")
      program = try Program(
        starting: [Executable.program, "watch", "-u", user] + words, environment: outline.environment, outputPath: path)
    }

    var lines: [String] {
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
      return text.split(separator: "\n").map(String.init)
    }

    /// Waits until so many lines are there; what is there then.
    func lines(atLeast count: Int) throws -> [String] {
      try waitUntil("\(count) lines are printed", by: program) { lines.count >= count }
      return lines
    }

    func stop() throws -> Ending {
      program.send(SIGINT)
      return try program.wait()
    }
  }

  @Test func `every commit of any process is one line, the shell's as well`() throws {
    let outline = try Executable.withSection("A")
    outline.session.run("add", "a1", "a2", "--in", "A")
    let watcher = try Watcher(outline, "--layout", "grouped")
    #expect(try watcher.lines(atLeast: 3) == ["▾ 1 A", "  1:1 a1", "  1:2 a2"])
    outline.session.run("collapse", "A", "-u", "bob")
    let edits: [(edit: () throws -> Void, line: String)] = [
      ({ outline.session.run("add", "a0", "--in", "A", "--first") }, "+R0.0"),
      ({ try outline.shell.run("UPDATE row SET text = 'changed' WHERE text = 'a2'") }, "~R0.2"),
      ({ outline.session.run("collapse", "A") }, "-R0.0x3 ~H0"),
      ({ try outline.shell.run("INSERT INTO row (section_id, text) VALUES (1, 'a3')") }, "~H0"),
      ({ outline.session.run("expand", "A") }, "+R0.0x4 ~H0"),
      // What one look at the file finds is one line, and what was taken back meanwhile none.
      (
        { try outline.shell.run("BEGIN; DELETE FROM row; INSERT INTO row (section_id, text) VALUES (1, 'b'); COMMIT") },
        "-R0.0x4 +R0.0"
      ),
      ({ try outline.shell.run("DELETE FROM section") }, "-S0"),
    ]
    for (index, edit) in edits.enumerated() {
      try edit.edit()
      #expect(try watcher.lines(atLeast: 4 + index).dropFirst(3 + index) == [edit.line])
    }
    #expect(unlink(outline.path) == 0)
    #expect(try watcher.lines(atLeast: 4 + edits.count).last == "removed")
    #expect(try watcher.stop().status == 128 + SIGINT)
  }

  @Test func `without a layout it says who did what`() throws {
    let outline = try Executable.withSection("A")
    outline.session.run("add", "milk", "tea", "--in", "A")
    let watcher = try Watcher(outline)
    _ = try watcher.lines(atLeast: 3)
    let edits: [([String], String)] = [
      (["add", "cheese", "--in", "A", "-u", "bob"], "bob added cheese to A"),
      (["edit", "milk", "oat milk", "-u", "bob"], "bob changed milk to oat milk in A"),
      (["done", "tea"], "ana marked tea as done in A"), (["undone", "tea"], "ana marked tea as open in A"),
      (["edit", "tea", "--set", "k=v"], "ana changed tea in A"),
      (["add", "a", "b", "c", "d", "--in", "A"], "ana added 4 rows to A: a, b, c and 1 more"),
      (["add", "--section", "B"], "ana added B"), (["move", "a", "b", "--in", "B"], "ana moved 2 rows to B: a, b"),
      (["move", "b", "--first"], "ana moved b within B"), (["edit", "B", "--detail", "x"], "ana changed B"),
      (["copy", "B", "--in", "A"], "ana added B with 2 rows"), (["collapse", "A"], "ana collapsed A"),
      (["expand", "A"], "ana expanded A"), (["delete", "-r", "2"], "ana deleted B with 2 rows"),
      (["delete", "d"], "ana deleted d from A"), (["undo"], "ana undid: delete d"), (["redo"], "ana redid: delete d"),
    ]
    // A line tells of an edit with the titles as they are when it is written, so each waits for the one before it.
    for (index, (words, _)) in edits.enumerated() {
      outline.session.run(words)
      _ = try watcher.lines(atLeast: 4 + index)
    }
    try outline.shell.run("UPDATE row SET text = 'changed' WHERE text = 'c'")
    outline.session.run("sort", "A", "--reverse")
    let lines = try Array(watcher.lines(atLeast: 3 + edits.count + 2).dropFirst(3))
    #expect(lines == edits.map(\.1) + ["somebody outside pleat changed c to changed in A", lines.last ?? ""])
    #expect(lines.last?.hasPrefix("ana moved ") == true)
    _ = try watcher.stop()
  }

  @Test func `a burst arrives in order and none of it is lost`() throws {
    let outline = try Executable.withSection("A")
    let watcher = try Watcher(outline, "--json")
    _ = try watcher.lines(atLeast: 1)
    try outline.shell.run((1...200).map { "INSERT INTO row (section_id, text) VALUES (1, 'row \($0)');" }.joined())
    outline.session.run("add", "last", "--in", "A")
    let seen = try watcher.lines(atLeast: 1).count
    var texts: [String] = []
    try waitUntil("the last edit is printed", by: watcher.program) {
      texts = try watcher.lines(atLeast: seen).dropFirst().flatMap { line in
        try #require(JSON.object(line)["content"] as? [[String: Any]]).compactMap { $0["text"] as? String }
      }
      return texts.last == "last"
    }
    #expect(texts == (1...200).map { "row \($0)" } + ["last"])
    _ = try watcher.stop()
  }

  @Test func `content can be left out, and places be lines`() throws {
    let outline = try Executable.withSection("A")
    let watcher = try Watcher(outline, "--json", "--no-content", "--layout", "flat")
    _ = try watcher.lines(atLeast: 1)
    outline.session.run("add", "a1", "--in", "A")
    let line = try #require(watcher.lines(atLeast: 2).last)
    #expect(line == #"{"changes":{"user":"ana","layout":"flat","insertedLines":[{"start":1,"count":1}]}}"#)
    #expect(try watcher.lines(atLeast: 1).first?.hasSuffix(#"],"layout":"flat"}"#) == true)
    _ = try watcher.stop()
  }

  @Test func `without content, the numbers of rows of inserted sections are given`() throws {
    let outline = try Executable.withSection("A")
    outline.session.run("add", "--section", "B", "C", "--in", "A")
    outline.session.run("add", "b1", "b2", "--in", "B")
    outline.session.run("collapse", "A")
    let watcher = try Watcher(outline, "--json", "--no-content", "--layout", "headerRows")
    _ = try watcher.lines(atLeast: 1)
    outline.session.run("expand", "A")
    let line = try #require(watcher.lines(atLeast: 2).last)
    #expect(line.contains(#""insertedSections":[{"start":1,"count":2}]"#), "\(line)")
    #expect(line.hasSuffix(#","insertedSectionRows":[2,0]}"#), "\(line)")
    try FileManager.default.removeItem(atPath: outline.path)
    #expect(try watcher.lines(atLeast: 3).last == #"{"removed":true}"#)
    outline.session.run("add", "new")
    #expect(try watcher.lines(atLeast: 4).last?.hasPrefix(#"{"reset":["#) == true)
    _ = try watcher.stop()
  }

  @Test func `with names, a line says who has made an edit and what it was`() throws {
    let outline = try Executable.withSection("A")
    let watcher = try Watcher(outline, "--json", "--no-content", "--names")
    _ = try watcher.lines(atLeast: 1)
    outline.session.run("add", "a1", "--in", "A", "-u", "bob")
    _ = try watcher.lines(atLeast: 2)
    try outline.shell.run("UPDATE row SET text = 'a2'")
    let lines = try watcher.lines(atLeast: 3).dropFirst()
    #expect(lines.first?.hasSuffix(#","by":"bob","what":"added a1 to A"}"#) == true, "\(lines)")
    #expect(lines.last?.contains(#","by":null,"what":""#) == true, "\(lines)")
    _ = try watcher.stop()
  }

  @Test func `a restored backup is one reset, and watching goes on`() throws {
    let outline = try Executable.withSection("A")
    try FileManager.default.copyItem(atPath: outline.path, toPath: outline.path + ".backup")
    outline.session.run("add", "later", "--in", "A")
    let watcher = try Watcher(outline, "--layout", "grouped")
    _ = try watcher.lines(atLeast: 2)
    #expect(rename(outline.path + ".backup", outline.path) == 0)
    #expect(try watcher.lines(atLeast: 4).dropFirst(2) == ["reset", "1 A"])
    outline.session.run("add", "new", "--in", "A")
    #expect(try watcher.lines(atLeast: 5).dropFirst(4) == ["+R0.0"])
    _ = try watcher.stop()
  }

  @Test func `a pipe that nobody reads ends it quietly, edits or not`() throws {
    let outline = try Executable.withSection("A")
    let ending = try outline.script("timeout 10 bash -c '\"$PLEAT\" watch | head -1; echo ${PIPESTATUS[0]}' 2>&1")
    #expect(ending.text == "1 A\n141\n")
  }

  @Test func `it sleeps while nothing happens`() throws {
    let outline = try Executable.withSection("A")
    let watcher = try Watcher(outline)
    _ = try watcher.lines(atLeast: 1)
    let state = watcher.program.state
    func rest(times: Int) throws -> Duration {
      let end = state.sleeps + times
      try waitUntil("it has gone to sleep \(times) times", by: watcher.program) { state.sleeps >= end }
      return try #require(state.processorTime)
    }
    // It looks about thirty times a second, and takes less than two hundredths of the time for it.
    let before = try rest(times: 10)
    #expect(try rest(times: 60) - before <= .milliseconds(40))
    _ = try watcher.stop()
  }
}
