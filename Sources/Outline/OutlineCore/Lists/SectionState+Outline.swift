import ListChanges

// The rules of lists know a section by a number, which is that of its id here.

extension SectionState {
  /// The id of the section.
  public var id: SectionID { SectionID(key) }

  package init(
    id: SectionID, level: Int, isCollapsible: Bool, isCollapsed: Bool, counts: ItemCounts, isDone: Bool? = nil
  ) {
    self.init(
      key: id.rawValue, level: level, isCollapsible: isCollapsible, isCollapsed: isCollapsed, counts: counts,
      isDone: isDone)
  }

  /// Creates a state of a section without tasks.
  package init(id: SectionID, level: Int, isCollapsible: Bool, isCollapsed: Bool, rowCount: Int) {
    self.init(
      id: id, level: level, isCollapsible: isCollapsible, isCollapsed: isCollapsed, counts: ItemCounts(rows: rowCount))
  }

  package func with(_ content: SectionContent) -> SectionState {
    var state = self
    (state.isCollapsible, state.isDone) = (content.isCollapsible, content.isDone)
    return state
  }
}

extension VisibleSection {
  package var id: SectionID { SectionID(key) }
}

extension RowLocation {
  package var sectionID: SectionID { SectionID(section) }

  package init(section: SectionID, visibility: SectionVisibility, index: Int, isDone: Bool? = nil) {
    self.init(section: section.rawValue, visibility: visibility, index: index, isDone: isDone)
  }
}

extension RowPosition {
  package var sectionID: SectionID { SectionID(section) }

  package init(section: SectionID, index: Int) { self.init(section: section.rawValue, index: index) }
}

extension ItemCounts {
  /// The text of a collapsed header about the rows and tasks that it hides: `5 hidden, 2 of 4 done`; nil if it hides
  /// none.
  package var hiddenText: String? {
    let parts = [rows > 0 ? "\(rows) hidden" : nil, tasks > 0 ? "\(doneTasks) of \(tasks) done" : nil]
    let text = parts.compactMap(\.self).joined(separator: ", ")
    return text.isEmpty ? nil : text
  }
}

extension SectionRules {
  /// Returns the changes of inserting sections for which the user has no flags yet, in document order.
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
}
