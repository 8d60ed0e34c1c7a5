/// Why a set of changes does not lead from one list to another.
public enum ViewChangesProblem: Error, Hashable, Sendable {
  /// One of the lists that changes are made of; its raw value is the property's name.
  public enum Part: String, CaseIterable, Sendable {
    /// Sections that leave.
    case deletedSections
    /// Sections that arrive.
    case insertedSections
    /// Sections that change place.
    case movedSections
    /// Rows that leave.
    case deletedRows
    /// Rows that arrive.
    case insertedRows
    /// Rows that change place.
    case movedRows
    /// Rows whose content changed.
    case reloadedRows
    /// Headers whose content changed.
    case reloadedHeaders
  }

  /// A place in one of the two lists.
  public enum Place: Hashable, Sendable {
    /// A section's index in the list before.
    case oldSection(Int)
    /// A section's index in the list after.
    case newSection(Int)
    /// A row's path in the list before.
    case oldRow(RowPath)
    /// A row's path in the list after.
    case newRow(RowPath)
  }

  /// What already happens to a section, so that its rows cannot be named.
  public enum Fate: String, Sendable {
    /// It leaves with its rows.
    case deleted
    /// It arrives with its rows.
    case inserted
    /// It changes place with its rows.
    case moved
  }

  /// The run at this index of a part covers nothing: its count is below 1.
  case emptyRun(Part, at: Int)
  /// A run of a part reaches outside of its list; the place is the first in it that does not exist.
  case outside(Part, Place)
  /// The run at this index of a part begins in front of the end of the run before it.
  case outOfOrder(Part, at: Int)
  /// The run at this index of a part continues the run before it, so the two have to be one.
  case notMerged(Part, at: Int)
  /// Two changes name one place, as when a row is deleted and moved, or inserted and reloaded.
  case namedTwice(Place)
  /// A row change names a section, given as its place, that is deleted, inserted or moved as a whole.
  case rowInChangedSection(Part, Place, Fate)
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
    case .outside(let part, let place):
      "\(part) names \(place), which does not exist."
    case .outOfOrder(let part, let index):
      "Run \(index) of \(part) begins in front of the end of the run before it."
    case .notMerged(let part, let index):
      "Run \(index) of \(part) continues the run before it, so the two have to be one."
    case .namedTwice(let place):
      "Two changes name \(place)."
    case .rowInChangedSection(let part, let place, let fate):
      "\(part) names a row of \(place), which is \(fate) as a whole."
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
  /// The property's name.
  public var description: String { rawValue }
}

extension ViewChangesProblem.Fate: CustomStringConvertible {
  /// The word for it.
  public var description: String { rawValue }
}

extension ViewChangesProblem.Place: CustomStringConvertible {
  /// The place in words, as `row 2 of section 0 of the list before`.
  public var description: String {
    switch self {
    case .oldSection(let section): "section \(section) of the list before"
    case .newSection(let section): "section \(section) of the list after"
    case .oldRow(let path): "row \(path.row) of section \(path.section) of the list before"
    case .newRow(let path): "row \(path.row) of section \(path.section) of the list after"
    }
  }
}
