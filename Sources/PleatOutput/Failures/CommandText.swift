import PleatArguments

/// The form in which messages show commands.
package enum CommandText {
  /// Returns `pleat` with the option for a file; nil means the default file.
  package static func pleat(with file: String?) -> String {
    file.map { "pleat -f \(Escapes.oneLine(ShellWords.quoted($0)))" } ?? "pleat"
  }

  /// Returns a sentence with `-f FILE` added to the commands that use an outline; nil means the default file.
  ///
  /// A command is in quotes, or follows a colon.
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

  /// Whether the arguments begin with a verb that works on an outline.
  private static func usesOutline(_ words: ArraySlice<String>) -> Bool {
    guard let verb = words.first?.prefix(while: \.isLetter), !verb.isEmpty else { return false }
    return !["help", "config", "completions", "host"].contains(verb)
  }
}
