/// The view changes of deleting sections and rows.
package enum DeletionRules {
  /// A section to delete, with everything below it.
  package struct Subtree: Sendable {
    package let visibility: SectionVisibility
    /// The section and its subsections, in document order.
    package let sections: [SectionState]

    /// Creates a subtree.
    package init(visibility: SectionVisibility, sections: [SectionState]) {
      self.visibility = visibility
      self.sections = sections
    }
  }

  /// Returns the changes of deleting whole sections, and rows of sections that stay.
  ///
  /// Kept rows move from deleted sections to one that stays; in the view they are deleted with their section and
  /// inserted there. O(sections deleted + rows named); no row is read.
  /// - Parameters:
  ///   - subtrees: The sections to delete, none below another.
  ///   - rows: The rows to delete, none of them in `subtrees`.
  ///   - keeping: The destination for the rows of `subtrees`, at the end of a section that stays; nil to delete them.
  ///   - lost: The rows of `subtrees` that are deleted in any case.
  package static func deleting(
    _ subtrees: [Subtree], rows: [RowLocation], keeping: RowLocation?,
    lost: ItemCounts = .zero
  ) -> ViewChanges {
    var changes = ViewChanges(deletedRows: Runs.of(rows: rows.compactMap(\.shownPath)))
    var counts = HeaderCounts()
    for row in rows { counts.addRows(.zero - row.counts, to: row.visibility) }
    var deleted: [Int] = []
    for subtree in subtrees {
      if let index = subtree.visibility.headerIndex {
        deleted += subtree.sections.visibleSections.indices.map { $0 + index }
      } else {
        counts.addSections(-subtree.sections.count, .zero - subtree.sections.total, below: subtree.visibility)
      }
    }
    changes.deletedSections = Runs.of(deleted)
    deleted.sort()
    let newIndex = { (index: Int) in index - deleted.count { $0 < index } }
    if let keeping {
      let kept = subtrees.flatMap(\.sections).map(\.counts).total - lost
      counts.addRows(kept, to: keeping.visibility)
      if let section = keeping.visibility.shownIndex, kept.rows > 0 {
        let end = keeping.index - rows.count { $0.section == keeping.section }
        changes.insertedRows = [RowRun(section: newIndex(section), start: end, count: kept.rows)]
      }
    }
    changes.reloadedHeaders = Runs.of(counts.changedHeaders.map(newIndex))
    return changes
  }
}
