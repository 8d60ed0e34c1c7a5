/// The declaration of a verb of the command line: everything about it except its effect.
///
/// The parser, help, the manual, the reference, completions, batches, the history and `pleat serve` read this value;
/// nothing about a verb or its options is written anywhere else.
package struct Verb: Sendable {
  /// The name to type, for example "move".
  package let name: String
  /// Other names to type, for example "mv".
  package let aliases: [String]
  /// Words that other programs use for it; they are refused, with the verb as a suggestion.
  package let synonyms: [String]
  /// The verb to suggest if this one gets arguments that it does not accept; nil for none.
  package let meansWithArguments: String?
  /// The group in which help shows it.
  package let group: VerbGroup
  /// The effect, in one sentence.
  package let summary: String
  /// The description after the summary; line breaks separate its paragraphs.
  package let discussion: String
  /// The forms of the command in help; empty to derive them from the arguments.
  package let usage: [String]
  /// The arguments, in the order in which they are typed.
  package let arguments: [Argument]
  /// The options, in the order in which help shows them; the last is `--help`.
  package let options: [AnyOption]
  /// Two to five commands that show it, each with its effect as a sentence without its full stop; a test runs them.
  package let examples: [(remark: String, command: String)]
  package let audience: Audience
  /// Additional sections of the help page, which follow the description.
  package let sections: [HelpPage.Section]
  /// Environment variables that the verb reads besides those of every verb.
  package let environment: [HelpPage.Term]
  /// Files that the verb uses besides those of every verb.
  package let files: [HelpPage.Term]
  /// Exit codes that do not follow from the options, each with its meaning for this verb; nil for the usual meaning.
  package let exitCodes: [Int32: String?]

  package init(
    _ name: String, aliases: [String] = [], synonyms: [String] = [], _ group: VerbGroup,
    for audience: Audience = .owner, meansWithArguments: String? = nil,
    summary: String, discussion: String = "", usage: [String] = [], arguments: [Argument] = [], options: [AnyOption],
    examples: KeyValuePairs<String, String>, sections: [HelpPage.Section] = [],
    environment: KeyValuePairs<String, String> = [:], files: KeyValuePairs<String, String> = [:],
    exitCodes: [Int32: String?] = [:]
  ) {
    self.name = name
    self.aliases = aliases
    self.synonyms = synonyms
    self.meansWithArguments = meansWithArguments
    self.group = group
    self.summary = summary
    self.discussion = discussion
    self.usage = usage
    self.arguments = arguments
    self.options = options + [Self.help]
    self.examples = examples.map { (remark: $0.key, command: $0.value) }
    self.audience = audience
    self.sections = sections
    self.environment = environment.map { HelpPage.Term($0.key, $0.value) }
    self.files = files.map { HelpPage.Term($0.key, $0.value) }
    self.exitCodes = exitCodes
  }

  /// The option that shows the help of a verb.
  package static let help = Flag("help", letter: "h", for: .key, purpose: .answer, help: "Show this page.")

  /// The name and the aliases.
  package var names: [String] { [name] + aliases }

  /// How many arguments a command may have.
  package var argumentCount: ClosedRange<Int> {
    let least = arguments.count { !$0.isOptional }
    return least...(arguments.contains(where: \.isRepeating) ? .max : arguments.count)
  }

  /// Returns the option with a name, given with its dashes; nil if there is none.
  package func option(_ spelling: String) -> AnyOption? { options.first { $0.isSpelled(spelling) } }

  /// Returns the declaration of a positional argument, by its index among those typed; nil if the verb takes fewer.
  package func argument(at index: Int) -> Argument? {
    if index < arguments.count { return arguments[index] }
    return arguments.last.flatMap { $0.isRepeating ? $0 : nil }
  }
}

/// The groups in which help shows the verbs.
package enum VerbGroup: String, CaseIterable, Sendable {
  case see = "See"
  case change = "Change"
  case fold = "Fold"
  case history = "History"
  case exchange = "Exchange"
  case maintenance = "Maintenance"
}
