import OutlineCore

/// What Markdown cannot say of a section or a row, in a comment at the end of its heading or item:
/// `## Title <!-- pleat {"level":9,"detail":"…"} -->`.
///
/// The comment is a JSON object in which no `--` and no `>` occurs, so that it never ends early. A comment that is not
/// exactly so is part of the text.
struct MarkdownNote: Hashable {
  /// The attributes, where they are not those that the Markdown stands for.
  enum Attributes: Hashable {
    case asMarkdown
    case none
    case json(String)
  }

  /// The title or the text where it differs from what is shown.
  var text: String?
  /// The detail of a section.
  var detail: String?
  /// The level of a section; an item that has one is a section even without anything below it.
  var level: Int?
  /// Whether users may collapse the section.
  var isCollapsible = true
  var attributes = Attributes.asMarkdown

  private static let start = "<!-- pleat "
  private static let end = " -->"

  /// The comment; empty where there is nothing to say.
  var comment: String {
    var object = JSONObjectText()
    if let level { object.append("level", json: "\(level)") }
    if let text { object.append("text", text) }
    if let detail { object.append("detail", detail) }
    if !isCollapsible { object.append("collapsible", json: "false") }
    switch attributes {
    case .asMarkdown: break
    case .none: object.append("attributes", json: "null")
    case .json(let json) where Self.isSafe(json): object.append("attributes", json: json)
    case .json(let json): object.append("attributes", json)
    }
    return object.text == "{}" ? "" : Self.start + Self.escaped(object.text) + Self.end
  }

  /// Whether an object can stand in a comment as an object, and come back with the same bytes.
  private static func isSafe(_ json: String) -> Bool {
    guard let members = JSONTree.object(json) else { return false }
    return JSONTree.text(of: members).hasSameBytes(as: json)
  }

  /// JSON without what could end a comment or a line.
  private static func escaped(_ json: String) -> String {
    var result = ""
    var last: Unicode.Scalar?
    for scalar in json.unicodeScalars {
      switch scalar {
      case ">": result += "\\u003e"
      case "-" where last == "-": result += "\\u002d"
      case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": result += JSONText.unicodeEscape(of: scalar)
      default: result.unicodeScalars.append(scalar)
      }
      last = scalar
    }
    return result
  }

  /// Parts a raw text from the note at its end; nil where none is.
  static func split(_ text: String) -> (visible: String, note: MarkdownNote)? {
    let bytes = Array(text.utf8)
    guard bytes.suffix(end.utf8.count).elementsEqual(end.utf8), let place = lastStart(in: bytes) else { return nil }
    let json = bytes[(place + start.utf8.count)...].dropLast(end.utf8.count)
    guard let members = JSONTree.object(String(decoding: json, as: UTF8.self)), let note = MarkdownNote(members) else {
      return nil
    }
    return (String(decoding: bytes[..<place].trimmed(), as: UTF8.self), note)
  }

  private static func lastStart(in bytes: [UInt8]) -> Int? {
    let start = Array(start.utf8)
    return bytes.indices.reversed().first { bytes[$0] == start[0] && bytes[$0...].starts(with: start) }
  }

  private init?(_ members: [JSONTree.Member]) {
    for member in members {
      switch (member.key, member.value) {
      case ("text", .string(let string)): text = string
      case ("detail", .string(let string)): detail = string
      case ("collapsible", .bool(let value)): isCollapsible = value
      case ("attributes", .null): attributes = .none
      case ("attributes", .object(let members)): attributes = .json(JSONTree.text(of: members))
      case ("attributes", .string(let json)) where JSONTree.object(json) != nil: attributes = .json(json)
      case ("level", .number(let number)):
        guard let number = Int(number), OutlineLimits.levels.contains(number) else { return nil }
        level = number
      default: return nil
      }
    }
  }

  /// A note that says nothing.
  init() {}
}
