import ListChanges
import OutlineCore

/// Writes an outline as Markdown: sections are headings and rows are list items.
///
/// Content that was imported from other Markdown is written as it was there. An ``EntryNote`` carries everything that Markdown
/// cannot express; except for plain texts, reading the Markdown back decides whether a note is needed.
struct MarkdownWriter: FormatWriter {
  private var lines: MarkdownLines
  /// The columns where the contents of the rows around the current position begin.
  private var open = LevelStack<Int>()
  /// The last row, held back until it is known whether anything is below it.
  private var pending: RowDraft?

  private let output: DocumentOutput
  private var isEmpty = true

  init(to output: DocumentOutput) { (self.output, lines) = (output, MarkdownLines(output)) }

  mutating func write(_ section: SectionPiece) throws {
    try writePending(hasChildren: false)
    open = LevelStack()
    var draft = section.draft
    if isEmpty, let (block, rest) = FrontMatter.split(draft.attributes) {
      try writeFrontMatter(block)
      draft.content.attributes = rest
    }
    isEmpty = false
    try lines.write(.heading(draft))
  }

  mutating func writeFrontMatter(_ block: String) throws { try output.write(block) }

  mutating func write(_ row: RowPiece) throws {
    if let pending { try writePending(hasChildren: row.draft.level > pending.level) }
    pending = row.draft
  }

  mutating func finish() throws { try writePending(hasChildren: false) }

  private mutating func writePending(hasChildren: Bool) throws {
    guard let row = pending else { return }
    pending = nil
    while open.leave(for: row.level) != nil {}
    let indent = open.innermost ?? 0
    let needsLevel = row.level != (open.innermostLevel ?? 0) + 1
    let entry = MarkdownLines.Entry.row(row, indent: indent, hasChildren: hasChildren, needsLevel: needsLevel)
    try lines.write(entry, depth: open.count, indent: indent)
    if hasChildren { open.enter(indent + entry.width, level: row.level) }
  }
}
