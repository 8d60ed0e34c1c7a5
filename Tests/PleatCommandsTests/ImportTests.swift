import Foundation
import Testing

/// Files of other programs.
struct ImportTests {
  @Test func `Markdown, a property list and indented text come in by the file's name`() throws {
    let session = try Session()
    let files = [
      "a.md": "# Groceries\n\n- milk\n- bread\n\n## Dairy\n\n- cheese\n",
      "b.txt": "Home\n  plants\n  plumber\n",
      "c.plist": """
      <?xml version="1.0"?><plist version="1.0"><array><dict><key>name</key><string>Cars</string>
      <key>list</key><array><dict><key>name</key><string>van</string></dict></array></dict></array></plist>
      """,
    ]
    for (name, text) in files.sorted(by: { $0.key < $1.key }) {
      try Data(text.utf8).write(to: URL(fileURLWithPath: session.folder.path(of: name)))
      let answer = session.run("import", session.folder.path(of: name))
      #expect(answer.status == 0 && answer.message.hasPrefix("imported "), "\(answer.message)")
    }
    #expect(
      session.run().lines == [
        "▾ 1 Groceries", "  1:1 milk", "  1:2 bread", "  ▾ 1.1 Dairy", "    1.1:1 cheese", "▾ 2 Home", "  2:1 plants",
        "  2:2 plumber", "▾ 3 Cars", "  3:1 van",
      ])
  }

  @Test func `standard input needs a format`() throws {
    let session = try Session()
    let refused = session.run("import", "-", input: "A\n  b\n")
    #expect(refused.status == 64)
    #expect(refused.message.contains("--format"))
    #expect(session.run("import", "-", "--format", "text", input: "A\n  b\n").status == 0)
    #expect(session.run("import", "-", "--format", "text", "--in", "A", input: "C\n  d\n").status == 0)
    #expect(session.run().lines == ["▾ 1 A", "  1:1 b", "  ▾ 1.1 C", "    1.1:1 d"])
  }

  @Test(arguments: [
    ("plist", "<?xml version=\"1.0\"?>\n<plist version=\"1.0\">\n<array>\n<dict>\n", "line "),
    ("plist", "<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><array>\n<wrong/></array></plist>", "line 3"),
    ("markdown", "# A\n\n- b\n\0\n", "line 4"), ("text", "A\n  b\n\0c\n", "line 3"),
  ])
  func `a file with an error names its line, and nothing is imported`(format: String, text: String, words: String)
    throws
  {
    let session = try Session()
    let answer = session.run("import", "-", "--format", format, input: text)
    #expect(answer.status == 65, "\(answer.message)")
    #expect(answer.message.contains(words), "\(answer.message)")
    #expect(try session.folder.names() == [])
    let json = session.run("import", "-", "--format", format, "--json", input: text)
    #expect(try JSON.error(json.message)["code"] as? String == "bad-data")
  }

  @Test(arguments: [#"{"pleat":99,"sections":[]}"#, #"{"pleat":2,"new":1,"sections":[]}"#])
  func `a document of a newer pleat is refused with 69, and nothing is imported`(text: String) throws {
    let session = try Session()
    for option in ["-q", "--merge"] {
      let answer = session.run("import", "-", option, "--format", "json", input: text)
      #expect(answer.status == 69 && answer.message.contains("newer pleat"), "\(answer.message)")
    }
    #expect(try session.folder.names() == [])
  }

  @Test func `a text that is not UTF-8 names its line, and nothing is imported`() throws {
    let session = try Session()
    let answer = session.run(["import", "-", "--format", "text"], input: Array("A\n  b\n".utf8) + [0xFF, 0x0A])
    #expect(answer.status == 65)
    #expect(answer.message.contains("line 3"), "\(answer.message)")
    #expect(try session.folder.names() == [])
  }

  @Test func `an import that fails late leaves nothing of what came before`() throws {
    let session = try Session.sample()
    let before = try session.shell.contents()
    let long = String(repeating: "x", count: 1 << 20 + 1)
    let answer = session.run("import", "-", "--format", "text", input: "A\n  b\n  c\nD\n  \(long)\n")
    #expect(answer.status == 65)
    #expect(answer.message.contains("line 5"), "\(answer.message)")
    #expect(session.run("import", "-", "--format", "text", "--in", "Nowhere", input: "A\n  b\n").status == 66)
    #expect(try session.shell.contents() == before)
  }

  @Test func `a dry run imports nothing and says the same`() throws {
    let session = try Session.sample()
    let before = try session.shell.contents()
    let dry = session.run("import", "-", "--format", "text", "-n", "--json", input: "A\n  b\n")
    #expect(try session.shell.contents() == before)
    #expect(session.run("import", "-", "--format", "text", "--json", input: "A\n  b\n").text == dry.text)
  }

  @Test(arguments: [
    ("# A\n\n- b\n", [], #"1 section and 1 row: "A" (@s11)"#),
    ("# A\n\n- b\n", ["--in", "Home"], #"1 section and 1 row to Home: "A" (@s11)"#),
    ("# A\n\n- b\n\n## C\n\n- d\n", ["--in", "Dairy"], #"2 sections and 2 rows to Dairy: "A" (@s11), "C" (@s13)"#),
    ("# A\n# B\n# C\n# D\n# E\n", [], #"5 sections and 0 rows: "A" (@s11), "B" (@s12), "C" (@s13) and 2 more"#),
    ("- b\n- c\n", [], #"1 section and 2 rows: "Imported" (@s11)"#),
  ])
  func `the receipt names the first sections, and counts sections and rows`(
    text: String, options: [String], says: String
  ) throws {
    let session = try Session.sample()
    let words = ["import", "-", "--format", "markdown"] + options
    let input = Array(text.utf8)
    for layout in ["grouped", "headerRows", "flat"] {
      #expect(session.run(words + ["-n", "--layout", layout], input: input).message == "would have imported \(says)")
      #expect(session.run(words + ["-n", "--json", "--layout", layout], input: input).message.isEmpty)
    }
    #expect(session.run(words, input: input).message == "imported \(says)")
  }

  @Test func `a file without anything in it is nothing to do`() throws {
    let session = try Session()
    let answer = session.run("import", "-", "--format", "markdown", input: "\n\n")
    #expect(answer.status == 0)
    #expect(try session.folder.names() == [])
  }
}
