import OutlineCore

/// pleat's own attributes of an outline element: what OPML does not have and pleat's outlines do.
struct OPMLPrivate {
  /// Their names without the prefix.
  enum Name: String {
    /// The exact text, where the visible one stands in for it.
    case text
    /// The whole of the attributes as JSON, where attributes of XML cannot carry them.
    case attributes
    case detail
    /// `section` for one that would come back as a row.
    case kind
    /// The level, where it is not one below the parent.
    case level
    /// `no` for a section that users may not collapse.
    case collapsible
    /// The exporting user's flag, `yes` or `no`.
    case collapsed
  }

  private var values: [Name: String] = [:]

  /// Takes the attribute of a document; `name` is without its prefix.
  mutating func add(_ name: String, _ value: String) throws {
    guard let name = Name(rawValue: name) else { throw XMLFault("pleat:\(name) is not an attribute that pleat knows") }
    values[name] = value
  }

  /// Works what the attributes say into the node of an outline element.
  func apply(to node: inout ImportNode) throws {
    if let text = try text(.text), XMLText.visible(text) == node.text { node.text = text }
    node.detail = try text(.detail)
    if let attributes = try text(.attributes) {
      guard JSONTree.object(attributes) != nil else { throw XMLFault("pleat:attributes is not a JSON object") }
      node.attributes = attributes
    }
    if let kind = values[.kind] {
      guard kind == "section" else { throw XMLFault("pleat:kind may only be \u{201C}section\u{201D}") }
      node.isSection = true
    }
    if let value = values[.level] {
      guard let level = Int(value), OutlineLimits.levels.contains(level) else {
        throw XMLFault("pleat:level is not a number from 1 to \(OutlineLimits.levels.upperBound)")
      }
      node.fixedLevel = level
    }
    node.isCollapsible = try flag(.collapsible) ?? true
    node.isCollapsed = try flag(.collapsed)
  }

  private func flag(_ name: Name) throws -> Bool? {
    guard let value = values[name] else { return nil }
    guard value == "yes" || value == "no" else { throw XMLFault("pleat:\(name) may only be yes or no") }
    return value == "yes"
  }

  private func text(_ name: Name) throws -> String? {
    guard let value = values[name], value.hasPrefix("\"") else { return values[name] }
    guard let text = JSONTree.string(value) else {
      throw XMLFault("pleat:\(name) begins with a quote and is not a JSON string")
    }
    return text
  }

  /// A text as XML can carry it: as it is, or as a JSON string in quotes where it must be.
  static func carried(_ text: String) -> String {
    XMLText.canCarry(text) && !text.utf8.starts(with: "\"".utf8) ? text : XMLText.jsonString(text)
  }
}
