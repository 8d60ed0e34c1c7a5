import TestPrograms
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
        "Read 1 due as the attribute due.", "Read 1 repeat as the attribute repeat.",
        "Read 1 completed as an attribute.", "Read 1 created as an attribute.",
      ])
    #expect(session.run(["import", "-", "--format", "todotxt", "-q"], input: Array(Self.todo.utf8)).messages == [])
  }

  @Test func `a todo.txt comes with its projects as sections on request, and goes back`() throws {
    let session = try Session()
    session.run("import", "-", "--format", "todotxt", "--projects", "-q", input: Self.todo)
    #expect(
      session.run("list").lines == [
        "▾ 1 Imported", "  1:1 ☐ buy milk", "▾ 2 Home", "  2:1 ☐ call mom @phone", "  2:2 ☑ pay rent",
      ])
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
}
