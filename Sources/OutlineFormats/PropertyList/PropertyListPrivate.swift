import OutlineCore

/// What pleat adds to a dictionary under a key of its own: what reading the rest would not give back.
///
/// It is a JSON object in a string.
struct PropertyListPrivate {
  /// The key of the dictionary.
  static let key = "pleat"

  /// `section` or `row`, where the dictionary looks like the other one; nil otherwise.
  var kind: String?
  /// The level, where it is not one below the parent.
  var level: Int?
  /// The exact title of a section.
  var title: String?
  /// The exact text of a row.
  var text: String?
  var detail: String?
  var isCollapsible = true
  var isCollapsed: Bool?
  /// The exact attributes, which may be none; nil where reading gives them.
  var attributes: String??

  /// Nothing to add.
  init() {}

  /// Takes the members of the JSON object; throws for those that cannot be.
  init(_ members: [JSONTree.Member], line: Int) throws(ImportError) {
    for member in members {
      if take(member) { continue }
      throw ImportError(line: line, message: "The key pleat holds \u{201C}\(member.key)\u{201D}, which is not possible")
    }
  }

  private mutating func take(_ member: JSONTree.Member) -> Bool {
    switch (member.key, member.value) {
    case ("kind", .string(let value)) where value == "section" || value == "row": kind = value
    case ("level", .number(let value)):
      level = Int(value)
      return level.map(OutlineLimits.levels.contains) ?? false
    case ("title", .string(let value)): title = value
    case ("text", .string(let value)): text = value
    case ("detail", .string(let value)): detail = value
    case ("collapsible", .bool(let value)): isCollapsible = value
    case ("collapsed", .bool(let value)): isCollapsed = value
    case ("attributes", .null): attributes = .some(nil)
    case ("attributes", .string(let value)):
      attributes = value
      return JSONTree.object(value) != nil
    default: return false
    }
    return true
  }

  /// The text under the key; nil where there is nothing to say.
  var json: String? {
    var object = JSONObjectText()
    if let kind { object.append("kind", kind) }
    if let level { object.append("level", json: level.description) }
    if let title { object.append("title", json: XMLText.jsonString(title)) }
    if let text { object.append("text", json: XMLText.jsonString(text)) }
    if let detail { object.append("detail", json: XMLText.jsonString(detail)) }
    if !isCollapsible { object.append("collapsible", json: "false") }
    if let isCollapsed { object.append("collapsed", json: "\(isCollapsed)") }
    if let attributes { object.append("attributes", json: attributes.map(XMLText.jsonString) ?? "null") }
    return object.text == "{}" ? nil : object.text
  }

  /// Works what is said into the node of a dictionary.
  func apply(to node: inout ImportNode) {
    if let text = node.isSection ? title : text {
      node.text = text
      node.keepsLines = true
    }
    node.fixedLevel = level
    node.detail = detail
    node.isCollapsible = isCollapsible
    node.isCollapsed = isCollapsed
    if let attributes { node.attributes = attributes }
  }
}
