/// The prefixes that the open elements of a document declare.
///
/// An outline element that uses a prefix from further up gets the declaration among its own attributes: so it can be
/// written again wherever it goes.
struct OPMLNamespaces {
  /// The namespace of pleat's own attributes, which have the prefix `pleat`.
  static let own = "urn:pleat:outline"
  static let ownPrefix = "pleat:"
  static let declaration = "xmlns:"

  /// By prefix, the declarations from the outside in.
  private var values: [String: [String]] = [:]
  /// The prefixes that each open element declares.
  private var open: [[String]] = []

  /// Whether the document has pleat's own attributes.
  var hasOwn: Bool { values["pleat"]?.first == Self.own }

  /// Takes the start of an element.
  mutating func start(_ attributes: [XMLAttribute]) {
    var prefixes: [String] = []
    for attribute in attributes where attribute.name.hasPrefix(Self.declaration) {
      let prefix = String(attribute.name.dropFirst(Self.declaration.count))
      prefixes.append(prefix)
      values[prefix, default: []].append(attribute.value)
    }
    open.append(prefixes)
  }

  /// Takes the end of an element.
  mutating func end() {
    for prefix in open.popLast() ?? [] { values[prefix]?.removeLast() }
  }

  /// The declarations from further up that the attributes of the innermost element need, in order.
  func inherited(by attributes: [XMLAttribute]) -> [XMLAttribute] {
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
  /// What stands in front of the colon; nil where there is none.
  var prefix: String? {
    guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    return String(name[..<colon])
  }
}
