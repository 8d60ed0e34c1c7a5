/// Words with the quoting of a shell.
package enum ShellWords {
  /// Splits a line into words.
  ///
  /// Spaces and tabs separate words, and '…' and "…" quote them. A backslash takes the next character literally; inside
  /// "…" it does so only for a quotation mark, a dollar sign, a backtick or a backslash. A # at the start of a word
  /// begins a comment.
  /// - Throws: A ``Refusal`` for a quotation mark that is not closed, or a backslash at the end.
  package static func split(_ line: some Sequence<UInt8>) throws(Refusal) -> [String] {
    try placed(line).map(\.word)
  }

  /// Splits a line as ``split(_:)`` does, and returns where each word begins, in bytes from the start of the line.
  package static func placed(_ line: some Sequence<UInt8>) throws(Refusal) -> [(word: String, start: Int)] {
    var splitter = Splitter()
    for byte in line {
      splitter.take(byte)
      if splitter.isRemark { break }
    }
    return try splitter.finish()
  }

  /// Whether a line has an unquoted character that a shell would act on, such as `|` or `$`.
  package static func hasOperators(_ line: some Sequence<UInt8>) -> Bool {
    var splitter = Splitter()
    for byte in line { splitter.take(byte) }
    return splitter.hasOperator
  }

  /// Returns a word quoted so that a shell reads it unchanged.
  package static func quoted(_ word: String) -> String {
    if !word.isEmpty, word.utf8.allSatisfy(isPlain) { return word }
    let parts = word.split(separator: "'", omittingEmptySubsequences: false).map { String($0) }
    return "'" + parts.joined(separator: "'\\''") + "'"
  }

  /// Whether a byte of UTF-8 has no special meaning to a shell.
  package static func isPlain(_ byte: UInt8) -> Bool { byte >= 0x80 || plain.contains(byte) }

  private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./_-".utf8)

  private struct Splitter {
    private var words: [(word: String, start: Int)] = []
    private var word: [UInt8]?
    /// The number of bytes so far, and that before the word.
    private var (count, start) = (0, 0)
    private var quote: UInt8?
    private var isEscaped = false
    private(set) var isRemark = false
    private(set) var hasOperator = false

    mutating func take(_ byte: UInt8) {
      if word == nil { start = count }
      count += 1
      if isEscaped {
        if quote != nil, !#""\$`"#.utf8.contains(byte) { append(UInt8(ascii: "\\")) }
        append(byte)
        isEscaped = false
        return
      }
      if quote == nil ? ";|&<>()$`\n".utf8.contains(byte) : quote == UInt8(ascii: "\"") && "$`".utf8.contains(byte) {
        hasOperator = true
      }
      switch (byte, quote) {
      case (UInt8(ascii: "\\"), nil), (UInt8(ascii: "\\"), UInt8(ascii: "\"")):
        isEscaped = true
      case (UInt8(ascii: "'"), nil), (UInt8(ascii: "\""), nil):
        quote = byte
        word = word ?? []
      case (_, .some(let open)) where byte == open:
        quote = nil
      case (UInt8(ascii: " "), nil), (UInt8(ascii: "\t"), nil):
        endWord()
      case (UInt8(ascii: "#"), nil) where word == nil:
        isRemark = true
      default:
        append(byte)
      }
    }

    mutating func finish() throws(Refusal) -> [(word: String, start: Int)] {
      if let quote {
        throw Refusal(badData: "the quotation mark \(quote == UInt8(ascii: "'") ? "'" : "\"") is not closed.")
      }
      if isEscaped { throw Refusal(badData: "the line ends with a backslash.") }
      endWord()
      return words
    }

    private mutating func append(_ byte: UInt8) {
      if word?.append(byte) == nil { word = [byte] }  // in place: a word may have a megabyte
    }

    private mutating func endWord() {
      if let word { words.append((String(decoding: word, as: UTF8.self), start)) }
      word = nil
    }
  }
}
