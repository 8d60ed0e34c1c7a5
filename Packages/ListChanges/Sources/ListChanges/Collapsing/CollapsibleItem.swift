/// The header of a section, or a row, in a ``CollapsibleList``.
///
/// A type with an id and an `==` that compares what is shown needs nothing else to conform. The id stays the same as long as the
/// item is the same; ids of sections and ids of rows may be equal.
public protocol CollapsibleItem: Identifiable, Equatable {
  /// The nesting level; 1, unless the type says otherwise.
  ///
  /// A section is below the nearest section before it with a smaller level, and a row below the nearest row before it
  /// in its section with a smaller level.
  var level: Int { get }
  /// Whether it can be collapsed; true, unless the type says otherwise. One that cannot is always expanded, and has no marker.
  var isCollapsible: Bool { get }
}

extension CollapsibleItem {
  /// The level at the top.
  public var level: Int { 1 }
  /// Whether it can be collapsed: yes.
  public var isCollapsible: Bool { true }
}

/// A header or a row as a ``CollapsibleList`` shows it.
public struct ShownItem<Item: CollapsibleItem>: Identifiable, Equatable {
  /// The header or the row.
  public let item: Item
  /// Whether it is collapsed; nil for an item without a marker: one that cannot be collapsed, or a row with nothing below it.
  public let isCollapsed: Bool?
  /// How many rows it hides because it is collapsed, for a header those of the sections below it included; otherwise 0.
  public let hiddenRows: Int
  /// How many sections below it a header hides because it is collapsed; otherwise 0.
  public let hiddenSections: Int

  /// Creates an item as a list may show it.
  public init(item: Item, isCollapsed: Bool?, hiddenRows: Int = 0, hiddenSections: Int = 0) {
    (self.item, self.isCollapsed, self.hiddenRows, self.hiddenSections) = (
      item, isCollapsed, hiddenRows, hiddenSections
    )
  }

  /// The id of the item.
  public var id: Item.ID { item.id }
}

extension ShownItem: Sendable where Item: Sendable {}

/// An edit that a ``CollapsibleList`` cannot carry out; the list is then as it was before.
///
/// Sections and rows are named by the text of their ids.
public enum CollapsibleListError: Error, Hashable, Sendable {
  /// The list has no section with this id.
  case sectionNotFound(String)
  /// The list has no row with this id.
  case rowNotFound(String)
  /// There is no such position: the list or the section has only as many elements as `validUpTo` says.
  case positionOutOfRange(Int, validUpTo: Int)
  /// The section or the row cannot be collapsed; see ``CollapsibleItem/isCollapsible``.
  case notCollapsible(String)
}

extension CollapsibleListError: CustomStringConvertible {
  /// The error as a sentence.
  public var description: String {
    switch self {
    case .sectionNotFound(let id): "The list has no section with the id \(id)."
    case .rowNotFound(let id): "The list has no row with the id \(id)."
    case .positionOutOfRange(let position, let end): "There is no position \(position); give one from 0 to \(end)."
    case .notCollapsible(let id): "The item with the id \(id) cannot be collapsed."
    }
  }
}
