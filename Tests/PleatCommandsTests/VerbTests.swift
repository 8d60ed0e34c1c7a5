import Foundation
import OutlineFormats
import PleatArguments
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// What the verbs declare, walked over all of them.
struct VerbTests {
  /// Arguments with which a command of each verb is complete, in so far as its options do not say more.
  private static let arguments = [
    "accordion": ["on"], "settings": ["inbox", "A"], "undo": ["1"], "redo": ["1"], "completions": ["bash"],
    "import": ["a.md"], "merge-file": ["a", "b", "c"], "log": [], "watch": [], "open": [], "folds": [],
    "status": [], "config": [], "reset": [], "example": [], "check": [], "serve": ["-f", "a", "-u", "b"], "web": [],
  ]

  private static func command(_ verb: Verb, _ words: [String]) throws -> any Command {
    let type = try #require(Pleat.commands.type(named: verb.name))
    return try type.init(Arguments(words[...], of: verb))
  }

  @Test func `the list of verbs has the names that they declare, each once`() {
    for (name, type) in Pleat.commands.all { #expect(type.verb.name == name) }
    let names = Pleat.commands.verbs.flatMap(\.names)
    #expect(Set(names).count == names.count)
    for verb in Pleat.commands.verbs {
      for synonym in verb.synonyms { #expect(!names.contains(synonym), "\(synonym)") }
    }
  }

  /// Reading an option that the verb does not declare ends the process in a build for tests.
  ///
  /// Every option is given once, so that what is read only beside it is read too.
  @Test(arguments: Pleat.commands.all.map(\.name))
  func `a verb reads only what it declares, and takes each option that it declares`(name: String) throws {
    let verb = try #require(Pleat.commands.type(named: name)).verb
    var taken: Set<String> = []
    let starts = [
      Self.arguments[name] ?? ["x"], ["x", "y"], [], ["x", "--merge"], ["x", "--merge", "--delete"], ["--done"],
    ]
    let others = [[]] + verb.options.map { $0.kind == nil ? ["--" + $0.name] : ["--" + $0.name, "1"] }
    for start in starts {
      for option in verb.options where option.name != "help" {
        for value in option.kind.map({ [$0.choices.first ?? "k=1", "1", "5m", "text=k"] }) ?? [""] {
          let words = ["--" + option.name] + (option.kind == nil ? [] : [value])
          if others.contains(where: { (try? Self.command(verb, start + $0 + words)) != nil }) {
            taken.insert(option.name)
          }
        }
      }
    }
    #expect(taken == Set(verb.options.map(\.name)).subtracting(["help"]))
  }

  /// The values of options with these names are read by name, whichever verb declares one of its own.
  private static let readByName = ["allowNetworkFile", "dryRun", "file", "json", "quiet", "user"]

  @Test func `every option in the file of a verb is in a list of options, and is read`() throws {
    let folder = PageTests.root.appending(path: "Sources/Pleat/PleatCommands/Verbs").path
    for file in try FileManager.default.subpathsOfDirectory(atPath: folder) where file.hasSuffix(".swift") {
      let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
      let lists = ["options: ", "[AnyOption] = "].flatMap { text.components(separatedBy: $0).dropFirst() }
      let listed = Set(lists.flatMap { $0.prefix { $0 != "]" }.split { !$0.isLetter } })
      let named = text.split { !$0.isLetter && $0 != "." }.filter { $0.first?.isUppercase == true }
      let read = Set(named.compactMap { $0.split(separator: ".").dropFirst().first })
      for declaration in text.components(separatedBy: "private static let ").dropFirst() {
        let words = declaration.split(separator: " ", maxSplits: 2)
        guard words.count == 3, ["Flag", "TextOption", "Option<"].contains(where: words[2].hasPrefix) else { continue }
        #expect(listed.contains(words[0]), "\(file): \(words[0])")
        #expect(read.contains(words[0]) || Self.readByName.contains(String(words[0])), "\(file): \(words[0])")
      }
    }
  }

  @Test func `no two options of a verb have a name or a letter in common`() {
    for verb in Pleat.commands.verbs {
      let spellings = verb.options.flatMap(\.spellings)
      #expect(Set(spellings).count == spellings.count, "\(verb.name)")
      for argument in verb.arguments.dropLast() { #expect(!argument.isRepeating, "\(verb.name)") }
    }
  }

  @Test func `whatever reads an address declares one`() {
    for (name, type) in Pleat.commands.all where type is any EditingCommand.Type {
      let addressed = type.verb.options.filter { $0.kind?.isAddress == true }.map(\.name).sorted()
      let expected =
        ["add", "copy", "demote", "move", "promote", "unarchive"].contains(name) ? ["after", "before", "in"] : []
      #expect(addressed == (name == "delete" ? ["keep-rows"] : expected), "\(name)")
      let takesAddresses = !["add", "accordion", "reset"].contains(name)
      #expect((type.verb.arguments.first?.kind.isAddress == true) == takesAddresses, "\(name)")
    }
  }

  @Test func `the history keeps no option that applies to every verb or to every edit`() throws {
    for option in Apply.verb.options { #expect(option.purpose != .edit, "\(option.name)") }
    let words = ["milk", "-q", "--in=Home", "--json", "--detail=-x", "--idempotency-key", "7", "--", "-n"]
    let arguments = try Arguments(words[...], of: Add.verb)
    #expect(arguments.sentence == "add milk --in Home --detail=-x -- -n")
    #expect(try Arguments(["-rn", "Home"], of: Delete.verb, as: "rm").sentence == "rm -r Home")
  }

  @Test func `what is for the holder of a key is declared, and nothing that reaches other files is`() {
    let owned = ["backup", "sql", "config", "completions", "serve", "web", "host", "sync", "merge-file"]
    for verb in Pleat.commands.verbs {
      #expect((verb.audience == .owner) == owned.contains(verb.name), "\(verb.name)")
      for name in ["allow-network-file", "rename", "repair", "replace"] {
        guard let option = verb.option("--" + name), verb.name != "tags" else { continue }
        #expect(option.audience == .owner, "\(verb.name) \(name)")
      }
      #expect(verb.option("--json") == nil || verb.audience == .owner || verb.option("--json")?.audience == .key)
    }
  }
}
