import OutlineFormats
import Testing

@testable import ArgumentParser
@testable import PleatCommands

/// What verbs declare to the argument parser, against what is made of it elsewhere.
struct VerbGrammarTests {
  private static let verbs = Pleat.configuration.subcommands.compactMap { $0 as? any EditingVerb.Type }

  /// Every option of every verb of a batch, with the dashes in front.
  private static let options: [(verb: String, option: String)] = verbs.flatMap { verb in
    var grammars = BatchGrammar()
    let options = (try? grammars.verb(named: verb.name).grammar.options.keys.sorted()) ?? []
    return options.map { (verb.name, $0) }
  }

  /// A verb as a batch makes it, and as the argument parser does; nil where it refuses the words.
  private func made(_ words: [String]) throws -> (batch: String, parser: String)? {
    guard let command = try? Pleat.parsed(words) else { return nil }
    var grammars = BatchGrammar()
    let verb = try EditWords(words, &grammars).command()
    return (described(verb), described(command))
  }

  /// All that a verb holds of its own, whether it was parsed or set; what was neither is described as a definition.
  private func described(_ verb: Any) -> String {
    // A batch leaves out what holds for all of its edits.
    Mirror(reflecting: verb).children.filter { !["_editing", "_options"].contains($0.label) }
      .map { "\($0.label ?? ""): \($0.value)" }.joined(separator: ", ")
  }

  @Test func `every verb of a batch reads every option that it declares`() throws {
    #expect(Self.options.count > 15)
    for (verb, option) in Self.options {
      var grammars = BatchGrammar()
      let grammar = try grammars.verb(named: verb).grammar
      let isValued = try #require(grammar.options[option]).takesValue
      let values = isValued ? [[option, "1"], [option, "k=1"], [option, "yes"]] : [[option]]
      let others = [[]] + Self.options.filter { $0.verb == verb }.flatMap { [[$0.option, "2"], [$0.option]] }
      let lines = [["2"], []].flatMap { arguments in
        others.flatMap { other in values.map { [verb] + arguments + other + $0 } }
      }
      let words = try #require(lines.first { (try? Pleat.parsed($0)) != nil }, "\(verb) \(option)")
      let (batch, parser) = try #require(try made(words))
      #expect(batch == parser, "\(words): '\(verb)' does not read \(option) in a batch")
    }
  }

  /// What the argument parser finds wrong with declarations, at every start of a debug build alone.
  @Test func `the declarations of all verbs are right`() throws {
    for verb in Pleat.configuration.subcommands { try verb._validate(parent: nil) }
  }

  @Test func `the grammar of a verb says what its declaration says`() throws {
    var grammars = BatchGrammar()
    let delete = try grammars.verb(named: "rm")
    #expect(delete.verb.name == "delete")
    #expect(delete.grammar.arguments == 0...Int.max)
    #expect(delete.grammar.addresses == Int.max)
    #expect(delete.grammar.options.keys.sorted() == ["--all", "--done", "--keep-rows", "--recursive", "-r"])
    #expect(delete.grammar.options["-r"]?.name == "recursive")
    #expect(delete.grammar.options["--keep-rows"]?.isAddress == true)
    let edit = try grammars.verb(named: "edit").grammar
    #expect(edit.arguments == 0...Int.max)
    #expect(edit.addresses == Int.max)
    #expect(edit.options["--set"]?.isRepeating == true)
    #expect(edit.options["--detail"]?.isAddress == false)
    #expect(try grammars.verb(named: "add").grammar.addresses == 0)
  }

  @Test func `whatever is read as an address is declared as one`() throws {
    for verb in Self.verbs {
      var grammars = BatchGrammar()
      let grammar = try grammars.verb(named: verb.name).grammar
      let addressed = grammar.options.values.filter(\.isAddress).map(\.name).sorted()
      let expected = ["add", "move"].contains(verb.name) ? ["after", "before", "in"] : []
      #expect(addressed == (verb.name == "delete" ? ["keep-rows"] : expected), "\(verb.name)")
      let isAddressed = !["add", "accordion", "reset"].contains(verb.name)
      #expect((grammar.addresses > 0) == isAddressed, "\(verb.name)")
    }
  }

  // The sets of Words stand in the source, because a start that made them of the declarations would take several
  // milliseconds.

  @Test func `the options that may stand before a verb are those that some verb declares`() throws {
    var valued: Set<String> = []
    var flags: Set<String> = []
    var repeating: Set<String> = []
    for verb in Pleat.configuration.subcommands {
      for (word, option) in try VerbGrammar(verb).options {
        if option.takesValue { valued.insert(word) } else { flags.insert(word) }
        if option.isRepeating { repeating.insert(word) }
      }
    }
    #expect(valued.intersection(flags) == ["--done"])
    #expect(Set(Words.optionsWithValue) == valued.subtracting(["--done"]))
    #expect(Set(Words.repeatingOptions) == repeating)
    let letters = valued.union(flags).filter { !$0.hasPrefix("--") }.compactMap(\.last)
    #expect(Set(Words.letters) == Set(letters))
  }

  @Test func `the history keeps no option that holds for every verb or for every edit`() throws {
    let editing = try VerbGrammar(Apply.self).options.keys.filter { !["-h", "--help"].contains($0) }
    #expect(Set(Words.unmentioned) == Set(editing))
  }

  @Test func `what others call a verb leads to one and is none`() {
    for (synonym, verb) in Words.synonyms {
      #expect(Pleat.verbs.contains(verb), "\(synonym)")
      #expect(!Pleat.verbs.contains(synonym), "\(synonym)")
    }
  }
}
