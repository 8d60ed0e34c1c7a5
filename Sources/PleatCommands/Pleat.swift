import ArgumentParser

/// The root of the command line.
struct Pleat: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pleat",
    abstract: "Keep sectioned lists in one SQLite file, and remember who folded what.",
    version: "0.1.0",
    subcommands: [
      List.self, Add.self, EditVerb.self, Done.self, Undone.self, Move.self, Promote.self, Demote.self, Sort.self,
      Delete.self, Collapse.self, Expand.self, Toggle.self,
      Accordion.self, Folds.self, Reset.self, Find.self, Undo.self, Redo.self, Log.self, Apply.self,
      StatusVerb.self, Import.self, Export.self, Sync.self, MergeFile.self, ExampleVerb.self, Watch.self, Open.self,
      Users.self, Settings.self,
      ConfigVerb.self, Check.self, BackupVerb.self, SQL.self, Serve.self, Completions.self, HelpVerb.self,
    ],
    defaultSubcommand: List.self)

  /// Returns the command for the given words, of which the verb is the first.
  ///
  /// The parser gets only this one verb, which halves its work. What is wrong with the words is looked for when it refuses
  /// them.
  static func command(_ words: [String]) throws -> any Verb {
    let named = words.first.flatMap { $0.hasPrefix("-") ? nil : Self.verb(named: $0) }
    let verb = named ?? List.self
    let rest = Array(words.dropFirst(named == nil ? 0 : 1))
    if !WordsCheck.asksForHelp(rest) {
      do {
        // A command that is no verb is the parser's own help.
        if let command = try verb.parseAsRoot(rest) as? any Verb { return command }
      } catch { throw WordsCheck.failure(of: verb, rest, error) }
    }
    return try HelpVerb.parse(named.map { [$0.name] } ?? [])
  }

  /// The verb of a name or an alias; nil if there is none.
  static func verb(named word: String) -> (any ParsableCommand.Type)? {
    configuration.subcommands.first { $0.isNamed(word) }
  }

  /// All verbs and their aliases, as a user types them.
  static var verbs: [String] {
    configuration.subcommands.flatMap { [$0.configuration.commandName ?? ""] + $0.configuration.aliases }
  }
}

extension CommandConfiguration {
  /// Creates the configuration of a verb.
  ///
  /// The name of a super-command keeps the parser from looking for a request for a completion script, for which it parses
  /// the words twice more: a quarter of all instructions of `pleat add`. ``Completions`` answers such a request.
  static func verb(
    _ name: String, abstract: String, usage: String? = nil, discussion: String = "", aliases: [String] = []
  ) -> CommandConfiguration {
    CommandConfiguration(
      commandName: name, _superCommandName: "pleat", abstract: abstract, usage: usage, discussion: discussion,
      aliases: aliases)
  }
}

extension ParsableCommand {
  /// Returns whether a word is the command's name or one of its aliases.
  static func isNamed(_ word: String) -> Bool {
    configuration.commandName == word || configuration.aliases.contains(word)
  }
}
