import OutlineCore
import OutlineJSON

/// Writes a property list in XML: an array of dictionaries, each with a name and a list.
///
/// docs/formats.md describes the notation.
struct PropertyListWriter: NestedSyntax {
  private let output: DocumentOutput
  private var isEmpty = true

  init(to output: DocumentOutput) throws {
    self.output = output
    try output.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """)
  }

  mutating func open(_ section: SectionPiece, _ nesting: Nesting) throws {
    try open(PropertyListDictionary(section, nesting), nesting)
  }

  mutating func open(_ row: RowPiece, _ nesting: Nesting) throws {
    let draft = row.draft
    if nesting.hasChildren { return try open(PropertyListDictionary(row, nesting), nesting) }
    try beginList()
    let isPlain =
      draft.attributes == nil && draft.isDone == nil && draft.schedule == .none && !nesting.needsLevel
      && XMLText.canCarry(draft.text)
    let value: JSONTree = isPlain ? .string(draft.text) : .object(PropertyListDictionary(row, nesting).members)
    try output.write(value.propertyList(indent: Self.indent(nesting.depth)))
  }

  private mutating func open(_ dictionary: PropertyListDictionary, _ nesting: Nesting) throws {
    try beginList()
    let indent = Self.indent(nesting.depth)
    try output.write(
      "\(indent)<dict>\n\(dictionary.members.map { $0.propertyList(indent: indent + "\t") }.joined())"
        + "\(indent)\t<key>\(XMLText.content(dictionary.itemsKey))</key>\n"
        + (nesting.hasChildren ? "\(indent)\t<array>\n" : "\(indent)\t<array/>\n\(indent)</dict>\n"))
  }

  func close(depth: Int) throws { try output.write("\(Self.indent(depth))\t</array>\n\(Self.indent(depth))</dict>\n") }

  func end() throws { try output.write(isEmpty ? "<array/>\n</plist>\n" : "</array>\n</plist>\n") }

  /// The indentation of an entry: two tabs for each open section, one for its dictionary and one for its list.
  private static func indent(_ depth: Int) -> String { String(repeating: "\t", count: 2 * depth + 1) }

  /// Opens the outermost list before the first entry.
  private mutating func beginList() throws {
    if isEmpty { try output.write("<array>\n") }
    isEmpty = false
  }
}
