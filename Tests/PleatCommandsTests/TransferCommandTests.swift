import Foundation
import PleatSystem
import TestPrograms
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// Documents in and out, as a user has them.
struct TransferCommandTests {
  private static let formats = ["md", "opml", "plist", "json", "csv", "tsv"]

  @Test(arguments: formats)
  func `what is exported to a file and imported into a new outline lists the same`(ending: String) throws {
    let session = try Session.sample()
    session.run("edit", "Dairy", "--detail", "cold", "--set", "k=1")
    session.run("collapse", "Dairy")
    let file = session.folder.path(of: "out.\(ending)")
    let answer = session.run("export", file)
    #expect(answer.status == 0 && answer.text.isEmpty)
    #expect(answer.message == "wrote 4 sections and 6 rows to \(file)")
    #expect(try session.folder.names().sorted() == ["out.\(ending)", "outline.db", "outline.db-journal"])
    let other = try Session()
    let back = other.run("import", file)
    #expect(back.status == 0, "\(back.message)")
    let all = ["list", "--all", "--user", "nobody"]
    #expect(other.run(all).text == session.run(all).text)
    if ["opml", "plist", "json", "csv", "tsv"].contains(ending) {
      #expect(other.run("list").text == session.run("list").text)
    }
    #expect(
      try other.shell.lines("SELECT attributes FROM section") == session.shell.lines("SELECT attributes FROM section"))
  }

  @Test func `a page is written and cannot be read`() throws {
    let session = try Session.sample()
    session.run("collapse", "Dairy")
    let page = session.run("export", "--format", "html")
    #expect(page.status == 0 && page.text.lowercased().hasPrefix("<!doctype html>"), "\(page.message)")
    #expect(session.run("import", "-", "--format", "html", input: page.text).status == 64)
  }

  @Test func `standard output takes the whole outline, or a part of it`() throws {
    let session = try Session.sample()
    #expect(session.run("export").text == session.run("export", "--format", "markdown").text)
    #expect(
      session.run("export", "-", "Dairy", "--format", "markdown").text == "# Dairy\n\n- milk\n- butter\n- cheese\n")
    session.run("collapse", "Groceries")
    let visible = session.run("export", "--visible", "--format", "markdown").text
    #expect(!visible.contains("milk") && visible.contains("plants"))
    #expect(session.run("export", "-", "milk", "--format", "markdown").text == "- milk\n")
    #expect(session.run("export", "-", "Nowhere", "--format", "markdown").status == 66)
  }

  @Test func `a file that cannot be written leaves the one that is there`() throws {
    let session = try Session.sample()
    let file = session.folder.path(of: "out.md")
    #expect(session.run("export", file).status == 0)
    let before = try String(contentsOfFile: file, encoding: .utf8)
    #expect(session.run("export", file, "Nowhere", "--force").status == 66)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == before)
    #expect(try session.folder.names().allSatisfy { !$0.contains(".new-") })
    #expect(session.run("export", session.folder.path(of: "no/such/out.md")).status == 73)
    #expect(session.run("export", session.path, "--format", "json", "--force").status == 64)
    #expect(session.run("list").status == 0)
  }

  @Test func `a device or a named pipe is written to and stays what it is, and a folder is refused`() throws {
    let session = try Session.sample()
    let pipe = session.folder.path(of: "pipe.md")
    #expect(mkfifo(pipe, 0o600) == 0)
    let reader = try Program(starting: ["cat", pipe])
    #expect(session.run("export", pipe).status == 0)
    #expect(try reader.wait().text.hasPrefix("# Groceries\n"))
    var status = stat()
    #expect(stat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    let link = session.folder.path(of: "full.md")
    #expect(symlink("/dev/full", link) == 0)
    #expect(session.run("export", link).status == 74)
    #expect(stat("/dev/full", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    #expect(session.run("export", session.folder.path, "--format", "json").status == 73)
  }

  @Test func `a document keeps its permissions, and the link that leads to it`() throws {
    let session = try Session.sample()
    let file = session.folder.path(of: "out.md")
    session.run("export", file)
    chmod(file, 0o640)
    let link = session.folder.path(of: "link.md")
    #expect(symlink(file, link) == 0)
    #expect(session.run("export", link, "Dairy", "--force").status == 0)
    #expect(FileState(of: file)?.permissions == 0o640)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
    #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("# Dairy\n"))
  }

  @Test func `a link to a document that is not there yet leads to the new one`() throws {
    let session = try Session.sample()
    let folder = session.folder.path(of: "documents")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    #expect(symlink("../new.md", "\(folder)/second.md") == 0)
    #expect(symlink("documents/second.md", session.folder.path(of: "first.md")) == 0)
    #expect(session.run("export", session.folder.path(of: "first.md"), "Dairy").status == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/second.md") == "../new.md")
    #expect(try String(contentsOfFile: session.folder.path(of: "new.md"), encoding: .utf8).hasPrefix("# Dairy\n"))
  }

  @Test func `progress is shown once it takes long, on a terminal alone, and taken away`() throws {
    var shown: [String] = []
    var now = MonotonicTime.now
    let progress = Progress("importing", total: 100, now: { now }) { shown.append($0) }
    for _ in 0..<600 { try progress.step() }
    #expect(shown.isEmpty)
    now = now + .milliseconds(600)
    progress.read(50)
    for _ in 0..<600 { try progress.step() }
    #expect(shown.count == 1)
    #expect(shown[0].hasPrefix("importing [##########..........] 50 %, "), "\(shown)")
    #expect(shown[0].contains(" rows, "))
    progress.finish()
    #expect(shown.last == "")
  }
}
