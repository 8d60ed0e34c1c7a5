import OutlineCore
import OutlineJSON

extension OutlineFormat {
  /// The most bytes at the beginning of a document that are looked at.
  private static let mostBytes = 65_536

  /// Returns the format that the beginning of a document shows clearly; nil where it may have several.
  public init?(beginning bytes: [UInt8]) {
    let start = bytes.prefix(Self.mostBytes).withoutByteOrderMark
    if start.starts(with: "bplist".utf8) {
      self = .plist
      return
    }
    let text = start.text()
    guard let first = text.unicodeScalars.first(where: { !$0.properties.isWhitespace }) else { return nil }
    let found: OutlineFormat? =
      switch first {
      case "<": Self.ofXML(text)
      case "[" where text.contains(utf8: #""uuid""#) && text.contains(utf8: #""description""#): .taskwarrior
      case "[", "{": Self.ofJSON(text)
      default:
        Self.ofLines(text.utf8.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.map { Substring($0) })
      }
    guard let found else { return nil }
    self = found
  }

  private static func ofJSON(_ text: String) -> OutlineFormat? {
    if text.contains(utf8: #""pleat""#) { return .json }
    let signs = [
      ["\"tasks#task"], [#""isTrashed""#], [#""idBoard""#], [#""idList""#], [#""shortUrl""#, #""prefs""#],
      [#""dueDateTime""#],
      [#""displayName""#, #""tasks""#],
    ]
    return signs.contains { $0.allSatisfy(text.contains(utf8:)) } ? .otherJSON : nil
  }

  /// Whether a document begins as a note of Google Keep or as lists of Google Tasks do.
  package static func isOfTakeout(_ bytes: [UInt8]) -> Bool {
    let text = bytes.prefix(mostBytes).text()
    return !text.contains(utf8: #""pleat""#)
      && [#""isTrashed""#, #""tasks#task"#].contains(where: text.contains(utf8:))
  }

  /// Chooses among the formats that a file name leaves open, the most usual one first; nil for none.
  ///
  /// A file named for todo.txt in which no line has a sign of that format is text.
  package static func choice(among formats: [OutlineFormat], beginning bytes: [UInt8]) -> OutlineFormat? {
    guard formats.count > 1 else { return formats.first }
    if formats.first == .todotxt {
      let lines = bytes.prefix(mostBytes).withoutByteOrderMark.text().split(whereSeparator: \.isNewline)
      return lines.isEmpty || lines.contains(where: hasTaskSign) ? .todotxt : .text
    }
    return OutlineFormat(beginning: bytes).flatMap { formats.contains($0) ? $0 : nil } ?? formats.first
  }

  private static func ofXML(_ text: String) -> OutlineFormat? {
    var rest = text[...]
    while let start = rest.firstIndex(where: { !$0.isWhitespace }), rest[start] == "<" {
      rest = rest[start...]
      let name = rest.dropFirst().prefix { $0.isLetter }.lowercased()
      if !name.isEmpty { return [.opml, .plist, .html].first { $0.rawValue == name } }
      let end = rest.hasPrefix("<!--") ? "-->" : ">"
      guard let range = rest.range(ofUTF8: end) else { return nil }
      rest = rest[range.upperBound...]
    }
    return nil
  }

  /// Recognizes a format by the signs that its lines begin with and that no other format has.
  private static func ofLines(_ lines: [Substring]) -> OutlineFormat? {
    if lines.first?.uppercased() == "BEGIN:VCALENDAR" { return .ics }
    let isMarkdown = lines.contains { $0.hasPrefix("```") || headingLevel($0) > 1 }
    if !isMarkdown, isOrg(lines) { return .org }
    if isLogseq(lines) { return .logseq }
    if lines.contains(where: isTask), !lines.contains(where: { $0.first?.isWhitespace == true }) { return .todotxt }
    // A line that begins with one # may be a comment of org.
    let isTitled = lines.first.map { headingLevel($0) == 1 } == true && !lines.contains(where: isOrgHeading)
    return isMarkdown || isTitled ? .markdown : nil
  }

  /// The level of a heading of Markdown; 0 for any other line.
  private static func headingLevel(_ line: Substring) -> Int {
    let rest = line.drop { $0 == "#" }
    let level = line.utf8.count - rest.utf8.count
    return level < 7 && rest.hasPrefix(" ") ? level : 0
  }

  /// Whether a line is a setting of org, or the first line is a heading and another line is one that only org has.
  private static func isOrg(_ lines: [Substring]) -> Bool {
    let hasSettings = lines.contains { line in
      guard line.hasPrefix("#+") else { return false }
      let name = line.dropFirst(2).prefix { $0.isLetter || $0 == "_" }
      return !name.isEmpty
        && (line.dropFirst(2 + name.count).hasPrefix(":") || name.lowercased().hasPrefix("begin_"))
    }
    if hasSettings { return true }
    return lines.first.map(isOrgHeading) == true
      && lines.contains { line in
        let text = line.drop { $0 == " " }.lowercased()
        return text == ":properties:" || ["deadline: <", "scheduled: <", "closed: ["].contains { text.hasPrefix($0) }
          || isOrgHeading(line) && (line.hasPrefix("**") || line.hasPrefix("* TODO ") || line.hasPrefix("* DONE "))
      }
  }

  /// Whether there are blocks, and a property that only Logseq's blocks have.
  private static func isLogseq(_ lines: [Substring]) -> Bool {
    let texts = lines.map { $0.trimmingBlanks() }
    return texts.contains { $0.hasPrefix("- ") }
      && texts.contains { $0.hasPrefix("collapsed:: ") || $0.hasPrefix("id:: ") }
  }

  private static func isOrgHeading(_ line: Substring) -> Bool {
    line.hasPrefix("*") && line.drop { $0 == "*" }.hasPrefix(" ")
  }

  /// Whether a line has a sign of todo.txt: how a task begins, a project, a context, or a key with a value.
  private static func hasTaskSign(_ line: Substring) -> Bool {
    if line.hasPrefix("x ") || isTask(line) || Day(line.prefix { $0 != " " }) != nil { return true }
    return line.split(separator: " ").contains { word in
      let rest = word.dropFirst()
      if word.hasPrefix("+") || word.hasPrefix("@") { return rest.first?.isLetter == true }
      return ["due:", "t:", "rec:", "pri:", "id:", "p:", "pleat:"].contains {
        word.hasPrefix($0) && word.count > $0.count
      }
    }
  }

  /// Whether a line begins with a priority of todo.txt, or as a task that was done on a day.
  private static func isTask(_ line: Substring) -> Bool {
    guard line.hasPrefix("x") || line.hasPrefix("(") else { return false }
    let words = line.split(separator: " ", maxSplits: 2)
    guard words.count > 1 else { return false }
    return words[0] == "x" && Day(words[1]) != nil || TodoLine.priority(words[0]) != nil
  }
}
