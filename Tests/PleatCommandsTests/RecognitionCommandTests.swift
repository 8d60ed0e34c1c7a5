import Foundation
import TestPrograms
import Testing

/// Which format a document is read in.
struct RecognitionCommandTests {
  private static let documents = [
    ("markdown", "# A\n\n- a\n"),
    ("opml", "<opml><body><outline text='A'><outline text='a'/></outline></body></opml>"),
    (
      "plist",
      "<plist><array><dict><key>n</key><string>A</string><key>i</key><array><string>a</string></array></dict></array></plist>"
    ),
    ("json", #"{"pleat":2,"sections":[{"level":1,"title":"A","rows":[{"text":"a"}]}]}"#),
  ]

  @Test(arguments: documents)
  func `a document without an ending is read by its content, from a file and from standard input`(
    format: String, text: String
  ) throws {
    for name in ["notes", "-", "notes.zip"] {
      let session = try Session()
      try Data(text.utf8).write(to: URL(fileURLWithPath: session.folder.path(of: name)))
      let words = ["import", name == "-" ? name : session.folder.path(of: name)]
      let answer = session.run(words, input: Array(text.utf8))
      #expect(answer.status == 0, "\(answer)")
      #expect(session.run("list").lines == ["▾ 1 A", "  1:1 a"])
    }
  }

  @Test(arguments: documents, [[], ["--merge"], ["-n"]])
  func `a document in another format than the one named is read as named, or refused and changes nothing`(
    document: (format: String, text: String), words: [String]
  ) throws {
    let session = try Session(["add", "milk"])
    let before = try session.shell.contents()
    let wanted = document.format == "opml" ? "json" : "opml"
    let answer = session.run(["import", "-", "--format", wanted] + words, input: Array(document.text.utf8))
    #expect(answer.status == 65 && answer.message.contains("Nothing was imported."), "\(answer)")
    #expect(try session.shell.contents() == before)
    let text = try Session()
    #expect(text.run(["import", "-", "--format", "text"] + words, input: Array(document.text.utf8)).status == 0)
  }

  @Test(arguments: ["```", "# not a title", "* TODO x", "#+TITLE: x", "<opml>", "BEGIN:VCALENDAR", "{\"pleat\":2}"])
  func `todo.txt that is named, by --format or by an ending, is read as that, whatever it begins with`(text: String)
    throws
  {
    let session = try Session(["add", "--section", "Home"], ["add", "--in", "Home", "--", text])
    for (name, format) in [
      ("todo.txt", []), ("home.todo.txt", []), ("done.txt", []), ("a.md", ["--format", "todotxt"]),
      ("a.txt", ["--format", "todo.txt"]),
    ] {
      let file = session.folder.path(of: name)
      #expect(session.run(["export", file, "1:1"] + format).status == 0)
      let other = try Session()
      let answer = other.run(["import", file] + format)
      #expect(answer.status == 0, "\(answer)")
      #expect(try other.shell.lines("SELECT text FROM row") == [text])
    }
  }

  @Test func `the content decides between formats that share an ending, and the usual one is taken where it does not`()
    throws
  {
    for (name, text, lines) in [
      ("a.txt", "(A) call\n", ["▾ 1 a", "  1:1 ☐ call"]),
      ("a.txt", "# A\n## B\n", ["▾ 1 a", "  1:1 # A", "  1:2 ## B"]),
      ("a.md", "* A\n** B\n", ["▾ 1 a", "  1:1 A", "      ** B"]),
    ] {
      let session = try Session()
      let file = session.folder.path(of: name)
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
      #expect(session.run("import", file).status == 0)
      #expect(session.run("list").lines == lines)
    }
  }

  @Test func `where nothing tells the format, the formats are named`() throws {
    let session = try Session()
    let answer = session.run("import", "-", input: "milk\n")
    #expect(
      answer.status == 64
        && answer.message.hasPrefix("pleat: The format is unknown, because there is no file name.\nAdd --format"))
    let page = session.run("import", "-", input: "<!doctype html><html></html>")
    #expect(page.status == 64 && page.message.hasPrefix("pleat: The format html can only be exported."))
  }
}
