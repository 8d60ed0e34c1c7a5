/// A reason why changes cannot lead from one list to another.
public enum ViewChangesProblem: Error, Hashable, Sendable {
  /// One part of the changes; the raw value is the name of the property of ``ViewChanges``.
  public enum Part: String, CaseIterable, Sendable {
    /// The sections to delete.
    case deletedSections
    /// The sections to insert.
    case insertedSections
    /// The sections to move.
    case movedSections
    /// The rows to delete.
    case deletedRows
    /// The rows to insert.
    case insertedRows
    /// The rows to move.
    case movedRows
    /// The rows to reload.
    case reloadedRows
    /// The headers to reload.
    case reloadedHeaders
  }

  /// A position in one of the two lists.
  public enum Position: Hashable, Sendable {
    /// A section's index in the list before.
    case oldSection(Int)
    /// A section's index in the list after.
    case newSection(Int)
    /// A row's path in the list before.
    case oldRow(RowPath)
    /// A row's path in the list after.
    case newRow(RowPath)
  }

  /// What happens to a whole section, so that changes may not name its rows.
  public enum Fate: String, Sendable {
    /// The section is deleted with its rows.
    case deleted
    /// The section is inserted with its rows.
    case inserted
    /// The section is moved with its rows.
    case moved
  }

  /// The run at this index of a part is empty: its count is less than 1.
  case emptyRun(Part, at: Int)
  /// A run of a part extends past the end of its list; the position is the first one that does not exist.
  case outside(Part, Position)
  /// The run at this index of a part begins before the end of the previous run.
  case outOfOrder(Part, at: Int)
  /// The run at this index of a part begins where the previous run ends, so the two must be one run.
  case notMerged(Part, at: Int)
  /// Two changes name the same position, for example a row that is both deleted and moved, or both inserted and reloaded.
  case namedTwice(Position)
  /// A change of a row's position names a section that is deleted, inserted or moved as a whole, or a reload names a
  /// row of an inserted section.
  case rowInChangedSection(Part, Position, Fate)
  /// The conversion at this index does not lead from a deleted to an inserted position, is out of order, or names the
  /// same position as another conversion.
  case badConversion(at: Int)
  /// The number of sections does not add up.
  case sectionCount(before: Int, deleted: Int, inserted: Int, after: Int)
  /// The number of rows does not add up in the section at index `section` of the list after.
  case rowCount(section: Int, before: Int, deleted: Int, inserted: Int, movedOut: Int, movedIn: Int, after: Int)
}

extension ViewChangesProblem: CustomStringConvertible {
  /// The problem as a sentence.
  public var description: String {
    switch self {
    case .emptyRun(let part, let index):
      "Run \(index) of \(part) covers nothing."
    case .outside(let part, let position):
      "\(part) names \(position), which does not exist."
    case .outOfOrder(let part, let index):
      "Run \(index) of \(part) begins before the end of the run before it."
    case .notMerged(let part, let index):
      "Run \(index) of \(part) continues the run before it, so the two have to be one."
    case .namedTwice(let position):
      "Two changes name \(position)."
    case .rowInChangedSection(let part, let position, let fate):
      "\(part) names a row of \(position), which is \(fate) as a whole."
    case .badConversion(let index):
      "Conversion \(index) does not lead from something deleted to something inserted that no other one names."
    case .sectionCount(let before, let deleted, let inserted, let after):
      "Invalid number of sections: \(after) after the update, but \(before) before it, less \(deleted) deleted, "
        + "plus \(inserted) inserted."
    case .rowCount(let section, let before, let deleted, let inserted, let movedOut, let movedIn, let after):
      "Invalid number of rows in section \(section): \(after) after the update, but \(before) before it, less "
        + "\(deleted) deleted and \(movedOut) moved out, plus \(inserted) inserted and \(movedIn) moved in."
    }
  }
}

extension ViewChangesProblem.Part: CustomStringConvertible {
  /// The name of the property.
  public var description: String { rawValue }
}

extension ViewChangesProblem.Fate: CustomStringConvertible {
  /// The participle, for example `deleted`.
  public var description: String { rawValue }
}

extension ViewChangesProblem.Position: CustomStringConvertible {
  /// The position in words, for example `row 2 of section 0 of the list before`.
  public var description: String {
    switch self {
    case .oldSection(let section): "section \(section) of the list before"
    case .newSection(let section): "section \(section) of the list after"
    case .oldRow(let path): "row \(path.row) of section \(path.section) of the list before"
    case .newRow(let path): "row \(path.row) of section \(path.section) of the list after"
    }
  }
}
