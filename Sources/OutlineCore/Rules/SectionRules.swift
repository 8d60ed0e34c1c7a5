import ListChanges

/// What adding, moving, collapsing and expanding whole sections means to one user's view.
package enum SectionRules {
  /// Putting new sections, with their rows, at one boundary between sections.
  /// - Parameters:
  ///   - sections: the new sections as the user will see them, in document order.
  ///   - index: the boundary's index among the visible sections of the list before.
  ///   - parent: how the user sees the section that encloses the boundary; nil at the top.
  package static func inserting(
    _ sections: [SectionState], at index: Int, below parent: SectionVisibility?
  ) -> ViewChanges {
    guard let parent, parent.shownIndex == nil else {
      let count = sections.visibleSections.count
      return ViewChanges(insertedSections: count == 0 ? [] : [IndexRun(index, count: count)])
    }
    var counts = HeaderCounts()
    counts.addSections(sections.count, rows: sections.rowTotal, below: parent)
    return ViewChanges(reloadedHeaders: Runs.of(counts.changedHeaders))
  }

  /// Another title, detail or attributes for one section.
  package static func editing(_ section: SectionVisibility) -> ViewChanges {
    ViewChanges(reloadedHeaders: section.headerIndex.map { [IndexRun($0)] } ?? [])
  }

  /// Moving sections, with all that is below them: the change from one arrangement of the outline to another.
  ///
  /// O(n log n) in the number of sections; no row is read.
  package static func rearranging(_ before: [SectionState], to after: [SectionState]) -> ViewChanges {
    CompoundRules.changes(from: before.visibleSections, to: after.visibleSections)
  }
}
