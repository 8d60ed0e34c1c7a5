import OutlineCore
import PleatWords

/// All verbs of the command line.
enum Pleat {
  /// The version of pleat.
  static let version = "0.1.0"

  /// What pleat is, in one sentence.
  static let summary = "Outlines with check boxes in one shared file; each user keeps their own folds."

  /// The verbs by name, in the order in which help shows them within their groups.
  ///
  /// The names are repeated here so that a command asks only its own verb what it declares; a test compares the two.
  static let commands: [(name: String, type: any Command.Type)] = [
    ("list", List.self), ("find", Find.self), ("open", Open.self), ("watch", Watch.self), ("status", StatusVerb.self),
    ("add", Add.self), ("edit", EditVerb.self), ("done", Done.self), ("undone", Undone.self), ("move", Move.self),
    ("promote", Promote.self), ("demote", Demote.self), ("sort", Sort.self), ("delete", Delete.self),
    ("apply", Apply.self),
    ("collapse", Collapse.self), ("expand", Expand.self), ("toggle", Toggle.self), ("accordion", Accordion.self),
    ("folds", Folds.self), ("reset", Reset.self),
    ("undo", Undo.self), ("redo", Redo.self), ("log", Log.self),
    ("import", Import.self), ("export", Export.self), ("sync", Sync.self), ("merge-file", MergeFile.self),
    ("serve", Serve.self), ("example", ExampleVerb.self),
    ("check", Check.self), ("backup", BackupVerb.self), ("sql", SQL.self), ("users", Users.self),
    ("settings", Settings.self), ("config", ConfigVerb.self), ("completions", Completions.self),
    ("help", HelpVerb.self),
  ]

  /// Returns the verb of a name or an alias; nil if there is none.
  static func type(named word: String) -> (any Command.Type)? {
    for (name, type) in commands where name == word { return type }
    return commands.first { $0.type.verb.aliases.contains(word) }?.type
  }

  /// Everything that the verbs declare.
  static var verbs: [Verb] { commands.map { $0.type.verb } }

  /// The names of all verbs and their aliases, as they are typed.
  static var names: [String] { verbs.flatMap(\.names) }
}

/// The words of a command line, divided into a verb and what belongs to it.
struct CommandWords {
  /// The verb; nil if none is typed, which means `list`.
  let type: (any Command.Type)?
  /// The verb as it is typed.
  let name: String?
  /// All other words: the options before the verb, and what follows it.
  let rest: ArraySlice<String>

  /// The command to carry out: that of the verb, or `list`.
  var command: any Command.Type { type ?? List.self }

  /// Divides the words of a command; options may come before the verb.
  ///
  /// - Throws: A ``Refusal`` with the nearest verb, if the first word that is no option is not a verb.
  init(_ words: [String]) throws(Refusal) {
    let line = CommandWords(before: words)
    guard let name = line.name, line.type == nil else {
      self = line
      return
    }
    // An option that does not exist is refused, rather than the word that follows it.
    guard let before = words.prefix(while: { !$0.hasSameBytes(as: name) }).last, Self.isNoOption(before) else {
      throw Self.unknown(name)
    }
    (type, self.name, rest) = (nil, nil, words[...])
  }

  /// Divides words that need not be a command yet.
  init(before words: [String]) {
    var index = 0
    while index < words.count, WordReader.beginsWithDash(words[index]), words[index] != "--" {
      index += Self.takesValue(words[index]) ? 2 : 1
    }
    guard index < words.count, words[index] != "--" else {
      (type, name, rest) = (nil, nil, words[...])
      return
    }
    name = words[index]
    type = Pleat.type(named: words[index])
    rest = index == 0 ? words[1...] : (words[..<index] + words[(index + 1)...])[...]
  }

  /// Returns whether the word after an option is its value, for every verb that has the option.
  private static func takesValue(_ word: String) -> Bool {
    if let option = GlobalOptions.declared.first(where: { $0.isSpelled(word) }) { return option.kind != nil }
    let found = Pleat.verbs.compactMap { $0.option(word) }
    return !found.isEmpty && found.allSatisfy { $0.kind != nil }
  }

  private static func isNoOption(_ word: String) -> Bool {
    word.hasPrefix("--") && Pleat.verbs.allSatisfy { $0.option(word) == nil }
  }

  private static func unknown(_ word: String) -> Refusal {
    let verbs = Pleat.verbs
    let near =
      verbs.first { $0.synonyms.contains(word) }?.name
      ?? TextMatch.suggestions(for: word, among: verbs.flatMap(\.names) + ["--version"]).first
    let hint = near.map { "Did you mean '\($0)'?" } ?? "'pleat help' lists all verbs."
    return Refusal(
      "There is no verb '\(word)'.", hint: "\(hint) To list one section: pleat list \(ShellWords.quoted(word))")
  }

  /// Whether the arguments ask for the version of pleat; an alias may name the file and the user before it.
  static func asksForVersion(_ words: [String]) -> Bool {
    guard words.last == "--version" else { return false }
    let options = [GlobalOptions.file.option, GlobalOptions.user.option]
    return stride(from: 0, to: words.count - 1, by: 2).allSatisfy { index in
      options.contains { $0.isSpelled(words[index]) } && index + 2 < words.count
    }
  }
}

/// Commands as messages show them.
enum CommandText {
  /// Returns how a command begins that uses a file; nil stands for the file that pleat uses by itself.
  static func pleat(with file: String?) -> String {
    file.map { "pleat -f \(Escapes.oneLine(ShellWords.quoted($0)))" } ?? "pleat"
  }

  /// Returns a sentence in which commands that use an outline name the file; nil stands for the file that they use by
  /// themselves.
  static func naming(_ file: String?, in sentence: String) -> String {
    guard let file else { return sentence }
    let words = sentence.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let option = "-f \(ShellWords.quoted(file))"
    return words.indices.map { index in
      let isCommand = ["pleat", "'pleat"].contains(words[index]) && index + 1 < words.count
      return isCommand && usesOutline(words[index + 1]) ? "\(words[index]) \(option)" : words[index]
    }.joined(separator: " ")
  }

  /// Whether a word of a sentence is a verb that works on an outline.
  private static func usesOutline(_ word: String) -> Bool {
    let verb = String(word.prefix { $0.isLetter })
    return !["help", "config", "completions"].contains(verb) && Pleat.type(named: verb) != nil
  }
}
