import Foundation
import OutlineFormats
import TestPrograms
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// What `export` does to the file, and what it says.
struct ExportCommandTests {
  private static let formats = OutlineFormat.allCases.filter { format in
    format.isExportable && ![.todotxt, .taskwarrior].contains(format)
  }

  private static func text(of file: String) throws -> String { try String(contentsOfFile: file, encoding: .utf8) }

  @Test(arguments: ["-journal", "-wal", "-shm"], [[], ["--force"]])
  func `an export takes no name that SQLite gives to files of its own`(ending: String, words: [String]) throws {
    let session = try Session.sample()
    let target = session.path + ending
    let answer = session.run(["export", target, "--format", "md"] + words)
    #expect(answer.status == 73)
    #expect(answer.message.contains("SQLite gives names that end with \(ending) to files of its own."))
    #expect(try session.folder.names() == ["outline.db"])
    #expect(session.run("-f", target, "add", "x").status == (65))
  }

  @Test(arguments: formats)
  func `export says on standard error what it wrote, in every format`(format: OutlineFormat) throws {
    let session = try Session.sample()
    let file = session.folder.path(of: "out")
    let whole = session.run("export", file, "--format", format.rawValue)
    #expect(whole.message == "wrote 4 sections and 6 rows to \(file)")
    #expect(whole.text.isEmpty)
    let part = session.run("export", file, "Dairy", "--format", format.rawValue, "--force")
    #expect(part.message == "wrote 1 section and 3 rows to \(file)")
    let json = session.run("export", file, "Reading", "--format", format.rawValue, "--force", "--json")
    #expect(json.text == "{\"file\":\(JSONText.string(file)),\"sections\":1,\"rows\":0}\n")
    #expect(json.messages.isEmpty)
    let quiet = session.run("export", file, "--format", format.rawValue, "--force", "-q")
    #expect(quiet.text.isEmpty && quiet.messages.isEmpty)
    let standardOutput = session.run("export", "-", "--format", format.rawValue)
    #expect(standardOutput.messages.isEmpty && standardOutput.status == 0)
    if format != .html, format != .opml { #expect(try standardOutput.text == Self.text(of: file)) }
  }

  @Test(arguments: formats)
  func `export replaces an existing file only with --force`(format: OutlineFormat) throws {
    let session = try Session.sample()
    let file = session.folder.path(of: "out.txt")
    try Data("mine\n".utf8).write(to: URL(fileURLWithPath: file))
    let before = FileState(of: file)
    let refused = session.run("export", file, "--format", format.rawValue)
    #expect(refused.status == 81)
    #expect(
      refused.message == """
        pleat: The file \(file) exists already.
        Nothing was written. --force replaces the file; otherwise name another one.
        """)
    let json = session.run("export", file, "--format", format.rawValue, "--json")
    #expect(try JSON.error(json.message)["code"] as? String == "refused")
    #expect(FileState(of: file) == before)
    #expect(try session.folder.names().allSatisfy { !$0.contains(".new-") })
    #expect(session.run("export", file, "--format", format.rawValue, "--force").status == 0)
    #expect(try Self.text(of: file) != "mine\n")
  }

  @Test func `export follows a link, which stays, and its target is replaced only with --force`() throws {
    let session = try Session.sample()
    let (file, link) = (session.folder.path(of: "real.md"), session.folder.path(of: "link.md"))
    #expect(symlink("real.md", link) == 0)
    #expect(session.run("export", link).message == "wrote 4 sections and 6 rows to \(link)")
    let whole = try Self.text(of: file)
    #expect(session.run("export", link, "Dairy").status == 81)
    #expect(try Self.text(of: file) == whole)
    #expect(session.run("export", link, "Dairy", "--force").status == 0)
    #expect(try Self.text(of: file) == "# Dairy\n\n- milk\n- butter\n- cheese\n")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real.md")
  }

  @Test func `a file that appears while the export is written is not replaced`() throws {
    let folder = try ScratchFolder()
    let path = folder.path(of: "out.md")
    do {
      let file = try ExportFile(path, mayReplace: false)
      try file.write(Array("new\n".utf8))
      try Data("other\n".utf8).write(to: URL(fileURLWithPath: path))
      let refusal = #expect(throws: Failure.self) { try file.finish() }
      #expect(refusal?.status == 81)
    }
    #expect(try Self.text(of: path) == "other\n")
    #expect(try folder.names() == ["out.md"])
    let other = try ExportFile(folder.path(of: "second.md"), mayReplace: false)
    try other.write(Array("new\n".utf8))
    try other.finish()
    #expect(try folder.names().sorted() == ["out.md", "second.md"])
  }

