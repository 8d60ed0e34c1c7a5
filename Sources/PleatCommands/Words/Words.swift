import ArgumentParser
import OutlineCore

/// The words of a command before they are parsed.
enum Words {
  // What the verbs declare is repeated in these sets, as asking the argument parser would cost every start several
  // milliseconds; VerbGrammarTests compares them with the declarations.

  /// The options that take the next word as their value, by all their names; without --done, which takes none with
  /// delete and so stands behind the verb.
  static let optionsWithValue: Set<String> = [
    "-f", "--file", "-u", "--user", "--wait", "--color", "--depth", "--from", "--limit", "--layout", "--in", "--before",
    "--after", "--at", "--text", "--detail", "--collapsible", "--set", "--keep-rows", "--format", "--by", "--entry",
    "--text-column", "--section-column", "--keep",
  ]
  /// The letters that are options.
  static let letters: Set<Character> = ["f", "h", "n", "q", "r", "u", "v"]
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
    kept += words[index...].map(ShellWords.quoted)
    let sentence = kept.joined(separator: " ")
    return sentence.count > 200 ? sentence.prefix(199) + "…" : sentence
  }

  /// Options that the history leaves out: they affect only the answer, or choose the file and the user.
  static let unmentioned: Set<String> = [
    "-f", "--file", "-u", "--user", "--wait", "--layout", "--json", "-q", "--quiet", "-n", "--dry-run",
    "--allow-network-file",
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

  /// Returns the words with the verb moved to the front, so that options may come before it.
  /// - Throws: A ``Failure`` with the nearest verb if the first word is not a verb, or for a word that begins with a
  ///   dash and is not an option, before its letters are taken for options.
  static func verbFirst(_ words: [String]) throws -> [String] {
    try refuseDashes(words)
    var index = 0
    while index < words.count, words[index].hasPrefix("-"), words[index] != "--", words[index] != "-" {
      index += optionsWithValue.contains(words[index]) ? 2 : 1
    }
    guard index < words.count, words[index] != "--" else { return words }
    let verb = words[index]
    guard Pleat.verbs.contains(verb) else { throw unknown(verb) }
    if verb == "help", let topic = words.dropFirst(index + 1).first, !Pleat.verbs.contains(topic) {
      throw unknown(topic)
    }
    return [verb] + words[..<index] + words[(index + 1)...]
  }

  private static func refuseDashes(_ words: [String]) throws {
    for word in words.prefix(while: { $0 != "--" }) where word.hasPrefix("-") && !word.hasPrefix("--") {
      if word.dropFirst().allSatisfy(letters.contains) { continue }
      if Int(word) != nil {
        throw Failure(
          .usage, "'\(word)' is a negative number, and no option takes one.",
          hint: "To add a text that begins with a dash: pleat add -- '\(word)'")
      }
      throw Failure(
        .usage, "'\(word)' begins with a dash and is not an option.",
        hint: "Put a text that begins with a dash after --, as in: pleat add -- '\(word)'")
    }
  }

  private static func unknown(_ verb: String) -> Failure {
    let near = synonyms[verb] ?? TextMatch.suggestions(for: verb, among: Pleat.verbs).first
    let hint = near.map { "Did you mean '\($0)'?" } ?? "'pleat help' lists all verbs."
    return Failure(.usage, "There is no verb '\(verb)'.", hint: "\(hint) To list one section: pleat list '\(verb)'")
  }
}
