import OutlineCore
import OutlineJSON

/// pleat's own attributes of an `outline` element, for what OPML itself cannot express.
struct OPMLPrivate {
  /// The names of the attributes, without the prefix.
  enum Name: String {
    /// The exact text, if `text` contains replacements for characters that XML cannot represent.
    case text
    /// The complete attributes as JSON, if XML attributes cannot represent them.
    case attributes
    case detail
    /// `section` for a section that would be read as a row.
    case kind
    /// The level, unless it is one below the parent's.
    case level
    /// `no` for a section that users may not collapse.
    case collapsible
    /// The exporting user's flag, `yes` or `no`.
    case collapsed
  }

  private var values: [Name: String] = [:]

  /// Adds an attribute of a document; `name` is without its prefix.
  ///
  /// - Throws: ``XMLFault`` if pleat does not know the attribute.
  mutating func add(_ name: String, _ value: String) throws {
    guard let name = Name(rawValue: name) else { throw XMLFault("pleat:\(name) is not an attribute that pleat knows") }
    values[name] = value
  }

  /// Sets the properties of a node that the attributes describe.
  ///
  /// - Throws: ``XMLFault`` for an invalid value.
  func apply(to node: inout ImportNode) throws {
    if let text = try text(.text), XMLText.visible(text) == node.text { node.text = text }
    node.detail = try text(.detail)
    if let attributes = try text(.attributes) {
      guard JSONTree.object(attributes) != nil else { throw XMLFault("pleat:attributes is not a JSON object") }
      node.attributes = attributes
    }
    if let kind = values[.kind] {
      guard kind == "section" else { throw XMLFault("pleat:kind must be \u{201C}section\u{201D}") }
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
    guard value == "yes" || value == "no" else { throw XMLFault("pleat:\(name) must be yes or no") }
    return value == "yes"
  }

  private func text(_ name: Name) throws -> String? {
    guard let value = values[name], value.hasPrefix("\"") else { return values[name] }
    guard let text = JSONTree.string(value) else {
      throw XMLFault("pleat:\(name) begins with a quote but is not a JSON string")
    }
    return text
  }

  /// Encodes a text for an attribute: as a JSON string in quotes if it begins with a quote or XML cannot represent it,
  /// otherwise unchanged.
  static func carried(_ text: String) -> String {
    XMLText.canCarry(text) && !text.utf8.starts(with: "\"".utf8) ? text : XMLText.jsonString(text)
  }
}
