import ListChanges

/// The conversion of rows to sections, and of sections without content to rows.
package enum LevelRules {
  /// Returns a row as a section: its first line is the title, and the rest the detail; blank lines before it are left out.
  /// - Throws: ``OutlineError`` if one of them is too long.
  package static func section(of row: RowContent) throws(OutlineError) -> SectionContent {
    let (title, detail) = row.text.cutAfterFirstLine()
    try DraftRules.check(title: title)
    if let detail { try DraftRules.check(detail: detail) }
    return SectionContent(title, detail: detail, isDone: row.isDone, attributes: row.attributes, schedule: row.schedule)
  }

  /// Returns a section without content as a row: the title and, on the lines after it, the detail.
  package static func row(of section: SectionContent) -> RowDraft {
    let lines = [section.title, section.detail].compactMap(\.self)
    return RowDraft(
      lines.joined(separator: "\n"), isDone: section.isDone, attributes: section.attributes,
      schedule: section.schedule)
  }
}

extension RowRules {
  /// Returns the changes of a new order of one section's rows.
  package static func reordering(_ rows: Reordering, in section: SectionVisibility) -> ViewChanges {
    guard let index = section.shownIndex else { return ViewChanges() }
    let moves = rows.moved.map { position in
      RowMove(from: RowPath(section: index, row: rows.order[position]), to: RowPath(section: index, row: position))
    }
    return ViewChanges(movedRows: Runs.merging(moves))
  }
}
