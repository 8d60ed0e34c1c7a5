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
  /// Empty if two prefixes name the same namespace, since two attributes could then have the same expanded name.
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

/// Checks names of XML elements and attributes, accepting only names that every parser accepts.
private enum XMLName {
  /// The letters of scripts in use that both the fourth and the fifth edition of XML 1.0 allow in names.
  private static let letters: [ClosedRange<UInt32>] = [
    0xC0...0xD6, 0xD8...0xF6, 0xF8...0x131, 0x134...0x13E, 0x141...0x148, 0x14A...0x17E, 0x388...0x38A, 0x38E...0x3A1,
    0x3A3...0x3CE, 0x401...0x40C, 0x40E...0x44F, 0x451...0x45C, 0x45E...0x481, 0x5D0...0x5EA, 0x621...0x63A,
    0x3041...0x3094, 0x30A1...0x30FA, 0x4E00...0x9FA5, 0xAC00...0xD7A3,
  ]

  /// Whether a text is a valid name without a colon.
  static func isValid(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, isLetter(first) || first == "_" else { return false }
    return name.unicodeScalars.allSatisfy { scalar in
      isLetter(scalar) || ("0"..."9").contains(scalar) || ["_", "-", "."].contains(scalar)
    }
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    if ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) { return true }
    return letters.contains { $0.contains(scalar.value) }
  }
}
