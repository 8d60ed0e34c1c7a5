/// A tag in a text, such as `#home`.
///
/// Two tags are equal if their names differ only in case.
public struct Tag: Sendable {
  /// The name without its `#`, as written.
  public let name: String

  /// Reads a tag with its `#` or without it; nil if the name is not a letter with letters, digits, `-`, `_` and `/` after it.
  public init?(_ word: some StringProtocol) {
    let name = word.unicodeScalars.first == "#" ? word.unicodeScalars.dropFirst() : word.unicodeScalars[...]
    guard let first = name.first, Self.isLetter(first), name.allSatisfy(Self.isInName) else { return nil }
    self.name = String(String.UnicodeScalarView(name))
  }

  /// The name in a form that is the same for equal tags.
  package var folded: String { TextMatch.folded(name) }

  /// Whether a name of a tag can begin with this scalar.
  static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return "a"..."z" ~= scalar || "A"..."Z" ~= scalar }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: return true
    default: return false
    }
  }

  /// Whether a name of a tag can continue with this scalar; accents belong to their letters.
  static func isInName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "-", "_", "/", "0"..."9": return true
    default: break
    }
    if isLetter(scalar) { return true }
    if scalar.isASCII { return false }
    switch scalar.properties.generalCategory {
    case .decimalNumber, .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return false
    }
  }
}

extension Tag: Hashable {
  /// Whether two names differ only in case.
  public static func == (first: Tag, second: Tag) -> Bool { first.folded == second.folded }

  /// Feeds the name without its case to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(folded) }
}

extension Tag: CustomStringConvertible {
  /// The tag as a text has it: `#home`.
  public var description: String { "#\(name)" }
}

// Tags in a text.
extension Tag {
  /// Returns where a text has tags, ascending.
  ///
  /// A tag begins at the start of the text or after white space. Code between backticks has none, nor has a link
  /// `[text](address)`. O(length).
  public static func ranges(in text: String) -> [Range<String.Index>] {
    guard text.utf8.contains(UInt8(ascii: "#")) else { return [] }
    var scan = TagScan(text.unicodeScalars)
    return scan.ranges()
  }

  /// Returns the tags of a text in order, each as often as the text has it.
  public static func all(in text: String) -> [Tag] { ranges(in: text).compactMap { Tag(text[$0]) } }

  /// Returns a text without its tags, and with one space between the other words.
  package static func removed(from text: String) -> String {
    var (rest, start) = ("", text.startIndex)
    for range in ranges(in: text) {
      rest += text[start..<range.lowerBound]
      start = range.upperBound
    }
    return (rest + text[start...]).split(separator: " ").joined(separator: " ")
  }

  /// Whether a text has the tag, or one below it: `#customer` occurs in `call #customer/acme`.
  package func occurs(in text: String) -> Bool {
    let folded = folded
    return Self.all(in: text).contains { $0.folded == folded || $0.folded.hasPrefix("\(folded)/") }
  }

  /// Returns a text with every occurrence of the tag renamed; nil if there is none.
  package func renamed(to tag: Tag, in text: String) -> String? {
    let ranges = Self.ranges(in: text).filter { Tag(text[$0]) == self }
    if ranges.isEmpty { return nil }
    var (result, start) = ("", text.startIndex)
    for range in ranges {
      result += text[start..<range.lowerBound]
      result += tag.description
      start = range.upperBound
    }
    return result + text[start...]
  }
}
