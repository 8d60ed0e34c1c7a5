/// Adds up the changes of an edit to the numbers that collapsed headers show.
///
/// A collapsed header shows the number of its own rows, of all rows and tasks that it hides, and of the sections below
/// it. For an open header they follow from the lines below it, so it is not reloaded.
struct HeaderCounts {
  private struct Numbers: Equatable {
    var ownRows = 0
    var hidden = ItemCounts.zero
    var sections = 0
  }

  private var differences: [Int: Numbers] = [:]

  /// Records rows that arrive in a section with this visibility; negative counts mean that they leave.
  mutating func addRows(_ counts: ItemCounts, to section: SectionVisibility) {
    guard let header = section.hidingHeader else { return }
    differences[header, default: Numbers()].hidden += counts
    if section.headerIndex == header { differences[header, default: Numbers()].ownRows += counts.rows }
  }

  /// Records sections, with their rows and tasks, that arrive below `parent`; negative counts mean that they leave.
  mutating func addSections(_ count: Int, _ counts: ItemCounts, below parent: SectionVisibility) {
    guard let header = parent.hidingHeader else { return }
    differences[header, default: Numbers()].sections += count
    differences[header, default: Numbers()].hidden += counts
  }

  /// The recorded indices of the headers whose numbers changed.
  var changedHeaders: [Int] { differences.filter { $0.value != Numbers() }.map(\.key) }
}
