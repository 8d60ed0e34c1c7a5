import ArgumentParser
import OutlineCore
import OutlineRepository

/// Finds the words that can stand at the end of a command that is not typed to its end.
///
/// What there is to know about verbs and options comes from what the verbs declare.
struct Completer {
  /// What can be typed.
  enum Answer {
    case words([Completion])
    /// The names of files, of which the shell knows better.
    case files
  }

  let context: Context
  /// The words before the one that is typed.
  private let words: [String]
  private let typed: String
  private let isVerbKnown: Bool
  /// Whether the verb stands in the words.
  private let isVerbTyped: Bool
  private let isHelp: Bool
  private var grammar: VerbGrammar
  /// The number of arguments in the words.
  private var arguments = 0
  /// The option whose value is typed.
  private var option: VerbGrammar.Option?
  /// Whether a word begins with a dash and still is no option, as it does after `--`.
  private var isBehindOptions = false
  /// The options in the words.
  private var given: Set<String> = []
  private var file: String?

  /// Reads the words before the one that is typed.
  init(after words: [String], typed: String, in context: Context) throws {
    self.context = context
    self.typed = typed
    let place = Self.verbIndex(in: words)
    let name = place.map { words[$0] } ?? List.name
    let verb = Pleat.configuration.subcommands.first { $0.isNamed(name) }
    isVerbKnown = verb != nil
    isVerbTyped = place != nil
    self.words = Array(place.map { words[..<$0] + words[($0 + 1)...] } ?? words[...])
    grammar = try verb.map { try VerbGrammar($0) } ?? VerbGrammar(List.self)
    if !isVerbTyped { grammar.addOptions(of: try VerbGrammar(Apply.self)) }
    isHelp = name == "help"
    read()
  }

  private static func verbIndex(in words: [String]) -> Int? {
    var index = 0
    while index < words.count, words[index].hasPrefix("-"), words[index] != "--" {
      index += Words.optionsWithValue.contains(words[index]) ? 2 : 1
    }
    return index < words.count && words[index] != "--" ? index : nil
  }

  private mutating func read() {
    var index = 0
    while index < words.count {
      let word = words[index]
      index += 1
      if isBehindOptions || !word.hasPrefix("-") || word == "-" {
        arguments += 1
      } else if word == "--" {
        isBehindOptions = true
      } else {
        let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
        guard let option = grammar.options[parts[0]] else { continue }
        given.insert(option.name)
        if !option.takesValue { continue }
        let value: String? = parts.count > 1 ? parts[1] : index < words.count ? words[index] : nil
        if option.name == "file" { file = value }
        if value == nil { self.option = option }
        if parts.count == 1 { index += 1 }
      }
    }
  }

  /// Returns what can be typed.
  func answer() throws -> Answer {
    if let option { return try values(of: option.kind, typed) }
    if !isBehindOptions, typed.hasPrefix("-") {
      guard let sign = typed.firstIndex(of: "=") else { return .words(options()) }
      guard let option = grammar.options[String(typed[..<sign])], option.takesValue else { return .words([]) }
      return try values(of: option.kind, String(typed[typed.index(after: sign)...]), behind: String(typed[...sign]))
    }
    if isHelp { return .words(arguments == 0 ? verbs() + topics() : []) }
    if !isVerbTyped { return .words(isBehindOptions ? [] : verbs()) }
    guard isVerbKnown, let last = grammar.kinds.last else { return .words([]) }
    if arguments >= grammar.arguments.upperBound { return .words([]) }
    return try values(of: arguments < grammar.kinds.count ? grammar.kinds[arguments] : last, typed)
  }
}

// MARK: - Verbs and options

extension Completer {
  private func verbs() -> [Completion] {
    let named = Pleat.configuration.subcommands.flatMap { verb in
      let aliases = typed.isEmpty ? [] : verb.configuration.aliases
      return ([verb.name] + aliases).map { Completion($0, verb.configuration.abstract) }
    }
    return named.filter { $0.word.hasPrefix(typed) }
  }

  /// What can be explained beside verbs.
  private func topics() -> [Completion] {
    HelpTopic.concepts.map { Completion($0.name, $0.summary) }.filter { $0.word.hasPrefix(typed) }
  }

  /// The options that can follow, by their long names; a letter that is typed is complete.
  private func options() -> [Completion] {
    let options = grammar.options.filter { word, option in
      word.hasPrefix(typed) && (word.hasPrefix("--") || word == typed)
        && (option.isRepeating || !given.contains(option.name))
    }
    var found = options.map { Completion($0.key, $0.value.summary) }
    if !isVerbTyped, "--version".hasPrefix(typed) { found.append(Completion("--version", "Show the version.")) }
    return found.sorted { $0.word < $1.word }
  }
}

// MARK: - Values

extension Completer {
  /// - Parameters:
  ///   - kind: What the value is.
  ///   - typed: What is typed of the value.
  ///   - head: What is typed before it in the same word.
  private func values(of kind: ValueKind, _ typed: String, behind head: String = "") throws -> Answer {
    let found: [Completion]
    switch kind {
    case .text: return .words([])
    case .file: return .files
    case .words(let words): found = words.filter { $0.hasPrefix(typed) }.map { Completion($0, "") }
    case .user:
      found = try outline().completions(ofUser: typed).filter(Self.isTypeable).map { Completion($0, "user") }
    case .item, .section:
      found = try outline().completions(
        ofAddress: typed, among: kind == .section ? .section : nil,
        isWordAnOption: !isBehindOptions && option == nil && head.isEmpty, isTypeable: Self.isTypeable)
    }
    return .words(head.isEmpty ? found : found.map { Completion(head + $0.word, $0.meaning) })
  }

  /// Returns whether a text can stand in a line of a shell and on a terminal as it is.
  private static func isTypeable(_ text: String) -> Bool { Escapes.oneLine(text).hasSameBytes(as: text) }

  /// Opens the outline that the command names, without waiting for anybody.
  private func outline() throws -> Outline {
    var options = GlobalOptions()
    options.file = try file.map(expanded)
    return try Outline(options.path(in: context), for: .reading, wait: .zero)
  }

  /// Returns a path with the user's folder in the place of `~` or `$HOME` at its beginning, as the shell has it.
  private func expanded(_ path: String) throws -> String {
    for word in ["~", "$HOME", "${HOME}"] where path.hasPrefix(word + "/") {
      if let home = try context.variable("HOME") { return home + path.dropFirst(word.count) }
    }
    return path
  }
}
