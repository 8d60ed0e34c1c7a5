import ArgumentParser
import OutlineCore

/// One edit of a batch in the words of the command line, read without the argument parser, which takes most of a
/// millisecond for each.
///
/// What words a verb takes stands in its declaration alone; see ``VerbGrammar``.
struct EditWords {
  /// The verb as it is typed.
  let name: String
  let verb: any EditingVerb.Type
  let grammar: VerbGrammar
  var arguments: [String] = []
  private var values: [String: [String]] = [:]
  var flags: Set<String> = []
  /// The name given with `--as`.
  private(set) var givenName: String?

  init(verb word: String, _ grammars: inout BatchGrammar) throws(Failure) {
    (verb, grammar) = try grammars.verb(named: word)
    name = verb.name
  }

  /// Reads the words of a line.
  init(_ words: [String], _ grammars: inout BatchGrammar) throws(Failure) {
    try self.init(verb: words[0], &grammars)
    var rest = words.dropFirst()
    while let word = rest.popFirst() {
      if word == "--" {
        arguments += rest
        break
      }
      if word.hasPrefix("-"), word != "-" { try takeOption(word, &rest) } else { arguments.append(word) }
    }
  }

  private mutating func takeOption(_ word: String, _ rest: inout ArraySlice<String>) throws(Failure) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let ownValue = parts.count == 2 ? parts[1] : nil
    if parts[0] == "--as" {
      try name(try Self.value(of: parts[0], ownValue, &rest))
    } else if let option = grammar.options[parts[0]], option.takesValue {
      try set(option, to: try Self.value(of: parts[0], ownValue, &rest))
    } else if let option = grammar.options[parts[0]], ownValue == nil {
      flags.insert(option.name)
    } else {
      throw Failure(
        .usage, "'\(name)' has no option '\(parts[0])'.", hint: "A text that begins with a dash stands behind --.")
    }
  }

  /// The value of an option: what stands behind its equals sign, else the next word, which may be no option itself.
  private static func value(
    of option: String, _ own: String?, _ rest: inout ArraySlice<String>
  ) throws(Failure) -> String {
    if let own, !own.isEmpty { return own }
    guard let next = rest.first, !next.hasPrefix("-") || next == "-" else {
      throw Failure(.usage, "\(option) needs a value.")
    }
    rest.removeFirst()
    return next
  }

  mutating func set(_ option: VerbGrammar.Option, to value: String) throws(Failure) {
    let earlier = values[option.name] ?? []
    if let first = earlier.first, !option.isRepeating { throw Failure(twice: "--\(option.name)", first, value) }
    values[option.name] = earlier + [value]
  }

  /// Gives what the edit makes a name.
  mutating func name(_ word: String) throws(Failure) {
    guard verb == Add.self, Self.isName(word) else {
      throw Failure(
        .usage, verb == Add.self ? "'\(word)' cannot be a name." : "--as names what 'add' makes.",
        hint: "A name is letters, digits and _, and does not begin with a digit.")
    }
    givenName = word
  }

  private static func isName(_ word: String) -> Bool {
    word.first.map { !$0.isNumber } ?? false && word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}

extension EditWords {
  /// The edit, where `names` are given to what was made by earlier ones.
  func edit(naming names: Set<String>, in context: Context) throws -> BatchEdit {
    if verb == Add.self, arguments == ["-"] {
      throw Failure(.usage, "A batch cannot read standard input for 'add -'.")
    }
    if givenName != nil, arguments.count > 1 {
      throw Failure(.usage, "--as names one thing, and there are several texts.")
    }
    return BatchEdit(try command(naming: names).edit(in: context), name: givenName)
  }

  /// The verb with its words.
  func command(naming names: Set<String> = []) throws -> any EditingVerb {
    guard grammar.arguments.contains(arguments.count) else {
      let count = arguments.isEmpty ? "nothing to act on" : "more words than it takes"
      throw Failure(.usage, "'\(name)' has \(count).", hint: "'pleat help \(name)' says what it takes.")
    }
    var command: any EditingVerb = verb.init()
    try command.take(names.isEmpty ? self : resolving(names))
    return command
  }

  /// The words with `$NAME` as an address wherever an address stands.
  private func resolving(_ names: Set<String>) -> EditWords {
    var words = self
    for index in arguments.indices.prefix(verb.addresses(in: self)) {
      words.arguments[index] = Self.resolve(arguments[index], names)
    }
    for option in grammar.options.values where option.isAddress {
      words.values[option.name] = values[option.name]?.map { Self.resolve($0, names) }
    }
    return words
  }

  /// `$NAME` as an address, where something was given that name.
  private static func resolve(_ word: String, _ names: Set<String>) -> String {
    word.hasPrefix("$") && names.contains(String(word.dropFirst())) ? "@" + word : word
  }

  /// Whether any option is there.
  var hasOptions: Bool { !values.isEmpty || !flags.isEmpty }

  /// Whether a flag is there, by its long name.
  func isSet(_ flag: String) -> Bool { flags.contains(flag) }

  /// The value of an option, by its long name.
  func value(_ option: String) -> String? { values[option]?.last }

  /// The values of an option that may be given several times, by its long name.
  func allValues(_ option: String) -> [String] { values[option] ?? [] }

  /// The value of an option that takes a number, by its long name.
  func number(_ option: String) throws(Failure) -> Int? {
    guard let word = value(option) else { return nil }
    guard let number = Int(word) else { throw Failure(.usage, "--\(option) takes a number, and '\(word)' is none.") }
    return number
  }

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
