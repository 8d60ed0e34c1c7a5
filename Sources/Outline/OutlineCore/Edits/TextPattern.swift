@_spi(_Unicode) import Swift

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
    /// Any other word.
    case folded(FoldedWord)
    /// A regular expression.
    case expression(Expression)
  }

  private let words: [Word]

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
        prepared.append(.folded(FoldedWord(word)))
      }
    }
    self.words = prepared
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
  /// Nothing of an ASCII text is copied.
  package func fits(_ text: UnsafeRawBufferPointer) throws(PatternError) -> Bool {
    for word in words {
      let occurs =
        switch word {
        case .ascii(let bytes): Self.occursPlainly(bytes, in: text)
        case .folded(let word): word.occurs(in: text)
        case .expression(let expression): try expression.occurs(in: text)
        }
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
    case .folded(let word):
      var text = text
      return text.withUTF8 { word.occurs(in: UnsafeRawBufferPointer($0)) }
    case .expression(let expression): return try expression.occurs(in: text)
    }
  }

  /// Whether a word in lower case occurs in bytes; case and accents are ignored.
  private static func occursPlainly(_ word: [UInt8], in text: UnsafeRawBufferPointer) -> Bool {
    if occurs(word, in: text) { return true }
    guard PlainLetters.areHidden(in: text) else { return false }
    return PlainLetters.bytes(of: text).withUnsafeBytes { occurs(word, in: $0) }
  }

  /// Whether a word in lower case occurs in bytes; the case of ASCII letters is ignored.
  fileprivate static func occurs(_ word: [UInt8], in text: UnsafeRawBufferPointer) -> Bool {
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

  private static func ranges(of word: Word, in text: String) -> [Range<String.Index>] {
    switch word {
    case .ascii(let bytes): ranges(of: Array(String(decoding: bytes, as: UTF8.self)), in: text, PlainLetters.text)
    case .folded(let word): ranges(of: word.letters, in: text, TextMatch.folded)
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

  fileprivate static func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte + 0x20 : byte }
}

/// A word with letters beyond ASCII, which occurs where its letters are those of a text in another case or another encoding of accents.
private final class FoldedWord {
  /// The letters, folded.
  let letters: [Character]
  /// The same letters as composed UTF-8.
  private let bytes: [UInt8]
  /// Whether no letter has a line break, which can be one with its neighbour.
  private let isOfOneLine: Bool
  private let isASCII: Bool
  /// The folded bytes of scalars seen so far; nil for those that can be one letter with their neighbours.
  private var folds: [UInt32: [UInt8]?] = [:]
  /// The folded bytes of the last text.
  private var folded: [UInt8] = []

  init(_ word: String) {
    let text = TextMatch.folded(word)
    letters = Array(text)
    bytes = Self.composed(text)
    isOfOneLine = !bytes.contains { $0 == 0x0A || $0 == 0x0D }
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  /// Whether the word occurs in a text, whose bytes need not be UTF-8.
  ///
  /// Skips ASCII eight bytes at a time.
  func occurs(in text: UnsafeRawBufferPointer) -> Bool {
    if isOfOneLine {
      if PlainLetters.isASCII(text) { return isASCII && TextPattern.occurs(bytes, in: text) }
      if fold(text) { return folded.withUnsafeBytes { TextPattern.occurs(bytes, in: $0) } }
    }
    let text = Array(TextMatch.folded(String(decoding: text, as: UTF8.self)))
    return text.indices.contains { text[$0...].starts(with: letters) }
  }

  /// Folds a text scalar by scalar; returns false if some of them may be one letter, or the text is not UTF-8.
  private func fold(_ text: UnsafeRawBufferPointer) -> Bool {
    folded.removeAll(keepingCapacity: true)
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte < 0x80 {
        folded.append(TextPattern.lowered(byte))
        index += 1
        continue
      }
      let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      guard byte >= 0xC2, byte < 0xF5, text.count - index >= length else { return false }
      var code = UInt32(byte) & (0x7F >> UInt32(length))
      for next in text[(index + 1)..<(index + length)] {
        if next & 0xC0 != 0x80 { return false }
        code = code << 6 | UInt32(next & 0x3F)
      }
      let isShortest = length == 2 || code >= (length == 3 ? 0x800 : 0x1_0000)
      guard isShortest, let fold = fold(of: code) else { return false }
      folded += fold
      index += length
    }
    return true
  }

  private func fold(of code: UInt32) -> [UInt8]? {
    if let known = folds[code] { return known }
    let fold = Unicode.Scalar(code).flatMap(Self.fold)
    folds[code] = .some(fold)
    return fold
  }

  /// Returns the folded bytes of a scalar; nil if one of its folded scalars can be one letter with a neighbour.
  private static func fold(_ scalar: Unicode.Scalar) -> [UInt8]? {
    let bytes = composed(TextMatch.folded(String(scalar)))
    let isSeparate = String(decoding: bytes, as: UTF8.self).unicodeScalars.allSatisfy { scalar in
      // A letter of its own beside others, and beside itself.
      ("a" + String(scalar) + String(scalar) + "a").count == 4
    }
    return isSeparate ? bytes : nil
  }

  private static func composed(_ text: String) -> [UInt8] {
    text._nfc.flatMap { Array(String($0).utf8) }
  }
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
