import OutlineCore

/// Writes an outline as comma- or tab-separated values, one line for each section and row.
///
///     kind,level,text,done,detail,collapsible,collapsed,attributes,newRows,due,repeat
///     section,1,Groceries,,,yes,no,,task,,
///     row,,milk,yes,,,,"{""k"":1}",,2026-11-27,FREQ=WEEKLY
///
/// Lines end with a line feed. RFC 4180 also asks for a carriage return, but spreadsheets, SQLite and Python accept
/// both, and tools that work on lines prefer the line feed alone.
///
/// Spreadsheets run a field that begins with `=` and similar characters as a formula. Such a field is written with a
/// `'` before it, and so is one that begins with `'`, so that the reader can always remove one.
struct DelimitedWriter: FormatWriter {
  private let output: DocumentOutput
  private let separator: UInt8

  init(to output: DocumentOutput, separator: Unicode.Scalar) throws {
    self.output = output
    self.separator = UInt8(ascii: separator)
    try writeLine(DelimitedReader.ownColumns)
  }

  func write(_ section: SectionPiece) throws {
    let draft = section.draft
    try writeLine([
      "section", "\(draft.level)", draft.title, Self.flag(draft.isDone), draft.detail ?? "",
      Self.flag(draft.isCollapsible), Self.flag(section.isCollapsed), draft.attributes ?? "",
      draft.newRows?.rawValue ?? "", Self.day(draft.schedule), draft.schedule.repeats ?? "",
    ])
  }

  func write(_ row: RowPiece) throws {
    let draft = row.draft
    try writeLine([
      "row", draft.level == 1 ? "" : "\(draft.level)", draft.text, Self.flag(draft.isDone), "", "",
      row.isCollapsed == true ? "yes" : "", draft.attributes ?? "", "",
      Self.day(draft.schedule), draft.schedule.repeats ?? "",
    ])
  }

  private static func day(_ schedule: Schedule) -> String { schedule.due?.description ?? "" }

  private static func flag(_ flag: Bool?) -> String { flag.map { $0 ? "yes" : "no" } ?? "" }

  private func writeLine(_ fields: [String]) throws {
    try output.write { line in
      for field in fields {
        append(field, to: &line)
        line.append(separator)
      }
      line[line.count - 1] = UInt8(ascii: "\n")
    }
  }

  private func append(_ field: String, to line: inout [UInt8]) {
    guard let first = field.utf8.first, let last = field.utf8.last else { return }
    let isQuoted =
      first.isBlank || last.isBlank
      || field.hasByte { $0 == separator || $0 == UInt8(ascii: "\"") || $0.isLineEnd }
    if isQuoted { line.append(UInt8(ascii: "\"")) }
    if Self.isDangerous(first) { line.append(UInt8(ascii: "'")) }
    if isQuoted {
      for byte in field.utf8 {
        if byte == UInt8(ascii: "\"") { line.append(byte) }
        line.append(byte)
      }
      line.append(UInt8(ascii: "\""))
    } else {
      line += field.utf8
    }
  }

  /// Whether a field that begins with the byte must be written with a `'` before it.
  private static func isDangerous(_ first: UInt8) -> Bool {
    switch first {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), UInt8(ascii: "'"): true
    case UInt8(ascii: "\t"), UInt8(ascii: "\r"): true
    default: false
    }
  }
}
