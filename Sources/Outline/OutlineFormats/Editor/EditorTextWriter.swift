import OutlineCore

/// Writes an ``EditorText``.
struct EditorTextWriter: FormatWriter {
  private let output: DocumentOutput
  private let today: Day
  private var indent = ""
  /// The indentation of the last section.
  private var margin = ""

  init(to output: DocumentOutput, remarks: [String], today: Day) throws {
    (self.output, self.today) = (output, today)
    for remark in ["pleat text 1"] + remarks { try output.write("# \(remark)\n") }
  }

  mutating func write(_ piece: SectionPiece) throws {
    let section = piece.draft
    margin = String(repeating: "  ", count: section.level - 1)
    indent = margin
    let isPlain = section.title.utf8.first.map { !EditorText.isTakenForElse($0) } ?? false
    let guardSign = isPlain && !EditorText.beginsWithBox(section.title) ? "" : "\\"
    let box = EditorText.written(section.isDone) + (section.title.isEmpty ? "" : " ")
    let sign = section.isDone == nil ? guardSign : box
    try output.write("\(indent)\(sign)\(typed(section.title))\(end(piece.id))\n")
    if let detail = section.detail { try writeLine(":", Self.escaped(detail)) }
    if !section.isCollapsible { try writeLine("!", "") }
    if let newRows = section.newRows { try writeLine("!", newRows.rawValue) }
    try write(section.schedule)
  }

  mutating func write(_ row: RowPiece) throws {
    indent = margin + String(repeating: "  ", count: row.draft.level - 1)
    let text = (EditorText.beginsWithBox(row.draft.text) ? "\\" : "") + typed(row.draft.text)
    try writeLine(row.draft.isDone == nil ? "-" : "- " + EditorText.written(row.draft.isDone), text, end(row.id))
    try write(row.draft.schedule)
  }

  private func write(_ schedule: Schedule) throws {
    if let due = schedule.due { try writeLine("!", "due \(due)") }
    guard let repeats = schedule.repeats else { return }
    var kept = schedule
    kept.keepToEndOfMonth()
    // Words would change the rule when they are read: it stays as it is stored.
    let isStored = kept.repeats != repeats
    let words =
      if !isStored, case .rule(let rule) = Repeat(stored: repeats) { rule.shown } else { Self.escaped(repeats) }
    try writeLine("!", "repeat \(words)")
  }

  /// A text as it is typed, so that a day at its end stays in it.
  private func typed(_ text: String) -> String { Self.escaped(DatedText.written(text, today: today)) }

  /// The end of a line: two spaces and the id.
  private func end(_ id: (some CustomStringConvertible)?) -> String {
    id.map { "  \($0)" } ?? ""
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
