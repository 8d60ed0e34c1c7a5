import ArgumentParser

/// The root of the command line.
struct Pleat: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pleat",
    abstract: "Keep sectioned lists in one SQLite file, and remember who folded what.",
    discussion: """
      Without a verb, pleat lists what you see of the outline.

      An ADDRESS names a section or a row: @s4 or @r17 by id; 3 the third section and 3.2 its second row, folded \
      or not; a title, or a path of titles such as Home/Groceries/milk. =3 is a title that looks like a number, and \
      \\/ is a slash inside a title.

      The file is -f, else $PLEAT_FILE, else pleat/outline.db in your data folder. The user is -u, else \
      $PLEAT_USER, else your login name.
      """,
    version: "0.1.0",
    subcommands: [
      List.self, Add.self, EditVerb.self, Move.self, Delete.self, Collapse.self, Expand.self, Toggle.self,
      Accordion.self, Folds.self, Reset.self, Find.self, Undo.self, Redo.self, Log.self, Apply.self,
      StatusVerb.self, Import.self, Export.self, Watch.self, Settings.self,
    ],
    defaultSubcommand: List.self)

  /// The command that words ask for, their verb first.
  ///
  /// The parser is given the one verb alone, which halves its work; only what that cannot answer, such as a question for
  /// help or a mistake, goes through all verbs, so that the answer names the whole command.
  static func command(_ words: [String]) throws -> any ParsableCommand {
    let isVerb = words.first.map { !$0.hasPrefix("-") } ?? false
    let verb = isVerb ? configuration.subcommands.first { $0.isNamed(words[0]) } : List.self
    guard let verb else { return try parseAsRoot(words) }
    do { return try verb.parseAsRoot(Array(words.dropFirst(isVerb ? 1 : 0))) } catch { return try parseAsRoot(words) }
  }

  /// Every verb and every other name of one, as typed.
  static var verbs: [String] {
    configuration.subcommands.flatMap { [$0.configuration.commandName ?? ""] + $0.configuration.aliases } + ["help"]
  }
}

extension ParsableCommand {
  /// Whether a word is the command's name or another name of it.
  fileprivate static func isNamed(_ word: String) -> Bool {
    configuration.commandName == word || configuration.aliases.contains(word)
  }
}
