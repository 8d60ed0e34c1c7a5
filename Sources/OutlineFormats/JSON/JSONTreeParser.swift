/// Parses a JSON text (RFC 8259) into a value; no recursion.
struct JSONTreeParser {
  /// An array or object that is not complete.
  private struct Container {
    let isObject: Bool
    var elements: [JSONTree] = []
    var members: [JSONTree.Member] = []
    var key = ""

    mutating func add(_ value: JSONTree) {
      if isObject { members.append(JSONTree.Member(key: key, value: value)) } else { elements.append(value) }
    }

    var value: JSONTree { isObject ? .object(members) : .array(elements) }
  }

  /// As deep as SQLite goes.
  private static let mostContainers = 1000

  var scanner: JSONScanner
  private var containers: [Container] = []

  init(_ scanner: JSONScanner) { self.scanner = scanner }

  /// The value that a text is; nil when it is malformed or anything follows.
  static func value(of text: String) -> JSONTree? {
    var parser = JSONTreeParser(JSONScanner(Array(text.utf8)))
    guard let value = parser.value(), parser.scanner.isAtEnd else { return nil }
    return value
  }

  /// The next value, and how it is written; nil when it is malformed.
  mutating func valueAsWritten() -> (tree: JSONTree, text: String)? {
    let start = scanner.start
    return value().map { ($0, scanner.text(from: start)) }
  }

  /// The next value; nil when it is malformed.
  private mutating func value() -> JSONTree? {
    while var value = startValue() {
      // A value is complete, and maybe the containers it is the last of.
      while let last = containers.indices.last {
        containers[last].add(value)
        if scanner.skip(",") {
          if containers[last].isObject, !readKey() { return nil }
          break
        }
        guard scanner.skip(containers[last].isObject ? "}" : "]") else { return nil }
        value = containers.removeLast().value
      }
      if containers.isEmpty { return value }
    }
    return nil
  }

  /// Reads a scalar or an empty container, entering those around it; nil for a fault.
  private mutating func startValue() -> JSONTree? {
    while true {
      if scanner.skip("{") {
        if scanner.skip("}") { return .object([]) }
        containers.append(Container(isObject: true))
        guard readKey() else { return nil }
      } else if scanner.skip("[") {
        if scanner.skip("]") { return .array([]) }
        containers.append(Container(isObject: false))
      } else {
        return scanner.scalar()
      }
      guard containers.count < Self.mostContainers else { return nil }
    }
  }

  private mutating func readKey() -> Bool {
    guard let key = scanner.string(), scanner.skip(":") else { return false }
    containers[containers.count - 1].key = key
    return true
  }
}