  @Test(arguments: formats)
  func `--without-folds exports without anybody's flags`(format: OutlineFormat) throws {
    let session = try Session.sample()
    // A calendar has the time at which it was written.
    func document() -> String {
      session.run("export", "-", "--without-folds", "--format", format.rawValue).text
        .split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("DTSTAMP:") }.joined(separator: "\n")
    }
    let plain = document()
    session.run("collapse", "Dairy")
    session.run("collapse", "Home", "-u", "ben")
    session.run("reset", "--collapsed", "-u", "cleo")
    session.run("accordion", "on")
    #expect(document() == plain)
    #expect(!plain.contains("ana") && !plain.contains("expansionState"))
    let visible = session.run("export", "-", "--visible", "--without-folds", "--format", format.rawValue).text
    #expect(visible != plain && visible.contains("Dairy") && !visible.contains("milk"))
    if format == .html { return }
    let other = try Session()
    #expect(other.run("import", "-", "--format", format.rawValue, input: plain).status == 0)
    #expect(other.run("list").text == session.run("list", "--all", "-u", "nobody").text)
    #expect(try other.shell.lines("SELECT count(*) FROM fold") == ["0"])
    #expect(try other.shell.lines("SELECT count(*) FROM user WHERE name <> 'ana'") == ["0"])
    let again = other.run("import", "-", "--merge", "--format", format.rawValue, input: plain)
    #expect(again.messages.first == "nothing to do")
  }

  @Test func `an export from a file that is missing makes no file, and a refused one changes none`() throws {
    let session = try Session()
    let file = session.folder.path(of: "out.md")
    for words in [[], ["--force"], ["--json"], ["--without-folds"]] {
      #expect(session.run(["export", file] + words).status == 66)
    }
    #expect(try session.folder.names() == [])
  }

  @Test(arguments: [
    ("md", "# A\n\n- a\n"), ("markdown", "# A\n\n- a\n"), ("MD", "# A\n\n- a\n"),
  ])
  func `md and markdown are the same names for --format and for endings`(name: String, document: String)
    throws
  {
    let session = try Session()
    #expect(session.run("import", "-", "--format", name, input: document).status == 0)
    let written = session.folder.path(of: "b.\(name)")
    #expect(session.run("export", written).status == 0)
    #expect(session.run("export", "--format", name).text == (try Self.text(of: written)))
    let other = try Session()
    #expect(other.run("import", written).status == 0)
    #expect(other.run("list").lines == ["▾ 1 A", "  1:1 a"])
    #expect(other.run("import", "--merge", written).message == "nothing to do")
  }

  @Test func `an unknown format is wrong usage, and its message has the names`() throws {
    let refused = try Session.sample().run("export", "--format", "word")
    #expect(refused.status == 64)
    #expect(refused.message.contains("markdown") && refused.message.contains("md"))
  }

  @Test func `indented text is imported, and its export is refused with the names of other formats`() throws {
    let session = try Session.sample()
    let refused = session.run(["export", "-", "--format", "text"])
    #expect(refused.status == 64 && refused.message.contains("markdown"))
    #expect(try session.folder.names() == ["outline.db"])
  }

  @Test(arguments: [("csv", ";"), ("csv", ","), ("tsv", "\t")])
  func `import --text-column NAME and --section-column NAME read a table of somebody else`(
    format: String, separator: String
  ) throws {
    let table = "Nr,Was,Wo\n1,milk,shop\n2,stamps,post\n3,bread,shop\n".replacing(",", with: separator)
    let session = try Session()
    let columns = ["--text-column", "Was", "--section-column", "wo"]
    let answer = session.run(["import", "-", "--format", format] + columns, input: Array(table.utf8))
    #expect(answer.message == #"imported 3 sections and 3 rows: "shop" (@s1), "post" (@s3), "shop" (@s5)"#)
    #expect(
      session.run("list").lines == ["▾ 1 shop", "  1:1 milk", "▾ 2 post", "  2:1 stamps", "▾ 3 shop", "  3:1 bread"])
    let again = session.run(["import", "-", "--format", format, "--merge"] + columns, input: Array(table.utf8))
    #expect(again.message == "nothing to do")
    let before = try session.shell.contents()
    let refused = session.run("import", "-", "--format", format, "--text-column", "Text", input: table)
    #expect(refused.status == 65)
    #expect(
      refused.message == """
        pleat: standard input, line 1: There is no column 'Text'.
        The first line names the columns 'Nr', 'Was', 'Wo'. Nothing was imported.
        """)
    #expect(try session.shell.contents() == before)
  }

  @Test(arguments: [
    (["text=Titel", "due=Frist", "done=Fertig"], 0, "1:1 ☑ milk · Sat 28 Nov"),
    (["text=TITEL", "note=Bemerkung"], 0, "1:1 milk"),
    (["text=Titel", "list=Wo", "tags=Art"], 0, "1:1 milk #food"),
    (["Titel"], 64, "--column takes PART=NAME, and not 'Titel'. The parts are: text, note, folder,"),
    (["titel=Titel"], 64, "--column takes PART=NAME, and not 'titel=Titel'."),
    (["text="], 64, "--column takes PART=NAME, and not 'text='."),
    (["text=Titel", "text=Wo"], 64, "--column names two columns for text."),
    (["text=Nirgends"], 65, "There is no column 'Nirgends'."),
  ])
  func `import --column PART=NAME names the columns of a table`(columns: [String], status: Int32, says: String) throws {
    let table = "Nr,Titel,Wo,Frist,Fertig,Art,Bemerkung\n1,milk,shop,28.11.2026,x,food,fresh\n"
    let session = try Session()
    let words = ["import", "-", "--format", "csv"] + columns.flatMap { ["--column", $0] }
    let answer = session.run(words, input: Array(table.utf8))
    #expect(answer.status == status, "\(answer)")
    let shown = status == 0 ? session.run("list").text : answer.message
    #expect(shown.contains(says), "\(shown)")
  }

  @Test func `import says ten remarks, all of them with -v, and all under remarks with --json`() throws {
    let names = (1...20).map { "X-N\($0)" }
    let document =
      "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a\n" + names.map { "\($0):1\n" }.joined() + "END:VTODO\nEND:VCALENDAR\n"
    func remarks(_ words: String...) throws -> [String] {
      let answer = try Session().run(["import", "-", "--format", "ics"] + words, input: Array(document.utf8))
      if !words.contains("--json") {
        return Array(answer.messages.joined(separator: "\n").split(separator: "\n").map(String.init).dropFirst())
      }
      #expect(answer.messages.isEmpty)
      return try JSON.object(answer.text)["remarks"] as? [String] ?? []
    }
    let all = try remarks("-v")
    #expect(all == ["Read 1 open as open tasks."] + names.map { "Read 1 \($0) as an attribute." })
    #expect(try remarks("--json") == all && remarks("-n", "--json") == all && remarks("-v", "-n") == all)
    let short = try remarks()
    #expect(Array(short.dropLast()) == Array(all.prefix(9)))
    #expect(short.last == "12 more remarks on what was read and left out; to see them: add -v -n, or --json.")
    #expect(try remarks("-q").isEmpty)
  }

  @Test(arguments: [("csv", true), ("tsv", true), ("md", false)])
  func `a table that is not UTF-8 is refused with the command that converts it`(ending: String, isTable: Bool) throws {
    let session = try Session()
    let file = session.folder.path(of: "a.\(ending)")
    try Data(Array("text,x\nStra".utf8) + [0xDF] + Array("e,1\n".utf8)).write(to: URL(fileURLWithPath: file))
    for words in [["import", file], ["import", file, "--merge"]] {
      let answer = session.run(words)
      #expect(answer.status == 65)
      #expect(answer.message.contains("iconv -f windows-1252 -t UTF-8 FILE") == isTable, "\(answer.message)")
    }
  }

  @Test func `the title of a section in place of a file is refused`() throws {
    let session = try Session.sample()
    let answer = session.run("export", "Home", "--format", "md")
    #expect(answer.status == 64)
    #expect(answer.message.contains("pleat export - Home --format md;"))
    #expect(try session.folder.names() == ["outline.db"])
  }

  @Test(arguments: [["Home", "p.md"], ["p.md", "Home"], ["Home", "Dairy", "p.md"], ["Home", "p.md", "Dairy"]])
  func `of several arguments, the one that ends as a document does is the file`(words: [String]) throws {
    let session = try Session.sample()
    let path = session.folder.path(of: "p.md")
    #expect(session.run(["export"] + words.map { $0 == "p.md" ? path : $0 }).status == 0)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("# Home") && text.contains("Dairy") == words.contains("Dairy") && !text.contains("apples"))
    #expect(
      session.run(["export"] + words.map { $0 == "p.md" ? "-" : $0 } + ["--format", "md"]).status
        == (words[0] == "p.md" ? 0 : 66))
  }

  @Test func `standard output gets Markdown, unless a format is named`() throws {
    let session = try Session.sample()
    let whole = session.run("export", "-", "--format", "markdown").text
    #expect(whole.contains("# Groceries\n\n- apples"))
    for words in [["export"], ["export", "-"], ["export", "-q"]] { #expect(session.run(words).text == whole) }
    #expect(session.run("export", "-", "Home").text == "# Home\n\n- plants\n")
    #expect(session.run("export", "-", "Home", "--format", "todo.txt").text.contains("plants"))
    #expect(session.run("export", "notes").status == 64)
    #expect(session.run("export", "Home").message.contains("To export the section: pleat export - Home;"))
  }
}
