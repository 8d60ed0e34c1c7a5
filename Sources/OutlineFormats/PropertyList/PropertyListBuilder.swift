/// Builds a property list from the elements of its XML as they arrive, without recursion.
final class PropertyListBuilder: XMLHandler {
  /// The limit for the nesting of arrays and dictionaries.
  private static let mostContainers = 512
  private static let kinds: Set = [
    "array", "dict", "key", "string", "integer", "real", "true", "false", "date", "data",
  ]

  /// The value of the property list; nil until it is complete.
  private(set) var root: PropertyListValue?
  /// The elements whose end tags have not been read yet, outermost first, each with the key whose value comes next.
  private var open: [(value: PropertyListValue, key: String?)] = []
  private var text: [UInt8] = []
  private var isInsidePlist = false

  func start(_ name: String, _ attributes: [XMLAttribute], line: Int) throws {
    guard isInsidePlist else {
      isInsidePlist = name == "plist"
      if isInsidePlist { return }
      throw XMLFault("The file is not a property list: it begins with <\(name)>, not with <plist>")
    }
    if let last = open.last?.value, !last.isContainer {
      throw XMLFault("<\(name)> is not allowed inside <\(last.name)>")
    }
    if name != "key", !expectsValue { throw XMLFault(misplaced(name)) }
    guard Self.kinds.contains(name) else { throw XMLFault("<\(name)> is not an element of a property list") }
    let value = PropertyListValue(name: name, line: line)
    if value.isContainer, open.count == Self.mostContainers {
      throw XMLFault("Arrays and dictionaries are nested more than \(Self.mostContainers) levels deep")
    }
    open.append((value, nil))
    text = []
  }

  func characters(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    if open.last?.value.isContainer == false {
      text += bytes
    } else if bytes.contains(where: { !$0.isBlank && !$0.isLineEnd }) {
      throw XMLFault("There is text where only elements are allowed")
    }
  }

  func end(_ name: String) throws {
    guard var ended = open.popLast() else { return }
    if let key = ended.key { throw XMLFault("The key \u{201C}\(key)\u{201D} has no value") }
    if !ended.value.isContainer {
      let text = String(decoding: text, as: UTF8.self)
      if name == "key" { return try addKey(text) }
      ended.value.text = name == "string" ? text : text.filter { !$0.isWhitespace }
    }
    add(ended.value)
  }

  /// Whether a value is allowed at the current position.
  private var expectsValue: Bool {
    guard let last = open.last else { return root == nil }
    return last.value.isArray || last.key != nil
  }

  private func misplaced(_ name: String) -> String {
    open.isEmpty ? "A property list has only one value at the top" : "<\(name)> in a <dict> has no <key> before it"
  }

  private func addKey(_ key: String) throws {
    guard let last = open.indices.last, !open[last].value.isArray, open[last].key == nil else {
      throw XMLFault("The <key> \u{201C}\(key)\u{201D} must be in a <dict>, followed by a value")
    }
    open[last].key = key
  }

  private func add(_ value: PropertyListValue) {
    guard let last = open.indices.last else {
      root = value
      return
    }
    open[last].value.members.append(PropertyListValue.Member(key: open[last].key ?? "", value: value))
    open[last].key = nil
  }
}
