import ListChanges

/// Adds up what an edit does to the numbers that collapsed headers show.
///
/// A collapsed header shows three: its own rows, all rows that it hides, and the sections below it. The same numbers of
/// an open header follow from the lines below it, so that nobody has to be told of them.
struct HeaderCounts {
  private struct Numbers: Equatable {
    var ownRows = 0
    var hiddenRows = 0
    var sections = 0
  }

  private var differences: [Int: Numbers] = [:]

  /// Notes that `count` rows come into a section that is seen like this; negative: that they leave it.
  mutating func addRows(_ count: Int, to section: SectionVisibility) {
    guard let header = section.hidingHeader else { return }
    differences[header, default: Numbers()].hiddenRows += count
    if section.headerIndex == header { differences[header, default: Numbers()].ownRows += count }
  }

  /// Records that sections with `rows` rows arrive below `parent`; negative counts mean that they leave.
  mutating func addSections(_ count: Int, rows: Int, below parent: SectionVisibility) {
    guard let header = parent.hidingHeader else { return }
    differences[header, default: Numbers()].sections += count
    differences[header, default: Numbers()].hiddenRows += rows
  }

  /// The headers that show other numbers than before, in the indices that they were noted with.
  var changedHeaders: [Int] { differences.filter { $0.value != Numbers() }.map(\.key) }
}
