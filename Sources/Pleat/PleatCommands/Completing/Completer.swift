import OutlineCore
import OutlineRepository
import PleatArguments
import PleatOutput

/// Finds the completions of the last word of a command.
struct Completer {
  enum Answer {
    case completions([Completion])
    /// The names of files, which the shell finds itself.
    case files
  }

  let context: Context
  private let typed: String
  /// The verb; nil if none is typed, or the word is not a verb.
  private let verb: Verb?
  /// Whether a word is typed where the verb belongs, even if it is not a verb.
  private let isVerbTyped: Bool
  /// The options that can be typed here.
  private let declared: [AnyOption]
  /// The number of positional arguments before the word.
  private var arguments = 0
  /// The option whose value is being typed.
  private var option: AnyOption?
  /// Whether `--` comes before the word, so that it is not an option.
  private var isAfterDashes = false
  /// The long names of the options before the word.
  private var given: Set<String> = []
  private var file: String?

  /// Reads the arguments before the word that is being typed.
  init(after arguments: [String], typed: String, in context: Context) {
    self.context = context
    self.typed = typed
    let line = CommandArguments(before: arguments, of: context.commands)
    isVerbTyped = line.name != nil
    verb = line.type?.verb
    declared =
      isVerbTyped
      ? verb?.options ?? [] : Self.options(context.commands.standard.verb.options, EditOptions.declared)
    read(ArgumentReader(line.rest, options: declared))
  }

  /// Returns the options of both lists, each once.
  private static func options(_ first: [AnyOption], _ second: [AnyOption]) -> [AnyOption] {
    first + second.filter { option in !first.contains { $0.name == option.name } }
  }

  private mutating func read(_ reader: ArgumentReader) {
    var reader = reader
    while let part = reader.next() {
      switch part {
      case .argument: arguments += 1
      case .flag(let option, _): given.insert(option.name)
      case .value(let option, _, let value):
        given.insert(option.name)
        if option.name == GlobalOptions.file.name { file = value }
      case .valueMissing(let option, _, let next):
        given.insert(option.name)
        if next == nil { self.option = option }
      case .valueTooMany, .unknown: continue
      case .dashes: isAfterDashes = true
      }
    }
  }

  func answer() throws -> Answer {
    if let option { return try values(of: option.kind, typed) }
    if !isAfterDashes, typed.hasPrefix("-") {
      guard let sign = typed.firstIndex(of: "=") else { return .completions(options()) }
      let option = declared.first { $0.isSpelled(String(typed[..<sign])) }
      return try values(of: option?.kind, String(typed[typed.index(after: sign)...]), after: String(typed[...sign]))
    }
    if !isVerbTyped { return .completions(isAfterDashes ? [] : verbs()) }
    return try values(of: verb?.argument(at: arguments)?.kind, typed)
  }
}

// MARK: - Verbs and options

extension Completer {
  private func verbs() -> [Completion] {
    let named = context.commands.verbs.flatMap { verb in
      (typed.isEmpty ? [verb.name] : verb.names).map { Completion($0, verb.summary) }
    }
    return named.filter { $0.word.hasPrefix(typed) }
  }

  /// The topics of help besides verbs.
  private func topics() -> [Completion] {
    HelpTopic.concepts.map { Completion($0.name, $0.summary) }.filter { $0.word.hasPrefix(typed) }
  }

  /// The options that can follow, by their long names; a short name is complete once it is typed.
  private func options() -> [Completion] {
    let open = declared.filter { $0.help != nil && ($0.isRepeating || !given.contains($0.name)) }
    var found = open.flatMap { option in
      option.spellings.filter { $0.hasPrefix(typed) && ($0.hasPrefix("--") || $0 == typed) }.map {
        Completion($0, option.help ?? "")
      }
    }
    if !isVerbTyped, "--version".hasPrefix(typed) { found.append(Completion("--version", "Show the version.")) }
    return found.sorted { $0.word < $1.word }
  }
}

