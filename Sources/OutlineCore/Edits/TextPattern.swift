/// Why a regular expression cannot be looked for.
public enum PatternError: Error, Hashable {
  /// It is none.
  ///
  /// - Parameters:
  ///   - pattern: The expression as typed.
  ///   - reason: What is wrong with it.
  ///   - character: The number of the character at which that is, from 1.
  case malformed(pattern: String, reason: String, character: Int)
  /// It takes too many steps.
  ///
  /// - Parameters:
  ///   - pattern: The expression as typed.
  ///   - text: The text in which it does.
  case tooCostly(pattern: String, text: String)
}

/// Words that must all occur in something, or regular expressions that must all match in it.
package struct TextPattern {
  /// One of the words.
  private enum Word {
    /// Plain letters without accents, in lower case: compared byte by byte, as SQLite compares them.
    case ascii([UInt8])
    /// Any other word, folded.
    case folded([Character])
    /// A regular expression.
    case expression(Expression)
  }

  private let words: [Word]

  /// Prepares words to look for; upper and lower case are the same.
  /// - Throws: ``PatternError/malformed(pattern:reason:character:)`` where one of them is no regular expression, and all have to be.
  package init(_ words: [String], areExpressions: Bool = false) throws(PatternError) {
    var prepared: [Word] = []
    for word in words {
      if areExpressions {
        prepared.append(.expression(try Expression(word)))
      } else if word.utf8.allSatisfy({ $0 < 0x80 }) {
        prepared.append(.ascii(word.utf8.map(Self.lowered)))
      } else {
        prepared.append(.folded(Array(TextMatch.folded(word))))
      }
    }
    self.words = prepared
  }

  /// Whether each of the words occurs in one of the texts.
  ///
  /// O(length × length of the words), for regular expressions as long as they may take.
  /// - Throws: ``PatternError/tooCostly(pattern:text:)``.
  package func fits(_ texts: [String]) throws(PatternError) -> Bool {
    for word in words {
      var occurs = false
      for text in texts where !occurs { occurs = try Self.occurs(word, in: text) }
      if !occurs { return false }
    }
    return true
  }

  /// Whether any of the words occurs in a text.
  ///
  /// - Throws: ``PatternError/tooCostly(pattern:text:)``.
  package func touches(_ text: String) throws(PatternError) -> Bool {
    for word in words where try Self.occurs(word, in: text) { return true }
    return false
  }

  /// Where the words occur in a text, ascending, none inside another; of an expression that takes too many steps, what was
  /// found by then.
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

  private static func occurs(_ word: Word, in text: String) throws(PatternError) -> Bool {
    switch word {
    case .ascii(let bytes): occurs(bytes, in: text.utf8)
    case .folded(let letters): occurs(letters, in: Array(TextMatch.folded(text)))
    case .expression(let expression): try expression.occurs(in: text)
    }
  }

  private static func occurs(_ bytes: [UInt8], in text: String.UTF8View) -> Bool {
    var text = text[...]
    while text.count >= bytes.count {
      if zip(text, bytes).allSatisfy({ lowered($0) == $1 }) { return true }
      if text.isEmpty { break }
      text.removeFirst()
    }
    return false
  }

  private static func occurs(_ letters: [Character], in text: [Character]) -> Bool {
    text.indices.contains { text[$0...].starts(with: letters) }
  }

  private static func ranges(of word: Word, in text: String) -> [Range<String.Index>] {
    switch word {
    case .ascii(let bytes): ranges(of: Array(String(decoding: bytes, as: UTF8.self)), in: text)
    case .folded(let letters): ranges(of: letters, in: text)
    case .expression(let expression):
      expression.matches(in: text).map { bytes in
        text.utf8.index(
          text.startIndex, offsetBy: bytes.lowerBound)..<text.utf8.index(text.startIndex, offsetBy: bytes.upperBound)
      }
    }
  }

  /// Where letters occur in a text of which every character is folded by itself.
  private static func ranges(of letters: [Character], in text: String) -> [Range<String.Index>] {
    var folded: [(letter: Character, index: String.Index)] = []
    for index in text.indices {
      for letter in TextMatch.folded(String(text[index])) { folded.append((letter, index)) }
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
