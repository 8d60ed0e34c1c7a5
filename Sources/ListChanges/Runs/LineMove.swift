/// The move of neighbouring lines that stay together and keep their order.
public struct LineMove: Hashable, Sendable, Encodable {
  /// The first line's index in the list before.
  public var from: Int
  /// The first line's index in the list after.
  public var to: Int
  /// How many lines move together; at least 1.
  public var count: Int

  /// Creates the move of `count` lines from index `from` in the list before to index `to` in the list after.
  public init(from: Int, to: Int, count: Int = 1) {
    self.from = from
    self.to = to
    self.count = count
  }
}
