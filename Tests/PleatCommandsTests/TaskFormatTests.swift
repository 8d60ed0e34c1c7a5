import Foundation
import TestPrograms
import TestSupport
import Testing

/// Documents of task programs, as a user brings and takes them.
struct TaskFormatTests {
  private static let todo = """
    (A) call mom @phone +Home
    x 2026-11-03 2026-11-01 pay rent +Home due:2026-11-02 rec:+1m
    buy milk

    """

  @Test(arguments: [[], ["-n"], ["--merge"], ["--merge", "-n"]])
  func `an import says what it took as what, and so does a dry run`(words: [String]) throws {
    let session = try Session(["add", "x"])
    let answer = session.run(["import", "-", "--format", "todotxt"] + words, input: Array(Self.todo.utf8))
    #expect(answer.status == 0)
    #expect(
      answer.messages.suffix(7) == [
        "Read 2 open as open tasks.", "Read 1 priority as an attribute.", "Read 1 done as tasks that are done.",
        "Read 1 due as due days.", "Read 1 repeat as repeat rules.",
        "Read 1 completed as an attribute.", "Read 1 created as an attribute.",
      ])
    #expect(session.run(["import", "-", "--format", "todotxt", "-q"], input: Array(Self.todo.utf8)).messages == [])
  }

  @Test func `a todo.txt comes with its projects as sections on request, and goes back`() throws {
    let session = try Session()
    session.run("import", "-", "--format", "todotxt", "--projects", "-q", input: Self.todo)
    #expect(
      session.run("list").lines.map { String($0.prefix { $0 != "·" }) } == [
        "▾ 1 Imported", "  1:1 ☐ buy milk", "▾ 2 Home", "  2:1 ☐ call mom @phone", "  2:2 ☑ pay rent ",
      ])
    #expect(session.run("list", "--json").text.contains(#""due":"2026-11-02","repeat":"FREQ=MONTHLY"#))
    let written = session.run("export", "-", "--format", "todotxt")
    #expect(
      written.text == """
        buy milk
        (A) call mom @phone +Home
        x 2026-11-03 2026-11-01 pay rent due:2026-11-02 rec:+1m +Home

        """)
    #expect(
      session.run("import", "-", "--format", "todotxt", "--merge", "--projects", "-q", input: written.text).status == 0)
  }

  @Test(arguments: ["md", "csv", "taskwarrior"])
  func `projects are refused for formats that have no option for them`(format: String) throws {
    let answer = try Session().run("import", "-", "--format", format, "--projects", input: "# a\n")
    #expect(answer.status == 64)
    #expect(answer.message.hasSuffix("--projects works only with --format todotxt."))
  }

  @Test func `what was written says so where the format has no place for all`() throws {
    let session = try Session.sample()
    let file = session.folder.path(of: "todo.txt")
    #expect(
      session.run("export", file, "--format", "todotxt").messages == [
        "todo.txt has no place for: 1 section without rows.",
        "todo.txt has only tasks: 6 rows without a check box are open tasks there.",
        "wrote \(file) from 4 sections and 6 rows",
      ])
  }

  /// 10,000 documents with `PLEAT_DOCUMENTS=10000`.
  static let documents = ProcessInfo.processInfo.environment["PLEAT_DOCUMENTS"].flatMap(Int.init) ?? 40

  @Test(arguments: 1...4)
  func `as many boxes are shown and counted as come in, and go out again`(seed: UInt64) throws {
    var random = RandomTasks(seed: seed)
    let session = try Session()
    for number in 1...(Self.documents / 4) {
      let (text, boxes) = random.document()
      let done = boxes.count { $0 }
      try session.shell.run("DELETE FROM section")
      session.run("import", "-", "--format", "md", "-q", input: text)
      let place = Comment("seed \(seed), document \(number):\n\(text)")
      let list = session.run("list", "--all").text
      #expect(list.compactMap { ["☐": false, "☑": true][$0] } == boxes, place)
      #expect(session.run("status").lines.contains("tasks     \(boxes.count - done) open, \(done) done"), place)
      #expect(session.run("find", "task", "--limit", "1000").lines.count == boxes.count, place)
      let written = session.run("export", "-", "--format", "md").text
      #expect(written.split(separator: "[ ] ").count - 1 == boxes.count - done, place)
      #expect(written.split(separator: "[x] ").count - 1 == done, place)
    }
  }
}
