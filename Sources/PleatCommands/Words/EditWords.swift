import ArgumentParser
import OutlineCore

/// One edit of a batch in the words of the command line, read without the argument parser, which takes most of a
/// millisecond for each.
///
/// A test compares ``grammars`` with what the verbs themselves declare.
struct EditWords {
  /// What words go with a verb.
  struct Grammar: Sendable {
    /// Options with a value, by their long names.
    var values: Set<String> = []
    /// Options without one, by their long names.
    var flags: Set<String> = []
    /// How many arguments there may be.
    var arguments: ClosedRange<Int>
    /// How many of the first arguments are addresses.
    var addresses: Int
    /// Makes the verb of its words.
    let verb: @Sendable (EditWords) throws -> any EditingVerb
  }

  private static let place: Set<String> = ["in", "before", "after", "at"]
  /// The options whose values are addresses.
  private static let addressed: Set<String> = ["in", "before", "after", "keep-rows"]

  /// The verbs of a batch.
  static let grammars: [String: Grammar] = [
    "add": Grammar(
      values: place, flags: ["section", "first"], arguments: 1...Int.max, addresses: 0, verb: { try Add($0) }),
    "edit": Grammar(
      values: ["detail", "collapsible", "set"], arguments: 1...2, addresses: 1, verb: { try EditVerb($0) }),
    "move": Grammar(values: place, flags: ["first"], arguments: 1...Int.max, addresses: .max, verb: { try Move($0) }),
    "delete": Grammar(
      values: ["keep-rows"], flags: ["recursive"], arguments: 1...Int.max, addresses: .max, verb: { try Delete($0) }),
    "collapse": Grammar(
      flags: ["all", "recursive"], arguments: 0...Int.max, addresses: .max, verb: { try Collapse($0) }),
    "expand": Grammar(flags: ["all", "recursive"], arguments: 0...Int.max, addresses: .max, verb: { try Expand($0) }),
    "toggle": Grammar(arguments: 1...Int.max, addresses: .max, verb: { try Toggle($0) }),
    "accordion": Grammar(arguments: 1...1, addresses: 0, verb: { try Accordion($0) }),
    "reset": Grammar(flags: ["collapsed", "expanded"], arguments: 0...0, addresses: 0, verb: { try Reset($0) }),
  ]

  private static let aliases = Dictionary(
    uniqueKeysWithValues: Pleat.configuration.subcommands.flatMap { verb in
      verb.configuration.aliases.map { ($0, verb.configuration.commandName ?? "") }
    })

  let verb: String
  let grammar: Grammar
  var arguments: [String] = []
  private var values: [String: [String]] = [:]
  var flags: Set<String> = []
  /// The name given with `--as`.
  private(set) var name: String?

  init(verb: String) throws(Failure) {
    self.verb = Self.aliases[verb] ?? verb
    guard let grammar = Self.grammars[self.verb] else {
      let near = TextMatch.suggestions(for: verb, among: Array(Self.grammars.keys)).first
      let isOther = Pleat.verbs.contains(verb)
      throw Failure(
        .usage, isOther ? "'\(verb)' cannot be part of a batch." : "There is no verb '\(verb)'.",
        hint: near.map { "Did you mean '\($0)'?" }
          ?? "A batch takes \(Self.grammars.keys.sorted().joined(separator: ", ")).")
    }
    self.grammar = grammar
  }

  /// Reads the words of a line.
  init(_ words: [String]) throws(Failure) {
    try self.init(verb: words[0])
    var rest = words.dropFirst()
    while let word = rest.popFirst() {
      if word == "--" {
        arguments += rest
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        arguments.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let option = parts[0] == "-r" ? "recursive" : String(parts[0].dropFirst(2))
      if parts.count == 1, word.hasPrefix("--") || word == "-r", grammar.flags.contains(option) {
        flags.insert(option)
      } else if word.hasPrefix("--"), grammar.values.contains(option) || option == "as" {
        try set(option, to: try Self.value(of: option, parts.count == 2 ? parts[1] : nil, &rest))
      } else {
        throw Failure(
          .usage, "'\(verb)' has no option '\(parts[0])'.", hint: "A text that begins with a dash stands behind --.")
      }
    }
  }

  /// The value of an option: what stands behind its equals sign, else the next word, which may be no option itself.
  private static func value(
    of option: String, _ own: String?, _ rest: inout ArraySlice<String>
  ) throws(Failure) -> String {
    if let own, !own.isEmpty { return own }
    guard let next = rest.first, !next.hasPrefix("-") || next == "-" else {
      throw Failure(.usage, "--\(option) needs a value.")
    }
    rest.removeFirst()
    return next
  }

  mutating func set(_ option: String, to value: String) throws(Failure) {
    if option == "as" {
      guard verb == "add", Self.isName(value) else {
        throw Failure(
          .usage, verb == "add" ? "'\(value)' cannot be a name." : "--as names what 'add' makes.",
          hint: "A name is letters, digits and _, and does not begin with a digit.")
      }
      name = value
    } else {
      values[option] = (option == "set" ? values[option] ?? [] : []) + [value]
    }
  }

  private static func isName(_ word: String) -> Bool {
    word.first.map { !$0.isNumber } ?? false && word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}

extension EditWords {
  /// The edit, where `names` are given to what was made by earlier ones.
  func edit(naming names: Set<String>, in context: Context) throws -> BatchEdit {
    guard grammar.arguments.contains(arguments.count) else {
      let count = arguments.isEmpty ? "nothing to act on" : "more words than it takes"
      throw Failure(.usage, "'\(verb)' has \(count).", hint: "'pleat help \(verb)' says what it takes.")
    }
    if verb == "add", arguments == ["-"] { throw Failure(.usage, "A batch cannot read standard input for 'add -'.") }
    if name != nil, arguments.count > 1 { throw Failure(.usage, "--as names one thing, and there are several texts.") }
    var words = self
    for index in arguments.indices.prefix(grammar.addresses) {
      words.arguments[index] = Self.resolve(arguments[index], names)
    }
    for option in Self.addressed {
      words.values[option] = values[option]?.map { Self.resolve($0, names) }
    }
    return BatchEdit(try grammar.verb(words).edit(in: context), name: name)
  }

  /// `$NAME` as an address, where something was given that name.
  private static func resolve(_ word: String, _ names: Set<String>) -> String {
    word.hasPrefix("$") && names.contains(String(word.dropFirst())) ? "@" + word : word
  }

  func isSet(_ flag: String) -> Bool { flags.contains(flag) }

  func value(_ option: String) -> String? { values[option]?.last }

  func allValues(_ option: String) -> [String] { values[option] ?? [] }

  /// The value of an option that takes one of some words.
  func choice<T: RawRepresentable & CaseIterable>(_ word: String?, _ type: T.Type) throws(Failure) -> T?
  where T.RawValue == String {
    guard let word else { return nil }
    guard let choice = T(rawValue: word) else {
      let valid = T.allCases.map(\.rawValue).joined(separator: " or ")
      throw Failure(.usage, "'\(word)' is not \(valid).")
    }
    return choice
  }
}
