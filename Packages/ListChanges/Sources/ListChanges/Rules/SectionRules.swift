/// The view changes of adding, editing and moving sections.
package enum SectionRules {
  /// Returns the changes of inserting sections, with their rows, at one boundary between sections.
  /// - Parameters:
  ///   - sections: The new sections as the user will see them, in document order.
  ///   - index: The boundary's index among the visible sections before.
  ///   - parent: How the user sees the section that encloses the boundary; nil at the top.
  package static func inserting(
    _ sections: [SectionState], at index: Int, below parent: SectionVisibility?
  ) -> ViewChanges {
    inserting(
      sections.count, visible: sections.visibleSections.count, counts: sections.total, at: index, below: parent)
  }

  /// Returns the changes of inserting `count` sections, of which the user sees `visible`, at one boundary between sections.
  package static func inserting(
    _ count: Int, visible: Int, counts: ItemCounts, at index: Int, below parent: SectionVisibility?
  ) -> ViewChanges {
    guard let parent, parent.shownIndex == nil else {
      return ViewChanges(insertedSections: visible == 0 ? [] : [IndexRun(index, count: visible)])
    }
    var numbers = HeaderCounts()
    numbers.addSections(count, counts, below: parent)
    return ViewChanges(reloadedHeaders: Runs.of(numbers.changedHeaders))
  }

  /// Returns the changes of editing the content of sections that stay as collapsible as they are.
  ///
  /// A check box that is hidden changes the numbers of the header that hides it.
  /// - Parameter sections: How the user sees each section, and its check box before and after.
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

  /// Returns the changes of editing the content of sections; some may become collapsible or cease to be.
  ///
  /// O(number of states); no row is read.
  /// - Parameters:
  ///   - edited: The edited sections.
  ///   - before: A part of the outline before that holds them and does not begin below a collapsed section.
  ///   - after: The same sections after the edit.
  ///   - firstIndex: The index of the part's first section among all visible sections.
  package static func editing(
    _ edited: Set<Int64>, from before: [SectionState], to after: [SectionState], firstIndex: Int
  ) -> ViewChanges {
    var changes = FoldRules.changes(from: before, to: after, firstIndex: firstIndex)
    let old = Dictionary(before.visibleSections.map { ($0.key, $0) }) { first, _ in first }
    let stay = after.visibleSections.enumerated().filter { _, header in
      old[header.key].map { edited.contains(header.key) || header.showsOtherHeader(than: $0) } ?? false
    }
    changes.reloadedHeaders = Runs.of(stay.map { firstIndex + $0.offset })
    return changes
  }

  /// Returns the changes of moving sections, from one arrangement of the outline to another.
  ///
  /// O(n log n) in the number of sections; no row is read.
  package static func rearranging(_ before: [SectionState], to after: [SectionState]) -> ViewChanges {
    ListDiff.changes(from: before.visibleSections, to: after.visibleSections)
  }
}
