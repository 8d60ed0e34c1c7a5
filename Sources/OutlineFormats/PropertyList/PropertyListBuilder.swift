/// Puts a property list together from the elements of its XML, as they arrive; no recursion.
///
/// After the first failure it takes no notice of anything else.
final class PropertyListBuilder {
  /// A fault of the document: what is wrong, and what to do about it.
  struct Failure {
    let message: String
    var hint: String?
  }

  /// An array or dictionary that is not complete.
  private struct Container {
    let isDictionary: Bool
    let line: Int
    var members: [PropertyListValue.Member] = []
    var key: String?
  }

  /// The most arrays and dictionaries in one another.
  private static let mostContainers = 512
  private static let leaves: Set<String> = ["key", "string", "integer", "real", "true", "false", "date", "data"]

  /// What is wrong with the document so far.
  private(set) var failure: Failure?
  /// The list's value once it is complete.
  private(set) var root: PropertyListValue?
  private var containers: [Container] = []
  /// The element that holds text at present, and where it began.
  private var leaf: (name: String, line: Int)?
  private var text: [UInt8] = []
  private var isInsidePlist = false

  /// Notes a fault unless there is one already.
  func fail(_ message: String, hint: String? = nil) {
    if failure == nil { failure = Failure(message: message, hint: hint) }
  }

  /// Takes a start tag.
  func start(_ name: String, line: Int) {
    guard isInsidePlist else {
      isInsidePlist = name == "plist"
      if !isInsidePlist { fail("The file is not a property list: it begins with <\(name)>, not with <plist>") }
      return
    }
    if let leaf { return fail("<\(name)> is not possible inside <\(leaf.name)>") }
    if name != "key", !expectsValue { return fail(misplaced(name)) }
    if Self.leaves.contains(name) {
      leaf = (name, line)
      text = []
    } else if name == "array" || name == "dict" {
      guard containers.count < Self.mostContainers else {
        return fail("Arrays and dictionaries are nested more than \(Self.mostContainers) deep")
      }
      containers.append(Container(isDictionary: name == "dict", line: line))
    } else {
      fail("<\(name)> is not an element of a property list")
    }
  }

  /// Takes text between tags.
  func characters(_ bytes: UnsafeBufferPointer<UInt8>) {
    if leaf != nil {
      text += bytes
    } else if bytes.contains(where: { !$0.isBlank && !$0.isLineEnd }) {
      fail("There is text outside of <string> and the like")
    }
  }

  /// Takes an end tag; the parser has made sure that it belongs to the last start tag.
  func end(_ name: String) {
    if let ended = leaf {
      leaf = nil
      endLeaf(String(decoding: text, as: UTF8.self), name: ended.name, line: ended.line)
    } else if name != "plist", let ended = containers.popLast() {
      if let key = ended.key { return fail("The key \u{201C}\(key)\u{201D} has no value") }
      let kind: PropertyListValue.Kind =
        ended.isDictionary ? .dictionary(ended.members) : .array(ended.members.map(\.value))
      add(PropertyListValue(kind: kind, line: ended.line))
    }
  }

  /// Whether a value may stand here.
  private var expectsValue: Bool {
    guard let container = containers.last else { return root == nil }
    return !container.isDictionary || container.key != nil
  }

  private func misplaced(_ name: String) -> String {
    containers.isEmpty
      ? "A property list holds a single value" : "<\(name)> stands in a <dict> without a <key> before it"
  }

  private func endLeaf(_ text: String, name: String, line: Int) {
    let trimmed = text.filter { !$0.isWhitespace }
    switch name {
    case "key": addKey(text)
    case "string": add(PropertyListValue(kind: .string(text), line: line))
    case "integer": add(PropertyListValue(kind: .integer(trimmed), line: line))
    case "real": add(PropertyListValue(kind: .real(trimmed), line: line))
    case "date": add(PropertyListValue(kind: .date(trimmed), line: line))
    case "data": add(PropertyListValue(kind: .data(trimmed), line: line))
    default: add(PropertyListValue(kind: .bool(name == "true"), line: line))
    }
  }

  private func addKey(_ key: String) {
    guard let last = containers.indices.last, containers[last].isDictionary, containers[last].key == nil else {
      return fail("The <key> \u{201C}\(key)\u{201D} does not stand in front of a value in a <dict>")
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
