import ArgumentParser

/// What `pleat serve` carries out: the verbs and options that stand here, and nothing else.
///
/// A verb or an option that is new is refused until somebody has thought about what it reaches.
enum ServedVerbs {
  private static let common: Set<String> = ["file", "user", "json", "wait", "help"]
  private static let editing: Set<String> = common.union(["dry-run", "quiet", "layout", "mark"])
  private static let showing: Set<String> = common.union(["ascii", "color", "no-pager"])
  private static let placing: Set<String> = ["in", "before", "after", "at", "first", "last"]
  private static let stepping: Set<String> = editing.union(["mine", "any", "entry", "folds"])

  /// The long names of the options of each verb.
  static let options: [String: Set<String>] = [
    "list": showing.union(["all", "open", "sections", "depth", "ids", "from", "limit"]),
    "find": showing.union(editing).union(["in", "regex", "open", "limit", "reveal"]),
    "folds": showing, "watch": showing.union(["layout", "content", "no-content"]), "status": common,
    "log": showing.union(["limit", "folds", "verbose"]), "open": showing,
    "add": editing.union(placing).union(["section", "done", "detail", "set"]),
    "edit": editing.union(["all", "text", "detail", "collapsible", "done", "set"]),
    "done": editing, "undone": editing, "move": editing.union(placing), "promote": editing, "demote": editing,
    "sort": editing.union(["by", "reverse", "sections"]),
    "delete": editing.union(["recursive", "keep-rows", "done", "all"]),
    "collapse": editing.union(["all", "recursive"]), "expand": editing.union(["all", "recursive"]), "toggle": editing,
    "accordion": editing, "reset": editing.union(["collapsed", "expanded"]), "undo": stepping, "redo": stepping,
    "apply": editing, "example": editing,
    "import": editing.union(["format", "text-column", "section-column", "in", "merge", "delete", "force"]),
    "export": common.union(["visible", "without-folds", "format", "force", "quiet", "no-pager"]),
    "users": showing.union(editing), "settings": editing, "check": common.union(["quiet"]),
  ]

  /// Refuses a command that a key of ssh is not for.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - words: Its words.
  static func check(_ command: any Verb, _ words: [String], in context: Context) throws {
    guard context.arrival?.isServed == true, !(command is HelpVerb) else { return }
    let verb = type(of: command)
    guard let allowed = options[verb.name] else { throw Failure.notServed("'\(verb.name)' is not served") }
    for option in try used(words, of: verb) where !allowed.contains(option) {
      throw Failure.notServed("'\(verb.name)' with --\(option) is not served")
    }
    try checkOutline(command.outlineOptions, in: context)
    try checkDocument(of: command, in: context)
    if command.mayEdit, !(command is Open) { try context.checkMayEdit() }
  }

  /// The options among the words, by their long names.
  ///
  /// Before `--`, whatever begins with a dash counts as one, so that none is missed.
  static func used(_ words: [String], of verb: any ParsableCommand.Type) throws(Failure) -> [String] {
    let declaration = try VerbDeclaration(verb)
    let spellings = words.prefix { $0 != "--" }.filter { $0.utf8.first == UInt8(ascii: "-") && $0 != "-" }.flatMap {
      word in
      word.hasPrefix("--")
        ? [word.split(separator: "=", maxSplits: 1).first.map(String.init) ?? word]
        : word.dropFirst().map { "-\($0)" }
    }
    return spellings.map { declaration.option($0)?.longName ?? $0 }
  }

  /// Refuses another file and another user.
  private static func checkOutline(_ options: GlobalOptions?, in context: Context) throws {
    if let file = options?.file, !context.isNamedAfar(file), try file != context.variable("PLEAT_FILE") {
      throw Failure.notServed("it does not serve '\(file)'")
    }
    if let user = options?.user, try user != context.variable("PLEAT_USER") {
      throw Failure.notServed(user: user)
    }
  }

  /// Refuses files, an editor, and what is for whoever has the file.
  private static func checkDocument(of command: any Verb, in context: Context) throws(Failure) {
    let (document, isCarried) = (document(of: command), context.carriesDocument)
    if let document, document != "-", !isCarried {
      throw .notServed("it reads and writes no other file, and '\(document)' is one; - is standard input or output")
    }
    switch command {
    case let verb as EditVerb where verb.opensEditor: throw .notServed("it has no editor; give the new text")
    case let verb as Users where verb.rename || verb.delete: throw .notServed("it does not change users")
    case let verb as Settings where verb.value != nil: throw .notServed("it does not change settings")
    case let verb as Check where verb.repair: throw .notServed("it repairs nothing")
    default: return
    }
  }

  private static func document(of command: any Verb) -> String? {
    switch command {
    case let verb as Import: verb.source
    case let verb as Apply: verb.source
    case let verb as Export: verb.target
    default: nil
    }
  }
}
