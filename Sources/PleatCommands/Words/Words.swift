import ArgumentParser
import OutlineCore

/// The words of a command before they are parsed.
enum Words {
  // What the verbs declare is repeated in these lists, as asking the argument parser would cost every start several
  // milliseconds; VerbGrammarTests compares them with the declarations.

  /// The options that take the next word as their value, by all their names; without --done, which takes none with
  /// delete and so stands behind the verb.
  static let optionsWithValue = [
    "-f", "--file", "-u", "--user", "--wait", "--color", "--depth", "--from", "--limit", "--layout", "--in", "--before",
    "--after", "--at", "--text", "--detail", "--collapsible", "--set", "--keep-rows", "--format", "--by", "--entry",
    "--text-column", "--section-column", "--keep", "--mark", "--document",
  ]
  /// Of these, the options that may be given several times.
  static let repeatingOptions = ["--set"]
  /// The letters that are options.
  static let letters: [Character] = ["f", "h", "n", "q", "r", "u", "v"]
  /// Verbs of other programs, with pleat's verbs for them.
  static let synonyms = [
    "remove": "delete", "del": "delete", "rename": "edit", "change": "edit", "show": "list",
    "view": "list", "cat": "list", "search": "find", "grep": "find", "tick": "done", "complete": "done",
    "untick": "undone", "new": "add", "insert": "add", "close": "collapse",
    "info": "status", "history": "log", "batch": "apply", "set": "settings",
  ]

  /// Returns the command in the words that the history keeps.
  ///
  /// The words are quoted as in a shell, options that only affect the answer are left out, and a long command is cut.
  static func sentence(_ words: [String]) -> String {
    var kept: [String] = []
    var index = 0
    while index < words.count, words[index] != "--" {
      let word = words[index]
      let name = word.split(separator: "=", maxSplits: 1).first.map(String.init) ?? word
      if unmentioned.contains(name) {
        index += optionsWithValue.contains(word) ? 2 : 1
      } else {
        kept.append(ShellWords.quoted(word))
        index += 1
      }
    }
    // The last option may lack its value where help is asked for, so the index may be behind the end.
    kept += words.dropFirst(index).map(ShellWords.quoted)
    let sentence = kept.joined(separator: " ")
    return sentence.count > 200 ? sentence.prefix(199) + "…" : sentence
  }

  /// Options that the history leaves out: they affect only the answer, or choose the file and the user.
  static let unmentioned = [
    "-f", "--file", "-u", "--user", "--wait", "--layout", "--json", "-q", "--quiet", "-n", "--dry-run",
    "--allow-network-file", "--mark",
  ]

  /// Returns the file that a command names with -f or --file; nil if it names none.
  static func file(in words: [String]) -> String? {
    let words = words.prefix { $0 != "--" }
    if let option = words.firstIndex(where: { $0 == "-f" || $0 == "--file" }) {
      return words.dropFirst(option + 1).first
    }
    return words.first { $0.hasPrefix("--file=") }.map { String($0.dropFirst("--file=".count)) }
  }

