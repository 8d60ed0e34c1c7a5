import OutlineCore
import OutlineRepository

// Adding items, and where they go.
extension Screen {
  @discardableResult
  func add(_ rows: [RowDraft], to placement: Placement, words: String) -> Result<Answer, EditRefusal> {
    perform(.addRows(rows, to: placement), done: "added", words: words, follows: true)
  }

  /// Adds sections; without a placement, at the end of the outline.
  ///
  /// - Parameter expandsHolder: Whether the caller then expands the section that contains them.
  @discardableResult
  func add(
    _ sections: [SectionDraft], to placement: Placement?, words: String, expandsHolder: Bool = false
  ) -> Result<Answer, EditRefusal> {
    perform(
      .addSections(sections, to: placement ?? Placement()), done: "added", words: words, follows: true,
      expandsHolders: expandsHolder)
  }

  /// The placement of a new row, directly below the cursor: in the section or expanded row there, or after the row.
  var rowPlacement: Placement {
    switch current {
    case let line? where line.marker == .row || line.marker == .collapsedRow: .after(Address(line.id))
    case let line?: .inside(Address(line.id), line.marker == .collapsed ? .last : .first)
    case nil: Placement()
    }
  }

  /// The placement of a new section: after the one under the cursor.
  var sectionPlacement: Placement? {
    guard let position = currentPosition else { return nil }
    return view.header(ofSection: position.section).map { .after(.section($0.section.id)) }
  }

  /// The placement of pasted sections, in the section under the cursor: first, or last if it is collapsed.
  var nestedPlacement: Placement {
    guard let position = currentPosition, let header = view.header(ofSection: position.section) else {
      return Placement()
    }
    return .inside(.section(header.section.id), header.isCollapsed ? .last : .first)
  }
}
