import ArgumentParser

/// The root of the command line.
struct Pleat: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pleat",
    abstract: "Keep sectioned lists in one SQLite file, and remember who folded what.",
    discussion: """
      Without a verb, pleat lists what you see of the outline.

      An ADDRESS names a section or a row. @s4 and @r17 are ids; 3 is the third section, 3.2 its second subsection, and \
      3:2 its second row, collapsed or not. Anything else is a title, or a path of titles such as Home/Groceries/milk. Write =3 for a \
      title that looks like a number, and \\/ for a slash inside a title.

      The file is -f, else $PLEAT_FILE, else the one that your configuration names, else pleat/outline.db in your data \
      folder. The user is -u, else $PLEAT_USER, else the one of your configuration, else your login name. 'pleat config' \
      shows what holds.
      """,
    version: "0.1.0",
    subcommands: [
      List.self, Add.self, EditVerb.self, Done.self, Undone.self, Move.self, Promote.self, Demote.self, Sort.self,
      Delete.self, Collapse.self, Expand.self, Toggle.self,
      Accordion.self, Folds.self, Reset.self, Find.self, Undo.self, Redo.self, Log.self, Apply.self,
      StatusVerb.self, Import.self, Export.self, ExampleVerb.self, Watch.self, Open.self, Users.self, Settings.self,
      ConfigVerb.self, Check.self, BackupVerb.self, SQL.self, Completions.self,
    ],
    defaultSubcommand: List.self)

  /// Returns the command for the given words, of which the verb is the first.
  ///
  /// The parser gets only this one verb, which halves its work. If that is not enough, as for help or after a mistake,
  /// all verbs are parsed, so that the answer shows the whole command.
  static func command(_ words: [String]) throws -> any ParsableCommand {
    let isVerb = words.first.map { !$0.hasPrefix("-") } ?? false
    let verb = isVerb ? configuration.subcommands.first { $0.isNamed(words[0]) } : List.self
    guard let verb else { return try parseAsRoot(words) }
    do { return try verb.parseAsRoot(Array(words.dropFirst(isVerb ? 1 : 0))) } catch { return try parseAsRoot(words) }
  }

  /// All verbs and their aliases, as a user types them.
  static var verbs: [String] {
    configuration.subcommands.flatMap { [$0.configuration.commandName ?? ""] + $0.configuration.aliases } + ["help"]
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
