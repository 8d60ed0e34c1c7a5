import OutlineCore
import OutlineJSON

/// A heading of org: `** TODO [#A] Call mom :home:phone:`.
struct OrgHeading {
  /// The number of stars.
  var stars: Int
  var entry = TaskEntry()

  private static let keywordKey = "todo"
  private static let priorityKey = "priority"

  /// Reads a line; nil if it is no heading.
  init?(_ line: Substring, _ keywords: OrgKeywords) {
    guard Self.begins(line) else { return nil }
    let start = Self.endOfStars(line)
    stars = line.utf8[..<start].count
    var rest = Self.takeStart(of: line[start...].trimmingBlanks(), into: &entry) { keywords[$0] }
    (rest, entry.tags) = Self.split(rest)
    entry.title = String(rest)
  }

  /// Whether a line is a heading; an accent after the space belongs to the title.
  static func begins(_ line: Substring) -> Bool {
    guard line.utf8.first == UInt8(ascii: "*") else { return false }
    return line.utf8[endOfStars(line)...].first == UInt8(ascii: " ")
  }

  private static func endOfStars(_ line: Substring) -> Substring.Index {
    line.firstByte { $0 != UInt8(ascii: "*") } ?? line.endIndex
  }

  /// Takes the keyword and the priority at the beginning of a title over into an entry, and returns the rest of the title.
  static func takeStart(
    of title: Substring, into entry: inout TaskEntry, isDone: (String) -> Bool?
  ) -> Substring {
    var rest = title
    let word = String(rest.prefix { $0 != " " })
    if let isDone = isDone(word) {
      entry.isDone = isDone
      if word != (isDone ? "DONE" : "TODO") { entry.add(keywordKey, word) }
      rest = rest.dropFirst(word.count).trimmingBlanks()
    }
    guard let priority = priority(rest) else { return rest }
    entry.add(priorityKey, priority)
    return rest.dropFirst(priority.count + 3).trimmingBlanks()
  }

  /// Whether org accepts a word as a tag.
  static func isTag(_ word: String) -> Bool {
    !word.isEmpty && word.isWord(with: "_@#%")
  }

  /// Whether a title on one line, without tags, is certain to be read back from a heading as it is.
  static func isPlain(_ title: String, _ keywords: OrgKeywords) -> Bool {
    guard let first = title.utf8.first, let last = title.utf8.last, first < 0x80, first != UInt8(ascii: "["),
      !first.isBlank, !last.isBlank, last != UInt8(ascii: ":")
    else { return false }
    let word = title[..<(title.firstByte { $0 == UInt8(ascii: " ") } ?? title.endIndex)]
    return keywords.arePlain && keywords[String(word)] == nil
  }

  /// Writes the heading of an entry, and removes the parts that it expresses from the entry.
  static func line(_ entry: inout TaskEntry, stars: Int, _ keywords: inout OrgKeywords) -> String {
    var parts = [String(repeating: "*", count: stars)]
    if let isDone = entry.isDone {
      let named = entry.text(keywordKey) ?? ""
      let word = keywords.word(named, isDone: isDone)
      if word == named { _ = entry.take(keywordKey) }
      parts.append(word)
    } else {
      keywords.keepFree(entry.titleLine)
    }
    if let priority = entry.text(priorityKey), Self.priority("[#\(priority)]") != nil {
      _ = entry.take(priorityKey)
      parts.append("[#\(priority)]")
    }
    let tags = entry.tags.filter(isTag)
    let words = entry.tags.filter { !isTag($0) && TagWords.isTag($0) }
    let title = TagWords.joined(entry.titleLine, words)
    parts.append(title)
    if !tags.isEmpty { parts.append(":\(tags.joined(separator: ":")):") }
    return parts.filter { !$0.isEmpty }.joined(separator: " ") + (parts.count == 2 && title.isEmpty ? " " : "")
  }

  /// Returns the sign of a priority such as `[#A]` at the beginning of a text; nil if there is none.
  private static func priority(_ text: some StringProtocol) -> String? {
    guard text.hasPrefix("[#"), let end = text.firstIndex(of: "]") else { return nil }
    let sign = text[..<end].dropFirst(2)
    return (1...2).contains(sign.utf8.count) && sign.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      ? String(sign) : nil
  }

  /// Splits the tags from the end of a title.
  private static func split(_ title: Substring) -> (Substring, [String]) {
    let start = title.lastIndex(of: " ").map { title.index(after: $0) } ?? title.startIndex
    let word = title[start...]
    guard word.utf8.count > 2, word.hasPrefix(":"), word.hasSuffix(":") else { return (title, []) }
    let tags = word.dropFirst().dropLast().split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard tags.allSatisfy(isTag), Set(tags).count == tags.count else { return (title, []) }
    return (title[..<start].trimmingBlanks(), tags)
  }
}

extension Substring {
  /// The text without spaces and tabs at its beginning and its end.
  func trimmingBlanks() -> Substring {
    guard let first = utf8.first, let last = utf8.last, first.isBlank || last.isBlank else { return self }
    var text = drop { $0 == " " || $0 == "\t" }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }
}
