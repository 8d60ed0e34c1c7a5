/// What the attributes of an outline element say.
struct OPMLEntry {
  private var text: String?
  private var title: String?
  private var others: [XMLAttribute] = []
  private var own = OPMLPrivate()

  /// Sorts the attributes of an element, which `namespaces` has taken already.
  init(_ attributes: [XMLAttribute], in namespaces: OPMLNamespaces) throws {
    for attribute in attributes {
      if attribute.name == "text" {
        text = attribute.value
      } else if namespaces.hasOwn, attribute.name.hasPrefix(OPMLNamespaces.ownPrefix) {
        try own.add(String(attribute.name.dropFirst(OPMLNamespaces.ownPrefix.count)), attribute.value)
      } else {
        if attribute.name == "title" { title = attribute.value }
        others.append(attribute)
      }
    }
    others += namespaces.inherited(by: others)
  }

  /// The node of the element, without its place.
  func node() throws -> ImportNode {
    // A line break in an attribute is one that somebody wrote as a character reference.
    var node = ImportNode(depth: 0, text: text ?? title ?? "", keepsLines: true)
    if !others.isEmpty { node.attributes = Self.json(of: others) }
    try own.apply(to: &node)
    return node
  }

  /// The attributes as a JSON object of strings.
  static func json(of attributes: [XMLAttribute]) -> String {
    var object = JSONObjectText()
    for attribute in attributes { object.append(attribute.name, attribute.value) }
    return object.text
  }
}
