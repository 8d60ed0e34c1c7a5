import OutlineJSON

/// Decides how the attributes of a section or row are written as XML attributes.
struct OPMLAttributes {
  /// The attributes that can be written as XML attributes, in their order.
  private(set) var plain: [XMLAttribute] = []
  /// The complete JSON object; nil if reading `plain` back gives the same object.
  private(set) var whole: String?

  /// Sorts the members of a JSON object; nil means no attributes.
  init(_ json: String?) {
    guard let json else { return }
    add(JSONTree.object(json) ?? [])
    if !json.utf8.elementsEqual(OPMLEntry.json(of: plain).utf8) || plain.isEmpty { whole = json }
  }

  private mutating func add(_ members: [JSONTree.Member]) {
    var names: Set<[UInt8]> = []
    let declared = Self.declarations(among: members)
    for member in members {
      guard case .string(let value) = member.value, XMLText.canCarry(value),
        names.insert(Array(member.key.utf8)).inserted
      else { continue }
      let attribute = XMLAttribute(name: member.key, value: value)
      if Self.isPlain(attribute, declared: declared) { plain.append(attribute) }
    }
  }

  /// The namespace prefixes that the members declare.
  ///
  /// Empty if two prefixes stand for the same namespace, since two attributes could then have the same expanded name.
  private static func declarations(among members: [JSONTree.Member]) -> Set<String> {
    let declarations = members.compactMap { member -> (prefix: String, value: String)? in
      guard member.key.hasPrefix(OPMLNamespaces.declaration), let value = member.value.string, !value.isEmpty,
        XMLText.canCarry(value), !value.hasPrefix("http://www.w3.org/XML/1998/"),
        !value.hasPrefix("http://www.w3.org/2000/xmlns/")
      else { return nil }
      return (String(member.key.dropFirst(OPMLNamespaces.declaration.count)), value)
    }
    guard Set(declarations.map(\.value)).count == declarations.count else { return [] }
    return Set(declarations.map(\.prefix)).subtracting(["xml", "xmlns", "pleat"])
  }

  private static func isPlain(_ attribute: XMLAttribute, declared: Set<String>) -> Bool {
    guard let prefix = attribute.prefix else {
      return !OPMLEntry.taken.contains(attribute.name) && XMLName.isValid(attribute.name)
    }
    let name = String(attribute.name.dropFirst(prefix.count + 1))
    guard XMLName.isValid(prefix), XMLName.isValid(name) else { return false }
    return declared.contains(prefix == "xmlns" ? name : prefix)
  }
}
