/// What a piece of Markdown was, kept in the attributes of the row or section that it became.
///
/// The member `markdown` names the kind; a plain bullet item has no attributes. An item that begins with something
/// else than a paragraph says so in `content`, followed by that block's own members.
struct MarkdownAttributes {
  private var kind: String?
  private var members: [(key: String, json: String)] = []

  /// The attributes as a JSON object; nil for a plain bullet item.
  var text: String? {
    guard let kind else { return nil }
    var object = JSONObjectText()
    object.append("markdown", kind)
    for member in members { object.append(member.key, json: member.json) }
    return object.text
  }

  /// The attributes of a section that is a plain bullet item: they say that it is no heading.
  static let bulletSection = MarkdownAttributes(kind: "bullet").text

  /// Whether a note of pleat's may stand at the end of the text.
  var mayEndWithNote: Bool { kind == "paragraph" }

  /// Whether a note of pleat's may be all there is.
  var mayBeNote: Bool { kind == "html" }

  /// A link reference definition.
  static let definition = MarkdownAttributes(kind: "definition")

  /// Whether the line breaks of such a block are part of what it says.
  var keepsLines: Bool {
    switch kind {
    case "code", "html", "quote", "table": true
    default: false
    }
  }

  /// An item, with its number where it has one.
  ///
  /// A check box is part of the text.
  static func item(number: Int?) -> MarkdownAttributes {
    guard let number else { return MarkdownAttributes() }
    return MarkdownAttributes(kind: "ordered", members: [("number", "\(number)")])
  }

  /// A block that is not an item.
  static func block(_ kind: MarkdownBlock.Kind) -> MarkdownAttributes {
    switch kind {
    case .item: MarkdownAttributes()
    case .paragraph: MarkdownAttributes(kind: "paragraph")
    case .html: MarkdownAttributes(kind: "html")
    case .quote: MarkdownAttributes(kind: "quote")
    case .rule: MarkdownAttributes(kind: "rule")
    case .table: MarkdownAttributes(kind: "table")
    case .heading(let level): MarkdownAttributes(kind: "heading", members: [("level", "\(level)")])
    case .code(_, ""): MarkdownAttributes(kind: "code")
    case .code(_, let info): MarkdownAttributes(kind: "code", members: [("info", JSONText.string(info))])
    }
  }

  /// The attributes of an item whose text is the given block.
  func containing(_ block: MarkdownAttributes) -> MarkdownAttributes {
    guard let content = block.kind, content != "paragraph" else { return self }
    var attributes = self
    attributes.kind = kind ?? "bullet"
    attributes.members += [("content", JSONText.string(content))] + block.members
    return attributes
  }
}
