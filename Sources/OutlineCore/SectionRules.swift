import ListChanges

/// What adding, moving, collapsing and expanding whole sections means to one user's view.
public enum SectionRules {
  /// Putting new sections, with their rows, at one boundary between sections.
  /// - Parameters:
  ///   - sections: the new sections as the user will see them, in document order.
  ///   - index: the boundary's index among the visible sections of the list before.
  ///   - parent: how the user sees the section that encloses the boundary; nil at the top.
  public static func inserting(
    _ sections: [SectionState], at index: Int, below parent: SectionVisibility?
  ) -> ViewChanges {
    guard let parent, parent.shownIndex == nil else {
      let count = sections.visibleSections.count
      return ViewChanges(insertedSections: count == 0 ? [] : [IndexRun(index, count: count)])
    }
    var counts = HeaderCounts()
    counts.add(sections.rowTotal, to: parent)
    return ViewChanges(reloadedHeaders: Runs.of(counts.changedHeaders))
  }

  /// Another title, detail or attributes for one section.
  public static func editing(_ section: SectionVisibility) -> ViewChanges {
    ViewChanges(reloadedHeaders: section.headerIndex.map { [IndexRun($0)] } ?? [])
  }

  /// The change from one arrangement of sections to another: moves, levels, flags.
  ///
  /// Collapsing is one run of row deletes, plus one run of section deletes for the visible subsections; expanding is
  /// the reverse. A section that changes place keeps its rows; one whose shown rows change as well is deleted and
  /// inserted. The fewest sections move. O(n log n) in the number of sections; no row is read.
  /// - Parameters:
  ///   - before: a part of the outline that does not begin below a collapsed section, as it was.
  ///   - after: the same part as it is now; rows of its sections are the same as before.
  ///   - firstIndex: the index of the part's first section among all visible sections.
  public static func changes(
    from before: [SectionState], to after: [SectionState], firstIndex: Int
  ) -> ViewChanges {
    let old = before.visibleSections
    let new = after.visibleSections
    let oldIndex = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1.id, $0) })
    let moving = movers(in: new, from: oldIndex)
    var pairs: [(from: Int, to: Int)] = []
    for (to, section) in new.enumerated() {
      guard let from = oldIndex[section.id] else { continue }
      let isReplaced = moving.contains(section.id) && old[from].shownRows != section.shownRows
      if !isReplaced { pairs.append((from, to)) }
    }
    let keptOld = Set(pairs.map(\.from))
    let keptNew = Set(pairs.map(\.to))
    var changes = ViewChanges(
      deletedSections: Runs.of(old.indices.filter { !keptOld.contains($0) }.map { $0 + firstIndex }),
      insertedSections: Runs.of(new.indices.filter { !keptNew.contains($0) }.map { $0 + firstIndex }))
    changes.movedSections = Runs.merging(
      pairs.filter { moving.contains(new[$0.to].id) }
        .map { SectionMove(from: $0.from + firstIndex, to: $0.to + firstIndex) })
    for (from, to) in pairs {
      changes.compare(old[from], at: from + firstIndex, new[to], at: to + firstIndex)
    }
    return changes
  }

  /// The fewest sections that have to move; the others keep their order.
  private static func movers(in new: [VisibleSection], from oldIndex: [SectionID: Int]) -> Set<SectionID> {
    let survivors = new.filter { oldIndex[$0.id] != nil }
    let keeping = Set(longestIncreasingSubsequence(of: survivors.compactMap { oldIndex[$0.id] }))
    return Set(survivors.indices.filter { !keeping.contains($0) }.map { survivors[$0].id })
  }
}

extension ViewChanges {
  /// Notes what differs in a section that stays: rows that come or go as one run, and its header.
  fileprivate mutating func compare(_ old: VisibleSection, at from: Int, _ new: VisibleSection, at to: Int) {
    if old.shownRows > new.shownRows { deletedRows.append(RowRun(section: from, start: 0, count: old.shownRows)) }
    if old.shownRows < new.shownRows { insertedRows.append(RowRun(section: to, start: 0, count: new.shownRows)) }
    guard old.isShut != new.isShut || old.level != new.level || old.hiddenRows != new.hiddenRows else { return }
    if let last = reloadedHeaders.last, last.start + last.count == to {
      reloadedHeaders[reloadedHeaders.count - 1].count += 1
    } else {
      reloadedHeaders.append(IndexRun(to))
    }
  }
}
