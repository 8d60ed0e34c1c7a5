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
    inserting(
      sections.count, visible: sections.visibleSections.count, rows: sections.rowTotal, at: index, below: parent)
  }

  /// Inserts sections that the user has no flags for yet, in document order.
  package static func inserting(
    _ drafts: [SectionDraft], startsCollapsed: Bool, at index: Int, below parent: SectionVisibility?
  ) -> ViewChanges {
    var shutLevel = Int.max
    var visible = 0
    for draft in drafts where draft.level <= shutLevel {
      visible += 1
      shutLevel = startsCollapsed && draft.isCollapsible ? draft.level : Int.max
    }
    let rows = drafts.reduce(0) { $0 + $1.rows.count }
    return inserting(drafts.count, visible: visible, rows: rows, at: index, below: parent)
  }

  private static func inserting(
    _ count: Int, visible: Int, rows: Int, at index: Int, below parent: SectionVisibility?
  ) -> ViewChanges {
    guard let parent, parent.shownIndex == nil else {
      return ViewChanges(insertedSections: visible == 0 ? [] : [IndexRun(index, count: visible)])
    }
    var counts = HeaderCounts()
    counts.addSections(count, rows: rows, below: parent)
    return ViewChanges(reloadedHeaders: Runs.of(counts.changedHeaders))
  }

  /// Another title, detail or attributes for sections.
  package static func editing(_ sections: [SectionVisibility]) -> ViewChanges {
    ViewChanges(reloadedHeaders: Runs.of(sections.compactMap(\.headerIndex)))
  }

  /// Another title, detail or attributes for sections of which some may no longer be collapsed, or may be again.
  ///
  /// O(number of states); no row is read.
  /// - Parameters:
  ///   - edited: the sections that changed.
  ///   - before: a part of the outline that holds them and does not begin below a collapsed section, as it was.
  ///   - after: the same sections as they are now.
  ///   - firstIndex: the index of the part's first section among all visible sections.
  package static func editing(
    _ edited: Set<SectionID>, from before: [SectionState], to after: [SectionState], firstIndex: Int
  ) -> ViewChanges {
    var changes = FoldRules.changes(from: before, to: after, firstIndex: firstIndex)
    let seen = edited.intersection(before.visibleSections.map(\.id))
    let stay = after.visibleSections.enumerated().filter { seen.contains($0.element.id) }
    changes.reloadedHeaders = Runs.of(stay.map { firstIndex + $0.offset })
    return changes
  }

  /// Moving sections, with all that is below them: the change from one arrangement of the outline to another.
  ///
  /// O(n log n) in the number of sections; no row is read.
  package static func rearranging(_ before: [SectionState], to after: [SectionState]) -> ViewChanges {
    ListDiff.changes(from: before.visibleSections, to: after.visibleSections)
  }
}
