/// Reads the arguments of one command, word by word, as its verb declares them.
///
/// Every reader of commands is made from this one: the command line, a line of a batch, and the completion of a word that
/// is not typed to its end. Nobody else looks for dashes and equals signs.
package struct WordReader {
  /// What a word, or a letter of it, is.
  package enum Part {
    case argument(String)
    case flag(Option, as: String)
    case value(Option, as: String, String)
    /// An option that needs a value, followed by nothing or by a word that begins with a dash.
    case valueMissing(Option, as: String, before: String?)
    /// A flag with a value after an equals sign.
    case valueTooMany(Option, as: String)
    /// A word that begins with a dash and is no option of those declared, or one of whose letters is none.
    case unknown(String)
    /// The two dashes after which every word is an argument.
    case dashes
  }

  private let options: [Option]
  private var words: ArraySlice<String>
  /// Letters of a word such as `-rn` that are not read yet.
  private var letters: Substring = ""
  /// Whether two dashes were read.
  package private(set) var isAfterDashes = false

  /// Creates a reader of everything that was typed except the verb.
  package init(_ words: ArraySlice<String>, options: [Option]) {
    self.words = words
    self.options = options
  }

  /// Returns the next part; nil at the end.
  package mutating func next() -> Part? {
    if let letter = letters.popFirst() { return option("-\(letter)") }
    guard let word = words.popFirst() else { return nil }
    if isAfterDashes || !Self.beginsWithDash(word) { return .argument(word) }
    if word.utf8.count == 2, word == "--" {
      isAfterDashes = true
      return .dashes
    }
    if let found = declared(word) { return option(found, as: word) }
    guard word.utf8.starts(with: [0x2D, 0x2D]) else { return cluster(word) }
    guard let sign = word.firstIndex(of: "="), let found = declared(String(word[..<sign])) else {
      return .unknown(word)
    }
    let name = String(word[..<sign])
    if found.kind == nil { return .valueTooMany(found, as: name) }
    return .value(found, as: name, String(word[word.index(after: sign)...]))
  }

  /// Returns whether a word begins as an option does; a single dash is standard input or output.
  package static func beginsWithDash(_ word: String) -> Bool {
    word.utf8.first == 0x2D && word.utf8.count > 1
  }

  private func declared(_ spelling: String) -> Option? { options.first { $0.isSpelled(spelling) } }

  /// The first of several letters that are typed as one word.
  private mutating func cluster(_ word: String) -> Part {
    let all = word.dropFirst()
    if all.contains(where: { declared("-\($0)") == nil }) { return .unknown(word) }
    letters = all
    return next() ?? .unknown(word)
  }

  private mutating func option(_ spelling: String) -> Part? {
    declared(spelling).map { option($0, as: spelling) } ?? .unknown(spelling)
  }

  private mutating func option(_ option: Option, as spelling: String) -> Part {
    if option.kind == nil { return .flag(option, as: spelling) }
    guard letters.isEmpty, let value = words.first, !Self.beginsWithDash(value) else {
      return .valueMissing(option, as: spelling, before: letters.isEmpty ? words.first : nil)
    }
    words.removeFirst()
    return .value(option, as: spelling, value)
  }
}
