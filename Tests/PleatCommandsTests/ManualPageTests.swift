import Foundation
import PleatArguments
import TestPrograms
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// The manual pages that `pleat help --man` prints.
struct ManualPageTests {
  /// The pages as `--man --list` names them, each with the word that prints it.
  private func pages(_ session: Session) -> [(name: String, topic: [String])] {
    session.run("help", "--man", "--list").lines.map { line in
      let words = line.split(separator: " ").map(String.init)
      return (words[0], Array(words.dropFirst()))
    }
  }

  @Test func `there is a page for pleat, for every verb and for every concept`() throws {
    let names = pages(try Session()).map(\.name)
    let verbs = HelpTests.verbs.map { "pleat-\($0).1" }
    #expect(names.sorted() == (["pleat.1"] + verbs + HelpTests.concepts.map { "pleat-\($0).7" }).sorted())
  }

  @Test func `mandoc has nothing to warn of on any page, and shows every option`() throws {
    let session = try Session()
    for (name, topic) in pages(session) {
      let answer = session.run(["help", "--man"] + topic)
      #expect(answer.status == 0 && answer.messages.isEmpty)
      let path = session.folder.path(of: name)
      try answer.text.write(toFile: path, atomically: true, encoding: .utf8)
      let lint = try Program.run(["mandoc", "-T", "lint", "-W", "warning", path])
      #expect(lint.status == 0 && lint.text.isEmpty, "\(name): \(lint.text)\(lint.errors)")
    }
    let shown = try Program.run(["mandoc", "-T", "utf8", "-O", "width=200", session.folder.path(of: "pleat-add.1")])
    let plain = shown.text.replacing(/.\u{8}/, with: "")
    for words in ["pleat-add - add rows", "printf '%s\\n' socks soap | pleat add - --in Home", "--done yes|no|none"] {
      #expect(plain.contains(words), "\(words)")
    }
  }

  @Test func `a text that groff would read as its own is escaped`() {
    let page = HelpPage(
      name: "x", summary: ".it's a \\ back-slash",
      sections: [.init("One", [.paragraph("'quoted' ▾ \"x\""), .lines([".x", "a~b"]), .terms([.init("\"a\"", "b")])])])
    let source = ManualPage.source(of: page, seeAlso: [("pleat", 1)])
    #expect(source.contains("pleat\\-x \\- \\&.it\\(aqs a \\e back\\-slash\n"), "\(source)")
    #expect(source.contains("\\(aqquoted\\(aq \\[u25BE] \"x\"\n"), "\(source)")
    #expect(source.contains("\n.nf\n\\&.x\na\\(tib\n.fi\n"), "\(source)")
    #expect(source.contains("\n.TP\n.B \"\\(dqa\\(dq\"\nb\n"), "\(source)")
  }
}
