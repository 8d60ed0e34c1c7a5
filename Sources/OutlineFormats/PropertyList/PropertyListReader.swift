/// Reads a property list in XML into nodes.
///
/// The list is an array of dictionaries that have a name and an array of their own; those are sections, at any depth.
/// A dictionary without an array is a row: its attributes keep every key, and its text is the longest string.
struct PropertyListReader {
  private var nodes: [ImportNode] = []

  /// Gives the entries of a property list to the rule; `documentName` names what has no name in the file.
  static func read(_ bytes: ByteStream, documentName: String, into rule: ImportRule) throws {
    for node in try nodes(of: bytes.rest(), documentName: documentName) { try rule.add(node) }
  }

  private static func nodes(of bytes: [UInt8], documentName: String) throws -> [ImportNode] {
    guard !bytes.starts(with: Array("bplist".utf8)) else { throw binaryError }
    let builder = PropertyListBuilder()
    try XMLParser.parse(ByteStream(bytes), with: builder)
    guard let root = builder.root else { throw ImportError(message: "The property list is empty") }
    var reader = PropertyListReader()
    try reader.addRoot(root, documentName: documentName)
    return reader.nodes
  }

  private static let binaryError = ImportError(
    message: "The file is a binary property list; pleat reads those in XML",
    hint: "Convert it with: plutil -convert xml1 FILE (on a Mac), "
      + "or plistutil -i FILE -o FILE.xml (Debian package libplist-utils)")

  private mutating func addRoot(_ root: PropertyListValue, documentName: String) throws(ImportError) {
    switch root.kind {
    case .array(let elements):
      addElements(elements, depth: 0)
    case .dictionary(let members) where members.contains { $0.value.elements != nil }:
      addRootDictionary(members, documentName: documentName, line: root.line)
    default:
      throw ImportError(
        line: root.line, message: "The property list holds no list",
        hint: "pleat expects an array of dictionaries that have a name and an array each")
    }
  }

  /// A dictionary of nothing but arrays is the document itself: one array is its content, several are its sections.
  private mutating func addRootDictionary(_ members: [PropertyListValue.Member], documentName: String, line: Int) {
    let lists = members.compactMap(\.value.elements)
    if lists.count < members.count {
      addSection(members, fallback: documentName, depth: 0, line: line)
    } else if lists.count == 1 {
      addElements(lists[0], depth: 0)
    } else {
      for member in members { addList(member, depth: 0) }
    }
  }

  private mutating func addElements(_ elements: [PropertyListValue], depth: Int) {
    for (index, element) in elements.enumerated() {
      let fallback = "Item \(index + 1)"
      switch element.kind {
      case .array(let inner):
        add(fallback, isSection: true, depth: depth, line: element.line)
        addElements(inner, depth: depth + 1)
      case .dictionary(let members) where members.contains { $0.value.elements != nil }:
        addSection(members, fallback: fallback, depth: depth, line: element.line)
      case .dictionary(let members):
        let text = Self.longestString(in: members) ?? element.json
        add(text, attributes: element.json, depth: depth, line: element.line)
      default:
        add(element.text, depth: depth, line: element.line)
      }
    }
  }

  /// Adds a dictionary that has arrays: the first one is its content, each further one a section below it.
  private mutating func addSection(_ members: [PropertyListValue.Member], fallback: String, depth: Int, line: Int) {
    let name = Self.nameIndex(in: members)
    let lists = members.filter { $0.value.elements != nil }
    let others = members.indices.filter { $0 != name && members[$0].value.elements == nil }.map { members[$0] }
    add(
      name.flatMap { members[$0].value.string } ?? fallback,
      attributes: others.isEmpty ? nil : PropertyListValue.object(others),
      isSection: true, depth: depth, line: line)
    addElements(lists.first?.value.elements ?? [], depth: depth + 1)
    for list in lists.dropFirst() { addList(list, depth: depth + 1) }
  }

  private mutating func addList(_ list: PropertyListValue.Member, depth: Int) {
    add(list.key, isSection: true, depth: depth, line: list.value.line)
    addElements(list.value.elements ?? [], depth: depth + 1)
  }

  private mutating func add(
    _ text: String, attributes: String? = nil, isSection: Bool = false, depth: Int, line: Int
  ) {
    nodes.append(ImportNode(depth: depth, text: text, attributes: attributes, isSection: isSection, line: line))
  }

  /// The string that names a section: `name` or `title`, else a key that ends so, else the first string.
  private static func nameIndex(in members: [PropertyListValue.Member]) -> Int? {
    let strings = members.indices.filter { members[$0].value.string != nil }
    let key = { (index: Int) in members[index].key.lowercased() }
    return strings.first { key($0) == "name" || key($0) == "title" }
      ?? strings.first { key($0).hasSuffix("name") || key($0).hasSuffix("title") } ?? strings.first
  }

  private static func longestString(in members: [PropertyListValue.Member]) -> String? {
    members.compactMap(\.value.string).reduce(nil) { longest, text in
      guard let longest, longest.utf8.count >= text.utf8.count else { return text }
      return longest
    }
  }
}
