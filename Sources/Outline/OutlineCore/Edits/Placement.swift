/// Where an edit puts rows or sections.
public struct Placement: Hashable, Sendable {
  /// The section or row that the placement refers to.
  public enum Anchor: Hashable, Sendable {
    /// No section or row: sections go to the top level, and rows to the inbox. That is the first outermost section with
    /// the title in ``Placement/inbox`` or ``Setting/inbox``; adding rows creates it as the last section if it is
    /// missing.
    case anywhere
    /// Inside a section, among its rows or among its subsections.
    case inside(Address)
    /// Directly before a row, or before a section at its level.
    case before(Address)
    /// Directly after a row, or after a section and everything below it, at its level.
    case after(Address)
  }

  /// The position inside a section or at the top level.
  public enum Position: Hashable, Sendable {
    /// Before all others.
    case first
    /// After all others.
    case last
    /// At the n-th position, counted from 1.
    case at(Int)
  }

  /// The section or row that the placement refers to.
  public var anchor: Anchor
  /// The position inside the anchor; ``Position/last`` if the anchor is a neighbour.
  public var position: Position
  /// The title of the inbox for rows without an anchor; nil for the title in ``Setting/inbox``.
  public var inbox: String?
  /// Whether adding makes the section of ``Anchor/inside(_:)`` if nothing has its title; the section around it must exist.
  public var makesHolder = false

  /// Creates a placement; the default is the end of the top level, and of the inbox.
  public init(_ anchor: Anchor = .anywhere, _ position: Position = .last, inbox: String? = nil) {
    self.anchor = anchor
    self.position = position
    self.inbox = inbox
  }
}
