import ArgumentParser
import OutlineCore

/// The options and arguments that a verb takes, read from what it declares to the argument parser.
///
/// Reading them takes about a millisecond, so a batch reads them once for each verb in it; see ``BatchGrammar``.
struct VerbGrammar: Sendable {
  /// An option as the verb declares it.
  struct Option: Sendable {
    /// Its long name, without dashes.
    let name: String
    let takesValue: Bool
    /// Whether it may be given several times, each time with another value.
    let isRepeating: Bool
    let isAddress: Bool
    /// What its value can be.
    let kind: ValueKind
    /// What it does, as help says it.
    let summary: String
  }

  /// The options by everything that names them, dashes included: "--recursive" and "-r".
  private(set) var options: [String: Option] = [:]
  /// What the arguments can be, in order; the last of them holds for all that follow if there may be more.
  private(set) var kinds: [ValueKind] = []
  /// How many arguments there may be.
  private(set) var arguments = 0...0
  /// How many of the first arguments are addresses.
  private(set) var addresses = 0

  /// Reads the grammar of a verb.
  ///
  /// An option or argument is an address where its declaration says `valueName: "address"`.
  /// - Throws: a ``Failure`` when the argument parser describes the verb in a way that is not known here.
  init(_ verb: any ParsableCommand.Type) throws(Failure) {
    let declaration = try VerbDeclaration(verb)
    arguments = declaration.argumentCount
    for argument in declaration.arguments { addPositional(argument) }
    for option in declaration.options { addOption(option) }
  }

  /// Counts an argument as an address, if all before it are.
  private mutating func addPositional(_ argument: VerbDeclaration.Word) {
    let areAllAddresses = addresses == kinds.count
    kinds.append(argument.kindOfValue)
    if areAllAddresses, argument.valueName == "address" { addresses = argument.isRepeating ? .max : addresses + 1 }
  }

  private mutating func addOption(_ declared: VerbDeclaration.Word) {
    guard let name = declared.longName else { return }
    let option = Option(
      name: name, takesValue: declared.kind == .option, isRepeating: declared.isRepeating,
      isAddress: declared.valueName == "address", kind: declared.kindOfValue, summary: declared.help)
    for word in declared.names { options[word] = option }
  }

  /// Adds the options of another verb.
  mutating func addOptions(of other: VerbGrammar) { options.merge(other.options) { own, _ in own } }

  /// The grammar without some options.
  func without(_ others: [String: Option]) -> VerbGrammar {
    var grammar = self
    grammar.options = options.filter { others[$0.key] == nil }
    return grammar
  }
}

/// The grammars of the verbs that a batch uses.
struct BatchGrammar {
  /// The verbs that may be part of a batch, by every name that they go by.
  private let verbs: [String: any EditingVerb.Type]
  private var known: [String: VerbGrammar] = [:]
  /// The options that hold for a whole batch, and that none of its edits takes.
  private var common: VerbGrammar?

  init() {
    var verbs: [String: any EditingVerb.Type] = [:]
    for case let verb as any EditingVerb.Type in Pleat.configuration.subcommands {
      for name in [verb.name] + verb.configuration.aliases { verbs[name] = verb }
    }
    self.verbs = verbs
  }

  /// The names of the verbs that may be part of a batch, without their aliases.
  var names: [String] { Set(verbs.values.map { $0.name }).sorted() }

  /// The verb of a name or an alias, and what it takes.
  ///
  /// - Throws: a ``Failure`` where the verb cannot be part of a batch or there is none.
  mutating func verb(named word: String) throws(Failure) -> (verb: any EditingVerb.Type, grammar: VerbGrammar) {
    guard let verb = verbs[word] else { throw unknown(word) }
    if let grammar = known[word] { return (verb, grammar) }
    if common == nil { common = try VerbGrammar(Apply.self) }
    let grammar = try VerbGrammar(verb).without(common?.options ?? [:])
    known[word] = grammar
    return (verb, grammar)
  }

  private func unknown(_ word: String) -> Failure {
    let near = TextMatch.suggestions(for: word, among: names).first
    return Failure(
      .usage, Pleat.verbs.contains(word) ? "'\(word)' cannot be part of a batch." : "There is no verb '\(word)'.",
      hint: near.map { "Did you mean '\($0)'?" } ?? "A batch takes \(names.joined(separator: ", ")).")
  }
}
