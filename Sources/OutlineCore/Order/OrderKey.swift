/// A sort key: `section.ord` or `row.rank`.
///
/// Keys leave gaps, so that something can be put between two neighbours without touching either.
public typealias OrderKey = Int64

/// The numbers behind ``OrderKey``.
public enum OrderKeys {
  /// The distance between neighbours that are added one after the other.
  public static let gap: OrderKey = 1_000_000_000
  /// Every key is greater than its negative and smaller than this: 2^62.
  public static let bound: OrderKey = 1 << 62
}

/// Something that stands at a key.
public struct Keyed<ID: Sendable>: Sendable {
  /// What stands there.
  public let id: ID
  /// Where it stands.
  public let key: OrderKey

  /// Makes the pair.
  public init(_ id: ID, at key: OrderKey) {
    self.id = id
    self.key = key
  }
}

/// Keys for what is new, and what has to make way for it.
public struct Spacing<ID: Sendable>: Sendable {
  /// The keys for what is new, ascending.
  public let keys: [OrderKey]
  /// Neighbours that get a new key first, in an order in which no two ever share one.
  public let moved: [Keyed<ID>]
}
