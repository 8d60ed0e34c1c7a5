/// Changes as a view with a certain layout wants them.
public enum LaidOutChanges: Hashable, Sendable {
  /// For a view with sections, headers and rows.
  case grouped(ViewChanges)
  /// For a view whose row 0 of every section is the header.
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

  /// Whether the view stays exactly as it was.
  public var isEmpty: Bool {
    switch self {
    case .grouped(let changes), .headerRows(let changes): changes.isEmpty
    case .flat(let changes): changes.isEmpty
    }
  }

  /// The changes as one JSON object; empty lists are left out.
  ///
  /// - Parameter quotedUser: the user's name as a JSON string, quotes included.
  public func json(quotedUser: String) -> String {
    switch self {
    case .grouped(let changes): changes.json(quotedUser: quotedUser, named: .grouped)
    case .headerRows(let changes): changes.json(quotedUser: quotedUser, named: .headerRows)
    case .flat(let changes): changes.json(quotedUser: quotedUser)
    }
  }
}

extension LaidOutChanges: CustomStringConvertible {
  /// The changes on one line, for logs and tests; no changes are `none`.
  ///
  /// The notation is that of ``ViewChanges`` or, in the layout `flat`, of ``LineChanges``.
  public var description: String {
    switch self {
    case .grouped(let changes), .headerRows(let changes): changes.description
    case .flat(let changes): changes.description
    }
  }
}

extension ViewChanges {
  /// The changes, given in the grouped layout, as a view with `layout` wants them.
  ///
  /// - Parameters:
  ///   - layout: how the view counts places.
  ///   - before: the shape of the list before; read in the layout `flat` alone, see ``flattened(from:to:)``.
  ///   - after: the shape of the list after; as `before`.
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
