import PleatArguments

/// The words of an unfinished command line, as a shell reads them, but without expanding or running anything.
struct TypedLine {
  enum Quote {
    case single
    case double
  }

  /// The completed words.
  private(set) var words: [String] = []
  /// The typed part of the last word; empty after a space.
  private(set) var typed = ""
  /// The part of ``typed`` before the text that the shell replaces.
  private(set) var kept = ""
  /// The quote that is open where that text begins.
  private(set) var quote: Quote?

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - line: The line up to the cursor.
  ///   - replaced: The end of the line, which the shell replaces.
  ///   - quotesInSingle: Whether a backslash escapes a quote inside '…', as it does in fish.
  /// - Returns: Nil if the line does not end with `replaced`, or if that is more than the last word.
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

  /// Returns the text that bash has to insert for a word, escaped for the open quote.
  ///
  /// It replaces the end of the line; nil if the word does not begin with ``kept``.
  func replacement(for word: String) -> String? {
    guard word.utf8.starts(with: kept.utf8) else { return nil }
    var text: [UInt8] = []
    for byte in word.utf8.dropFirst(kept.utf8.count) { Self.append(byte, in: quote, to: &text) }
    return String(decoding: text, as: UTF8.self)
  }

  private static func append(_ byte: UInt8, in quote: Quote?, to text: inout [UInt8]) {
    switch (quote, byte) {
    case (.single, UInt8(ascii: "'")): text += Array("'\\''".utf8)
    // In double quotes, bash expands ! from the history, and keeps a backslash before it.
    case (.double, UInt8(ascii: "!")): text += Array("\"'!'\"".utf8)
    case (.double, _) where "\"$\\`".utf8.contains(byte): text += [UInt8(ascii: "\\"), byte]
    case (nil, _) where !ShellWords.isPlain(byte): text += [UInt8(ascii: "\\"), byte]
    default: text.append(byte)
    }
  }

  /// Splits a line into words, byte by byte.
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
