import OutlineJSON

extension PropertyListValue {
  /// The limit for the nesting of containers converted from JSON.
  private static let mostContainers = 64

  /// Converts a JSON value as far as a property list can represent it.
  ///
  /// Drops `null` and whatever is nested more than 64 levels deep, and replaces characters that XML cannot represent
  /// with U+FFFD. Nil if nothing is left.
  init?(_ tree: JSONTree, depth: Int = 0) {
    guard depth < Self.mostContainers else { return nil }
    switch tree {
    case .null, .written: return nil  // what is read is never written already
    case .bool(let value): kind = .bool(value)
    case .number(let text):
      kind = Int64(text) != nil || UInt64(text) != nil ? .integer(text) : .real(text)
    case .string(let text): kind = .string(XMLText.visible(text))
    case .array(let elements):
      kind = .array(elements.compactMap { PropertyListValue($0, depth: depth + 1) })
    case .object(let members):
      kind = .dictionary(members.compactMap { Member($0, depth: depth + 1) })
    }
    line = 0
  }

  /// Creates a string.
  init(_ text: String) {
    kind = .string(text)
    line = 0
  }

  /// An empty array.
  static var emptyArray: PropertyListValue { PropertyListValue(kind: .array([]), line: 0) }

  /// The XML element of the value, each of its lines indented with `indent`.
  func xml(indent: String) -> String {
    switch kind {
    case .string(let text): return "\(indent)<string>\(XMLText.content(text))</string>\n"
    case .integer(let text): return "\(indent)<integer>\(text)</integer>\n"
    case .real(let text): return "\(indent)<real>\(text)</real>\n"
    case .date(let text): return "\(indent)<date>\(text)</date>\n"
    case .data(let text): return "\(indent)<data>\(text)</data>\n"
    case .bool(let value): return "\(indent)<\(value)/>\n"
    case .array(let elements):
      if elements.isEmpty { return "\(indent)<array/>\n" }
      return "\(indent)<array>\n\(elements.map { $0.xml(indent: indent + "\t") }.joined())\(indent)</array>\n"
    case .dictionary(let members):
      if members.isEmpty { return "\(indent)<dict/>\n" }
      return "\(indent)<dict>\n\(members.map { $0.xml(indent: indent + "\t") }.joined())\(indent)</dict>\n"
    }
  }
}

extension PropertyListValue.Member {
  /// Converts a member of a JSON object; nil if a property list cannot represent its value.
  init?(_ member: JSONTree.Member, depth: Int = 0) {
    guard let value = PropertyListValue(member.value, depth: depth) else { return nil }
    self.init(key: XMLText.visible(member.key), value: value)
  }

  /// The XML elements of the key and its value, each line indented with `indent`.
  func xml(indent: String) -> String {
    "\(indent)<key>\(XMLText.content(key))</key>\n" + value.xml(indent: indent)
  }
}
