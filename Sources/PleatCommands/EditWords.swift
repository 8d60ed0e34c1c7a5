import ArgumentParser
import Foundation
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
  private let grammar: Grammar
  private(set) var arguments: [String] = []
  private var values: [String: [String]] = [:]
  private var flags: Set<String> = []
  /// The name given with `--as`.
  private(set) var name: String?

  private init(verb: String) throws(Failure) {
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
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
          throw Failure(.usage, "--\(option) needs a value.")
        }
        try set(option, to: value)
      } else {
        throw Failure(
          .usage, "'\(verb)' has no option '\(parts[0])'.", hint: "A text that begins with a dash stands behind --.")
      }
    }
  }

  /// Reads the members of a JSON object: `verb`, `arguments`, and options by their long names.
  init(json line: some Sequence<UInt8>) throws(Failure) {
    let object: [String: Any]?
    do { object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any] } catch { object = nil }
    guard let object else { throw Failure(.badData, "this is not a JSON object.") }
    guard let verb = object["verb"] as? String else { throw Failure(.badData, "the object has no \"verb\".") }
    try self.init(verb: verb)
    for (key, value) in object.sorted(by: { $0.key < $1.key }) where key != "verb" {
      try take(key, value)
    }
  }

  private mutating func take(_ key: String, _ value: Any) throws(Failure) {
    let texts = (value as? [Any] ?? [value]).map(Self.text)
    if grammar.flags.contains(key), let isSet = value as? Bool {
      if isSet { flags.insert(key) }
    } else if key == "arguments", texts.allSatisfy({ $0 != nil }) {
      arguments = texts.compactMap(\.self)
    } else if grammar.values.contains(key) || key == "as", texts.allSatisfy({ $0 != nil }) {
      for text in texts.compactMap(\.self) { try set(key, to: text) }
    } else {
      let known = ["arguments", "as"] + grammar.flags.sorted() + grammar.values.sorted()
      throw Failure(
        .usage, known.contains(key) ? "\"\(key)\" has a value that it does not take." : "'\(verb)' has no \"\(key)\".",
        hint: known.contains(key) ? nil : "It takes \(known.joined(separator: ", ")).")
    }
  }

  /// A string, or a whole number in digits.
  private static func text(_ value: Any) -> String? { value as? String ?? (value as? Int).map(String.init) }

  private mutating func set(_ option: String, to value: String) throws(Failure) {
    if option == "as" {
      guard verb == "add", Self.isName(value) else {
        throw Failure(
          .usage, verb == "add" ? "'\(value)' cannot be a name." : "--as names what 'add' makes.",
          hint: "A name is letters, digits and _.")
      }
      name = value
    } else {
      if option != "set", values[option] != nil { throw Failure(.usage, "--\(option) is given twice.") }
      values[option, default: []].append(value)
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
      throw Failure(.usage, "'\(verb)' has \(count).", hint: "See: pleat help \(verb)")
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
