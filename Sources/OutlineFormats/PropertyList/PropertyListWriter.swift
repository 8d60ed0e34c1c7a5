import OutlineCore
import OutlineJSON

/// Writes a property list in XML: an array of dictionaries, each with a name and a list.
///
/// docs/formats.md describes the notation.
struct PropertyListWriter: FormatWriter {
  private let output: DocumentOutput
  /// The sections whose lists are open, outermost first.
  private var open = LevelStack<Void>()
  /// The last section, held back until it is known whether anything is below it.
  private var pending: SectionPiece?
  private var isEmpty = true

  /// Begins a document.
  init(to output: DocumentOutput) throws {
    self.output = output
    try output.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """)
  }

  mutating func write(_ section: SectionPiece) throws {
    try writePending(hasChildren: section.draft.level > pending?.draft.level ?? 0)
    pending = section
  }

  mutating func write(_ row: RowPiece) throws {
    try writePending(hasChildren: true)
    try beginList()
    try output.write(Self.value(of: row.draft).propertyList(indent: indent))
  }

  mutating func finish() throws {
    try writePending(hasChildren: false)
    try close(from: 1)
    try output.write(isEmpty ? "<array/>\n</plist>\n" : "</array>\n</plist>\n")
  }

  private static func value(of row: RowDraft) -> JSONTree {
    if row.attributes == nil, row.isDone == nil, XMLText.canCarry(row.text) { return .string(row.text) }
    return .object(PropertyListDictionary(row).members)
  }

  /// The indentation of an entry: two tabs for each open section, one for its dictionary and one for its list.
  private var indent: String { String(repeating: "\t", count: 2 * open.count + 1) }

  private mutating func writePending(hasChildren: Bool) throws {
    guard let section = pending else { return }
    pending = nil
    try beginList()
    try close(from: section.draft.level)
    let dictionary = PropertyListDictionary(section, needsLevel: section.draft.level != (open.innermostLevel ?? 0) + 1)
    let inner = indent + "\t"
    try output.write(
      "\(indent)<dict>\n\(dictionary.members.map { $0.propertyList(indent: inner) }.joined())"
        + "\(inner)<key>\(XMLText.content(dictionary.itemsKey))</key>\n"
        + (hasChildren ? "\(inner)<array>\n" : "\(inner)<array/>\n\(indent)</dict>\n"))
    if hasChildren { open.enter(level: section.draft.level) }
  }

  /// Opens the outermost list before the first entry.
  private mutating func beginList() throws {
    if isEmpty { try output.write("<array>\n") }
    isEmpty = false
  }

  /// Closes the open sections down to the one that encloses a section of the given level.
  private mutating func close(from level: Int) throws {
    while open.leave(for: level) != nil {
      try output.write("\(indent)\t</array>\n\(indent)</dict>\n")
    }
  }
}
