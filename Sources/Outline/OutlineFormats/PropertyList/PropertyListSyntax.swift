/// Allows the elements of a property list in a document, and keeps all of them.
final class PropertyListSyntax: XMLFormat {
  /// The limit for the nesting of arrays and dictionaries.
  private static let mostContainers = 512
  private static let kinds: Set = [
    "array", "dict", "key", "string", "integer", "real", "true", "false", "date", "data",
  ]

  /// The value of the property list; nil until it is complete.
  private(set) var root: XMLElement?

  let strayText = "There is text where only elements are allowed"

  func holdsText(_ elements: [XMLElement]) -> Bool { elements.count > 1 && elements.last?.isContainer == false }

  func start(_ element: XMLElement, in parents: [XMLElement]) throws {
    let name = element.name
    guard let parent = parents.last else {
      if name == "plist" { return }
      throw XMLFault("The file is not a property list: it begins with <\(name)>, not with <plist>")
    }
    if parents.count > 1, !parent.isContainer { throw XMLFault("<\(name)> is not allowed inside <\(parent.name)>") }
    if parents.count == 1, root != nil { throw XMLFault("A property list has only one value at the top") }
    if parent.name == "dict", name != "key", !parent.endsWithKey {
      throw XMLFault("<\(name)> in a <dict> has no <key> before it")
    }
    guard Self.kinds.contains(name) else { throw XMLFault("<\(name)> is not an element of a property list") }
    if element.isContainer, parents.count > Self.mostContainers {
      throw XMLFault("Arrays and dictionaries are nested more than \(Self.mostContainers) levels deep")
    }
  }

  func end(_ element: XMLElement, in parents: [XMLElement]) throws -> Bool {
    if element.name == "dict", element.endsWithKey {
      throw XMLFault("The key '\(element.children.last?.text ?? "")' has no value")
    }
    if element.name == "key", parents.last.map({ $0.name != "dict" || $0.endsWithKey }) == true {
      throw XMLFault("The <key> '\(element.text)' must be in a <dict>, followed by a value")
    }
    if parents.count == 1 { root = element }
    return parents.count > 1
  }
}

extension XMLElement {
  /// Whether the value of a key comes next.
  fileprivate var endsWithKey: Bool { name == "dict" && children.last?.name == "key" }
}
