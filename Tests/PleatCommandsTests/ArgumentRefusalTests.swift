import Foundation
import Testing

@testable import OutlineJSON
@testable import PleatArguments
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// Arguments that are refused: every verb with every kind of mistake.
struct ArgumentRefusalTests {
  /// Words of a command that are wrong, and what the message has to name.
  struct Mistake: CustomTestStringConvertible {
    let words: [String]
    let named: [String]

    init(_ words: [String], names named: String...) {
      self.words = words
      self.named = named
    }

    var testDescription: String { words.joined(separator: " ") }
  }

  /// Arguments that a verb takes, where not any word will do.
  private static let arguments = [
    "accordion": ["on"], "settings": ["inbox", "A"], "undo": ["1"], "redo": ["1"], "completions": ["bash"],
  ]

  static let mistakes: [Mistake] = {
    Pleat.commands.verbs.flatMap { verb -> [Mistake] in
      mistakes(of: verb) + verb.options.flatMap { mistakes(of: verb.name, $0) }
    }
  }()

  private static func mistakes(of declared: Verb) -> [Mistake] {
    let verb = declared.name
    var mistakes = [
      Mistake([verb, "--nonsense-of-somebody"], names: "'\(verb)' has no option '--nonsense-of-somebody'"),
      Mistake([verb, "-x"], names: "'-x'"), Mistake([verb, "--quiet=3", "--json=3"], names: "--"),
    ]
    // The words of 'completions' after its shell are those that somebody types, after two dashes.
    let count = verb == "completions" ? 1...1 : declared.argumentCount
    if count.lowerBound > 0 {
      let missing = declared.arguments.first
      let name = missing.map { $0.kind.choices.isEmpty ? $0.placeholder : $0.kind.choices.inWords } ?? ""
      mistakes.append(Mistake([verb], names: "'\(verb)' needs", name))
    }
    if count.upperBound < .max {
      let valid = arguments[verb] ?? Array(repeating: "x", count: count.upperBound)
      mistakes.append(Mistake([verb] + valid + ["surplus"], names: "'surplus' is one too many"))
    }
    if let numbers = declared.arguments.first?.kind.numbers {
      mistakes += ["0", "-1", "x", "99999999999999999999"].map { Mistake([verb, $0], names: numbers, "'\($0)'") }
    }
    return mistakes
  }

  private static func mistakes(of verb: String, _ option: AnyOption) -> [Mistake] {
    option.spellings.flatMap { name -> [Mistake] in
      if ["-h", "--help"].contains(name) { return [] }
      guard let kind = option.kind else {
        return name.hasPrefix("--") ? [Mistake([verb, "\(name)=x"], names: name)] : []
      }
      var mistakes = [
        Mistake([verb, name], names: "\(name) needs a value"), Mistake([verb, name, "-x"], names: "'-x'"),
      ]
      if !option.isRepeating {
        let values = values(of: kind)
        mistakes.append(
          Mistake([verb, name, values.0, name, values.1], names: "is given twice", "\(values.0) or --", "\(values.1)."))
      }
      if let range = range(of: kind), let numbers = kind.numbers {
        let above = range.upperBound == .max ? "99999999999999999999" : "\(range.upperBound + 1)"
        let wrong = ["\(range.lowerBound - 1)", above, "x", "-3", "1,5"]
        mistakes += wrong.map { Mistake([verb, name, $0], names: name, numbers, "'\($0)'") }
      } else if !kind.choices.isEmpty {
        mistakes.append(Mistake([verb, name, "nonsense"], names: name, kind.choices.inWords, "'nonsense'"))
      }
      return mistakes
    }
  }

  private static func range(of kind: ValueKind) -> ClosedRange<Int>? {
    switch kind {
    case .number(let range), .seconds(let range): range
    default: nil
    }
  }

  /// Two values that an option takes.
  private static func values(of kind: ValueKind) -> (String, String) {
    if range(of: kind) != nil || kind == .entry { return ("1", "2") }
    return kind.choices.count > 1 ? (kind.choices[0], kind.choices[1]) : ("a", "b")
  }

  @Test func `there are mistakes of every kind for every verb`() {
    #expect(Self.mistakes.count > 500)
    #expect(Set(Self.mistakes.map { $0.words[0] }).count == Pleat.commands.all.count)
  }

