import OutlineCore

/// Texts of the command line in the words of the tools of `pleat mcp`, which take arguments rather than options.
package enum ToolText {
  /// Parts of sentences that concern only people.
  private static let onlyForPeople = [
    "command line", "shell", "terminal", "screen", "exit code", "can be left out", "editor", "standard input",
    "'pleat help", "'pleat open", "'pleat settings", "'pleat sql", "'pleat config", "Write -- before", " -f ",
  ]
  /// The pages of help whose content a description has.
  private static let pages = [
    "'pleat help days' has all forms": "the description of due has all forms",
    "; see 'pleat help filters'": ", as below", " (79)": "",
    "'pleat help filters' explains filters": "The description of find explains filters",
    "See 'pleat help days'": "The description of due has all forms",
    "'pleat help filters'": "the description of find", "'pleat help days'": "the description of due",
  ]
  /// Options and placeholders that tools call otherwise.
  private static let words = [
    "-r": "recursive", "-n": "dry-run", "-v": "verbose", "ADDRESS": "address", "FILTER": "filter", "DAY": "day",
    "--ids": "",
  ]

  /// Returns the text of a description or a hint without the sentences that concern only people, and with the names of arguments
  /// in the place of options.
  package static func of(_ text: String) -> String {
    var text = text
    for (page, words) in pages.sorted(by: { $0.key.utf8.count > $1.key.utf8.count }) {
      while let range = text.range(ofUTF8: page) { text.replaceSubrange(range, with: words) }
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      sentences(of: line).filter { sentence in !onlyForPeople.contains(where: sentence.contains(utf8:)) }
        .map(inWordsOfTools).joined(separator: " ")
    }.joined(separator: "\n")
  }

  /// Returns a message with the names of arguments in the place of options; what is quoted stays as it is, except commands.
  package static func inWordsOfTools(_ message: String) -> String {
    var quote: Character?
    var isCommand = false
    var words: [String] = []
    for word in message.split(separator: " ", omittingEmptySubsequences: false) {
      if quote == nil, word == "'pleat" || word == "pleat" && words.last?.hasSuffix(":") == true {
        if word == "'pleat" { isCommand = true }
        continue
      }
      let core = word.prefix { !",.;:)?".contains($0) }
      if quote == nil, !isCommand, let first = core.first, "'\"".contains(first) { quote = first }
      words.append(quote == nil ? named(word) : String(word))
      if isCommand, let end = words[words.count - 1].firstIndex(of: "'") {
        words[words.count - 1].remove(at: end)
        isCommand = false
      }
      if let end = quote, core.count > 1 || core.first != end, core.last == end { quote = nil }
    }
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Returns a word with an option or a placeholder as the name of an argument.
  private static func named(_ word: Substring) -> String {
    let start = word.prefix { $0 == "(" }
    let rest = word.dropFirst(start.count)
    let name = rest.prefix { $0.isLetter || $0 == "-" }
    let known = Self.words[String(name)] ?? String(name.hasPrefix("--") && name.count > 2 ? name.dropFirst(2) : name)
    return "\(start)\(known)\(rest.dropFirst(name.count))"
  }

  private static func sentences(of line: Substring) -> [String] {
    var sentences = [""]
    for character in line {
      if character == " ", let last = sentences[sentences.count - 1].last, ".?".contains(last) {
        sentences.append("")
      } else {
        sentences[sentences.count - 1].append(character)
      }
    }
    return sentences
  }
}
