import Foundation
import TestPrograms
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// Every verb that changes something, with every layout, with and without `--json` and `-n`, on an outline that exists
/// and on one that does not.
struct MatrixTests {
  static let verbs: [[String]] = [
    ["add", "milk", "--in", "Home"], ["add", "--section", "New"], ["edit", "apples", "pears"],
    ["edit", "Home", "--new-rows", "task"], ["add", "milk", "--in", "Baby", "--make"],
    ["add", "--section", "New", "--in", "Baby", "--make"], ["edit", "apples", "due:2099-12-04 repeat:none"],
    ["edit", "apples", "--append", "more"], ["edit", "--where", "tea", "--due", "2099-12-04"],
    ["move", "apples", "Work"], ["move", "--where", "tea", "Work"], ["copy", "apples", "Work"],
    ["copy", "--where", "tea", "--in", "Work"], ["archive", "--where", "tea"], ["done", "Home"], ["undone", "Home"],
    ["move", "apples", "--in", "Work"], ["move", "Work", "--before", "Home"], ["delete", "apples"],
    ["move", "Work", "--first"], ["promote", "apples"], ["demote", "Work", "--in", "Home"], ["indent", "Work"],
    ["outdent", "leaf"], ["sort", "Home"],
    ["sort", "--sections", "--reverse"],
    ["copy", "apples", "--in", "Work"], ["copy", "Home", "--after", "Work"], ["copy", "1:1", "--first"],
    ["copy", "Home", "--in", "Home"],
    ["delete", "-r", "Home"], ["done", "apples"], ["undone", "apples"], ["delete", "--done", "--all"],
    ["archive", "apples"], ["archive", "Home"], ["archive", "--done"], ["archive", "--done", "Home"],
    ["unarchive", "pears"], ["unarchive", "pears", "--in", "Work"],
    ["done", "--where", "tea"], ["done", "--where", "nothing"], ["undone", "--where", "in:Home not done"],
    ["delete", "-r", "--where", "Home or apples", "--force"], ["tags", "--rename", "home", "house"],
    ["collapse", "Home"], ["expand", "Home"], ["toggle", "Home"], ["accordion", "on"],
    ["import", "list.md", "--merge", "--delete"], ["import", "list.md", "--merge", "--delete", "--force"],
    ["reset"], ["undo"], ["redo"], ["undo", "--mine"], ["undo", "--any"], ["undo", "--entry", "5"],
    ["undo", "--folds"], ["undo", "--by", "ana"], ["undo", "--since", "1d"],
    ["undo", "--by", "ana", "--since", "1d"],
    ["users", "--rename", "bob", "rob"], ["users", "--delete", "bob"],
    ["redo", "--mine"], ["redo", "--any"], ["redo", "--entry", "2"], ["apply", "edits"], ["import", "list.md"],
    ["import", "list.md", "--in", "Home"],
    ["import", "list.md", "--merge"], ["find", "apples", "--reveal"],
    ["sql", "--write", "UPDATE row SET done = 1 WHERE text = 'apples'; SELECT text FROM row"],
  ]

  static let switches: [[String]] = [[], ["--json"], ["-n"], ["--json", "-n"]].flatMap { words in
    ["grouped", "headerRows", "flat"].map { words + ["--layout", $0] }
  }

  /// An outline that every verb has something to do with, made once and copied.
  private static let example = Result {
    let session = try Session(
      ["add", "--section", "Home", "Work"], ["add", "apples", "[ ] tea #home", "--in", "Home"],
      ["add", "pears", "--in", "Home"], ["archive", "pears"], ["add", "leaf", "--in", "tea #home"],
      ["collapse", "Work", "-u", "bob"])
    return try Data(contentsOf: URL(fileURLWithPath: session.path))
  }

  static func prepared(_ folder: ScratchFolder, hasFile: Bool, at path: String) throws {
    try Data("# List\n\n- socks\n- shoes\n".utf8).write(to: URL(fileURLWithPath: folder.path(of: "list.md")))
    try Data("add --section Trip\nadd tent --in Trip\n".utf8)
      .write(to: URL(fileURLWithPath: folder.path(of: "edits")))
    if hasFile { try example.get().write(to: URL(fileURLWithPath: path)) }
  }

