import ListChanges

/// What it means to one user's view, and to the content, that a row becomes a section or a section a row.
///
/// A section that goes one level up or down with all that is below it is moved; see ``SectionMoves``.
package enum LevelRules {
  /// A row becomes the first subsection of its section: it leaves the rows, and those after it stay where they are.
  /// - Parameters:
  ///   - row: the row, by its location before.
  ///   - index: where the subsection comes among the visible sections, where the user sees it.
  package static func promoting(_ row: RowLocation, before index: Int) -> ViewChanges {
    if let path = row.shownPath {
      return ViewChanges(insertedSections: [IndexRun(index)], deletedRows: Runs.of(rows: [path]))
    }
    var counts = HeaderCounts()
    counts.addRows(.zero - row.counts, to: row.visibility)
    counts.addSections(1, ItemCounts(box: row.isDone), below: row.visibility)
    return ViewChanges(reloadedHeaders: Runs.of(counts.changedHeaders))
  }

  /// An empty section becomes a row of a section that stands before it.
  /// - Parameters:
  ///   - section: how the user sees the section that goes.
  ///   - isDone: the check box that it has as a section and as a row.
  ///   - location: where the row goes.
  package static func demoting(
    _ section: SectionVisibility, isDone: Bool?, to location: RowLocation
  ) -> ViewChanges {
    var changes = ViewChanges(deletedSections: section.headerIndex.map { [IndexRun($0)] } ?? [])
    if let shown = location.visibility.shownIndex {
      changes.insertedRows = [RowRun(section: shown, start: location.index)]
    }
    var counts = HeaderCounts()
    counts.addRows(ItemCounts(row: isDone), to: location.visibility)
    if section.headerIndex == nil { counts.addSections(-1, .zero - ItemCounts(box: isDone), below: section) }
    changes.reloadedHeaders = Runs.of(counts.changedHeaders)
    return changes
  }

  /// The section that a row becomes: its first line is the title, and what follows the detail.
  /// - Throws: ``OutlineError`` where the first line is no title, or one of them is too long.
  package static func section(of row: RowContent) throws(OutlineError) -> SectionContent {
    let lines = row.text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    let title = lines.first.map(String.init) ?? ""
    let detail = lines.count > 1 && !lines[1].isEmpty ? String(lines[1]) : nil
    try DraftRules.check(typed: title, as: "title")
    try DraftRules.check(title: title)
    if let detail { try DraftRules.check(detail: detail) }
    return SectionContent(title, detail: detail, isDone: row.isDone, attributes: row.attributes)
  }

  /// The row that an empty section becomes: its title and, on the lines after it, its detail.
  package static func row(of section: Section) -> RowDraft {
    let lines = [section.title, section.detail].compactMap(\.self)
    return RowDraft(lines.joined(separator: "\n"), isDone: section.isDone, attributes: section.attributes)
  }
}

extension RowRules {
  /// Another order of the rows of one section.
  package static func reordering(_ rows: Reordering, in section: SectionVisibility) -> ViewChanges {
    guard let index = section.shownIndex else { return ViewChanges() }
    let moves = rows.moved.map { position in
      RowMove(from: RowPath(section: index, row: rows.order[position]), to: RowPath(section: index, row: position))
    }
    return ViewChanges(movedRows: Runs.merging(moves))
  }
}
