import OutlineJSON

/// The Markdown that a row or section is or came from, as its attributes record it.
///
/// The member `markdown` names the kind; a row that is a plain bullet item has no attributes. For an item that begins
/// with a block other than a paragraph, `content` names that block, followed by the block's own members.
struct MarkdownShape: Hashable {
  enum Marker: Hashable {
    case bullet
    case number(Int)

    /// The marker with the space after it.
    var text: String {
      switch self {
      case .bullet: "- "
      case .number(let number): "\(number). "
      }
    }
  }

  /// The marker of the item; nil for a block that is not an item.
  var marker: Marker?
  /// The kind of the block, or of the first block of the item.
  var content = "paragraph"
  /// The text after the opening fence of a code block.
  var info = ""
  /// The level of a heading.
  var level = 1

  /// A plain bullet item.
  static let item = MarkdownShape(marker: .bullet)
  /// A link reference definition.
  static let definition = MarkdownShape(content: "definition")

  private static let contents: Set = ["paragraph", "code", "html", "quote", "rule", "table", "definition", "heading"]

  /// Creates the shape of a block.
  static func block(_ kind: MarkdownBlock.Kind) -> MarkdownShape {
    switch kind {
    case .item: item
    case .paragraph: MarkdownShape()
    case .html: MarkdownShape(content: "html")
    case .quote: MarkdownShape(content: "quote")
    case .rule: MarkdownShape(content: "rule")
    case .table: MarkdownShape(content: "table")
    case .heading(let level): MarkdownShape(content: "heading", level: level)
    case .code(_, let info): MarkdownShape(content: "code", info: info)
    }
  }

  /// The shape with another marker; nil for the block alone.
  func marked(_ marker: Marker?) -> MarkdownShape {
    var shape = self
    shape.marker = marker
    return shape
  }

  /// Whether the block is a paragraph, whose text may end with an ``EntryNote``.
  var isParagraph: Bool { content == "paragraph" }

  /// Whether line breaks are significant in a block of this kind.
  var keepsLines: Bool { ["code", "html", "quote", "table"].contains(content) }
}

// MARK: - As attributes

extension MarkdownShape {
  /// Reads attributes; nil if they do not come from Markdown.
  init?(_ attributes: String) {
    guard let members = JSONTree.object(attributes) else { return nil }
    let values = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
    guard let kind = values["markdown"]?.string else { return nil }
    switch kind {
    case "bullet": marker = .bullet
    case "ordered":
      guard let number = values["number"]?.integer, 0...999_999_999 ~= number else { return nil }
      marker = .number(number)
    default: content = kind
    }
    if marker != nil, let kind = values["content"]?.string { content = kind }
    guard Self.contents.contains(content) else { return nil }
    if let info = values["info"]?.string { self.info = info }
    if let level = values["level"]?.integer, 1...6 ~= level { self.level = level }
  }

  /// The attributes of a row of this shape as a JSON object; nil for a plain bullet item.
  var rowAttributes: String? { self == .item ? nil : attributes }

  /// The attributes of this shape as a JSON object.
  var attributes: String {
    let (kind, number): (String, Int?) =
      switch marker {
      case nil: (content, nil)
      case .bullet?: ("bullet", nil)
      case .number(let number)?: ("ordered", number)
      }
    let object: JSONTree = [
      "markdown": .string(kind), "number": number.map { .int($0) },
      "content": marker == nil || isParagraph ? nil : .string(content),
      "level": content == "heading" ? .int(level) : nil, "info": info.isEmpty ? nil : .string(info),
    ]
    return object.text
  }
}

// MARK: - As lines

extension MarkdownShape {
  /// Returns the lines that write a text in this shape.
  ///
  /// Not every text can be written in every shape: the caller has to check how the reader reads the lines.
  func lines(_ text: String) -> [String] {
    guard let marker else { return blockLines(text) }
    let indent = String(repeating: " ", count: marker.text.utf8.count)
    let lines = marked(nil).blockLines(text)
    let rest = lines.dropFirst().map { $0.isEmpty ? "" : indent + $0 }
    guard let first = lines.first, !first.isEmpty else { return [String(marker.text.dropLast())] + rest }
    return [marker.text + first] + rest
  }

  private func blockLines(_ text: String) -> [String] {
    switch content {
    case "code": fenced(text)
    case "heading": headingLines(text)
    default: Self.split(text)
    }
  }

  private static func split(_ text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { String(Substring($0)) }
  }

  /// Writes code between fences longer than any in it.
  private func fenced(_ text: String) -> [String] {
    let sign: UInt8 = info.utf8.contains(UInt8(ascii: "`")) ? UInt8(ascii: "~") : UInt8(ascii: "`")
    let longest = text.utf8.split { $0 != sign }.map(\.count).max() ?? 0
    let fence = String(decoding: [UInt8](repeating: sign, count: max(3, longest + 1)), as: UTF8.self)
    return [fence + info] + (text.isEmpty ? [] : Self.split(text)) + [fence]
  }

  private func headingLines(_ text: String) -> [String] {
    let lines = Self.split(text)
    if lines.count > 1, level <= 2 { return lines + [level == 1 ? "===" : "---"] }
    return [String(repeating: "#", count: level) + (text.isEmpty ? "" : " " + text)]
  }
}
