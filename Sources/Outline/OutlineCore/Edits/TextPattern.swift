/// A failure of a search for a regular expression.
public enum PatternError: Error, Hashable {
  /// The pattern is not a regular expression.
  ///
  /// - Parameters:
  ///   - pattern: The expression as typed.
  ///   - reason: PCRE2's message.
  ///   - character: The character at which the mistake is, counted from 1.
  case malformed(pattern: String, reason: String, character: Int)
  /// The search takes too many steps, too long, or too much memory.
  ///
  /// - Parameters:
  ///   - pattern: The expression as typed.
  ///   - text: The text that was being searched.
  case tooCostly(pattern: String, text: String)
  /// The package was built without its trait `RegularExpressions`.
  case notBuilt(pattern: String)
}

extension PatternError: CustomStringConvertible {
  /// The failure, as a sentence.
  public var description: String {
    switch self {
    case .malformed(let pattern, let reason, let character):
      "'\(pattern)' is not a regular expression: \(reason), at character \(character)."
    case .tooCostly(let pattern, let text):
      "Searching for '\(pattern)' takes too many steps in \"\(text.count > 60 ? "\(text.prefix(59))…" : text)\"."
    case .notBuilt(let pattern):
      "'\(pattern)' cannot be searched for, because this build has no regular expressions. Build pleat with its trait RegularExpressions."
    }
  }
}

