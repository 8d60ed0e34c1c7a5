import OutlineCore

/// Writes pleat's own text; see ``OwnText``.
struct OwnTextWriter: FormatWriter {
  private let output: DocumentOutput
  private let showsIDs: Bool
  private var indent = ""

  /// Begins a document.
  ///
  /// - Parameters:
  ///   - output: Where it goes.
  ///   - showsIDs: Whether ids stand at the ends of the lines, as ``EditorText`` has them.
  init(to output: DocumentOutput, showsIDs: Bool = false) throws {
    self.output = output
    self.showsIDs = showsIDs
    try output.write(OwnText.heading + "\n")
  }

  mutating func write(_ piece: SectionPiece) throws {
    let section = piece.draft
    indent = String(repeating: "  ", count: section.level - 1)
    let isPlain = section.title.utf8.first.map { !OwnText.isTakenForElse($0, withRemarks: showsIDs) } ?? false
    let guardSign = isPlain && !OwnText.beginsWithBox(section.title) ? "" : "\\"
    let sign = section.isDone == nil ? guardSign : OwnText.written(section.isDone) + (section.title.isEmpty ? "" : " ")
    try output.write("\(indent)\(sign)\(Self.escaped(section.title))\(end(piece.id))\n")
    if let detail = section.detail { try writeLine(":", Self.escaped(detail)) }
    if !section.isCollapsible { try writeLine("!", "") }
    try write(attributes: section.attributes)
  }

  func write(_ row: RowPiece) throws {
    let text = (OwnText.beginsWithBox(row.draft.text) ? "\\" : "") + Self.escaped(row.draft.text)
    try writeLine(row.draft.isDone == nil ? "-" : "- " + OwnText.written(row.draft.isDone), text, end(row.id))
    try write(attributes: row.draft.attributes)
  }

  /// What stands at the end of a line: two spaces and the id.
  private func end(_ id: (some CustomStringConvertible)?) -> String {
    showsIDs ? id.map { "  \($0)" } ?? "" : ""
  }

  private func write(attributes: String?) throws {
    guard let attributes else { return }
    // The attributes may begin with white space, which would change the indentation.
    try output.write("\(indent)\(attributes.jsonOnOneLine().drop { $0 == " " || $0 == "\t" })\n")
  }

  private func writeLine(_ sign: String, _ text: String, _ end: String = "") throws {
    try output.write("\(indent)\(sign)\(text.isEmpty ? "" : " ")\(text)\(end)\n")
  }

  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0.isLineEnd }) else { return text }
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\\"): bytes += [byte, byte]
      case UInt8(ascii: "\n"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      case UInt8(ascii: "\r"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
