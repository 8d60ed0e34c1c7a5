/// Where rows or sections are to go.
public struct Place: Hashable, Sendable {
  /// What the place is named by.
  public enum Anchor: Hashable, Sendable {
    /// Nothing: rows go to the last section, sections to the top level.
    case anywhere
    /// In a section: among its rows, or among its subsections.
    case inside(Address)
    /// Directly before a row, or before a section at its level.
    case before(Address)
    /// Directly after a row, or after a section and all that is below it, at its level.
    case after(Address)
  }

  /// Which place inside a section or at the top.
  public enum Position: Hashable, Sendable {
    /// Before all others.
    case first
    /// After all others.
    case last
    /// So that it becomes the n-th, counted from 1.
    case at(Int)
  }

  /// What the place is named by.
  public var anchor: Anchor
  /// Which place inside; ``Position/last`` where the anchor is a neighbour.
  public var position: Position

  /// Makes a place; the default is the end of the outline.
  public init(_ anchor: Anchor = .anywhere, _ position: Position = .last) {
    self.anchor = anchor
    self.position = position
  }
}
