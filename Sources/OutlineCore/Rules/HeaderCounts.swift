import ListChanges

/// Adds up what an edit does to the numbers of rows that collapsed headers show.
struct HeaderCounts {
  private var differences: [Int: Int] = [:]

  /// Notes that `count` rows (negative: fewer) are now in a section that is seen like this.
  mutating func add(_ count: Int, to visibility: SectionVisibility) {
    if let header = visibility.hidingHeader { differences[header, default: 0] += count }
  }

  /// The headers that show another number than before, in the indices that rows were noted with.
  var changedHeaders: [Int] { differences.filter { $0.value != 0 }.map(\.key) }
}
