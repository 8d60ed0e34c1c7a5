import OutlineCore
import OutlineFormats
import PleatArguments
import TestSupport
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// The words of a batch against those of the command line.
struct BatchLineTests {
  private let context = Context(
    variable: { _ in nil }, output: OutputBuffer(nil), send: { _ in }, input: ByteStream([]), isTerminal: false,
    commands: Pleat.commands, loginName: { nil })

  /// Returns the edit for words in a line of a batch; nil if they are refused.
  private func batchEdit(_ words: [String]) -> Edit? {
    var verbs = BatchVerbs(of: Pleat.commands, for: .owner)
    let line = words.map(ShellWords.quoted).joined(separator: " ")
    return try? BatchLine(line, of: &verbs)?.edit(naming: [], in: context).made.edit
  }

  /// Returns the edit for words on the command line; nil if they are refused.
  private func commandEdit(_ words: [String]) -> Edit? {
    let typed = CommandArguments(words, of: Pleat.commands)
    guard typed.refusal == nil, Arguments.help(askedForIn: typed.rest) == nil,
      let arguments = try? Arguments(typed.rest, of: typed.command.verb)
    else { return nil }
    return try? (typed.command.init(arguments) as? any EditingCommand)?.edit(in: context)
  }

  @Test(arguments: [
    "add milk", "add milk bread --in Dairy", "add --section A B --before Home", "add x --in Home --at 2", "add",
    "add x --in Home --first", "add x --in=Home", "add x --in", "add x --at two", "add x --at 1 --first", "add ''",
    "add x --before A --after B", "add -- -x --in", "add --section ''", "add -x", "add --at 1 x --in Home",
    "edit Home House", "edit Home --detail ''", "edit milk --set a=1 --set b=2", "edit Home", "edit Home ''",
    "edit Home --collapsible yes", "edit Home --collapsible maybe", "edit Home a b", "edit Home --set nothing",
    "edit 1.2 x --collapsible=no", "edit / x", "edit @q1 x", "move milk --in Home", "move milk", "mv a b --before c",
    "move --in Home milk", "move a --in b --at 3", "delete a", "rm a b", "rm -r a", "delete a --recursive",
    "delete a -r --keep-rows b", "delete", "rm a --keep-rows", "collapse a", "fold a b -r", "collapse --all",
    "collapse --all a", "collapse", "expand a", "unfold a --recursive", "toggle a b", "toggle", "accordion on",
    "accordion off", "accordion maybe", "accordion", "reset", "reset --collapsed", "reset --expanded",
    "reset --collapsed --expanded", "reset x", "add x --nonsense", "edit a --in b x", "add --in Home -- --in",
    "delete a --all", "toggle a -r", "add x --section=1", "collapse --all=yes", "move a --at 1", "add x --first",
    "add x --in a --in b", "edit a --detail=", "move a --before --after", "edit a --detail -", "add --in -- a",
    "edit a --set x=1 y", "done a b", "done", "undone a", "undone a -r", "edit a --done yes", "edit a b --done none",
    "edit a --done maybe", "add x --done no", "add --section x --done yes", "delete --done a b", "delete --done --all",
    "delete --done", "delete --done -r a", "archive a", "archive", "archive --done", "archive --done a b",
    "archive a -r", "unarchive",
    "unarchive a", "unarchive a b --in c", "unarchive a --first", "unarchive a --in c --first", "unarchive --done",
    "delete --done --all a", "rm a --done=yes", "delete --done a --keep-rows b",
    "edit a --set x=1 y", "move a --first", "mv a b --last", "move a --at 2 --last", "add x --last",
    "add x --in a --last",
    "outdent a b", "outdent", "indent 1", "indent a --first", "promote a", "demote a", "sort a", "sort",
    "sort --sections", "sort a b --by due",
    "sort a --by text --reverse", "sort a --by =text", "sort a --by", "sort a --by ''", "sort a --sections --by k",
  ])
  func `a line of a batch is the edit that the command is, or both are refused`(line: String) throws {
    let words = try ShellWords.split(line.utf8)
    #expect(batchEdit(words) == commandEdit(words))
  }

  @Test(arguments: 1...2 as ClosedRange<UInt64>)
  func `random words are the same edit in a batch and as a command, or both refuse them`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let verbs = [
      "add", "edit", "move", "mv", "delete", "rm", "collapse", "expand", "toggle", "accordion", "reset", "done",
      "undone", "archive", "unarchive", "indent", "outdent", "promote", "sort",
    ]
    let rest = [
      "a", "Home/b", "@s1", "1.2", "2", "k=v", "on", "yes", "--in", "--before", "--after", "--at", "--first", "--last",
      "--section", "--by", "--reverse", "--sections",
      "--detail", "--collapsible", "--set", "--keep-rows", "-r", "--recursive", "--all", "--collapsed", "--expanded",
      "--in=x", "--at=2", "--detail=", "--", "", "--set=k=v=w", "--done", "none",
    ]
    var accepted = 0
    for _ in 0..<200 {
      let words =
        [verbs.randomElement(using: &random) ?? ""]
        + (0..<Int.random(in: 0...4, using: &random)).compactMap { _ in rest.randomElement(using: &random) }
      let edit = batchEdit(words)
      #expect(edit == commandEdit(words), "seed \(seed): \(words)")
      if edit != nil { accepted += 1 }
    }
    #expect(accepted > 5)
  }
}
