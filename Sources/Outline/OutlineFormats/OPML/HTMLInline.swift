/// Converts texts with HTML tags, such as those of Workflowy, to Markdown.
enum HTMLInline {
  /// The Markdown signs of each known tag; empty for a tag that Markdown has no signs for.
  private static let signs = [
    "b": "**", "strong": "**", "i": "*", "em": "*", "s": "~~", "del": "~~", "strike": "~~", "code": "`", "u": "",
    "span": "", "mark": "", "time": "", "mention": "",
  ]
  private static let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", "\u{A0}")]

  /// Returns the text as Markdown; nil if it has no tags, an unknown tag, or tags that do not match.
  ///
  /// - Parameter lost: Collects the tags that Markdown has no signs for.
  static func markdown(_ text: String, lost: inout [String]) -> String? {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return nil }
    var (result, open) = ("", [(name: String, link: String?)]())
    var unsaid: [String] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: "<") {
      guard let end = rest[start...].firstIndex(of: ">") else { return nil }
      result += unescaped(rest[..<start])
      let tag = rest[start..<end].dropFirst()
      rest = rest[rest.index(after: end)...]
      let name = tag.drop { $0 == "/" }.prefix { $0.isLetter }.lowercased()
      guard let sign = name == "a" ? "" : signs[name] else { return nil }
      if tag.hasPrefix("/") {
        guard let last = open.popLast(), last.name == name else { return nil }
        result += last.link.map { "](\($0))" } ?? sign
      } else {
        let link = name == "a" ? address(in: tag) : nil
        open.append((name, link))
        if sign.isEmpty, link == nil { unsaid.append(tag.contains(utf8: "color") ? "colours" : "<\(name)>") }
        result += link == nil ? sign : "["
      }
    }
    guard open.isEmpty, result.utf8.count > 0 else { return nil }
    lost += unsaid
    return result + unescaped(rest)
  }

  /// Replaces HTML's character references with their characters.
  static func unescaped(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return String(text) }
    let parts = text.split(separator: "&" as Character, omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts.first ?? "")) { result, part in
      let word = "&\(part)"
      if word.hasPrefix("&amp;") {
        result += "&" + part.dropFirst(4)
      } else if let entity = entities.first(where: { word.hasPrefix($0.0) }) {
        result += entity.1 + part.dropFirst(entity.0.count - 1)
      } else {
        result += word
      }
    }
  }

  /// The address in the tag of a link; nil if there is none in double quotes.
  private static func address(in tag: Substring) -> String? {
    guard let start = tag.range(ofUTF8: "href=\"")?.upperBound, let end = tag[start...].firstIndex(of: "\"") else {
      return nil
    }
    return unescaped(tag[start..<end])
  }
}