/// Words that must all occur in something, or regular expressions that must all match in it.
package struct TextPattern {
  private enum Word {
    /// Plain letters without accents, in lower case: compared byte by byte, with accents or without.
    case ascii([UInt8])
    /// Any other word, folded.
    case folded([Character])
    /// A regular expression.
    case expression(Expression)
  }

  private let words: [Word]
  /// The words, if all of them are plain letters; nil otherwise.
  private let asciiWords: [[UInt8]]?

  /// Prepares words to look for; case is ignored, and so are accents for a word of plain letters.
  /// - Throws: ``PatternError/malformed(pattern:reason:character:)`` if `areExpressions` is true and one of them is not
  ///   a regular expression.
  package init(_ words: [String], areExpressions: Bool = false) throws(PatternError) {
    try self.init(words.map { ($0, areExpressions) })
  }

  package init(highlighting filter: ItemFilter) throws(PatternError) { try self.init(filter.words) }

  private init(_ words: [(word: String, isExpression: Bool)]) throws(PatternError) {
    var prepared: [Word] = []
    for (word, isExpression) in words {
      if isExpression {
        prepared.append(.expression(try Expression(word)))
      } else if word.utf8.allSatisfy({ $0 < 0x80 }) {
        prepared.append(.ascii(word.utf8.map(Self.lowered)))
      } else {
        prepared.append(.folded(Array(TextMatch.folded(word))))
      }
    }
    self.words = prepared
    let ascii = prepared.compactMap { if case .ascii(let bytes) = $0 { bytes } else { nil } }
    asciiWords = ascii.count == prepared.count ? ascii : nil
  }

  /// Whether each of the words occurs in one of the texts.
  ///
  /// O(length × length of the words); regular expressions have limits of their own.
  /// - Throws: ``PatternError/tooCostly(pattern:text:)``.
  package func fits(_ texts: [String]) throws(PatternError) -> Bool {
    for word in words {
      var occurs = false
      for text in texts where !occurs { occurs = try Self.occurs(word, in: text) }
      if !occurs { return false }
    }
    return true
  }

  /// Whether each of the words occurs in a text; its bytes need not be UTF-8.
  ///
  /// Nothing is copied if all words are ASCII.
  package func fits(_ text: UnsafeRawBufferPointer) throws(PatternError) -> Bool {
    guard let asciiWords else { return try fits([String(decoding: text, as: UTF8.self)]) }
    for word in asciiWords where !Self.occursPlainly(word, in: text) { return false }
    return true
  }

  /// Whether any of the words occurs in a text.
  ///
  /// - Throws: ``PatternError/tooCostly(pattern:text:)``.
  package func touches(_ text: String) throws(PatternError) -> Bool {
    for word in words where try Self.occurs(word, in: text) { return true }
    return false
  }

  /// Where the words occur in a text, ascending and without overlaps; an expression that takes too long gives the
  /// matches found by then.
  package func ranges(in text: String) -> [Range<String.Index>] {
    let found = words.flatMap { Self.ranges(of: $0, in: text) }.filter { !$0.isEmpty }
    var ranges: [Range<String.Index>] = []
    for range in found.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = ranges.last, range.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
    return ranges
  }

  /// How well the words fit a text: 0 if they make up all of it, 1 if one of them begins a word in it, 2 otherwise.
  package func rank(of text: String) -> Int {
    let ranges = ranges(in: text)
    if ranges.first == text.startIndex..<text.endIndex { return 0 }
    let beginsWord = ranges.contains { range in
      range.lowerBound == text.startIndex
        || { !$0.isLetter && !$0.isNumber }(text[text.index(before: range.lowerBound)])
    }
    return beginsWord ? 1 : 2
  }

  private static func occurs(_ word: Word, in text: String) throws(PatternError) -> Bool {
    switch word {
    case .ascii(let bytes):
      var text = text
      return text.withUTF8 { occursPlainly(bytes, in: UnsafeRawBufferPointer($0)) }
    case .folded(let letters): return occurs(letters, in: Array(TextMatch.folded(text)))
    case .expression(let expression): return try expression.occurs(in: text)
    }
  }

  /// Whether a word in lower case occurs in bytes; case and accents are ignored.
  private static func occursPlainly(_ word: [UInt8], in text: UnsafeRawBufferPointer) -> Bool {
    if occurs(word, in: text) { return true }
    guard PlainLetters.areHidden(in: text) else { return false }
    return PlainLetters.bytes(of: text).withUnsafeBytes { occurs(word, in: $0) }
  }

  /// Whether a word in lower case occurs in bytes; case is ignored.
  private static func occurs(_ word: [UInt8], in text: UnsafeRawBufferPointer) -> Bool {
    guard let first = word.first else { return true }
    guard text.count >= 8 else { return (0...8).contains { begins(word, at: $0, of: text) } }
    let search = ByteSearch(first)
    let (last, lastEight) = (text.count &- word.count, text.count &- 8)
    var index = 0
    while index <= last {
      while index < lastEight, search.matches(in: text, at: index) == 0 { index &+= 8 }
      let start = min(index, lastEight)
      let matches = search.matches(in: text, at: start) &>> UInt64(truncatingIfNeeded: 8 &* (index &- start))
      if matches == 0 { return false }
      index &+= matches.trailingZeroBitCount / 8  // the lowest bit belongs to the first byte that is equal
      if begins(word, at: index, of: text) { return true }
      index &+= 1
    }
    return false
  }

  private static func begins(_ word: [UInt8], at index: Int, of text: UnsafeRawBufferPointer) -> Bool {
    guard word.count <= text.count - index else { return false }
    for offset in word.indices where lowered(text[index + offset]) != word[offset] { return false }
    return true
  }

  private static func occurs(_ letters: [Character], in text: [Character]) -> Bool {
    text.indices.contains { text[$0...].starts(with: letters) }
  }

  private static func ranges(of word: Word, in text: String) -> [Range<String.Index>] {
    switch word {
    case .ascii(let bytes): ranges(of: Array(String(decoding: bytes, as: UTF8.self)), in: text, PlainLetters.text)
    case .folded(let letters): ranges(of: letters, in: text, TextMatch.folded)
    case .expression(let expression):
      expression.matches(in: text).map { bytes in
        text.utf8.index(
          text.startIndex, offsetBy: bytes.lowerBound)..<text.utf8.index(text.startIndex, offsetBy: bytes.upperBound)
      }
    }
  }

  /// Where letters occur in a text; every character is folded by itself, so that ranges refer to the original text.
  private static func ranges(
    of letters: [Character], in text: String, _ fold: (String) -> String
  ) -> [Range<String.Index>] {
    var folded: [(letter: Character, index: String.Index)] = []
    for index in text.indices {
      for letter in TextMatch.folded(fold(String(text[index]))) { folded.append((letter, index)) }
    }
    var ranges: [Range<String.Index>] = []
    var start = 0
    while start + letters.count <= folded.count, let last = letters.indices.last {
      if zip(folded[start...], letters).allSatisfy({ $0.letter == $1 }) {
        ranges.append(folded[start].index..<text.index(after: folded[start + last].index))
        start += letters.count
      } else {
        start += 1
      }
    }
    return ranges
  }

  private static func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte + 0x20 : byte }
}

/// Looks for a byte, or for a letter and its capital, in eight bytes at once.
private struct ByteSearch {
  private let wanted: UInt64
  /// A letter and its capital differ in one bit, so setting it in a byte makes both equal.
  private let caseBits: UInt64

  init(_ byte: UInt8) {
    wanted = UInt64(byte) &* 0x0101_0101_0101_0101
    caseBits = (0x61...0x7A).contains(byte) ? 0x2020_2020_2020_2020 : 0
  }

  /// Returns 0 if none of the eight bytes at an index is equal; otherwise the lowest bit that is set is in the first
  /// byte that is.
  @inline(__always)
  func matches(in text: UnsafeRawBufferPointer, at index: Int) -> UInt64 {
    let bytes = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    let differences = (bytes | caseBits) ^ wanted
    return (differences &- 0x0101_0101_0101_0101) & ~differences & 0x8080_8080_8080_8080
  }
}
