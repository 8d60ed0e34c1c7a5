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
  func `a document in another format than the one named is refused with the right name, and changes nothing`(
    document: (format: String, text: String), words: [String]
  ) throws {
    let session = try Session(["add", "milk"])
    let before = try session.shell.contents()
    let wanted = document.format == "opml" ? "text" : "opml"
    let answer = session.run(["import", "-", "--format", wanted] + words, input: Array(document.text.utf8))
    #expect(answer.status == 65)
    #expect(
      answer.message == """
        pleat: standard input: The document is \(document.format), not \(wanted).
        Add --format \(document.format). Nothing was imported.
        """)
    #expect(try session.shell.contents() == before)
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
