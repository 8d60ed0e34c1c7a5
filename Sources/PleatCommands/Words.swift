import ArgumentParser
import OutlineCore

/// Words before they are parsed.
enum Words {
  /// Options that stand before a verb and take the next word as their value.
  private static let optionsWithValue: Set<String> = [
    "-f", "--file", "-u", "--user", "--wait", "--color", "--layout", "--depth", "--from", "--limit",
  ]

  /// The words with the verb moved to the front, so that options may stand before it.
  /// - Throws: a failure that names the nearest verb when the first word is none.
  static func verbFirst(_ words: [String]) throws -> [String] {
    var index = 0
    while index < words.count, words[index].hasPrefix("-"), words[index] != "--", words[index] != "-" {
      index += optionsWithValue.contains(words[index]) ? 2 : 1
    }
    guard index < words.count, words[index] != "--" else { return words }
    let verb = words[index]
    guard Pleat.verbs.contains(verb) else { throw unknown(verb) }
    return [verb] + words[..<index] + words[(index + 1)...]
  }

  private static func unknown(_ verb: String) -> Failure {
    let near = TextMatch.suggestions(for: verb, among: Pleat.verbs)
    let hint = near.first.map { "Did you mean '\($0)'?" } ?? "'pleat help' names them all."
    return Failure(.usage, "There is no verb '\(verb)'.", hint: "\(hint) To list one section: pleat list '\(verb)'")
  }
}
