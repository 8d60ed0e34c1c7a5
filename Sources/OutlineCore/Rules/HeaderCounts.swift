import ListChanges

/// Adds up what an edit does to the numbers that collapsed headers show.
///
/// A collapsed header shows its own rows, all rows and tasks that it hides, and the sections below it. The same numbers
/// of an open header follow from the lines below it, so that nobody has to be told of them.
struct HeaderCounts {
  private struct Numbers: Equatable {
    var ownRows = 0
    var hidden = ItemCounts.zero
    var sections = 0
  }

  private var differences: [Int: Numbers] = [:]

  /// Records that rows arrive in a section that the user sees like this; negative counts mean that they leave.
  mutating func addRows(_ counts: ItemCounts, to section: SectionVisibility) {
    guard let header = section.hidingHeader else { return }
    differences[header, default: Numbers()].hidden += counts
    if section.headerIndex == header { differences[header, default: Numbers()].ownRows += counts.rows }
  }

  /// Records that sections with these rows and tasks arrive below `parent`; negative counts mean that they leave.
  mutating func addSections(_ count: Int, _ counts: ItemCounts, below parent: SectionVisibility) {
    guard let header = parent.hidingHeader else { return }
    differences[header, default: Numbers()].sections += count
    differences[header, default: Numbers()].hidden += counts
  }

  /// The headers that show other numbers than before, in the indices that they were noted with.
  var changedHeaders: [Int] { differences.filter { $0.value != Numbers() }.map(\.key) }
}
