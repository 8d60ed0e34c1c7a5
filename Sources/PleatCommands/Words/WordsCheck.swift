import ArgumentParser
import OutlineCore
import OutlineFormats

/// Looks for what is wrong with the words of a command, and says it in pleat's own sentences.
///
/// It runs after the argument parser has refused the words, so a command that is right never pays for it.
struct WordsCheck {
  private let name: String
  private let declaration: VerbDeclaration
  private var arguments: [String] = []

  /// Creates the check for a verb.
  init(_ verb: any ParsableCommand.Type) throws(Failure) {
    name = verb.name
    declaration = try VerbDeclaration(verb)
  }

  /// Whether the words ask for help, behind which nothing else counts.
  static func asksForHelp(_ words: [String]) -> Bool {
    words.prefix { $0 != "--" }.contains { $0 == "-h" || $0 == "--help" }
  }

  /// Returns the failure for words that the argument parser has refused.
  ///
  /// - Parameters:
  ///   - verb: The verb that they are for.
  ///   - words: What stands behind the verb.
  ///   - error: What the parser, or the verb itself, says; it counts where nothing is wrong with a single word.
  static func failure(of verb: any ParsableCommand.Type, _ words: [String], _ error: any Error) -> Failure {
    do {
      var check = try WordsCheck(verb)
      try check.read(words)
      try check.countArguments()
      return Failure(usage: Pleat.message(for: error), of: verb.name)
    } catch {
      return error
    }
  }

  private mutating func read(_ words: [String]) throws(Failure) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        arguments += rest
        return
      }
      if word.hasPrefix("--") {
        try readOption(word, &rest)
      } else if word.hasPrefix("-"), word != "-" {
        for letter in word.dropFirst() { try readOption("-\(letter)", &rest) }
      } else {
        try checkArgument(word)
        arguments.append(word)
      }
    }
  }

  private func readOption(_ word: String, _ rest: inout ArraySlice<String>) throws(Failure) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let option = declaration.option(parts[0]) else { throw unknown(parts[0]) }
    if option.kind == .flag {
      if parts.count == 1 { return }
      throw Failure(.usage, "\(parts[0]) takes no value.", hint: "Write \(parts[0]) alone; \(help).")
    }
    if parts.count == 2, !parts[1].isEmpty { return try checkValue(parts[1], of: option, as: parts[0]) }
    guard let value = rest.first, !value.hasPrefix("-") || value == "-" else {
      let dashed = rest.first.map { " For a value that begins with a dash: \(parts[0])=\(ShellWords.quoted($0))" }
      throw Failure(
        .usage, "\(parts[0]) needs a value.", hint: "Write \(parts[0]) \(option.placeholder).\(dashed ?? "")")
    }
    rest.removeFirst()
    try checkValue(value, of: option, as: parts[0])
  }

  private func checkValue(
    _ value: String, of option: VerbDeclaration.Word, as spelling: String
  ) throws(Failure) {
    try check(value, option, name: spelling, range: NumberRange.of(option.names.first, in: name))
  }

  private func checkArgument(_ word: String) throws(Failure) {
    let declared = declaration.arguments
    guard arguments.count < declared.count else { return }
    try check(word, declared[arguments.count], name: "'\(name)'", range: NumberRange.of(nil, in: name))
  }

  /// Refuses a value that is no number, or none of a few words, where it has to be one.
  private func check(
    _ value: String, _ declared: VerbDeclaration.Word, name: String, range: NumberRange?
  ) throws(Failure) {
    if let range {
      let number = Double(value)
      let isWhole = range.unit != nil || Int(value) != nil
      if let number, isWhole, number >= Double(range.range.lowerBound), number <= Double(range.range.upperBound) {
        return
      }
      throw Failure(.usage, range.refusal(of: value), hint: "\(help).")
    }
    if declared.names.contains("--entry"), EntryID(value) == nil {
      throw Failure(
        .usage, "--entry takes the number of an entry, such as 9 or h31, not '\(value)'.",
        hint: "'pleat log' lists the entries.")
    }
    guard !declared.values.isEmpty, !declared.accepts(value) else { return }
    let near = TextMatch.suggestions(for: value, among: declared.values).first
    throw Failure(
      .usage, "\(name) takes \(declared.values.inWords), not '\(value)'.",
      hint: near.map { "Did you mean '\($0)'?" } ?? "\(help).")
  }

  private func countArguments() throws(Failure) {
    let count = declaration.argumentCount
    if arguments.count < count.lowerBound {
      let missing = declaration.arguments[min(arguments.count, declaration.arguments.count - 1)]
      let article = "AEIO".contains(missing.placeholder.first ?? " ") ? "an " : "a "
      let what = missing.values.isEmpty ? article + missing.placeholder : missing.values.inWords
      throw Failure(.usage, "'\(name)' needs \(what).", hint: "\(help).")
    }
    if arguments.count > count.upperBound {
      let most =
        switch count.upperBound {
        case 0: "no arguments"
        case 1: "one argument"
        default: "\(count.upperBound) arguments"
        }
      let extra = arguments[count.upperBound]
      throw Failure(.usage, "'\(name)' takes \(most), and '\(extra)' is one too many.", hint: "\(help).")
    }
  }

  private func unknown(_ option: String) -> Failure {
    if option == "--version" {
      return Failure(.usage, "'\(name)' has no option '--version'.", hint: "Say 'pleat --version', and nothing else.")
    }
    let isLong = option.hasPrefix("--")
    let near = isLong ? TextMatch.suggestions(for: option, among: declaration.options.flatMap(\.names)).first : nil
    let text = "A text that begins with dashes stands behind --, as in: pleat \(name) -- \(ShellWords.quoted(option))"
    let remark = isLong && declaration.takesTexts ? "\(help). \(text)" : "\(help)."
    return Failure(
      .usage, "'\(name)' has no option '\(option)'.", hint: near.map { "Did you mean '\($0)'?" } ?? remark)
  }

  private var help: String { "'pleat help \(name)' says what it takes" }
}

extension Failure {
  /// Creates the failure for words that do not go together.
  ///
  /// - Parameters:
  ///   - message: What is wrong.
  ///   - verb: The verb whose help is the next step.
  init(usage message: String, of verb: String) {
    self.init(.usage, message, hint: "'pleat help \(verb)' says what it takes.")
  }
}

extension VerbDeclaration {
  /// Whether its arguments are texts or addresses, which may begin with a dash.
  var takesTexts: Bool { arguments.contains { ["text", "word", "address"].contains($0.valueName) } }
}

extension VerbDeclaration.Word {
  /// What stands for the value in help: the words that it may be, if there are up to four, else its name in capitals.
  var placeholder: String {
    if (1...4).contains(values.count) { return values.joined(separator: "|") }
    return valueName.contains("|") || valueName.contains("=") ? valueName : valueName.uppercased()
  }

  /// Whether a word is one of its values.
  fileprivate func accepts(_ word: String) -> Bool {
    let word = names.contains("--format") ? OutlineFormat(name: word)?.rawValue ?? word : word
    return values.contains { $0.hasSameBytes(as: word) }
  }
}

extension [String] {
  /// The texts as an enumeration: "auto, always or never".
  var inWords: String {
    guard let last else { return "" }
    return count == 1 ? last : "\(dropLast().joined(separator: ", ")) or \(last)"
  }
}
