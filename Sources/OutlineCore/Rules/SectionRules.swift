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
      sections.count, visible: sections.visibleSections.count, counts: sections.total, at: index, below: parent)
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
    return inserting(drafts.count, visible: visible, counts: drafts.map(\.counts).total, at: index, below: parent)
  }

  private static func inserting(
    _ count: Int, visible: Int, counts: ItemCounts, at index: Int, below parent: SectionVisibility?
  ) -> ViewChanges {
    guard let parent, parent.shownIndex == nil else {
      return ViewChanges(insertedSections: visible == 0 ? [] : [IndexRun(index, count: visible)])
    }
    var numbers = HeaderCounts()
    numbers.addSections(count, counts, below: parent)
    return ViewChanges(reloadedHeaders: Runs.of(numbers.changedHeaders))
  }

  /// Another title, detail, check box or attributes for sections.
  ///
  /// A check box that is hidden changes the numbers of the header that hides it.
  /// - Parameter sections: how the user sees each section, and its check box before and after.
  package static func editing(
    _ sections: [(visibility: SectionVisibility, wasDone: Bool?, isDone: Bool?)]
  ) -> ViewChanges {
    var counts = HeaderCounts()
    for section in sections where section.visibility.headerIndex == nil {
      let difference = ItemCounts(box: section.isDone) - ItemCounts(box: section.wasDone)
      counts.addSections(0, difference, below: section.visibility)
    }
    let shown = sections.compactMap(\.visibility.headerIndex)
    return ViewChanges(reloadedHeaders: Runs.of(Array(Set(shown + counts.changedHeaders))))
  }

  /// Another title, detail, check box or attributes for sections of which some may no longer be collapsed, or may be again.
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
    let old = Dictionary(before.visibleSections.map { ($0.id, $0) }) { first, _ in first }
    let stay = after.visibleSections.enumerated().filter { _, header in
      old[header.id].map { edited.contains(header.id) || header.showsOtherHeader(than: $0) } ?? false
    }
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