  /// Returns how a command begins that uses a file; nil stands for the file that it uses by itself.
  static func command(for file: String?) -> String { file.map { "pleat -f \(ShellWords.quoted($0))" } ?? "pleat" }

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
    return !["help", "config", "completions"].contains(verb) && Pleat.verb(named: verb) != nil
  }

  /// Returns the words with the verb moved to the front, so that options may come before it.
  /// - Throws: A ``Failure`` with the nearest verb if the first word is not a verb, for a word that begins with a dash and
  ///   is not an option, before its letters are taken for options, or for an option that is given twice.
  static func verbFirst(_ words: [String]) throws -> [String] {
    var index = 0
    while index < words.count, words[index].hasPrefix("-"), words[index] != "--", words[index] != "-" {
      index += optionsWithValue.contains(words[index]) ? 2 : 1
    }
    let verb = index < words.count && words[index] != "--" ? words[index] : nil
    if let verb, !Pleat.verbs.contains(verb) {
      if index > 0, try isNoOption(words[index - 1]) { return words }  // it is refused rather than its value
      throw unknown(verb)
    }
    try refuseDashes(words, verb)
    try refuseRepeated(words, verb)
    return verb.map { [$0] + words[..<index] + words[(index + 1)...] } ?? words
  }

  /// Whether a word begins as an option does and no verb declares it.
  private static func isNoOption(_ word: String) throws -> Bool {
    try word.hasPrefix("--")
      && !Pleat.configuration.subcommands.contains { try VerbDeclaration($0).option(word) != nil }
  }

  private static func refuseDashes(_ words: [String], _ verb: String?) throws {
    for (index, word) in words.enumerated() {
      guard word.utf8.first == UInt8(ascii: "-") else { continue }
      if word == "--" { return }
      if word.hasPrefix("--") || word.dropFirst().allSatisfy(letters.contains) { continue }
      throw Failure(dashes: word, behind: index > 0 ? words[index - 1] : nil, of: verb)
    }
  }

  /// Refuses an option that takes one value and is given twice.
  private static func refuseRepeated(_ words: [String], _ verb: String?) throws {
    var values: [(option: String, value: String?)] = []
    for (index, word) in words.enumerated() {
      guard word.utf8.first == UInt8(ascii: "-") else { continue }
      if word == "--" { return }
      let own = word.utf8.firstIndex(of: UInt8(ascii: "="))
      let option = own.map { String(word[..<$0]) } ?? word
      let name = option == "-f" ? "--file" : option == "-u" ? "--user" : option
      let value = own.map { String(word[$0...].dropFirst()) } ?? words.dropFirst(index + 1).first
      let takesValue = optionsWithValue.contains(name) || name == "--done" && verb != "delete" && verb != "rm"
      guard takesValue, !repeatingOptions.contains(name) else { continue }
      if let first = values.first(where: { $0.option == name }) { throw Failure(twice: name, first.value, value) }
      values.append((name, value))
    }
  }

  /// Whether the words ask for the version of pleat; the file and the user may stand before it, as an alias has them.
  static func asksForVersion(_ words: [String]) -> Bool {
    guard words.last == "--version" else { return false }
    return stride(from: 0, to: words.count - 1, by: 2).allSatisfy { index in
      ["-f", "--file", "-u", "--user"].contains(words[index]) && index + 2 < words.count
    }
  }

  private static func unknown(_ verb: String) -> Failure {
    let near = synonyms[verb] ?? TextMatch.suggestions(for: verb, among: Pleat.verbs + ["--version"]).first
    let hint = near.map { "Did you mean '\($0)'?" } ?? "'pleat help' lists all verbs."
    return Failure(
      .usage, "There is no verb '\(verb)'.", hint: "\(hint) To list one section: pleat list \(ShellWords.quoted(verb))")
  }
}

extension Failure {
  /// Creates the failure for a word that begins with a dash and is no option.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - option: The word before it.
  ///   - verb: The verb of the command; nil if it has none, which means `list`.
  fileprivate init(dashes word: String, behind option: String?, of verb: String?) {
    let verb = Pleat.verb(named: verb ?? List.name) ?? List.self
    let declaration = try? VerbDeclaration(verb)
    let valued = option.flatMap { declaration?.option($0) }.flatMap { $0.kind == .option ? $0 : nil }
    let help = "'pleat help \(verb.name)' says what it takes."
    let isNumber = Int(word) != nil
    if word == "-V" {
      self.init(.usage, "'-V' is not an option.", hint: "Did you mean '--version'?")
    } else if let range = NumberRange.of(valued?.names.first, in: verb.name), valued != nil || isNumber {
      self.init(.usage, range.refusal(of: word), hint: help)
    } else if let valued, let option {
      self.init(
        .usage, "\(option) needs a value, and '\(word)' begins with a dash.",
        hint: "For a value that begins with a dash: \(valued.names[0])=\(ShellWords.quoted(word))")
    } else {
      self.init(
        .usage, "'\(word)' \(isNumber ? "is a negative number" : "begins with a dash and is not an option").",
        hint: declaration?.takesTexts ?? false
          ? "What begins with a dash stands behind --, as in: pleat \(verb.name) -- \(ShellWords.quoted(word))" : help)
    }
  }

  /// Creates the failure for an option that is given twice, with what stands behind it each time.
  init(twice option: String, _ first: String?, _ second: String?) {
    let choice = [first, second].compactMap { $0.map { "\(option) \(ShellWords.quoted($0))" } }
    self.init(
      .usage, "\(option) is given twice, and takes one value.",
      hint: choice.count == 2 && choice[0] != choice[1] ? "Say either \(choice[0]) or \(choice[1])." : "Give it once.")
  }
}