  /// Verbs that create a file work without one; others must fail with a message.
  @Test(arguments: verbs)
  func `every verb answers in every layout, and a trial changes nothing`(verb: [String]) throws {
    for words in Self.switches {
      for hasFile in [true, false] {
        let session = try Session()
        try Self.prepared(session.folder, hasFile: hasFile, at: session.path)
        let named = verb.map { ["list.md", "edits"].contains($0) ? session.folder.path(of: $0) : $0 }
        let before = FileState(of: session.path)
        let answer = session.run(named + words)
        try check(answer.status, answer.text, verb + words, hasFile: hasFile)
        if words.contains("-n") { #expect(FileState(of: session.path) == before, "\(verb + words), file: \(hasFile)") }
      }
    }
  }

  @Test(arguments: verbs)
  func `at a terminal every verb does what its questions say, and a trial and JSON ask nothing`(verb: [String]) throws {
    for words in [[], ["--json"], ["-n"], ["--json", "-n"]] {
      for hasFile in [true, false] {
        let session = try Session()
        try Self.prepared(session.folder, hasFile: hasFile, at: session.path)
        let named = verb.map { ["list.md", "edits"].contains($0) ? session.folder.path(of: $0) : $0 }
        (session.isTerminal, session.isInputTerminal) = (true, true)
        let before = FileState(of: session.path)
        let answer = session.run(named + words, input: words.isEmpty ? Array("yyy".utf8) : [])
        try check(answer.status, answer.text, verb + words, hasFile: hasFile)
        if !words.isEmpty { #expect(!answer.message.contains("Press"), "\(verb + words): \(answer)") }
        if words.contains("-n") { #expect(FileState(of: session.path) == before, "\(verb + words), file: \(hasFile)") }
      }
    }
  }

  @Test(arguments: [["add", "milk", "--in", "Home"], ["import", "list.md"], ["undo"]])
  func `the built program answers as the same command does in the process of the tests`(verb: [String]) throws {
    for words in [[], ["--json", "-n"]] {
      for hasFile in [true, false] {
        let pleat = try Executable()
        try Self.prepared(pleat.folder, hasFile: hasFile, at: pleat.path)
        let ending = try pleat.run(inFolder: verb + words)
        try check(ending.status, ending.text, verb + words, hasFile: hasFile)
      }
    }
  }

  private func check(_ status: Int32, _ text: String, _ words: [String], hasFile: Bool) throws {
    #expect(hasFile ? status == 0 : [0, 64, 66, 81].contains(status), "\(words), file: \(hasFile)")
    guard words.contains("--json"), status == 0 else { return }
    let answer = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect(answer?["ids"] is [String], "\(words), file: \(hasFile)")
    if let changes = answer?["changes"] as? [String: Any], words.contains("--layout") {
      #expect(words.contains(changes["layout"] as? String ?? ""), "\(words), file: \(hasFile)")
    }
  }

  @Test(arguments: ["grouped", "headerRows", "flat"])
  func `an import tells its changes in every layout`(layout: String) throws {
    let session = try Session(["add", "--section", "Home"])
    let answer = session.run(
      "import", "-", "--format", "markdown", "--json", "--layout", layout, input: "# List\n\n- socks\n")
    #expect(answer.status == 0)
    let changes =
      layout == "flat"
      ? "\"insertedLines\":[{\"start\":1,\"count\":2}]" : "\"insertedSections\":[{\"start\":1,\"count\":1}]"
    #expect(answer.text.contains(changes), "\(answer.text)")
  }

  @Test func `where one section opens and another closes, the edges of the motion are beside the changes`() throws {
    let session = try Session(["add", "--section", "A", "B"], ["add", "a", "--in", "A"], ["add", "b", "--in", "B"])
    try session.prepare("accordion on\ncollapse B")
    let opened = session.run("expand", "B", "--json").text
    #expect(opened.hasSuffix(",\"motion\":{\"insertsFrom\":\"bottom\",\"deletesTowards\":\"top\"}}\n"), "\(opened)")
    #expect(!session.run("collapse", "B", "--json").text.contains("motion"))
  }
}
