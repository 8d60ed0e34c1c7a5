import ListChanges
import OutlineCore
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

/// Reads a document and draws its drafts as an outline.
///
/// A section is `# title` indented by its level, a row `- text` below it, a task `- ☐ text` or `- ☑ text`; attributes follow,
/// then the day and the rule in brackets, and `⏎` is a line break.
func outline(_ text: String, as format: OutlineFormat = .markdown) throws -> String {
  drawing(of: try drafts(of: Array(text.utf8), as: format))
}

/// Reads a document into drafts.
func drafts(of bytes: [UInt8], as format: OutlineFormat) throws -> [SectionDraft] {
  var drafts: [SectionDraft] = []
  _ = try OutlineReader.read(ByteStream(bytes), as: format, documentName: "Document") { drafts.add($0) }
  return drafts
}

/// Reads a document into drafts.
func drafts(of text: String, as format: OutlineFormat) throws -> [SectionDraft] {
  try drafts(of: Array(text.utf8), as: format)
}

/// Draws drafts as an outline; what marks the section that stands for the document is left out.
func drawing(of drafts: [SectionDraft]) -> String {
  var lines: [String] = []
  for draft in drafts {
    let indent = String(repeating: "  ", count: draft.level - 1)
    let attributes = draft.attributes == DocumentSection.draft(named: "Document").attributes ? nil : draft.attributes
    lines.append(
      indent + "# " + box(draft.isDone) + marked(draft.title) + (attributes.map { " \($0)" } ?? "")
        + dated(draft.schedule))
    for row in draft.rows {
      lines.append(
        indent + String(repeating: "  ", count: row.level) + "- " + box(row.isDone) + marked(row.text)
          + (row.attributes.map { " \($0)" } ?? "")
          + dated(row.schedule))
    }
  }
  return lines.joined(separator: "\n")
}

/// How many rows each row is below, and one more: its level if no level is left out.
func depths(of rows: [RowDraft]) -> [Int] {
  var open = LevelStack<Void>()
  return rows.map { row in
    open.enter(level: row.level)
    return open.count
  }
}

private func box(_ isDone: Bool?) -> String { isDone.map { $0 ? "☑ " : "☐ " } ?? "" }

private func dated(_ schedule: Schedule) -> String {
  schedule.due.map { " (" + ["\($0)", schedule.repeats].compactMap(\.self).joined(separator: " ") + ")" } ?? ""
}

private func marked(_ text: String) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "⏎")
}

/// Reads a document that must be refused and answers with the error.
func refusal(_ bytes: [UInt8], as format: OutlineFormat) throws -> ImportError {
  try #require(throws: ImportError.self) {
    try drafts(of: bytes, as: format)
  }
}

/// Reads a document that must be refused and answers with the error.
func refusal(_ text: String, as format: OutlineFormat) throws -> ImportError {
  try refusal(Array(text.utf8), as: format)
}
