import OutlineCore

/// Writes an outline as Markdown: sections are headings and rows are list items.
///
/// Content that was imported from other Markdown is written as it was there. An ``EntryNote`` carries everything that Markdown
/// cannot express; except for plain texts, reading the Markdown back decides whether a note is needed. Below a section that is
/// an item, all entries are items.
struct MarkdownWriter: FormatWriter {
  /// A container of entries: the document, a heading, or an item that is a section.
  struct Holder: Hashable {
    /// The level of the section; 0 for the document.
    var level: Int
    /// The column where its contents begin.
    var indent: Int
    /// Whether a section was written in it; only after one does an entry without children become a section.
    var hasSubsection = false
  }

  private let sections: [SectionState]
  /// The number of sections written so far.
  private var count = 0
  /// The document or last heading, followed by the items that are sections around the current position.
  private var holders = [Holder(level: 0, indent: 0)]
  private var lines: MarkdownLines

  init(_ sections: [SectionState], to output: DocumentOutput) {
    self.sections = sections
    lines = MarkdownLines(output)
  }

  private var holder: Holder { holders[holders.count - 1] }

  mutating func write(_ piece: SectionPiece) throws {
    let section = piece.draft
    count += 1
    while holders.count > 1, holder.level >= section.level { holders.removeLast() }
    let shape = section.attributes.flatMap { MarkdownShape($0) }
    let isChild = section.level == holder.level + 1
    if isChild, let shape, shape.marker == nil, let block = plainBlock(section, shape) {
      try lines.write(block, depth: holders.count, indent: holder.indent)
    } else if holders.count > 1 || (section.level > holder.level && shape != nil) {
      // A section that was not a heading stays one that is not, even if it is now deeper because of a deeper heading
      // after it.
      try writeItem(section, shape)
    } else {
      holders = [Holder(level: section.level, indent: 0)]
      try lines.write(.heading(section))
    }
  }

  /// Whether rows or sections follow below the current section.
  private var hasContent: Bool {
    guard count <= sections.count else { return false }
    let section = sections[count - 1]
    return section.rowCount > 0 || (count < sections.count && sections[count].level > section.level)
  }

  /// Returns the section as a block if it was not an item and has nothing below it.
  private func plainBlock(_ section: SectionDraft, _ shape: MarkdownShape) -> MarkdownLines.Entry? {
    guard holder.hasSubsection, !hasContent else { return nil }
    return .block(section, shape, indent: holder.indent)
  }

  private mutating func writeItem(_ section: SectionDraft, _ shape: MarkdownShape?) throws {
    let isPlain = section.level == holder.level + 1 && (holder.hasSubsection || hasContent)
    let entry = MarkdownLines.Entry.item(section, shape, indent: holder.indent, level: isPlain ? nil : section.level)
    try lines.write(entry, depth: holders.count, indent: holder.indent)
    holders[holders.count - 1].hasSubsection = true
    holders.append(Holder(level: section.level, indent: holder.indent + entry.width))
  }

  mutating func write(_ row: RowPiece) throws {
    try lines.write(.row(row.draft, indent: holder.indent), depth: holders.count, indent: holder.indent)
  }
}