// MARK: - Values

extension Completer {
  /// Returns the completions of a value.
  ///
  /// - Parameters:
  ///   - kind: The kind of the value; nil if no value is possible.
  ///   - typed: The typed part of the value.
  ///   - head: The typed text before the value in the same word.
  private func values(of kind: ValueKind?, _ typed: String, after head: String = "") throws -> Answer {
    let found: [Completion]
    switch kind {
    case .text: found = try tags(endingText: typed)
    case nil, .number, .seconds, .entry: return .completions([])
    case .file: return .files
    case .topic: return .completions(verbs() + topics())
    case .choice(let choices), .suggested(let choices):
      found = choices.filter { $0.hasPrefix(typed) }.map { Completion($0, "") }
    case .filter: found = try terms(endingFilter: typed)
    case .tag:
      found = try outline().completions(ofTag: typed.hasPrefix("#") ? typed : "#" + typed)
        .map { Completion(typed.hasPrefix("#") ? $0 : String($0.dropFirst()), "tag") }
    case .user:
      found = try outline().completions(ofUser: typed).filter(Self.isTypeable).map { Completion($0, "user") }
    case .item, .section:
      found = try outline().completions(
        ofAddress: typed, among: kind == .section ? .section : nil,
        isWordAnOption: !isAfterDashes && option == nil && head.isEmpty, last: Self.last[verb?.name ?? ""],
        isAnySection: option != nil || !head.isEmpty, isTypeable: Self.isTypeable)
    }
    return .completions(head.isEmpty ? found : found.map { Completion(head + $0.word, $0.meaning) })
  }

  /// The check box of the tasks that a verb has nothing to do with, which come after the others.
  private static let last = ["done": true, "undone": false]

  /// Completes the last term of a filter.
  private func terms(endingFilter typed: String) throws -> [Completion] {
    let start = typed.lastIndex { $0.isWhitespace || $0 == "(" }.map(typed.index(after:)) ?? typed.startIndex
    let (before, term) = (typed[..<start], typed[start...])
    if term.hasPrefix("#") {
      return try tags(endingText: String(term)).map { Completion(before + $0.word, $0.meaning) }
    }
    if term.hasPrefix("in:") {
      return try outline().completions(
        ofAddress: String(term.dropFirst(3)), among: .section, isWordAnOption: false, isAnySection: true,
        isTypeable: { Self.isTypeable($0) && !$0.contains(where: \.isWhitespace) }
      ).map { Completion("\(before)in:\($0.word)", $0.meaning) }
    }
    return ItemFilter.suggestions.filter { $0.hasPrefix(term) }.map { Completion(before + $0, "") }
  }

  /// Completes the last word of a text as a tag; returns nothing if it does not begin with `#`.
  private func tags(endingText typed: String) throws -> [Completion] {
    let start = typed.lastIndex { $0.isWhitespace }.map(typed.index(after:)) ?? typed.startIndex
    guard typed[start...].hasPrefix("#") else { return [] }
    return try outline().completions(ofTag: String(typed[start...])).map { Completion(typed[..<start] + $0, "tag") }
  }

  /// Whether a shell's line and a terminal can show a text unchanged.
  private static func isTypeable(_ text: String) -> Bool { Escapes.oneLine(text).hasSameBytes(as: text) }

  /// Opens the outline that the command names, without waiting for a locked file.
  private func outline() throws -> Outline {
    var arguments = Arguments(of: context.commands.standard.verb)
    if let file { try arguments.add(expanded(file), of: GlobalOptions.file, as: "-f") }
    return try arguments.outlineForReading(wait: .zero, in: context)
  }

  /// Returns a path with the home folder in place of `~` or `$HOME` at its beginning.
  private func expanded(_ path: String) throws -> String {
    for word in ["~", "$HOME", "${HOME}"] where path.hasPrefix(word + "/") {
      if let home = try context.variable("HOME") { return home + path.dropFirst(word.count) }
    }
    return path
  }
}
