import PleatArguments

/// The words of a command line that is not typed to its end, as a shell reads them, but without carrying anything out.
struct TypedLine {
  /// A quote that is open.
  enum Quote {
    case single
    case double
  }

  /// The words that are typed to their end.
  private(set) var words: [String] = []
  /// What is typed of the last word; empty behind a space.
  private(set) var typed = ""
  /// The part of ``typed`` that stands before the text which the shell replaces.
  private(set) var kept = ""
  /// The quote that is open where that text begins.
  private(set) var quote: Quote?

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - line: The line up to the cursor.
  ///   - replaced: The end of it, which the shell replaces.
  ///   - quotesInSingle: Whether a backslash takes the next quote literally inside '…', as it does in fish.
  /// - Returns: nil if the line does not end so, or the text that the shell replaces has more than the last word.
  init?(_ line: String, replacing replaced: String, quotesInSingle: Bool = false) {
    guard line.utf8.count >= replaced.utf8.count, line.utf8.reversed().starts(with: replaced.utf8.reversed()) else {
      return nil
    }
    var reader = Reader(quotesInSingle: quotesInSingle)
    let boundary = line.utf8.count - replaced.utf8.count
    var state: Reader?
    for (index, byte) in line.utf8.enumerated() {
      if index == boundary { state = reader }
      reader.take(byte)
    }
    let start = state ?? reader
    guard start.words.count == reader.words.count || start.word == nil && replaced.isEmpty else { return nil }
    words = reader.words
    typed = reader.text
    kept = start.text
    quote = start.quote
  }

  /// Returns what makes a word of the line in bash, in the place of the text that the shell replaces.
  ///
  /// It is quoted as the quote asks that is open there. nil if the word does not begin with the part that is kept.
  func replacement(for word: String) -> String? {
    guard word.utf8.starts(with: kept.utf8) else { return nil }
    var text: [UInt8] = []
    for byte in word.utf8.dropFirst(kept.utf8.count) { Self.append(byte, in: quote, to: &text) }
    return String(decoding: text, as: UTF8.self)
  }

  private static func append(_ byte: UInt8, in quote: Quote?, to text: inout [UInt8]) {
    switch (quote, byte) {
    case (.single, UInt8(ascii: "'")): text += Array("'\\''".utf8)
    // Between double quotes, bash looks ! up in the history, and keeps a backslash before it.
    case (.double, UInt8(ascii: "!")): text += Array("\"'!'\"".utf8)
    case (.double, _) where "\"$\\`".utf8.contains(byte): text += [UInt8(ascii: "\\"), byte]
    case (nil, _) where !ShellWords.isPlain(byte): text += [UInt8(ascii: "\\"), byte]
    default: text.append(byte)
    }
  }

  /// The reader of a line, byte for byte.
  private struct Reader {
    let quotesInSingle: Bool
    var words: [String] = []
    var word: [UInt8]?
    var quote: Quote?
    private var isEscaped = false

    init(quotesInSingle: Bool) { self.quotesInSingle = quotesInSingle }

    var text: String { String(decoding: word ?? [], as: UTF8.self) }

    mutating func take(_ byte: UInt8) {
      if isEscaped { return takeEscaped(byte) }
      switch (quote, byte) {
      case (nil, UInt8(ascii: "\\")), (.double, UInt8(ascii: "\\")): begin(escaped: true)
      case (.single, UInt8(ascii: "\\")) where quotesInSingle: begin(escaped: true)
      case (nil, UInt8(ascii: "'")): begin(.single)
      case (nil, UInt8(ascii: "\"")): begin(.double)
      case (.single, UInt8(ascii: "'")), (.double, UInt8(ascii: "\"")): quote = nil
      case (nil, UInt8(ascii: " ")), (nil, UInt8(ascii: "\t")), (nil, UInt8(ascii: "\n")): end()
      default: append(byte)
      }
    }

    private mutating func takeEscaped(_ byte: UInt8) {
      let isTaken =
        switch quote {
        case nil: true
        case .double: "\"\\$`".utf8.contains(byte)
        case .single: "'\\".utf8.contains(byte)
        }
      if !isTaken { append(UInt8(ascii: "\\")) }
      append(byte)
      isEscaped = false
    }

    private mutating func begin(_ quote: Quote? = nil, escaped: Bool = false) {
      if let quote { self.quote = quote }
      isEscaped = escaped
      word = word ?? []
    }

    private mutating func append(_ byte: UInt8) {
      if word?.append(byte) == nil { word = [byte] }  // in place: a word may be long
    }

    private mutating func end() {
      if word != nil { words.append(text) }
      word = nil
    }
  }
}
