import PleatArguments

/// Commands as messages show them.
package enum CommandText {
  /// Returns how a command begins that uses a file; nil stands for the file that pleat uses by itself.
  package static func pleat(with file: String?) -> String {
    file.map { "pleat -f \(Escapes.oneLine(ShellWords.quoted($0)))" } ?? "pleat"
  }

  /// Returns a sentence in which commands that use an outline name the file; nil stands for the file that they use by
  /// themselves.
  ///
  /// A command stands in quotes, or behind a colon.
  package static func naming(_ file: String?, in sentence: String) -> String {
    guard let file else { return sentence }
    let words = sentence.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let option = "-f \(ShellWords.quoted(file))"
    return words.indices.map { index in
      let isCommand =
        words[index] == "'pleat" || words[index] == "pleat" && index > 0 && words[index - 1].hasSuffix(":")
      return isCommand && usesOutline(words[(index + 1)...]) ? "\(words[index]) \(option)" : words[index]
    }.joined(separator: " ")
  }

  /// Whether the words behind `pleat` are those of a verb that works on an outline.
  private static func usesOutline(_ words: ArraySlice<String>) -> Bool {
    guard let verb = words.first?.prefix(while: \.isLetter), !verb.isEmpty else { return false }
    return !["help", "config", "completions"].contains(verb)
  }
}
