import ListChanges

/// The conversion of rows to sections, and of sections to rows.
package enum LevelRules {
  /// Returns a row as a section: its first line is the title, and the rest the detail; blank lines before it are left out.
  /// - Throws: ``OutlineError`` if one of them is too long.
  package static func section(of row: RowContent) throws(OutlineError) -> SectionContent {
    let (title, detail) = row.text.cutAfterFirstLine()
    try DraftRules.check(title: title)
    if let detail { try DraftRules.check(detail: detail) }
    return SectionContent(title, detail: detail, isDone: row.isDone, attributes: row.attributes, schedule: row.schedule)
  }

  /// Returns a section as a row: the title and, on the lines after it, the detail.
  package static func row(of section: SectionContent) -> RowDraft {
    let lines = [section.title, section.detail].compactMap(\.self)
    return RowDraft(
      lines.joined(separator: "\n"), isDone: section.isDone, attributes: section.attributes,
      schedule: section.schedule)
  }
}

/// A section that may be an item of a list.
package struct PossibleListItem: Sendable {
  package let id: SectionID
  package let level: Int
  /// Whether it has a check box or the mark of an item of a list.
  package let isMarked: Bool

  package init(id: SectionID, level: Int, isMarked: Bool) {
    (self.id, self.level, self.isMarked) = (id, level, isMarked)
  }
}

/// The subsections that are items of lists, because they and all sections below them have a box or the mark of an item.
package struct ListItems: Sendable {
  /// The outermost ones that can become rows: no other subsection comes before them.
  package private(set) var movable: [SectionID] = []
  /// How many sections those are with all below them.
  package private(set) var count = 0
  /// The marked subsections that stay sections.
  package private(set) var staying: [SectionID] = []

  /// Finds the items in whole subtrees of sections, in order; the outermost sections are no items.
  ///
  /// O(n).
  package init(_ sections: [PossibleListItem]) {
    let below = SectionsBelow(levels: sections.map(\.level))
    let parents = LevelStack.parents(of: sections.map(\.level))
    var isItem = sections.map(\.isMarked)
    for index in sections.indices.reversed() {
      if let parent = parents[index], !isItem[index] { isItem[parent] = false }
    }
    /// The indices of the sections that have a subsection which stays a section.
    var full: Set<Int> = []
    var index = 0
    while index < sections.count {
      let parent = parents[index]
      if let parent, isItem[index], !full.contains(parent) {
        movable.append(sections[index].id)
        count += 1 + below[index]
        index += below[index]
      } else if let parent {
        if sections[index].isMarked { staying.append(sections[index].id) }
        full.insert(parent)
      }
      index += 1
    }
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