  @Test(arguments: mistakes)
  func `arguments that are refused get two short lines and 64`(mistake: Mistake) throws {
    let session = try Session()
    let answer = session.run(mistake.words)
    #expect(answer.status == 64 && answer.text.isEmpty, "\(answer)")
    let lines = answer.message.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 2 && lines.allSatisfy { !$0.isEmpty }, "\(answer.message)")
    #expect(answer.message.hasPrefix("pleat: ") && lines.first?.hasSuffix(".") == true, "\(answer.message)")
    for name in mistake.named { #expect(answer.message.contains(name), "\(answer.message)") }
    for word in ["Usage:", "Error:", "USAGE"] { #expect(!answer.message.contains(word), "\(answer.message)") }
    #expect(try session.folder.names() == [])
  }

  @Test(arguments: mistakes)
  func `arguments that are refused get one object with --json, and 64`(mistake: Mistake) throws {
    let session = try Session()
    let answer = session.run(mistake.words + ["--json"])
    #expect(answer.status == 64 && answer.text.isEmpty && answer.messages.count == 1, "\(answer)")
    let error = try JSON.error(answer.message)
    #expect(error["code"] as? String == "usage")
    #expect((error["message"] as? String)?.isEmpty == false)
    #expect(try session.folder.names() == [])
  }

  @Test(arguments: [
    (["find", "-x"], "pleat find -- -x"), (["undo", "-x"], "'pleat help undo'"), (["-x"], "pleat list -- -x"),
    (["delete", "- milk"], "pleat delete -- '- milk'"), (["rm", "-5"], "pleat delete -- -5"),
    (["edit", "milk", "--text", "-x"], "--text=-x"), (["-x", "add"], "pleat add -- -x"),
    (["add", "--- milk"], "pleat add -- '--- milk'"),
  ])
  func `a word that begins with a dash is explained with the verb that was used`(words: [String], hint: String) throws {
    let answer = try Session().run(words)
    #expect(answer.status == 64)
    #expect(answer.message.contains(hint), "\(answer.message)")
  }

  @Test func `a value may begin with a dash after an equals sign, and a text after two dashes`() throws {
    let session = try Session()
    #expect(session.run("add", "--section", "--", "-A").status == 0)
    #expect(session.run("add", "--in=-A", "--", "--first").status == 0)
    #expect(session.run().lines == ["▾ 1 -A", "  1:1 --first"])
  }

  @Test func `an option that takes one value is refused when it is given twice, whatever its spelling`() throws {
    let session = try Session.sample()
    for words in [
      ["add", "x", "--in", "Home", "--in", "Dairy"], ["add", "x", "--in=Home", "--in", "Dairy"],
      ["--file", "a", "list", "-f", "b"], ["-u", "a", "list", "--user=a"],
      ["edit", "milk", "--done", "yes", "--done", "no"],
    ] {
      let answer = session.run(words)
      #expect(answer.status == 64 && answer.message.contains("is given twice"), "\(words): \(answer.message)")
    }
    #expect(session.run("edit", "milk", "--set", "a=1", "--set", "b=2").status == 0)
    #expect(session.run("add", "--in", "Home", "--", "--in", "--in").status == 0)
    #expect(session.run("delete", "--done", "Home", "--done").status == 0)
    let batch = session.run("apply", input: "add x --in Home --in Dairy\n")
    #expect(batch.status == 64 && batch.message.contains("--in is given twice"), "\(batch.message)")
  }

  @Test(arguments: [
    (["list", "--dept", "1"], "Did you mean: pleat list --depth 1"),
    (["add", "x", "--sektion"], "Did you mean: pleat add x --section"),
    (["list", "--color", "alway"], "Did you mean: pleat list --color always"),
    (["delte", "x"], "Did you mean: pleat delete x"),
    (["import", "x", "--format", "html"], "md, txt or todo.txt, not 'html'."),
    (["version"], "Did you mean: pleat --version"),
    (["-V"], "Did you mean: pleat --version"),
    (["--colour", "never"], "Did you mean: pleat --color never"),
    (["--version", "--json"], "Run 'pleat --version' without"),
  ])
  func `what comes near is suggested`(words: [String], hint: String) throws {
    let answer = try Session().run(words)
    #expect(answer.message.contains(hint), "\(answer.message)")
  }

  @Test(arguments: [
    ["list", "--ofg"], ["list", "--xyz"], ["collapse", "--nonsense"], ["backup", "--zero", "x"], ["milk"], ["x"],
    ["list", "--color", "red"], ["list", "-e"],
  ])
  func `what is not near is not suggested`(words: [String]) throws {
    let answer = try Session().run(words)
    #expect(answer.status == 64)
    #expect(!answer.message.contains("Did you mean"), "\(answer.message)")
  }

  @Test(arguments: [
    (["edit", "new text", "--where", "open"], "pleat edit ADDRESS --text TEXT"),
    (["edit", "apples", "new text", "--where", "open", "--due", "fri"], "pleat edit ADDRESS --text TEXT"),
    (["move", "apples", "Home", "--where", "open"], "the only argument is the section"),
    (["copy", "apples", "Home", "--where", "open"], "the only argument is the section"),
  ])
  func `a filter beside an address names what is meant instead`(words: [String], hint: String) throws {
    let answer = try Session.sample().run(words)
    #expect(answer.status == 64)
    #expect(answer.message.hasPrefix("pleat: Give either addresses or --where, not both.\n"))
    #expect(answer.message.contains(hint))
  }
}
