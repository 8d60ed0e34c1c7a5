import OutlineJSON

/// A key of a dictionary with its value; the keys of an array's elements are empty.
struct PropertyListMember {
  let key: String
  let value: XMLElement
}

// The elements of a property list.
extension XMLElement {
  var isArray: Bool { name == "array" }

  /// Whether it is an array or a dictionary.
  var isContainer: Bool { isArray || name == "dict" }

  /// The members of a dictionary, whose children are keys and values in turn, or of an array.
  var members: [PropertyListMember] {
    if isArray { return children.map { PropertyListMember(key: "", value: $0) } }
    return stride(from: 1, to: children.count, by: 2).map {
      PropertyListMember(key: children[$0 - 1].text, value: children[$0])
    }
  }

  /// The text of a value that has no members, without insignificant white space.
  private var word: String { name == "string" ? text : text.filter { !$0.isWhitespace } }

  /// The value as JSON.
  ///
  /// Dates and data become strings, and so do numbers that JSON cannot represent, such as `nan`. They become
  /// `.written`, which tells them apart from strings.
  var json: JSONTree {
    switch name {
    case "string": .string(text)
    case "true", "false": .bool(name == "true")
    case "array": .array(members.map(\.value.json))
    case "dict": .object(members.map { .init($0.key, $0.value.json) })
    case "integer", "real": JSONTree(number: word, isWhole: name == "integer") ?? .written(JSONText.string(word))
    default: .written(JSONText.string(word))
    }
  }

  /// The value as the text of a row.
  var rowText: String { name == "true" || name == "false" ? name : word }
}

// MARK: - Values of JSON in a property list

extension JSONTree {
  /// The deepest nesting of a value that is converted.
  private static let mostContainers = 64

  /// Creates a number as it comes back from a property list; nil for a number that JSON cannot represent.
  fileprivate init?(number text: String, isWhole: Bool) {
    let hex = isWhole && text.lowercased().hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16)?.description : nil
    let real = isWhole ? nil : Double(text).flatMap { $0.isFinite ? $0.description : nil }
    guard let number = isWhole ? hex ?? Int64(text)?.description ?? UInt64(text)?.description : real else { return nil }
    self = .number(number)
  }

  /// The value as it comes back from a property list, without the parts that one cannot represent; nil if nothing is left.
  ///
  /// Drops `null`, numbers that are too large, and values nested more than 64 levels deep, and replaces characters that XML cannot
  /// represent with U+FFFD.
  func inPropertyList(depth: Int = 0) -> JSONTree? {
    guard depth < Self.mostContainers else { return nil }
    switch self {
    case .null, .written: return nil  // parsed attributes contain no `.written` value
    case .bool: return self
    case .number(let text): return JSONTree(number: text, isWhole: true) ?? JSONTree(number: text, isWhole: false)
    case .string(let text): return .string(XMLText.visible(text))
    case .array(let elements): return .array(elements.compactMap { $0.inPropertyList(depth: depth + 1) })
    case .object(let members): return .object(members.compactMap { $0.inPropertyList(depth: depth + 1) })
    }
  }

  /// The XML element of a value that ``inPropertyList(depth:)`` returned, each of its lines indented with `indent`.
  func propertyList(indent: String) -> String {
    switch self {
    case .string(let text): "\(indent)<string>\(XMLText.content(text))</string>\n"
    case .number(let text) where Double(text)?.description == text: "\(indent)<real>\(text)</real>\n"
    case .number(let text): "\(indent)<integer>\(text)</integer>\n"
    case .bool(let value): "\(indent)<\(value)/>\n"
    case .array(let elements): Self.container("array", elements.map { $0.propertyList(indent: indent + "\t") }, indent)
    case .object(let members): Self.container("dict", members.map { $0.propertyList(indent: indent + "\t") }, indent)
    case .null, .written: ""
    }
  }

  private static func container(_ name: String, _ parts: [String], _ indent: String) -> String {
    parts.isEmpty ? "\(indent)<\(name)/>\n" : "\(indent)<\(name)>\n\(parts.joined())\(indent)</\(name)>\n"
  }
}

extension JSONTree.Member {
  /// The member as it comes back from a property list; nil if a property list cannot represent its value.
  func inPropertyList(depth: Int = 0) -> JSONTree.Member? {
    value.inPropertyList(depth: depth).map { JSONTree.Member(XMLText.visible(key), $0) }
  }

  /// The XML elements of the key and its value, each line indented with `indent`.
  func propertyList(indent: String) -> String {
    "\(indent)<key>\(XMLText.content(key))</key>\n" + value.propertyList(indent: indent)
  }
}
