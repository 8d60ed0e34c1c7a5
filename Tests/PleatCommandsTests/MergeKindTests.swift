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
    let (old, ids) = (export(session, format), export(session, "json"))
    session.run("indent", "unit tests")
    let answer = session.run(["import", "-", "--format", format, "--merge"] + words, input: Array(old.utf8))
    #expect(answer.message.hasPrefix("merged (0 added, 0 changed, 1 moved, 0 deleted)"), "\(answer.message)")
    #expect(export(session, format) == old)
    #expect(session.run("list", "--ids").lines.count == 5)
    #expect(
      export(session, "json").split(separator: "\"sections\"").last == ids.split(separator: "\"sections\"").last)
    #expect(merge(session, old, format).message.hasPrefix("nothing to do"))
    session.run("undo")
    #expect(session.run("list").lines[1] == "  ▾ 1:1 ☐ write tests")
  }

  @Test func `a document from after an indentation indents, and everything keeps its number`() throws {
    let session = try project()
    session.run("indent", "unit tests")
    let (new, list) = (export(session, "json"), session.run("list", "--ids").lines)
    session.run("undo")
    let answer = merge(session, new, "json")
    #expect(answer.message.hasPrefix("merged (0 added, 0 changed, 1 moved, 0 deleted)"), "\(answer.message)")
    #expect(session.run("list", "--ids").lines == list)
    #expect(merge(session, new, "json").message.hasPrefix("nothing to do"))
  }

  @Test func `what the document lacks stays below what it was below`() throws {
    let session = try project()
    let old = export(session, "json")
    session.run("indent", "unit tests")
    session.run("add", "more tests", "--in", "unit tests")
    #expect(merge(session, old, "json").message.hasPrefix("merged (0 added, 0 changed, 2 moved, 0 deleted)"))
    #expect(
      session.run("list").lines == [
        "▾ 1 Project", "  1:1 ☐ write tests", "  ▾ 1:2 ☐ unit tests", "      1:3 ☐ more tests", "  1:4 ☐ publish",
        "  1:5 ☐ later",
      ])
    #expect(merge(session, old, "json").message == "nothing to do")
  }

  @Test func `the document's kind wins, and what the section holds goes below the row`() throws {
    let session = try project()
    let old = export(session, "json")
    session.run("promote", "unit tests")
    session.run("add", "more tests", "--in", "unit tests")
    session.run("edit", "unit tests", "--detail", "by Friday")
    #expect(merge(session, old, "json").message.hasPrefix("merged (0 added"))
    #expect(
      session.run("list").lines == [
        "▾ 1 Project", "  1:1 ☐ write tests", "  ▾ 1:2 ☐ unit tests", "          by Friday", "      1:3 ☐ more tests",
        "  1:4 ☐ publish", "  1:5 ☐ later",
      ])
  }

  @Test func `a section stays one if a subsection stays below it`() throws {
    let session = try project()
    let old = export(session, "json")
    session.run("promote", "unit tests")
    session.run("add", "more tests", "--in", "unit tests")
    session.run("add", "--section", "slow", "--in", "unit tests")
    #expect(merge(session, old, "json").message == "nothing to do")
    #expect(
      session.run("list").lines == [
        "▾ 1 Project", "  1:1 ☐ write tests", "  1:2 ☐ publish", "  1:3 ☐ later", "  ▾ 1.1 ☐ unit tests",
        "    1.1:1 ☐ more tests", "    1.1.1 ☐ slow",
      ])
  }

  @Test func `a row elsewhere takes no section away that only has its name`() throws {
    let session = try project()
    session.run("add", "--section", "Kitchen", "--in", "Project")
    session.run("add", "paint", "--in", "Kitchen")
    let answer = merge(session, "# Project\n\n## Buy\n\n- Kitchen\n", "markdown")
    #expect(answer.message.hasPrefix("merged (2 added, 0 changed, 0 moved, 0 deleted)"), "\(answer.message)")
  }

  @Test func `a row that only goes below another one is moved, and not changed`() throws {
    let session = try project()
    session.run("indent", "unit tests")
    let new = export(session, "json")
    session.run("undo")
    let trial = merge(session, new, "json", "-n").message
    #expect(
      trial
        == "would have merged (0 added, 0 changed, 1 moved, 0 deleted):\n  moved \"unit tests\" (@r3) to write tests")
    let lists = try JSON.object(merge(session, new, "json", "-n", "--json").text)["merge"] as? [String: Any]
    #expect((lists?["moved"] as? [[String: Any]])?.first?["in"] as? String == "@s1")
    #expect((lists?["changed"] as? [Any])?.isEmpty == true)
    let both = new.replacing("unit tests", with: "all tests")
    #expect(
      merge(session, both, "json").message.hasPrefix("merged (0 added, 1 changed, 1 moved, 0 deleted)"))
  }

  @Test(arguments: [
    (
      "ics",
      "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:17\nSUMMARY:call\nEND:VTODO\nBEGIN:VTODO\nUID:18\nSUMMARY:write\nEND:VTODO\nEND:VCALENDAR\n"
    ),
    (
      "taskwarrior",
      #"[{"description":"call","status":"pending","uuid":"17"},{"description":"write","status":"pending","uuid":"18"}]"#
    ),
    ("org", "* TODO call\n:PROPERTIES:\n:ID: 17\n:END:\n* TODO write\n:PROPERTIES:\n:ID: 18\n:END:\n"),
    ("csv", "task,id,done\ncall,MTIzNDU2Nzg5MDEyMzQ1Ng,no\nwrite,MTIzNDU2Nzg5MDEyMzQ1Nw,no\n"),
  ])
  func `a task that another program has renamed is the same by its identifier`(format: String, document: String) throws
  {
    let session = try Session()
    #expect(merge(session, document, format).status == 0)
    let ids = session.run("list", "--ids").lines
    let renamed = document.replacing("call", with: "call the bank")
    #expect(merge(session, renamed, format).message.hasPrefix("merged (0 added, 1 changed, 0 moved, 0 deleted)"))
    #expect(session.run("list", "--ids").lines == ids.map { $0.replacing("call", with: "call the bank") })
    // Two that exchange their names stay the same as well, and a copied identifier counts for nothing.
    let swapped = renamed.replacing("call the bank", with: "X").replacing("write", with: "call the bank").replacing(
      "X", with: "write")
    #expect(merge(session, swapped, format).message.hasPrefix("merged (0 added, 2 changed, 0 moved, 0 deleted)"))
    let copied = swapped.replacing("18", with: "17").replacing("Ng", with: "Nw")
    #expect(merge(session, copied, format).status == 0)
    #expect(session.run("list").lines.count == 3)
  }
}
