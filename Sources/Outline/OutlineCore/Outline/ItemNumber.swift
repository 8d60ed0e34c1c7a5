/// The number of a section or a row: `2`, `2.1`, `2.1:3`.
///
/// It counts all content, so that collapsing a section changes no number.
public struct ItemNumber: Hashable, Sendable {
  /// The positions of the enclosing sections and of the section itself among their siblings, from the outermost on;
  /// each counted from 1.
  public var sections: [Int]
  /// The position of the row among the rows of the section, counted from 1; nil for the section itself.
  public var row: Int?

  /// Creates a number.
  public init(_ sections: [Int], row: Int? = nil) {
    self.sections = sections
    self.row = row
  }
}

extension ItemNumber: CustomStringConvertible {
  /// Reads a number as a user types it; nil for any other text.
  public init?(_ words: some StringProtocol) {
    let halves = words.split(separator: ":", omittingEmptySubsequences: false)
    guard let first = halves.first, halves.count <= 2 else { return nil }
    let parts = first.split(separator: ".", omittingEmptySubsequences: false)
    guard let sections = Self.numbers(parts), let rows = Self.numbers(halves.dropFirst()) else { return nil }
    self.init(sections, row: rows.first)
  }

  private static func numbers(_ parts: some Collection<some StringProtocol>) -> [Int]? {
    let numbers = parts.compactMap { part in part.utf8.allSatisfy { (48...57).contains($0) } ? Int(part) : nil }
    return numbers.count == parts.count ? numbers : nil
  }

  /// The number as a user types it.
  public var description: String {
    sections.map(String.init).joined(separator: ".") + (row.map { ":\($0)" } ?? "")
  }
}

/// Numbers sections one after the other, in document order.
package struct SectionNumbering {
  /// The sections that enclose the current position, with the number of the subsections of each so far.
  ///
  /// It is no `LevelStack`, whose code is not specialized here and takes ten times as long.
  private var open: [(level: Int, position: Int, children: Int)] = []
  private var outermost = 0

  package init() {}

  /// Creates a numbering that begins with the section after a number.
  ///
  /// - Parameters:
  ///   - levels: The levels of the sections that enclose it, from the outermost on.
  ///   - number: The number of the section before it with the same parent; its last part is 0 if there is none.
  package init(below levels: [Int], after number: ItemNumber) {
    outermost = number.sections.first ?? 0
    for (level, numbers) in zip(levels, zip(number.sections, number.sections.dropFirst())) {
      open.append((level, position: numbers.0, children: numbers.1))
    }
  }

  /// Numbers the next section, which has this level.
  package mutating func enter(level: Int) {
    while let last = open.last, last.level >= level { open.removeLast() }
    if open.isEmpty { outermost += 1 } else { open[open.count - 1].children += 1 }
    open.append((level, position: open.last?.children ?? outermost, children: 0))
  }

  /// The number of the last section.
  ///
  /// O(depth).
  package var last: ItemNumber { ItemNumber(open.map(\.position)) }
}
