import OutlineCore

/// The key that makes two items of different documents the same one.
enum MergeKey: Hashable {
  /// The outline itself.
  case outline
  /// An item with a number, whether it is a section or a row.
  case known(Int64)
  /// One of two new items that were given the same number, with its content.
  case copy(Int64, [ExactText])
  /// An item without an id: equal ones in one section are counted.
  case new(parent: Int, isSection: Bool, [ExactText], occurrence: Int)

  /// Whether this key comes before another one, in an order that is the same for every merge of the same items.
  ///
  /// - Parameters:
  ///   - other: The other key.
  ///   - isBefore: Whether one number of a section comes before another, for items without an id in different sections.
  func isBefore(_ other: MergeKey, _ isBefore: (Int, Int) -> Bool) -> Bool {
    switch (self, other) {
    case (.known(let one), .known(let other)): one < other
    case (.copy(let one, let parts), .copy(let other, let otherParts)):
      one == other ? parts.lexicographicallyPrecedes(otherParts) : one < other
    case (
      .new(let parent, let isSection, let parts, let count), .new(let other, let isOther, let others, let otherCount)
    ):
      if isSection != isOther {
        isSection
      } else if parts != others {
        parts.lexicographicallyPrecedes(others)
      } else {
        parent == other ? count < otherCount : isBefore(parent, other)
      }
    default: kind < other.kind
    }
  }

  private var kind: Int {
    switch self {
    case .outline: 0
    case .known: 1
    case .copy: 2
    case .new: 3
    }
  }
}
