import OutlineCore
import PleatArguments

/// All commands of the command line, and how a command is carried out.
package struct CommandSet: Sendable {
  /// The verbs by name, in the order in which help shows them within their groups.
  ///
  /// The names are repeated here so that running a command makes only its own verb's declaration; a test compares them.
  package let all: [(name: String, type: any Command.Type)]
  /// The command for arguments without a verb.
  package let standard: any Command.Type
  /// Carries a command out and returns its exit code; reports every failure.
  package let run: @Sendable (_ arguments: [String], _ context: Context) -> Int32

  package init(
    _ all: [(name: String, type: any Command.Type)], standard: any Command.Type,
    run: @escaping @Sendable (_ arguments: [String], _ context: Context) -> Int32
  ) {
    self.all = all
    self.standard = standard
    self.run = run
  }

  /// Returns the command of a name or an alias; nil if there is none.
  package func type(named word: String) -> (any Command.Type)? {
    for (name, type) in all where name == word { return type }
    return all.first { $0.type.verb.aliases.contains(word) }?.type
  }

  package var verbs: [Verb] { all.map { $0.type.verb } }

  /// Whether the argument after an option is its value in every verb that has the option.
  fileprivate func takesValue(_ word: String) -> Bool {
    if let option = GlobalOptions.declared.first(where: { $0.isSpelled(word) }) { return option.kind != nil }
    let found = verbs.compactMap { $0.option(word) }
    return !found.isEmpty && found.allSatisfy { $0.kind != nil }
  }
}

/// The arguments of a command line, split into the verb and the rest.
package struct CommandArguments {
  /// The verb; nil if none is typed, which means `list`.
  package let type: (any Command.Type)?
  /// The verb as it is typed.
  package let name: String?
  /// All other arguments: the options before the verb, and everything after it.
  package let rest: ArraySlice<String>

  /// The command of the verb, or the standard one if no verb is typed.
  package var command: any Command.Type { type ?? commands.standard }

  /// The refusal of a first argument that is not a verb, with the nearest verb; it may still be the title of a section.
  package let refusal: Refusal?

  package let commands: CommandSet

  /// Returns the words of the command, with its verb if one is typed; a key is added as its idempotency key.
  package func words(withKey key: String? = nil) -> [String] {
    guard let key else { return (name.map { [$0] } ?? []) + rest }
    return [name ?? command.verb.name, "--\(EditOptions.idempotencyKey.name)", key] + rest
  }

  /// Splits the arguments of a command; options may come before the verb.
  package init(_ arguments: [String], of commands: CommandSet) {
    let line = CommandArguments(before: arguments, of: commands)
    guard let name = line.name, line.type == nil else {
      self = line
      return
    }
    // An option that does not exist is refused, rather than the argument after it.
    let before = arguments.prefix { !$0.hasSameBytes(as: name) }.last
    let isOption = before.map { before in
      before.hasPrefix("--") && commands.verbs.allSatisfy { verb in verb.option(before) == nil }
    }
    refusal = isOption == true ? nil : Self.unknown(name, of: arguments, commands)
    (type, self.name, rest, self.commands) = (nil, nil, arguments[...], commands)
  }

  /// Splits arguments that may be incomplete; an unknown verb is not refused.
  package init(before arguments: [String], of commands: CommandSet) {
    self.commands = commands
    refusal = nil
    var index = 0
    while index < arguments.count, ArgumentReader.beginsWithDash(arguments[index]), arguments[index] != "--" {
      index += commands.takesValue(arguments[index]) ? 2 : 1
    }
    guard index < arguments.count, arguments[index] != "--" else {
      (type, name, rest) = (nil, nil, arguments[...])
      return
    }
    name = arguments[index]
    type = commands.type(named: arguments[index])
    rest = index == 0 ? arguments[1...] : (arguments[..<index] + arguments[(index + 1)...])[...]
  }

  /// Words of other programs that are near a verb which means something else, or that may mean several.
  private static let otherMeanings = [
    "exit": leaving, "quit": leaving,
    "restore":
      "'pleat undo' takes an edit back, and 'pleat unarchive' moves things out of the archive; a backup is a file like any other.",
    "repeat": "A task gets a rule with: pleat edit ADDRESS --repeat weekly",
    "remote":
      "-f ssh://HOST/PATH names an outline on another machine; 'pleat sync' keeps copies on several machines the same.",
    "up": moving, "down": moving, "lift": moving,
  ]
  private static let moving =
    "'pleat move' takes --first, --last, --before and --after; 'pleat outdent' moves one level out."
  private static let leaving = "pleat ends after each command; q leaves the screen of 'pleat open'."

  private static func unknown(_ word: String, of arguments: [String], _ commands: CommandSet) -> Refusal {
    let verbs = commands.verbs
    let meant = verbs.first { $0.synonyms.contains(word) }
    if let hint = otherMeanings[word] { return Refusal("There is no verb '\(word)'.", hint: hint) }
    let near =
      meant?.name
      ?? TextMatch.suggestions(for: word, among: verbs.flatMap(\.names) + ["--version"]).first {
        // Words such as unlist mean the opposite, and of two letters one is too many to be wrong.
        !(word.hasPrefix("un") && !$0.hasPrefix("un")) && (word.count > 2 || Set($0) == Set(word) || $0.hasPrefix(word))
      }
    // 'pleat today' may mean 'pleat due today'.
    let isArgument =
      if case .suggested(let words) = meant?.argument(at: 0)?.kind { words.contains(word) } else { false }
    let text = ShellWords.quoted(
      arguments.contains(where: ArgumentReader.beginsWithDash) ? word : arguments.joined(separator: " "))
    let file = arguments.dropLast().firstIndex { GlobalOptions.file.isSpelled($0) }.map { arguments[$0 + 1] }
    let hint = "'pleat help' lists all verbs. To find a text: pleat find \(text); to add it: pleat add \(text)"
    return Refusal(
      "There is no verb '\(word)'.", hint: near == nil ? CommandText.naming(file, in: hint) : nil,
      correction: near.map { Correction(of: word, to: $0, keepsTyped: isArgument) })
  }

  /// Whether the arguments ask for the version of pleat; a shell alias may put `-f` and `-u` before `--version`.
  package static func asksForVersion(_ arguments: [String]) -> Bool {
    guard arguments.last == "--version" else { return false }
    let options = [GlobalOptions.file, GlobalOptions.user]
    return stride(from: 0, to: arguments.count - 1, by: 2).allSatisfy { index in
      options.contains { $0.isSpelled(arguments[index]) } && index + 2 < arguments.count
    }
  }
}
