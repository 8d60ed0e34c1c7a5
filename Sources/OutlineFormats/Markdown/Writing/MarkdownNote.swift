import OutlineCore
import OutlineJSON

/// What Markdown cannot express about a section or a row, in a comment at the end of its heading or item.
///
/// For example `## Title <!-- pleat {"level":9,"detail":"…"} -->`. The comment contains a JSON object in which neither
/// `--` nor `>` occurs, so that it cannot end early. Any other comment is part of the text.
struct MarkdownNote: Hashable {
  /// The attributes, if they differ from those that the Markdown itself determines.
  enum Attributes: Hashable {
    case asMarkdown
    case none
    case json(String)
  }

  /// The title or the text, if it differs from what is shown.
  var text: String?
  /// The detail of a section.
  var detail: String?
  /// The level of a section; an item that states one is a section even if it has no children.
  var level: Int?
  /// Whether users may collapse the section.
  var isCollapsible = true
  var attributes = Attributes.asMarkdown

  private static let start = "<!-- pleat "
  private static let end = " -->"

  /// The comment as text; empty if there is nothing to say.
  var comment: String {
    let kept: JSONTree? =
      switch attributes {
      case .asMarkdown: nil
      case .none: .null
      case .json(let json): Self.isSafe(json) ? .written(json) : .string(json)
      }
    let object: JSONTree = [
      "level": level.map { .int($0) }, "text": text.map { .string($0) }, "detail": detail.map { .string($0) },
      "collapsible": isCollapsible ? nil : false, "attributes": kept,
    ]
    return object.isEmptyObject ? "" : Self.start + Self.escaped(object.text) + Self.end
  }

  /// Whether an object can be written into a comment as an object and read back byte by byte.
  private static func isSafe(_ json: String) -> Bool {
    guard let members = JSONTree.object(json) else { return false }
    return JSONTree.object(members).text.hasSameBytes(as: json)
  }

  /// Escapes everything in JSON that could end a comment or a line.
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

  /// Splits a raw text into the visible text and the note at its end; nil if it ends with no note.
  static func split(_ text: String) -> (visible: String, note: MarkdownNote)? {
    let bytes = Array(text.utf8)
    guard bytes.suffix(end.utf8.count).elementsEqual(end.utf8), let index = lastStart(in: bytes) else { return nil }
    let json = bytes[(index + start.utf8.count)...].dropLast(end.utf8.count)
    guard let members = JSONTree.object(String(decoding: json, as: UTF8.self)), let note = MarkdownNote(members) else {
      return nil
    }
    return (String(decoding: bytes[..<index].trimmed(), as: UTF8.self), note)
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
      case ("attributes", .object(let members)): attributes = .json(JSONTree.object(members).text)
      case ("attributes", .string(let json)) where JSONTree.object(json) != nil: attributes = .json(json)
      case ("level", .number(let number)):
        guard let number = Int(number), OutlineLimits.levels.contains(number) else { return nil }
        level = number
      default: return nil
      }
    }
  }

  /// Creates an empty note.
  init() {}
}
