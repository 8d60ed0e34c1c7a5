import OutlineCore
import OutlineJSON

// The note as attributes in pleat's namespace, whose names are given here without their prefix.
extension EntryNote {
  /// Reads an attribute of a document.
  ///
  /// - Throws: ``XMLFault`` if pleat does not know the attribute or its value.
  mutating func take(_ attribute: XMLAttribute) throws {
    let (name, value) = (attribute.name, attribute.value)
    switch name {
    case "text": text = try Self.exact(attribute)
    case "detail": detail = try Self.exact(attribute)
    case "attributes":
      let json = try Self.exact(attribute)
      guard JSONTree.object(json) != nil else { throw XMLFault("pleat:attributes is not a JSON object") }
      attributes = json
    case "kind":
      guard value == "section" || value == "row" else { throw XMLFault("pleat:kind must be section or row") }
      kind = value
    case "level":
      guard let level = Int(value), OutlineLimits.levels.contains(level) else {
        throw XMLFault("pleat:level is not a number from 1 to \(OutlineLimits.levels.upperBound)")
      }
      self.level = level
    case "collapsible", "collapsed":
      guard let flag = ["yes": true, "no": false][value] else { throw XMLFault("pleat:\(name) must be yes or no") }
      if name == "collapsed" { isCollapsed = flag } else { isCollapsible = flag }
    case "newRows":
      guard let newRows = NewRows(rawValue: value) else { throw XMLFault("pleat:newRows must be task or plain") }
      self.newRows = newRows
    case "due", "repeat":
      guard take(.init(name, .string(value))) else { throw XMLFault("pleat:\(name) has an invalid value") }
    default: throw XMLFault("pleat:\(name) is not an attribute that pleat knows")
    }
  }

  /// The attributes that express the note.
  var xmlAttributes: [XMLAttribute] {
    if self == EntryNote() { return [] }
    let values = [
      ("text", text.map(Self.carried)), ("attributes", attributes?.map(Self.carried)),
      ("detail", detail.map(Self.carried)), ("kind", kind), ("level", level?.description),
      ("collapsible", isCollapsible ? nil : "no"), ("newRows", newRows?.rawValue),
      ("due", schedule?.due?.description), ("repeat", schedule?.repeats),
      ("collapsed", isCollapsed.map { $0 ? "yes" : "no" }),
    ]
    return values.compactMap { name, value in
      value.map { XMLAttribute(name: OPMLNamespaces.ownPrefix + name, value: $0) }
    }
  }

  private static func exact(_ attribute: XMLAttribute) throws -> String {
    guard attribute.value.hasPrefix("\"") else { return attribute.value }
    guard let text = JSONTree.string(attribute.value) else {
      throw XMLFault("pleat:\(attribute.name) begins with a quote but is not a JSON string")
    }
    return text
  }

  /// Encodes a text for an attribute: as a JSON string in quotes if it begins with a quote or XML cannot represent it,
  /// otherwise unchanged.
  private static func carried(_ text: String) -> String {
    XMLText.canCarry(text) && !text.utf8.starts(with: "\"".utf8) ? text : XMLText.json(.string(text))
  }
}
