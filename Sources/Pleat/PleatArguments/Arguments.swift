import OutlineCore

/// How much help the user requests.
package enum HelpLength: Sendable {
  /// The usage, two examples, and the verb's own options.
  case short
  /// The whole page.
  case full
}

/// The arguments and options of a command, read as its verb declares them.
///
/// Every value is checked against its declaration, so that reading a number gives a number.
package struct Arguments: Sendable {
  package let verb: Verb
  /// The options that the command may have; by default, those of the verb.
  package let options: [AnyOption]
  /// The arguments that are not options, in order.
  package private(set) var positional: [String] = []
  /// The options that were given, in order; a flag has an empty value.
  package private(set) var given: [(option: AnyOption, value: String)] = []
  /// How many of the ``positional`` arguments come before `--`; nil without it.
  package private(set) var countBeforeDashes: Int?
  /// The command for the history: quoted as in a shell, without options that affect only the answer.
  package private(set) var sentence: String

  /// Creates the arguments of a command that has none yet.
  ///
  /// - Parameters:
  ///   - name: The verb as it was typed.
  ///   - options: The options that the command may have; nil for all that the verb declares.
  package init(of verb: Verb, as name: String? = nil, taking options: [AnyOption]? = nil) {
    self.verb = verb
    self.options = options ?? verb.options
    sentence = name ?? verb.name
  }

  /// Reads the arguments after a verb.
  ///
  /// - Parameters:
  ///   - arguments: Everything that was typed after the verb.
  ///   - verb: The verb.
  ///   - name: The name of the verb that was typed, which may be an alias.
  ///   - options: The options that it takes here; nil for all that it declares.
  /// - Throws: A ``Refusal`` for the first argument that the verb does not take.
  package init(
    _ arguments: ArraySlice<String>, of verb: Verb, as name: String? = nil, taking options: [AnyOption]? = nil
  ) throws(Refusal) {
    self.init(of: verb, as: name, taking: options)
    var reader = ArgumentReader(arguments, options: self.options)
    while let part = reader.next() {
      switch part {
      case .argument(let value): try add(value)
      case .flag(let option, let spelling): add(option, as: spelling)
      case .value(let option, let spelling, let value): try add(value, of: option, as: spelling)
      case .valueMissing(let option, let spelling, let next):
        throw .valueMissing(option, as: spelling, before: next, verb)
      case .valueTooMany(_, let spelling): throw .valueTooMany(spelling, verb)
      case .unknown(let word): throw .unknown(word, of: self)
      case .dashes:
        countBeforeDashes = positional.count
        sentence += " --"
      }
    }
    try checkCount()
  }

  /// The command for the history, cut if it is long.
  package var keptSentence: String {
    sentence.utf8.count > 200 && sentence.count > 200 ? sentence.prefix(199) + "…" : sentence
  }

  /// Returns the length of the help that the arguments request, even if other arguments are wrong: short for `-h`; nil
  /// for none.
  package static func help(askedForIn arguments: ArraySlice<String>) -> HelpLength? {
    for argument in arguments where argument.utf8.first == 0x2D {
      if argument == "--" { return nil }
      if Verb.help.isSpelled(argument) { return argument == "-h" ? .short : .full }
    }
    return nil
  }
}

// MARK: - Adding

extension Arguments {
  package mutating func add(_ value: String) throws(Refusal) {
    guard let argument = verb.argument(at: positional.count) else { throw .surplus(value, of: verb) }
    let value = argument.kind.spelled(value)
    if !argument.kind.accepts(value) { throw .wrong(value, argument.kind, of: "'\(verb.name)'", verb) }
    positional.append(value)
    sentence += " " + ShellWords.quoted(value)
  }

  package mutating func add(_ option: AnyOption, as spelling: String) {
    given.append((option, ""))
    if option.purpose == .edit { sentence += " " + spelling }
  }

  package mutating func remove(_ option: AnyOption) { given.removeAll { $0.option.name == option.name } }

  /// Adds an option with its value.
  package mutating func add(_ value: String, of option: AnyOption, as spelling: String) throws(Refusal) {
    if !option.isRepeating, let first = given.first(where: { $0.option.name == option.name }) {
      throw .twice("--\(option.name)", first.value, value)
    }
    let value = option.kind?.spelled(value) ?? value
    if let kind = option.kind, !kind.accepts(value) { throw .wrong(value, kind, of: spelling, verb) }
    given.append((option, value))
    guard option.purpose == .edit else { return }
    sentence += " " + spelling + (ArgumentReader.beginsWithDash(value) ? "=" : " ") + ShellWords.quoted(value)
  }

  /// Throws a ``Refusal`` if an argument is missing.
  package func checkCount() throws(Refusal) {
    guard positional.count < verb.argumentCount.lowerBound, let missing = verb.argument(at: positional.count) else {
      return
    }
    throw .missing(missing, of: verb)
  }

  /// Replaces every address by the result of a function.
  ///
  /// - Parameter count: How many of the positional arguments, from the first, may be addresses.
  package mutating func replaceAddresses(among count: Int, with replacement: (String) -> String) {
    for index in positional.indices.prefix(count) where verb.argument(at: index)?.kind.isAddress == true {
      positional[index] = replacement(positional[index])
    }
    for index in given.indices where given[index].option.kind?.isAddress == true {
      given[index].value = replacement(given[index].value)
    }
  }
}

// MARK: - Reading

extension Arguments {
  /// Returns the value of an option that the verb declares.
  package subscript<Value>(_ option: Option<Value>) -> Value {
    assert(
      (verb.options + options).contains { $0.name == option.name }, "'\(verb.name)' does not declare --\(option.name)")
    return value(of: option)
  }

  /// Returns the value of an option that the verb need not declare.
  package func value<Value>(of option: Option<Value>) -> Value {
    option.value(given.filter { $0.option.name == option.name }.map(\.value))
  }
}

extension ValueKind {
  /// Returns the declared spelling of a choice that was typed with capital letters, and any other text unchanged.
  package func spelled(_ word: String) -> String {
    choices.first { $0.utf8.elementsEqual(word.utf8) } ?? choices.first { $0 == word.lowercased() } ?? word
  }

  /// Whether a text is a valid value.
  package func accepts(_ word: String) -> Bool {
    switch self {
    case .text, .suggested, .filter, .file, .item, .section, .user, .tag, .topic: true
    case .choice(let choices): choices.contains { $0.utf8.elementsEqual(word.utf8) }
    case .number(let range): Int(word).map(range.contains) ?? false
    case .seconds(let range):
      Double(word).map { $0 >= Double(range.lowerBound) && $0 <= Double(range.upperBound) } ?? false
    case .entry: EntryID(word) != nil
    }
  }
}
