/// A sort key: the value of `section.ord` or `row.rank`.
///
/// There are gaps between sort keys, so that a new element fits between two neighbours without a change to either.
package typealias OrderKey = Int64

/// The constants for ``OrderKey``.
package enum OrderKeys {
  /// The distance between elements that are appended one after another.
  package static let gap: OrderKey = 1_000_000_000
  /// The limit of sort keys, 2^62: every key is less than it and greater than its negative.
  package static let bound: OrderKey = 1 << 62
}

/// An element of an ordered list, with its sort key.
package struct Keyed<ID: Sendable>: Sendable {
  package let id: ID
  package let key: OrderKey

  package init(_ id: ID, at key: OrderKey) {
    self.id = id
    self.key = key
  }
}

/// The sort keys for new elements, and the neighbours that must make room for them.
package struct Spacing<ID: Sendable>: Sendable {
  /// The sort keys for the new elements, in ascending order.
  package let keys: [OrderKey]
  /// The neighbours that get a new sort key first, in an order in which no two ever have the same key.
  package let moved: [Keyed<ID>]
}
