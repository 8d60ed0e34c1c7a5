import Foundation
import TestPrograms
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// What is offered for the word that somebody types, without a shell.
struct CompletionTests {
  /// The words that are offered after others, as zsh asks for them.
  private func offers(_ session: Session, _ words: String...) -> [String] {
    let answer = session.run(["completions", "zsh", "--"] + words)
    #expect(answer.status == 0 && answer.messages.isEmpty, "\(words): \(answer.message)")
    return answer.lines.map { String($0.prefix { $0 != "\t" }) }
  }

  private func household() throws -> Session {
    try Session(
      ["add", "--section", "Home", "Homework", "Work"], ["add", "--section", "Groceries", "--in", "Home"],
      ["add", "milk", "bread", "--in", "Groceries"], ["add", "mow the lawn", "--in", "Home"],
      ["collapse", "Work", "-u", "bob"])
  }

  @Test func `verbs and options come from what the verbs declare`() throws {
    let session = try household()
    #expect(offers(session, "ex") == ["expand", "export", "example"])
    #expect(offers(session, "rm") == ["rm"])
    let verbs = Pleat.commands.all.map(\.name)
    #expect(Set(offers(session, "")) == Set(verbs + ["help"]))
    for (index, verb) in verbs.enumerated() {
      let declared = Pleat.commands.verbs[index].options.filter { $0.help != nil }.map { "--" + $0.name }
      #expect(offers(session, verb, "--") == declared.sorted(), "\(verb)")
    }
    #expect(offers(session, "move", "--in", "Home", "--a") == ["--after", "--allow-network-file", "--at"])
    #expect(offers(session, "-r", "") == offers(session, ""))
    #expect(offers(session, "delete", "-r") == ["-r"])
    #expect(offers(session, "nonsense", "").isEmpty)
    #expect(offers(session, "help", "un") == ["undone", "unarchive", "unfold", "undo"])
  }

  @Test func `values are those that can be given`() throws {
    let session = try household()
    #expect(offers(session, "export", "--format", "h") == ["html"])
    #expect(offers(session, "import", "--format", "h") == [])
    #expect(offers(session, "export", "--format", "m") == ["markdown", "md"])
    #expect(offers(session, "export", "--format=m") == ["--format=markdown", "--format=md"])
    #expect(offers(session, "add", "x", "--done", "") == ["yes", "no", "none"])
    #expect(offers(session, "list", "-u", "") == ["ana", "bob"])
    #expect(offers(session, "-u", "b") == ["bob"])
    #expect(offers(session, "users", "--delete", "b") == ["bob"])
    #expect(offers(session, "completions", "") == ["bash", "zsh", "fish"])
    #expect(offers(session, "import", "") == ["files"])
    #expect(offers(session, "list", "-f", "") == ["files"])
    #expect(offers(session, "list", "--file=") == ["files"])
    #expect(offers(session, "undo", "").isEmpty)
  }

  @Test func `titles, texts and paths are completed segment by segment`() throws {
    let session = try household()
    #expect(offers(session, "collapse", "") == ["Home", "Homework", "Work"])
    #expect(offers(session, "list", "Ho") == ["Home", "Homework"])
    #expect(offers(session, "list", "ho") == ["Home", "Homework"])
    #expect(offers(session, "collapse", "Home/") == ["Home/Groceries"])
    #expect(offers(session, "list", "Home/") == ["Home/Groceries", "Home/mow the lawn"])
    #expect(offers(session, "done", "Home/Groceries/m") == ["Home/Groceries/milk"])
    #expect(offers(session, "done", "mi") == ["milk"])
    #expect(offers(session, "collapse", "mi").isEmpty)
    #expect(offers(session, "list", "Gro") == ["Groceries", "Groceries/milk", "Groceries/bread"])
    #expect(offers(session, "list", "Nowhere/").isEmpty)
    #expect(offers(session, "list", "Home//").isEmpty)
  }

