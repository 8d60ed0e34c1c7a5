import Foundation
import TestPrograms
import Testing

/// What somebody sees who has no outline yet.
struct FirstStartTests {
  @Test func `without a file, pleat says in three lines how to begin`() throws {
    let session = try Session()
    for words in [[], ["list"], ["find", "x"], ["log"], ["status"]] {
      let answer = session.run(words)
      #expect(answer.status == 66)
      #expect(
        answer.message == """
          pleat: There is no outline at \(session.path) yet.
          Create it with a first row: pleat add milk
          To look at an example first: pleat example. 'pleat help' lists the verbs.
          """)
    }
    let other = session.folder.path(of: "other.db")
    #expect(session.run("-f", other).message.contains("pleat -f \(other) example"))
    let error = try JSON.error(session.run("list", "--json").message)
    let end = "add milk To look at an example first: pleat example. 'pleat help' lists the verbs."
    #expect((error["hint"] as? String)?.hasSuffix(end) == true)
  }

  @Test(arguments: [
    ([], true), (["list"], true), (["list", "--all", "--ids"], true), (["list", "--json"], false),
    (["list", "--limit", "0"], false), (["list", "--from", "1"], false), (["list", "--open"], false),
  ])
  func `a list of an empty outline says on a terminal how to add a first row`(words: [String], hints: Bool) throws {
    let session = try Session(["add", "milk"], ["undo"])
    let plain = session.run(words)
    #expect(plain.text == (words.contains("--json") ? "[]\n" : "") && plain.message.isEmpty)
    session.isTerminal = true
    let answer = session.run(words)
    #expect(answer.status == 0 && answer.bytes == plain.bytes)
    #expect(answer.message == (hints ? "The outline is empty. To add a first row: pleat add milk" : ""))
    session.run("add", "milk")
    #expect(session.run(words).message.isEmpty)
  }

  @Test func `a file of 0 bytes is new to an edit`() throws {
    for words in [["add", "milk"], ["example"], ["import", "-", "--format", "md"], ["add", "--section", "A"]] {
      let session = try Session()
      try Data().write(to: URL(fileURLWithPath: session.path))
      #expect(session.run("list").status == 0)
      #expect(session.run(words, input: Array("# A\n\n- b\n".utf8)).status == 0, "\(words)")
      #expect(session.run("list").lines.first?.hasPrefix("▾ 1 ") ?? false || words.contains("--section"))
      #expect(try session.shell.lines("PRAGMA integrity_check") == ["ok"])
    }
  }

  @Test func `the example is an import that undo takes back, and what it says to try works`() throws {
    let session = try Session()
    let made = session.run("example")
    #expect(made.status == 0)
    #expect(made.text.isEmpty)
    #expect(made.message.hasPrefix("made an example with 5 sections and 11 rows at \(session.path). Try:\n  pleat "))
    let tries = made.message.split(separator: "\n").dropFirst().filter { !$0.contains(" open ") }
    #expect(tries.count == 7)
    try session.prepare(tries.map { $0.drop { $0 == " " }.dropFirst("pleat ".count) }.joined(separator: "\n"))
    #expect(session.run("log").lines.last?.contains("example") == true)
    #expect(session.run("due").lines.prefix(2) == ["Tomorrow", "  ☐ water the plants  Home  every 3 days"])
    #expect(session.run("tags").text == "#phone: 1\n" && session.run("check").status == 0)
    #expect(session.run("undo", "2").status == 0)  // the last of the words to try undid the row that was added
    #expect(session.run("undo").message.hasPrefix("nothing to undo") || session.run("list").text.isEmpty)
  }

  @Test func `an outline that is there is left alone, and --json, -n, -q and -f mean what they always mean`() throws {
    let session = try Session.sample()
    let before = FileState(of: session.path)
    let refused = session.run("example")
    #expect(refused.status == 81)
    #expect(refused.message.hasPrefix("pleat: There is an outline already at \(session.path)."))
    #expect(try JSON.error(session.run("example", "--json").message)["code"] as? String == "refused")
    #expect(FileState(of: session.path) == before)

    let other = session.folder.path(of: "other.db")
    #expect(session.run("example", "-n", "-f", other).message.hasPrefix("would have made an example"))
    #expect(FileState(of: other) == nil)
    let made = session.run("example", "-f", other)
    #expect(made.message.contains("\n  pleat -f \(other) collapse Groceries"))
    #expect(session.run("-f", other, "undo").status == 0)
    let again = try JSON.object(session.run("example", "--json", "-f", other).text)
    #expect((again["ids"] as? [String])?.isEmpty == false)
    #expect(session.run("-f", other, "undo").status == 0)
    #expect(session.run("example", "-q", "-f", other).message.isEmpty)
    try "no outline".write(toFile: other, atomically: true, encoding: .utf8)
    #expect(session.run("example", "-f", other).status == 65)
  }
}
