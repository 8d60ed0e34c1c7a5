import ListChanges

/// Whether a row that is added to a section without a check box becomes a task.
public enum NewRows: String, CaseIterable, Sendable {
  /// It is an open task.
  case task
  /// It has no check box.
  case plain
}

extension SectionContent {
  /// Returns the check box of a row that is added to the section without a box.
  ///
  /// If the section has no setting, the row is an open task if the section is a task, or all of its rows are.
  /// - Parameter rows: The section's own rows, and the tasks among them; evaluated only if they matter.
  package func boxOfNewRow(besides rows: @autoclosure () throws -> ItemCounts) rethrows -> CheckBox {
    switch newRows {
    case .task: return .open
    case .plain: return .plain
    case nil:
      if isDone != nil { return .open }
      let rows = try rows()
      return rows.rows > 0 && rows.tasks == rows.rows ? .open : .plain
    }
  }

  /// The check box of a section that is added below this one without a box: below a task it is an open task.
  package var boxOfNewSubsection: CheckBox { isDone == nil ? .plain : .open }
}

extension RowContent {
  /// Returns the content with a check box if it has none.
  package func with(_ box: CheckBox) -> RowContent {
    RowContent(
      text: text, isDone: isDone ?? box.isDone, attributes: attributes, schedule: schedule, level: level)
  }
}

extension SectionDraft {
  /// Returns the draft with a check box if it has none.
  package func with(_ box: CheckBox) -> SectionDraft {
    var draft = self
    draft.content.isDone = isDone ?? box.isDone
    return draft
  }
}
