import OutlineCore

/// Why arguments were refused before anything was done.
package struct Refusal: Error, Hashable, Sendable {
  package let message: String
  /// The next step.
  package var hint: String?
  /// A typed word, and the one that was probably meant.
  package var correction: Correction?
  /// Whether the line could not be split into arguments, because of an open quotation mark or a backslash at its end.
  package var isBadData = false

  /// Creates a refusal of wrong arguments.
  package init(_ message: String, hint: String? = nil, correction: Correction? = nil) {
    self.message = message
    self.hint = hint
    self.correction = correction
  }

  /// Creates a refusal of a line that cannot be split into arguments.
  package init(badData message: String) {
    self.message = message
    isBadData = true
  }
}

// Messages about arguments that a verb does not accept.
extension Refusal {
  /// Creates the refusal of an argument that begins with a dash but is not an option of the verb.
  ///
  /// - Parameters:
  ///   - argument: The argument.
  ///   - arguments: The arguments before it.
  static func unknown(_ argument: String, of arguments: Arguments) -> Refusal {
    let verb = arguments.verb
    if argument == "-V" || argument == "--version" {
      return Refusal(
        argument == "-V" ? "'-V' is not an option." : "'\(verb.name)' has no option '--version'.",
        hint: argument == "-V" ? nil : "Run 'pleat --version' without other arguments.",
        correction: argument == "-V" ? Correction(of: "-V", to: "--version") : nil)
    }
    let name = String(argument.prefix { $0 != "=" })
    if argument.utf8.starts(with: [0x2D, 0x2D]), !argument.contains(" ") {
      return unknown(option: name, argument, of: arguments)
    }
    let isNumber = Int(argument) != nil
    if isNumber, let expected = verb.argument(at: arguments.positional.count), expected.kind.numbers != nil {
      return wrong(argument, expected.kind, of: "'\(verb.name)'", verb)
    }
    return Refusal(
      "'\(argument)' begins with a dash and is not an option.",
      hint: verb.takesTexts ? "\(dashes(argument, verb))" : help(verb))
  }

  /// Options that people try, and the ones they mean.
  private static let synonyms = ["--to": "--in", "--into": "--in", "--section": "--in", "--filter": "--where"]

  private static func unknown(option: String, _ argument: String, of arguments: Arguments) -> Refusal {
    let verb = arguments.verb
    let spellings = arguments.options.filter { $0.help != nil }.flatMap(\.spellings)
    let near =
      synonyms[option].flatMap { spellings.contains($0) ? $0 : nil }
      ?? TextMatch.suggestions(for: option, among: spellings).first
    let remark = verb.takesTexts ? "\(help(verb)) \(dashes(argument, verb))" : help(verb)
    return Refusal(
      "'\(verb.name)' has no option '\(option)'.", hint: near == nil ? remark : nil,
      correction: near.map { Correction(of: option, to: $0) })
  }

  /// Returns a hint about how to type a text that begins with a dash.
  private static func dashes(_ text: String, _ verb: Verb) -> String {
    "Write -- before a text that begins with a dash: pleat \(verb.name) -- \(ShellWords.quoted(text))"
  }

  /// Creates the refusal of an option that may have only one value but was given twice.
  static func twice(_ option: String, _ first: String, _ second: String) -> Refusal {
    let choice = [first, second].map { "\(option) \(ShellWords.quoted($0))" }
    return Refusal(
      "\(option) is given twice, but takes one value.",
      hint: choice[0] == choice[1] ? "Give it once." : "Give either \(choice[0]) or \(choice[1]).")
  }

  static func valueMissing(_ option: AnyOption, as spelling: String, before next: String?, _ verb: Verb) -> Refusal {
    guard let next else {
      return Refusal("\(spelling) needs a value.", hint: "Write \(spelling) \(option.placeholder).")
    }
    if let kind = option.kind, kind.numbers != nil { return wrong(next, kind, of: spelling, verb) }
    return Refusal(
      "\(spelling) needs a value, and '\(next)' begins with a dash.",
      hint: "Write a value that begins with a dash after an equals sign: --\(option.name)=\(ShellWords.quoted(next))")
  }

  static func valueTooMany(_ spelling: String, _ verb: Verb) -> Refusal {
    Refusal("\(spelling) takes no value.", hint: "Leave out the value. \(help(verb))")
  }

  /// Creates the refusal of a wrong value.
  static func wrong(_ value: String, _ kind: ValueKind, of name: String, _ verb: Verb) -> Refusal {
    if let numbers = kind.numbers { return Refusal("\(name) takes \(numbers), not '\(value)'.", hint: help(verb)) }
    if kind == .entry {
      return Refusal(
        "\(name) takes the number of an entry, such as 9 or h31, not '\(value)'.",
        hint: "'pleat log' lists the entries.")
    }
    let near = TextMatch.suggestions(for: value, among: kind.choices).first
    return Refusal(
      "\(name) takes \(kind.choices.inWords), not '\(value)'.",
      hint: near == nil ? help(verb) : nil, correction: near.map { Correction(of: value, to: $0) })
  }

  /// Creates the refusal of a command without a required argument.
  static func missing(_ argument: Argument, of verb: Verb) -> Refusal {
    let choices = argument.kind.choices
    let what = choices.isEmpty ? "an argument \(argument.placeholder)" : choices.inWords
    return Refusal("'\(verb.name)' needs \(what).", hint: help(verb))
  }

  /// Creates the refusal of an argument after the last allowed one.
  static func surplus(_ argument: String, of verb: Verb) -> Refusal {
    let most =
      switch verb.argumentCount.upperBound {
      case 0: "no arguments"
      case 1: "one argument"
      case let count: "\(count) arguments"
      }
    return Refusal(
      "'\(verb.name)' takes \(most), and '\(argument)' is one too many.",
      hint: verb.meansWithArguments == nil ? help(verb) : nil,
      correction: verb.meansWithArguments.map { Correction(of: verb.name, to: $0) })
  }

  /// Returns a hint that mentions the help of a verb.
  package static func help(_ verb: Verb) -> String {
    "'pleat help \(verb.name)' lists its arguments and options."
  }
}

extension Verb {
  /// Whether its arguments are texts or addresses, which may begin with a dash.
  fileprivate var takesTexts: Bool {
    arguments.contains { $0.name == "text" || $0.name == "filter" || $0.kind.isAddress }
  }
}

extension [String] {
  /// The texts as an enumeration: "auto, always or never".
  package var inWords: String {
    guard let last else { return "" }
    return count == 1 ? last : "\(dropLast().joined(separator: ", ")) or \(last)"
  }
}
