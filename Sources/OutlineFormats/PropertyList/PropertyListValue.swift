import OutlineJSON

/// A value of a property list, as its element says it.
struct PropertyListValue {
  /// A key of a dictionary with its value; the keys of an array's elements are empty.
  struct Member {
    let key: String
    let value: PropertyListValue
  }

  /// The name of the element, such as `string` or `dict`.
  let name: String
  /// The line of the file, counted from 1.
  let line: Int
  /// The text of a value that has no members, spelled as in the file.
  var text = ""
  /// The members of a dictionary or an array.
  var members: [Member] = []

  /// Whether it is an array.
  var isArray: Bool { name == "array" }

  /// Whether it is an array or a dictionary.
  var isContainer: Bool { isArray || name == "dict" }

  /// The value as JSON.
  ///
  /// Dates and data become strings, and so do numbers that JSON cannot represent, such as `nan`. They are written
  /// already, which tells them apart from strings.
  var json: JSONTree {
    switch name {
    case "string": .string(text)
    case "true", "false": .bool(name == "true")
    case "array": .array(members.map(\.value.json))
    case "dict": .object(members.map { .init($0.key, $0.value.json) })
    case "integer" where text.hasPrefix("0x") || text.hasPrefix("0X"):
      UInt64(text.dropFirst(2), radix: 16).map { .number($0.description) } ?? .written(JSONText.string(text))
    case "integer", "real": JSONTree(number: text, isWhole: name == "integer") ?? .written(JSONText.string(text))
    default: .written(JSONText.string(text))
    }
  }

  /// The value as the text of a row.
  var rowText: String { name == "true" || name == "false" ? name : text }
}

// MARK: - Values of JSON in a property list

extension JSONTree {
  /// The limit for the nesting of what is converted.
  private static let mostContainers = 64

  /// Creates a number as it comes back from a property list; nil for what JSON cannot represent.
  fileprivate init?(number text: String, isWhole: Bool) {
    let real = isWhole ? nil : Double(text).flatMap { $0.isFinite ? $0.description : nil }
    guard let number = isWhole ? Int64(text)?.description ?? UInt64(text)?.description : real else { return nil }
    self = .number(number)
  }

  /// The value as it comes back from a property list, as far as a property list can represent it; nil for nothing.
  ///
  /// Drops `null`, numbers that are too large, and whatever is nested more than 64 levels deep, and replaces characters that XML cannot
  /// represent with U+FFFD.
  func inPropertyList(depth: Int = 0) -> JSONTree? {
    guard depth < Self.mostContainers else { return nil }
    switch self {
    case .null, .written: return nil  // what is read is never written already
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
