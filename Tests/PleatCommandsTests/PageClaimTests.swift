import Foundation
import OutlineFormats
import Testing

@testable import PleatCommands

/// What the pages and CONTRIBUTING.md say of the file, the formats and the verbs, beside what there is.
struct PageClaimTests {
  @Test func `the page about the file names every table and view, and the columns of those that people read`() throws {
    let page = try PageTests.text(of: "docs/file.md")
    let session = try Session(["add", "--section", "Home"])
    let names = try session.shell.lines(
      "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'")
    #expect(names.count > 10)
    for name in names { #expect(page.contains("`\(name)`"), "\(name)") }
    for name in ["section", "row", "user", "fold", "visible_line", "visible_section", "log"] {
      let columns = try session.shell.lines("SELECT group_concat(name, ', ') FROM pragma_table_info('\(name)')").first
      #expect(page.contains("`\(columns ?? "")"), "\(name): \(columns ?? "")")
    }
  }

  @Test(arguments: OutlineFormat.allCases)
  func `every format is on the page about formats, and has a document for the tests that mutate one`(
    format: OutlineFormat
  ) throws {
    #expect(try PageTests.text(of: "docs/formats.md").contains("`\(format.rawValue)`"))
    let corpus = PageTests.root.appending(path: "Tests/OutlineFormatsTests/Corpus").path
    let formats = try FileManager.default.contentsOfDirectory(atPath: corpus).flatMap(OutlineFormat.formats)
    #expect(formats.contains(format) == format.isImportable)
  }

  @Test func `every verb has a file of its own in the folder of its group`() throws {
    let folder = PageTests.root.appending(path: "Sources/Pleat/PleatCommands/Verbs").path
    let homeless = try Pleat.commands.verbs.filter { verb in
      let files = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(verb.group.rawValue)")
      return !files.map { $0.lowercased() }.contains("\(verb.name.filter { $0 != "-" }).swift")
    }
    #expect(homeless.map(\.name) == ["redo"], "redo is undo the other way round, and beside it")
  }

  @Test func `every verb that makes an edit is tried in every layout, and with a report that fails`() {
    let makeEdits = Pleat.commands.verbs.filter { $0.option("--idempotency-key") != nil }.map(\.name)
    // The others have tests of their own: for what needs a repository, or an outline that is not there yet.
    let expected = Set(makeEdits).subtracting(["settings", "sync", "example"])
    let tried = Set(MatrixTests.verbs.map { $0[0] })
    #expect(expected.subtracting(tried) == [], "MatrixTests.verbs lack them")
    #expect(tried.subtracting(expected) == [], "MatrixTests.verbs have them, and they make no edit")
    let saved = SavedTests.verbs.compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(expected.subtracting(saved) == [], "SavedTests.verbs lack them")
  }
}