  @Test func `what a verb can take comes first, and filters, days and nested sections are offered`() throws {
    let session = try household()
    session.run("add", "[x] mend", "[ ] mop", "--in", "Home")
    #expect(offers(session, "done", "m") == ["mop", "mow the lawn", "milk", "mend"])
    #expect(offers(session, "undone", "m") == ["mend", "mow the lawn", "milk", "mop"])
    #expect(offers(session, "edit", "m").first == "mop")
    #expect(offers(session, "add", "x", "--in", "") == ["Groceries", "Home", "Homework", "Work"])
    #expect(offers(session, "add", "x", "--in=G") == ["--in=Groceries"])
    #expect(offers(session, "add", "x", "--due", "t") == ["today", "tomorrow", "tue", "thu"])
    #expect(offers(session, "edit", "milk", "--repeat", "w") == ["weekly", "weekdays"])
    #expect(offers(session, "done", "--where", "ov") == ["overdue"])
    #expect(offers(session, "done", "--where", "open due:") == ["open due:today", "open due:week"])
    #expect(offers(session, "find", "not (in:Gr") == ["not (in:Groceries"])
    session.run("add", "x #shop", "--in", "Home")
    #expect(offers(session, "done", "--where", "open #s") == ["open #shop"])
  }

  @Test func `numbers and ids are completed from the file`() throws {
    let session = try household()
    #expect(offers(session, "list", "1") == ["1"])
    #expect(offers(session, "list", "1.") == ["1.1"])
    #expect(offers(session, "list", "1.1:") == ["1.1:1", "1.1:2"])
    #expect(offers(session, "collapse", "1.1:").isEmpty)
    #expect(offers(session, "list", "9.").isEmpty)
    #expect(offers(session, "list", "@s") == ["@s1", "@s2", "@s3", "@s4"])
    #expect(offers(session, "list", "@r6") == ["@r6"])
    #expect(offers(session, "list", "@x").isEmpty)
    session.run(["add", "--section"] + (4...23).map { "Section \($0)" })
    #expect(offers(session, "list", "2") == ["2"] + (20...23).map { "\($0)" })
  }

  @Test func `what is offered is understood as an address of what it names`() throws {
    let titles = [
      "a/b", "a\\", "=x", "3", "@s1", "-dash", "it's", "say \"hi\"", "$(touch x)", "`touch x`", "!!", "a:b", "a=b",
      "~root", "*", "ünï", " space ", "a\\/b", "--help",
    ]
    let session = try Session(["add", "--section", "--"] + titles)
    let offered = offers(session, "list", "")
    #expect(offered.count == titles.count)
    for (index, word) in offered.enumerated() {
      let line = session.run("list", "--json", word).text
      #expect(line.contains("\"id\":\"@s\(index + 1)\""), "\(word): \(line)")
    }
    #expect(offers(session, "list", "--", "-") == ["--help", "-dash"])
    #expect(offers(session, "list", "=-") == ["=--help", "=-dash"])
  }

  @Test func `a title that cannot be typed is offered by its id, and no control byte is ever written`() throws {
    let hostile = ["\u{1B}[31mred", "two\nlines", "tab\tbed", "back\u{8}space", "left\u{202E}right", "bell\u{7}"]
    let session = try Session(["add", "--section"] + hostile, ["add"] + hostile + ["--in", "@s1"])
    #expect(offers(session, "list", "").prefix(6) == ["@s1", "@s2", "@s3", "@s4", "@s5", "@s6"])
    for words in [[""], ["@"], ["@r"], ["1"], ["1:"], ["\u{1B}"], ["t"], ["@s1/"]] {
      let bytes = session.run(["completions", "fish", "--", "list"] + words).bytes
      #expect(bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 || $0 == 0x0A }, "\(words)")
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      #expect(lines.allSatisfy { $0.split(separator: "\t", omittingEmptySubsequences: false).count == 2 }, "\(words)")
    }
  }

