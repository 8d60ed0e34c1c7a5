import OutlineJSON

/// Reads the entries of a property list in XML, or of a binary one.
///
/// A dictionary that contains an array is an item with a list, an outermost one a section, and the array holds what is
/// below it. A dictionary without an array is a row: its text is the longest string, and its attributes are all keys. Then
/// what pleat added under a key of its own is applied.
struct PropertyListReader {
  private var nodes: [ImportNode] = []

  /// Passes the entries of a property list to the rule.
  ///
  /// - Parameters:
  ///   - bytes: The file; all its values are held in memory.
  ///   - rule: Receives the entries; its document name is the title for sections that have no name in the file.
  /// - Throws: ``ImportError`` for a file that is not a property list with a list, and every error of the rule.
  static func read(_ bytes: ByteStream, into rule: ImportRule) throws {
    for node in try nodes(of: bytes, documentName: rule.documentName) { try rule.add(node) }
  }

  private static func nodes(of bytes: ByteStream, documentName: String) throws -> [ImportNode] {
    var (start, bytes) = try bytes.limited(to: DocumentLimits.wholeBytes, sizeError).looking(ahead: 1)
    // Waiting for seven bytes would not refuse four bad ones from a pipe that stays open.
    if start.first == UInt8(ascii: "b") { (start, bytes) = try bytes.looking(ahead: 7) }
    var reader = PropertyListReader()
    try reader.addRoot(try root(start, bytes), documentName: documentName)
    return reader.nodes
  }

  private static func root(_ start: [UInt8], _ bytes: ByteStream) throws -> XMLElement {
    if start.starts(with: "bplist0".utf8) { return try BinaryPropertyList.root(of: try bytes.rest()) }
    let syntax = PropertyListSyntax()
    try XMLParser.parse(bytes, as: syntax)
    guard let root = syntax.root else { throw ImportError(message: "The property list is empty") }
    return root
  }

  private static let sizeError = ImportError(
    message: "The property list has more than \(DocumentLimits.mebibytes(DocumentLimits.wholeBytes)), "
      + "and a property list is read as a whole",
    hint: "Split it, or export the outline as OPML, JSON or text, which may have any size")

  private mutating func addRoot(_ root: XMLElement, documentName: String) throws(ImportError) {
    let lists = root.members.filter(\.value.isArray)
    if root.isArray {
      try addElements(of: root, depth: 0)
    } else if lists.isEmpty {
      throw ImportError(
        line: root.line, message: "The property list contains no array",
        hint: "pleat expects an array of dictionaries, each with a name and an array")
    } else if lists.count < root.members.count {
      try addDictionary(root, fallback: documentName, depth: 0)
    } else {
      // A dictionary that contains nothing but arrays is the document itself, and they are its sections.
      for list in lists { try addList(list.value, named: list.key, depth: 0) }
    }
  }

  private mutating func addElements(of array: XMLElement, depth: Int) throws(ImportError) {
    for (index, element) in array.members.map(\.value).enumerated() {
      let fallback = "Item \(index + 1)"
      switch element.name {
      case "array": try addList(element, named: fallback, depth: depth)
      case "dict": try addDictionary(element, fallback: fallback, depth: depth)
      default: nodes.append(ImportNode(depth: depth, text: element.rowText, line: element.line))
      }
    }
  }

  /// Adds a dictionary, which is an item with a list if it contains arrays: the first array is its list, and each further
  /// one becomes an item with a list below it.
  private mutating func addDictionary(
    _ dictionary: XMLElement, fallback: String, depth: Int
  ) throws(ImportError) {
    let (members, note) = try Self.split(dictionary.members)
    let lists = members.filter(\.value.isArray)
    // A row that is marked as one has no list but in its attributes, unless the mark is there for its level.
    let hasList = note.kind == "section" || !lists.isEmpty && (note.kind != "row" || note.level != nil)
    let json = members.map { JSONTree.Member($0.key, hasList && $0.value.isArray ? .array([]) : $0.value.json) }
    let entry = hasList ? PropertyListEntry(listed: json, fallback: fallback) : PropertyListEntry(row: json)
    var node = ImportNode(
      depth: depth, text: entry.text, attributes: entry.attributes, isSection: hasList && depth == 0 ? true : nil,
      line: dictionary.line)
    note.apply(to: &node)
    nodes.append(node)
    if !hasList { return }
    if let first = lists.first { try addElements(of: first.value, depth: depth + 1) }
    for list in lists.dropFirst() { try addList(list.value, named: list.key, depth: depth + 1) }
  }

  /// Separates the note that pleat added to a dictionary from its other members.
  private static func split(
    _ members: [PropertyListMember]
  ) throws(ImportError) -> ([PropertyListMember], EntryNote) {
    var (rest, note) = (members, EntryNote())
    guard let index = members.firstIndex(where: { $0.key == PropertyListEntry.noteKey }),
      let json = members[index].value.json.string.flatMap(JSONTree.object)
    else { return (members, note) }
    let line = rest.remove(at: index).value.line
    if let member = json.first(where: { !note.take($0) }) {
      throw ImportError(line: line, message: "The key pleat has an invalid member '\(member.key)'")
    }
    return (rest, note)
  }

  /// Adds an array as an item with a list.
  private mutating func addList(_ list: XMLElement, named title: String, depth: Int) throws(ImportError) {
    nodes.append(ImportNode(depth: depth, text: title, isSection: depth == 0 ? true : nil, line: list.line))
    try addElements(of: list, depth: depth + 1)
  }
}
