/// A run of neighbouring indices in one list, from `start` to `start + count - 1`.
public struct IndexRun: Hashable, Sendable, Codable {
  /// The first index of the run, counted from 0.
  public var start: Int
  /// How many indices the run covers; at least 1.
  public var count: Int

  /// Creates the run of `count` indices that begins at `start`.
  public init(_ start: Int, count: Int = 1) {
    self.start = start
    self.count = count
  }

  /// The indices as a range; empty if `count` is negative, and cut at the greatest integer.
  public var range: Range<Int> { safeRange(start, count) }
}

/// A run of neighbouring rows in one section.
public struct RowRun: Hashable, Sendable, Codable {
  /// The section's index among the visible sections, in the same list as `start`.
  public var section: Int
  /// The first row of the run, counted from 0 within the section.
  public var start: Int
  /// How many rows the run covers; at least 1.
  public var count: Int

  /// Creates the run of `count` rows of `section` that begins at `start`.
  public init(section: Int, start: Int, count: Int = 1) {
    self.section = section
    self.start = start
    self.count = count
  }

  /// The rows as a range of indices within the section; empty if `count` is negative, and cut at the greatest integer.
  public var range: Range<Int> { safeRange(start, count) }
}

/// Returns a range without a runtime error, because changes of a damaged list can have any numbers.
private func safeRange(_ start: Int, _ count: Int) -> Range<Int> {
  let (end, isTooLarge) = start.addingReportingOverflow(max(count, 0))
  return start..<(isTooLarge ? Int.max : end)
}

/// The position of one row: the index of its section among the visible sections, and the index in that section.
public struct RowPath: Hashable, Sendable, Codable {
  /// The section's index among the visible sections, counted from 0.
  public var section: Int
  /// The row's index within its section, counted from 0.
  public var row: Int

  /// Creates the path of the row at index `row` of the section at index `section`.
  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }
}

/// The move of neighbouring sections, or of neighbouring lines of a flat list, that stay together and keep their order.
public struct IndexMove: Hashable, Sendable, Codable {
  /// The first one's index in the list before.
  public var from: Int
  /// The first one's index in the list after.
  public var to: Int
  /// How many move together; at least 1.
  public var count: Int

  /// Creates the move of `count` neighbours from index `from` in the list before to index `to` in the list after.
  public init(from: Int, to: Int, count: Int = 1) {
    self.from = from
    self.to = to
    self.count = count
  }
}

/// The move of neighbouring rows that stay together in one section and keep their order.
public struct RowMove: Hashable, Sendable, Codable {
  /// The first row's path in the list before.
  public var from: RowPath
  /// The first row's path in the list after.
  public var to: RowPath
  /// How many rows move together; at least 1.
  public var count: Int

  /// Creates the move of `count` rows from `from` in the list before to `to` in the list after.
  public init(from: RowPath, to: RowPath, count: Int = 1) {
    self.from = from
    self.to = to
    self.count = count
  }
}
