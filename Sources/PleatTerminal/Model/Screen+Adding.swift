import OutlineCore
import OutlineRepository

// What is added, and where it goes.
extension Screen {
  @discardableResult
  func add(_ rows: [RowDraft], to placement: Placement, words: String) -> Result<Answer, EditRefusal> {
    perform(.addRows(rows, to: placement), done: "added", words: words, follows: true)
  }

  /// Adds sections; nil is the end of the outline.
  @discardableResult
  func add(
    _ sections: [SectionDraft], to placement: Placement?, words: String
  ) -> Result<Answer, EditRefusal> {
    perform(.addSections(sections, to: placement ?? Placement()), done: "added", words: words, follows: true)
  }

  /// Where a new row goes: after the row under the cursor or what looks like one, or into the section under it.
  var rowPlacement: Placement {
    switch current {
    case let line? where line.marker.isItem: .after(Address(line.id))
    case let line?: .inside(Address(line.id), line.marker == .collapsed ? .last : .first)
    case nil: Placement()
    }
  }

  /// Where a new section goes: behind the one under the cursor.
  var sectionPlacement: Placement? {
    guard let position = currentPosition else { return nil }
    return view.header(ofSection: position.section).map { .after(.section($0.section.id)) }
  }

  /// Where sections that are pasted go: into the section under the cursor, before those that it has.
  var nestedPlacement: Placement {
    guard let position = currentPosition, let header = view.header(ofSection: position.section) else {
      return Placement()
    }
    return .inside(.section(header.section.id), header.isCollapsed ? .last : .first)
  }
}