  @Test func `the file of the line is read, and none is made`() throws {
    let session = try household()
    let other = session.folder.path(of: "other.db")
    session.run(["add", "--section", "Elsewhere", "-f", other])
    #expect(offers(session, "list", "-f", other, "E") == ["Elsewhere"])
    #expect(offers(session, "-f", other, "list", "E") == ["Elsewhere"])
    #expect(offers(session, "list", "--file=\(other)", "E") == ["Elsewhere"])
    session.environment["HOME"] = session.folder.path
    #expect(offers(session, "list", "-f", "~/other.db", "E") == ["Elsewhere"])
    let missing = session.folder.path(of: "missing.db")
    #expect(offers(session, "list", "-f", missing, "").isEmpty)
    #expect(!FileManager.default.fileExists(atPath: missing))
    try "no outline".write(toFile: missing, atomically: true, encoding: .utf8)
    #expect(offers(session, "list", "-f", missing, "").isEmpty)
  }

  @Test func `nothing is offered while the file is locked, and nobody waits`() throws {
    let pleat = try Executable.withSection()
    let holder = try pleat.shell.hold("BEGIN EXCLUSIVE")
    let patient = try pleat.start("list", "--wait", "60")
    try waitUntil("the list waits for the lock", by: patient) { patient.state.waits(for: pleat.path) }
    let ending = try pleat.run("completions", "zsh", "--", "list", "")
    #expect(ending.status == 0 && ending.text == "" && ending.errors == "", "\(ending)")
    #expect(patient.isRunning, "the list still waits, and the completions did not")
    try holder.release()
    #expect(try patient.wait().status == 0)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `the script of a shell is printed`(shell: String) throws {
    let session = try Session()
    let script = session.run("completions", shell).text
    #expect(script.contains("pleat completions \(shell) -- "))
    #expect(session.run("completions", "tcsh").status == 64)
  }

  @Test func `bash gets what continues the line, quoted as what is there`() throws {
    let session = try Session(["add", "--section", "it's a $(trap)!", "2:b"])
    func answer(_ line: String, _ replaced: String) -> String {
      String(session.run(["completions", "bash", "--", line, replaced]).text.prefix { $0 != "\t" })
    }
    #expect(answer("pleat list it", "it") == "it\\'s\\ a\\ \\$\\(trap\\)\\!")
    #expect(answer("pleat list it\\'s\\ a", "it\\'s\\ a") == "it\\'s\\ a\\ \\$\\(trap\\)\\!")
    #expect(answer("pleat list \"it", "it") == "it's a \\$(trap)\"'!'\"")
    #expect(answer("pleat list 'it", "it") == "it'\\''s a $(trap)!")
    #expect(answer("pleat list =2:", "") == "b")
    #expect(answer("pleat list --color=a", "a") == "always" || answer("pleat list --color=a", "a") == "auto")
    #expect(answer("pleat list x", "y").isEmpty)
  }

  @Test func `titles and texts with slashes are completed with and without backslashes`() throws {
    let session = try Session(["add", "--section", "Home", "Q/A"], ["add", "https://ex.org/a", "a/b", "--in", "Home"])
    #expect(offers(session, "list", "http") == [#"https:\/\/ex.org\/a"#])
    #expect(offers(session, "list", "https:/") == ["https://ex.org/a"])
    #expect(offers(session, "list", "Home/https://e") == ["Home/https://ex.org/a"])
    #expect(offers(session, "list", "Home/a/") == ["Home/a/b"])
    #expect(offers(session, "list", "a/") == ["a/b"])
    #expect(offers(session, "collapse", "Q/") == ["Q/A"])
    #expect(offers(session, "list", "=a/") == ["=a/b"])
    for word in [
      "https://ex.org/a", "Home/https://ex.org/a", "Home/a/b", "a/b", "Q/A", "=a/b", #"https:\/\/ex.org\/a"#,
    ] {
      #expect(session.run("show", word).status == 0, "\(word)")
    }
  }
}
