import OutlineJSON

/// Reads the entries of a property list in XML.
///
/// A dictionary that contains an array is a section, at any depth, and the array holds its entries. A dictionary
/// without an array is a row: its text is the longest string, and its attributes are all keys. Then what pleat added
/// under a key of its own is applied.
struct PropertyListReader {
  private var nodes: [ImportNode] = []

  /// Passes the entries of a property list to the rule.
  ///
  /// - Parameters:
  ///   - bytes: The file, of which all values are held in memory.
  ///   - documentName: The title for sections that have no name in the file.
  ///   - rule: Receives the entries.
  /// - Throws: ``ImportError`` for a file that is not an XML property list with a list, and whatever the rule throws.
  static func read(_ bytes: ByteStream, documentName: String, into rule: ImportRule) throws {
    for node in try nodes(of: bytes, documentName: documentName) { try rule.add(node) }
  }

  private static func nodes(of bytes: ByteStream, documentName: String) throws -> [ImportNode] {
    let builder = PropertyListBuilder()
    try XMLParser.parse(refusingBinary(bytes.limited(to: DocumentLimits.wholeBytes, sizeError)), with: builder)
    guard let root = builder.root else { throw ImportError(message: "The property list is empty") }
    var reader = PropertyListReader()
    try reader.addRoot(root, documentName: documentName)
    return reader.nodes
  }

  /// Returns a stream of the same bytes, in which the first ones are looked at.
  private static func refusingBinary(_ bytes: ByteStream) -> ByteStream {
    let sign = Array("bplist".utf8)
    var start: [UInt8]? = []
    return ByteStream {
      guard var held = start else { return try bytes.next() }
      start = nil
      while held.count < sign.count, held.elementsEqual(sign.prefix(held.count)), let chunk = try bytes.next() {
        held += chunk
      }
      if held.starts(with: sign) { throw binaryError }
      return held.isEmpty ? nil : held
    }
  }

  private static let sizeError = ImportError(
    message: "The property list has more than \(DocumentLimits.mebibytes(DocumentLimits.wholeBytes)), "
      + "and a property list is read as a whole",
    hint: "Divide it, or bring the outline as OPML, JSON or text, which may have any size")

  private static let binaryError = ImportError(
    message: "The file is a binary property list; pleat reads those in XML",
    hint: "Convert it with: plutil -convert xml1 FILE (on a Mac), "
      + "or plistutil -i FILE -o FILE.xml (Debian package libplist-utils)")

  private mutating func addRoot(_ root: PropertyListValue, documentName: String) throws(ImportError) {
    switch root.kind {
    case .array(let elements):
      try addElements(elements, depth: 0)
    case .dictionary(let members) where members.contains { $0.value.elements != nil }:
      try addRootDictionary(members, documentName: documentName, line: root.line)
    default:
      throw ImportError(
        line: root.line, message: "The property list contains no array",
        hint: "pleat expects an array of dictionaries, each with a name and an array")
    }
  }

  /// Adds a dictionary at the top of the file.
  ///
  /// If it contains nothing but arrays, it is the document itself: a single array is the document's content, and
  /// several are its sections.
  private mutating func addRootDictionary(
    _ members: [PropertyListValue.Member], documentName: String, line: Int
  ) throws(ImportError) {
    let lists = members.compactMap(\.value.elements)
    if lists.count < members.count {
      try addDictionary(members, fallback: documentName, depth: 0, line: line)
    } else if lists.count == 1 {
      try addElements(lists[0], depth: 0)
    } else {
      for member in members { try addList(member, depth: 0) }
    }
  }

  private mutating func addElements(_ elements: [PropertyListValue], depth: Int) throws(ImportError) {
    for (index, element) in elements.enumerated() {
      let fallback = "Item \(index + 1)"
      switch element.kind {
      case .array(let inner):
        add(fallback, isSection: true, depth: depth, line: element.line)
        try addElements(inner, depth: depth + 1)
      case .dictionary(let members):
        try addDictionary(members, fallback: fallback, depth: depth, line: element.line)
      default:
        add(element.text, depth: depth, line: element.line)
      }
    }
  }

  private mutating func addDictionary(
    _ all: [PropertyListValue.Member], fallback: String, depth: Int, line: Int
  ) throws(ImportError) {
    let (members, own) = try Self.split(all)
    if own.kind.map({ $0 == "section" }) ?? members.contains(where: { $0.value.elements != nil }) {
      try addSection(members, own, fallback: fallback, depth: depth, line: line)
    } else {
      let entry = PropertyListEntry(row: members)
      var node = ImportNode(depth: depth, text: entry.text, attributes: entry.attributes, line: line)
      own.apply(to: &node)
      nodes.append(node)
    }
  }

  /// Separates what pleat added to a dictionary from its other members.
  private static func split(
    _ members: [PropertyListValue.Member]
  ) throws(ImportError) -> ([PropertyListValue.Member], PropertyListPrivate) {
    guard let index = members.firstIndex(where: { $0.key == PropertyListPrivate.key }),
      let json = members[index].value.string.flatMap(JSONTree.object)
    else { return (members, PropertyListPrivate()) }
    var rest = members
    let line = rest.remove(at: index).value.line
    return (rest, try PropertyListPrivate(json, line: line))
  }

  /// Adds a dictionary that contains arrays: the first array is its content, and each further one becomes a section
  /// below it.
  private mutating func addSection(
    _ members: [PropertyListValue.Member], _ own: PropertyListPrivate, fallback: String, depth: Int, line: Int
  ) throws(ImportError) {
    let entry = PropertyListEntry(section: members, fallback: fallback)
    var node = ImportNode(depth: depth, text: entry.text, attributes: entry.attributes, isSection: true, line: line)
    own.apply(to: &node)
    nodes.append(node)
    let lists = members.filter { $0.value.elements != nil }
    try addElements(lists.first?.value.elements ?? [], depth: depth + 1)
    for list in lists.dropFirst() { try addList(list, depth: depth + 1) }
  }

  private mutating func addList(_ list: PropertyListValue.Member, depth: Int) throws(ImportError) {
    add(list.key, isSection: true, depth: depth, line: list.value.line)
    try addElements(list.value.elements ?? [], depth: depth + 1)
  }

  private mutating func add(_ text: String, isSection: Bool = false, depth: Int, line: Int) {
    nodes.append(ImportNode(depth: depth, text: text, isSection: isSection, line: line))
  }
}
