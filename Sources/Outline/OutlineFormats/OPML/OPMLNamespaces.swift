/// The namespace prefixes declared by the elements that enclose the current position.
///
/// An `outline` element that uses a prefix declared further out gets a copy of the declaration among its own
/// attributes, so that it can be written anywhere.
struct OPMLNamespaces {
  /// The namespace of pleat's own attributes, whose prefix is `pleat`.
  static let own = "urn:pleat:outline"
  static let ownPrefix = "pleat:"
  /// The attribute of the root that documents have since rows have levels.
  static let version = "pleat:version"
  static let declaration = "xmlns:"

  /// The declarations of each prefix, outermost first.
  private var values: [String: [String]] = [:]
  /// The prefixes declared by each open element, outermost first.
  private var open: [[String]] = []

  /// Whether the document declares pleat's own attributes.
  var hasOwn: Bool { values["pleat"]?.first == Self.own }

  /// Enters an element and records its declarations.
  mutating func start(_ attributes: [XMLAttribute]) {
    var prefixes: [String] = []
    for attribute in attributes where attribute.name.hasPrefix(Self.declaration) {
      let prefix = String(attribute.name.dropFirst(Self.declaration.count))
      prefixes.append(prefix)
      values[prefix, default: []].append(attribute.value)
    }
    open.append(prefixes)
  }

  /// Leaves the innermost element.
  mutating func end() {
    for prefix in open.popLast() ?? [] { values[prefix]?.removeLast() }
  }

  /// The declarations from enclosing elements that the innermost element's attributes use, in order of use.
  func inherited(by attributes: [XMLAttribute]) -> [XMLAttribute] {
    guard attributes.contains(where: { $0.prefix != nil }) else { return [] }
    var known = Set(open.last ?? []).union(["xml", "xmlns"])
    var inherited: [XMLAttribute] = []
    for attribute in attributes {
      guard let prefix = attribute.prefix, let value = values[prefix]?.last, known.insert(prefix).inserted else {
        continue
      }
      inherited.append(XMLAttribute(name: Self.declaration + prefix, value: value))
    }
    return inherited
  }
}

extension XMLAttribute {
  /// The part of the name before the colon; nil if it has no colon.
  var prefix: String? {
    guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    return String(name[..<colon])
  }
}
