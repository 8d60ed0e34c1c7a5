import TestPrograms
import Testing

/// `import --merge` of a document in which something is a row that is a section in the outline, or the other way round.
struct MergeKindTests {
  private static let tasks = ["write tests", "unit tests", "publish", "later"]

  /// A project with tasks.
  private func project() throws -> Session {
    let session = try Session()
    session.run("add", "--section", "Project")
    for task in Self.tasks { session.run("add", task, "--in", "Project", "--done", "no") }
    return session
  }

  private func export(_ session: Session, _ format: String) -> String {
    session.run("export", "-", "--format", format).text
  }

  private func merge(_ session: Session, _ document: String, _ format: String, _ words: String...) -> Session.Answer {
    session.run(["import", "-", "--format", format, "--merge"] + words, input: Array(document.utf8))
  }

  private static let formats = ["markdown", "json", "opml", "plist", "csv", "tsv", "org"]

  @Test(arguments: formats, [[], ["--delete"]])
  func `a document from before an indentation adds nothing, and brings the level back that it has`(
    format: String, words: [String]
  ) throws {
    let session = try project()
    let (old, ids) = (export(session, format), session.run("export", "-", "--format", "json").text)
    session.run("indent", "unit tests")
    let answer = session.run(["import", "-", "--format", format, "--merge"] + words, input: Array(old.utf8))
    #expect(answer.message.hasPrefix("merged (0 added, 3 changed, 1 moved, 0 deleted)"), "\(answer.message)")
    #expect(export(session, format) == old)
    #expect(session.run("list", "--ids").lines.count == 5)
    let sections = session.run("export", "-", "--format", "json").text.split(separator: "\"sections\"")
    #expect(sections.last == ids.split(separator: "\"sections\"").last)
    #expect(merge(session, old, format).message.hasPrefix("nothing to do"))
    session.run("undo")
    #expect(session.run("list").lines[1] == "  ▾ 1.1 ☐ write tests")
  }

  @Test(arguments: formats)
  func `a document from after an indentation indents, and everything keeps its number`(format: String) throws {
    let session = try project()
    session.run("indent", "unit tests")
    session.run("collapse", "write tests")
    let (new, list) = (export(session, format), session.run("list", "--all", "--ids").lines)
    session.run("undo")
    let answer = merge(session, new, format)
    #expect(answer.message.hasPrefix("merged (0 added, 3 changed, 1 moved, 0 deleted)"), "\(answer.message)")
    #expect(session.run("list", "--all", "--ids").lines == list)
    #expect(merge(session, new, format).message.hasPrefix("nothing to do"))
  }

  @Test(arguments: ["markdown", "json"])
  func `what the document lacks keeps its section, and what comes after that as well`(format: String) throws {
    let session = try project()
    let old = export(session, format)
    session.run("indent", "unit tests")
    session.run("add", "more tests", "--in", "write tests")
    session.run("edit", "publish", "--set", "k=1")
    #expect(merge(session, old, format).message.hasPrefix("merged (0 added, 1 changed, 0 moved, 0 deleted)"))
    #expect(
      session.run("list").lines == [
        "▾ 1 Project", "  ▾ 1.1 ☐ write tests", "    1.1:1 ☐ more tests", "  1.2 ☐ unit tests", "  1.3 ☐ publish",
        "  1.4 ☐ later",
      ])
    #expect(merge(session, old, format).message == "nothing to do")
    #expect(
      merge(session, old, format, "--delete").message == """
        merged (0 added, 4 changed, 0 moved, 1 deleted); 'pleat undo' takes it back:
          changed "write tests" (@r2) in Project
          changed "unit tests" (@r3) in Project
          changed "publish" (@r4) in Project
          changed "later" (@r5) in Project
          deleted "more tests" (@r6) from write tests
        """)
    #expect(try session.shell.lines("SELECT text, attributes FROM row WHERE row_id = 4") == ["publish|{\"k\":1}"])
  }

  @Test(arguments: ["markdown", "json"])
  func `a detail that the document lacks keeps its section`(format: String) throws {
    let session = try project()
    let old = export(session, format)
    session.run("indent", "unit tests")
    session.run("edit", "write tests", "--detail", "by Friday")
    #expect(merge(session, old, format).message.hasPrefix("merged (0 added, 1 changed, 0 moved, 0 deleted)"))
    #expect(session.run("list").lines[1] == "  1.1 ☐ write tests — by Friday")
    #expect(merge(session, old, format).message == "nothing to do")
  }

  @Test func `what two indentations nested is found, and what has the name of both kinds is not mixed up`() throws {
    let session = try project()
    let old = export(session, "markdown")
    session.run("indent", "unit tests")
    session.run("add", "publish", "--in", "unit tests")
    session.run("add", "publish", "--section", "--in", "unit tests")
    let nested = export(session, "markdown")
    #expect(merge(session, nested, "markdown").message == "nothing to do")
    _ = merge(session, old, "markdown", "--delete")
    #expect(export(session, "markdown") == old)
    _ = merge(session, nested, "markdown")
    #expect(export(session, "markdown") == nested)
  }

  @Test func `a row elsewhere takes no section away that only has its name`() throws {
    let session = try project()
    session.run("add", "--section", "Kitchen", "--in", "Project")
    session.run("add", "paint", "--in", "Kitchen")
    let answer = merge(session, "# Project\n\n## Buy\n\n- Kitchen\n", "markdown")
    #expect(answer.message.hasPrefix("merged (2 added, 0 changed, 0 moved, 0 deleted)"), "\(answer.message)")
  }
}
