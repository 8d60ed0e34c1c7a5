import OutlineCore
import OutlineJSON

/// What pleat adds to a dictionary because the other keys do not determine it.
///
/// It is stored as a string that contains a JSON object.
struct PropertyListPrivate {
  /// The key of the string in the dictionary.
  static let key = "pleat"

  /// `section` or `row` if the dictionary looks like the other kind; nil if it does not.
  var kind: String?
  /// The level, unless it is one below the parent's.
  var level: Int?
  /// The exact title of a section, if its name does not give it.
  var title: String?
  /// The exact text of a row, if the dictionary does not give it.
  var text: String?
  var detail: String?
  /// Of a task, whether it is done; nil for a row that is no task.
  var isDone: Bool?
  var isCollapsible = true
  var isCollapsed: Bool?
  /// The exact attributes; the inner nil means that the entry has none, the outer one that the other keys give them.
  var attributes: String??

  /// Creates a value that adds nothing.
  init() {}

  /// Reads the members of the JSON object; `line` is the dictionary's line in the file.
  ///
  /// - Throws: ``ImportError`` for a member that is unknown or has an invalid value.
  init(_ members: [JSONTree.Member], line: Int) throws(ImportError) {
    for member in members {
      if take(member) { continue }
      throw ImportError(line: line, message: "The key pleat has an invalid member \u{201C}\(member.key)\u{201D}")
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
    case ("done", .bool(let value)): isDone = value
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

  /// The JSON object as text; nil if there is nothing to add.
  var json: String? {
    let object: JSONTree = [
      "kind": kind.map { .string($0) }, "level": level.map { .int($0) },
      "title": title.map { .written(XMLText.jsonString($0)) }, "text": text.map { .written(XMLText.jsonString($0)) },
      "detail": detail.map { .written(XMLText.jsonString($0)) }, "done": isDone.map { .bool($0) },
      "collapsible": isCollapsible ? nil : false, "collapsed": isCollapsed.map { .bool($0) },
      "attributes": attributes.map { $0.map { .written(XMLText.jsonString($0)) } ?? .null },
    ]
    return object.isEmptyObject ? nil : object.text
  }

  /// Sets the properties of a node that the value describes.
  func apply(to node: inout ImportNode) {
    if let text = node.isSection ? title : text {
      node.text = text
      node.keepsLines = true
    }
    node.fixedLevel = level
    node.detail = detail
    node.isDone = isDone
    node.isCollapsible = isCollapsible
    node.isCollapsed = isCollapsed
    if let attributes { node.attributes = attributes }
  }
}
