import OutlineJSON

/// The attributes by which a row or section remembers what it was in Markdown.
///
/// The member `markdown` names the kind; a plain bullet item has no attributes. For an item that begins with a block
/// other than a paragraph, `content` names that block, followed by the block's own members.
struct MarkdownAttributes {
  private var kind: String?
  private var members: [(key: String, json: String)] = []

  /// The attributes as a JSON object; nil for a plain bullet item.
  var text: String? {
    guard let kind else { return nil }
    return JSONTree.object([.init("markdown", .string(kind))] + members.map { .init($0.key, .written($0.json)) }).text
  }

  /// The attributes of a section that was a plain bullet item, which distinguish it from a heading.
  static let bulletSection = MarkdownAttributes(kind: "bullet").text

  /// Whether the text may end with a ``MarkdownNote``.
  var mayEndWithNote: Bool { kind == "paragraph" }

  /// Whether the text may consist of nothing but a ``MarkdownNote``.
  var mayBeNote: Bool { kind == "html" }

  /// A link reference definition.
  static let definition = MarkdownAttributes(kind: "definition")

  /// Whether line breaks are significant in a block of this kind.
  var keepsLines: Bool {
    switch kind {
    case "code", "html", "quote", "table": true
    default: false
    }
  }

  /// Creates the attributes of an item, with its number if it has one.
  ///
  /// A check box belongs to the row itself, and is not recorded here.
  static func item(number: Int?) -> MarkdownAttributes {
    guard let number else { return MarkdownAttributes() }
    return MarkdownAttributes(kind: "ordered", members: [("number", "\(number)")])
  }

  /// Creates the attributes of a block that is not an item.
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

  /// Creates the attributes of an item whose text is the given block.
  func containing(_ block: MarkdownAttributes) -> MarkdownAttributes {
    guard let content = block.kind, content != "paragraph" else { return self }
    var attributes = self
    attributes.kind = kind ?? "bullet"
    attributes.members += [("content", JSONText.string(content))] + block.members
    return attributes
  }
}
