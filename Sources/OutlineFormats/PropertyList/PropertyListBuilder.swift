/// Builds a property list from the elements of its XML as they arrive, without recursion.
final class PropertyListBuilder: XMLHandler {
  /// An array or dictionary whose end tag has not been read yet.
  private struct Container {
    let isDictionary: Bool
    let line: Int
    var members: [PropertyListValue.Member] = []
    var key: String?
  }

  /// The limit for the nesting of arrays and dictionaries.
  private static let mostContainers = 512
  private static let leaves: Set<String> = ["key", "string", "integer", "real", "true", "false", "date", "data"]

  /// The value of the property list; nil until it is complete.
  private(set) var root: PropertyListValue?
  private var containers: [Container] = []
  /// The open element that contains text, and the line where it began.
  private var leaf: (name: String, line: Int)?
  private var text: [UInt8] = []
  private var isInsidePlist = false

  func start(_ name: String, _ attributes: [XMLAttribute], line: Int) throws {
    guard isInsidePlist else {
      isInsidePlist = name == "plist"
      if isInsidePlist { return }
      throw XMLFault("The file is not a property list: it begins with <\(name)>, not with <plist>")
    }
    if let leaf { throw XMLFault("<\(name)> is not allowed inside <\(leaf.name)>") }
    if name != "key", !expectsValue { throw XMLFault(misplaced(name)) }
    if Self.leaves.contains(name) {
      leaf = (name, line)
      text = []
    } else if name == "array" || name == "dict" {
      guard containers.count < Self.mostContainers else {
        throw XMLFault("Arrays and dictionaries are nested more than \(Self.mostContainers) levels deep")
      }
      containers.append(Container(isDictionary: name == "dict", line: line))
    } else {
      throw XMLFault("<\(name)> is not an element of a property list")
    }
  }

  func characters(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    if leaf != nil {
      text += bytes
    } else if bytes.contains(where: { !$0.isBlank && !$0.isLineEnd }) {
      throw XMLFault("There is text where only elements are allowed")
    }
  }

  func end(_ name: String) throws {
    if let ended = leaf {
      leaf = nil
      try endLeaf(String(decoding: text, as: UTF8.self), name: ended.name, line: ended.line)
    } else if name != "plist", let ended = containers.popLast() {
      if let key = ended.key { throw XMLFault("The key \u{201C}\(key)\u{201D} has no value") }
      let kind: PropertyListValue.Kind =
        ended.isDictionary ? .dictionary(ended.members) : .array(ended.members.map(\.value))
      add(PropertyListValue(kind: kind, line: ended.line))
    }
  }

  /// Whether a value is allowed at the current position.
  private var expectsValue: Bool {
    guard let container = containers.last else { return root == nil }
    return !container.isDictionary || container.key != nil
  }

  private func misplaced(_ name: String) -> String {
    containers.isEmpty
      ? "A property list has only one value at the top" : "<\(name)> in a <dict> has no <key> before it"
  }

  private func endLeaf(_ text: String, name: String, line: Int) throws {
    var trimmed: String { text.filter { !$0.isWhitespace } }
    switch name {
    case "key": try addKey(text)
    case "string": add(PropertyListValue(kind: .string(text), line: line))
    case "integer": add(PropertyListValue(kind: .integer(trimmed), line: line))
    case "real": add(PropertyListValue(kind: .real(trimmed), line: line))
    case "date": add(PropertyListValue(kind: .date(trimmed), line: line))
    case "data": add(PropertyListValue(kind: .data(trimmed), line: line))
    default: add(PropertyListValue(kind: .bool(name == "true"), line: line))
    }
  }

  private func addKey(_ key: String) throws {
    guard let last = containers.indices.last, containers[last].isDictionary, containers[last].key == nil else {
      throw XMLFault("The <key> \u{201C}\(key)\u{201D} must be in a <dict>, followed by a value")
    }
    containers[last].key = key
  }

  private func add(_ value: PropertyListValue) {
    guard let last = containers.indices.last else {
      root = value
      return
    }
    containers[last].members.append(PropertyListValue.Member(key: containers[last].key ?? "", value: value))
    containers[last].key = nil
  }
}
