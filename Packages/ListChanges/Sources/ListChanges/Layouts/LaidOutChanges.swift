/// View changes in the form that a view with a certain layout needs.
public enum LaidOutChanges: Hashable, Sendable {
  /// For a view with sections, headers and rows.
  case grouped(ViewChanges)
  /// For a view that shows each section's header as row 0.
  case headerRows(ViewChanges)
  /// For a view that is one list of lines.
  case flat(LineChanges)

  /// The layout that the changes are for.
  public var layout: ListLayout {
    switch self {
    case .grouped: .grouped
    case .headerRows: .headerRows
    case .flat: .flat
    }
  }

  /// Whether there is nothing to change in the view.
  public var isEmpty: Bool {
    switch self {
    case .grouped(let changes), .headerRows(let changes): changes.isEmpty
    case .flat(let changes): changes.isEmpty
    }
  }
}

extension LaidOutChanges: CustomStringConvertible {
  /// The changes on one line of text, for logs and tests; `none` if there are no changes.
  ///
  /// The notation is that of ``ViewChanges``, or of ``LineChanges`` for the layout `flat`.
  public var description: String {
    switch self {
    case .grouped(let changes), .headerRows(let changes): changes.description
    case .flat(let changes): changes.description
    }
  }
}

extension ViewChanges {
  /// Converts changes from the grouped layout to the form that a view with `layout` needs.
  ///
  /// - Parameters:
  ///   - layout: The layout of the view.
  ///   - before: The shape of the list before. Only the layout `flat` needs it; see ``flattened(from:to:)``.
  ///   - after: The shape of the list after. Only the layout `flat` needs it.
  public func laidOut(
    _ layout: ListLayout, from before: @autoclosure () -> ListShape, to after: @autoclosure () -> ListShape
  ) -> LaidOutChanges {
    switch layout {
    case .grouped: .grouped(self)
    case .headerRows: .headerRows(withHeaderRows)
    case .flat: .flat(flattened(from: before(), to: after()))
    }
  }
}

/// How a list view divides the visible list into sections and rows.
public enum ListLayout: String, CaseIterable, Hashable, Sendable {
  /// Sections with headers, and rows counted from 0 below each header.
  case grouped
  /// Sections that show their header as row 0, so that a collapsed section has one row.
  case headerRows
  /// One list of lines without sections, where every header and every row is a line.
  case flat
}
