/// A sort key: `section.ord` or `row.rank`.
///
/// Keys leave gaps, so that something can be put between two neighbours without touching either.
package typealias OrderKey = Int64

/// The numbers behind ``OrderKey``.
package enum OrderKeys {
  /// The distance between neighbours that are added one after the other.
  package static let gap: OrderKey = 1_000_000_000
  /// Every key is greater than its negative and smaller than this: 2^62.
  package static let bound: OrderKey = 1 << 62
}

/// Something that stands at a key.
package struct Keyed<ID: Sendable>: Sendable {
  /// What stands there.
  package let id: ID
  /// Where it stands.
  package let key: OrderKey

  /// Makes the pair.
  package init(_ id: ID, at key: OrderKey) {
    self.id = id
    self.key = key
  }
}

/// Keys for what is new, and what has to make way for it.
package struct Spacing<ID: Sendable>: Sendable {
  /// The keys for what is new, ascending.
  package let keys: [OrderKey]
  /// Neighbours that get a new key first, in an order in which no two ever share one.
  package let moved: [Keyed<ID>]
}
