import Foundation
import TestPrograms
import Testing

@testable import PleatCommands

/// Every verb that changes something, with every layout, with and without `--json` and `-n`, on an outline that exists
/// and on one that does not.
struct MatrixTests {
  static let verbs: [[String]] = [
    ["add", "milk", "--in", "Home"], ["add", "--section", "New"], ["edit", "apples", "pears"],
    ["move", "apples", "--in", "Work"], ["move", "Work", "--before", "Home"], ["delete", "apples"],
    ["move", "Work", "--first"], ["promote", "apples"], ["demote", "Work"], ["sort", "Home"],
    ["sort", "--sections", "--reverse"],
    ["delete", "-r", "Home"], ["done", "apples"], ["undone", "apples"], ["delete", "--done", "--all"],
    ["collapse", "Home"], ["expand", "Home"], ["toggle", "Home"], ["accordion", "on"],
    ["import", "list.md", "--merge", "--delete"], ["import", "list.md", "--merge", "--delete", "--force"],
    ["reset"], ["undo"], ["redo"], ["undo", "--mine"], ["undo", "--any"], ["undo", "--entry", "2"],
    ["undo", "--folds"],
    ["users", "--rename", "bob", "rob"], ["users", "--delete", "bob"],
    ["redo", "--mine"], ["redo", "--any"], ["redo", "--entry", "2"], ["apply", "edits"], ["import", "list.md"],
    ["import", "list.md", "--in", "Home"],
    ["import", "list.md", "--merge"], ["find", "apples", "--reveal"],
  ]

  static let switches: [[String]] = [[], ["--json"], ["-n"], ["--json", "-n"]].flatMap { words in
    ["grouped", "headerRows", "flat"].map { words + ["--layout", $0] }
  }

  /// An outline that every verb has something to do with, made once and copied.
  private static let example = Result {
    let pleat = try Executable()
    _ = try pleat.script(
      "$PLEAT add --section Home Work -q && $PLEAT add apples --in Home -q && $PLEAT collapse Work -u bob -q")
    return try Data(contentsOf: URL(fileURLWithPath: pleat.path))
  }

  private static func prepared(hasFile: Bool) throws -> Executable {
    let pleat = try Executable()
    try Data("# List\n\n- socks\n- shoes\n".utf8).write(to: URL(fileURLWithPath: pleat.folder.path(of: "list.md")))
    try Data("add --section Trip\nadd tent --in Trip\n".utf8)
      .write(to: URL(fileURLWithPath: pleat.folder.path(of: "edits")))
    if hasFile { try example.get().write(to: URL(fileURLWithPath: pleat.path)) }
    return pleat
  }

  /// Verbs that create a file work without one; others must fail with a message.
  @Test(arguments: verbs)
  func `every verb answers in every layout, and a trial changes nothing`(verb: [String]) throws {
    for words in Self.switches {
      for hasFile in [true, false] {
        let pleat = try Self.prepared(hasFile: hasFile)
        let before = FileState(of: pleat.path)
        let line = (verb + words).joined(separator: " ")
        let ending = try pleat.run(inFolder: verb + words)
        #expect(hasFile ? ending.status == 0 : [0, 64, 66, 81].contains(ending.status), "\(line), file: \(hasFile)")
        if words.contains("--json"), ending.status == 0 {
          let answer = try JSONSerialization.jsonObject(with: Data(ending.text.utf8)) as? [String: Any]
          #expect(answer?["ids"] is [String], "\(line), file: \(hasFile)")
          if let changes = answer?["changes"] as? [String: Any] {
            #expect(words.contains(changes["layout"] as? String ?? ""), "\(line), file: \(hasFile)")
          }
        }
        if words.contains("-n") { #expect(FileState(of: pleat.path) == before, "\(line), file: \(hasFile)") }
      }
    }
  }

  @Test(arguments: ["grouped", "headerRows", "flat"])
  func `an import tells its changes in every layout`(layout: String) throws {
    let pleat = try Executable.withSection()
    let ending = try pleat.run(
      "import", "-", "--format", "markdown", "--json", "--layout", layout, input: "# List\n\n- socks\n")
    #expect(ending.status == 0)
    let changes =
      layout == "flat"
      ? "\"insertedLines\":[{\"start\":1,\"count\":2}]" : "\"insertedSections\":[{\"start\":1,\"count\":1}]"
    #expect(ending.text.contains(changes), "\(ending.text)")
  }

  @Test func `where one section opens and another closes, the edges of the motion stand beside the changes`() throws {
    let pleat = try Executable()
    _ = try pleat.script(
      "$PLEAT add --section A B -q; $PLEAT add a --in A -q; $PLEAT add b --in B -q; $PLEAT accordion on -q; $PLEAT collapse B -q"
    )
    let opened = try pleat.run("expand", "B", "--json").text
    #expect(opened.hasSuffix(",\"motion\":{\"insertsFrom\":\"bottom\",\"deletesTowards\":\"top\"}}\n"), "\(opened)")
    #expect(try !pleat.run("collapse", "B", "--json").text.contains("motion"))
  }
}
