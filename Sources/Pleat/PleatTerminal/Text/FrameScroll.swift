import TerminalText

/// Adjacent screen lines that move up or down instead of being written again.
struct FrameScroll: Hashable {
  /// The screen lines within which lines move; those that no line moves to become empty.
  let region: Range<Int>
  /// How many lines they move down; negative for up.
  let shift: Int

  /// The most scrolls for one frame; opening one section and closing another moves two groups of lines.
  private static let limit = 4

  /// Returns the lines of a screen after the scroll.
  func applied<Row>(to rows: [Row], empty: Row) -> [Row] {
    rows.indices.map { index in
      guard region.contains(index) else { return rows[index] }
      let source = index - shift
      return region.contains(source) ? rows[source] : empty
    }
  }

  /// Finds scrolls, to be applied in order, after which fewer lines have to be written.
  ///
  /// O(h²) in the number of screen lines.
  static func scrolls(from old: [[Span]], to new: [[Span]]) -> [FrameScroll] {
    guard old.count == new.count else { return [] }
    var numbers: [[Span]: Int] = [[]: 0]
    let number = { (row: [Span]) in
      let number = numbers[row] ?? numbers.count
      numbers[row] = number
      return number
    }
    var rows = old.map(number)
    let wanted = new.map(number)
    var scrolls: [FrameScroll] = []
    while scrolls.count < limit, let scroll = best(from: rows, to: wanted) {
      scrolls.append(scroll)
      rows = scroll.applied(to: rows, empty: 0)
    }
    return scrolls
  }

  /// Returns the scroll that saves the most lines; nil if none saves at least two.
  private static func best(from old: [Int], to new: [Int]) -> FrameScroll? {
    let different = counts(old.indices) { old[$0] != new[$0] }
    let written = counts(new.indices) { new[$0] != 0 }
    if different[old.count] < 2 { return nil }
    var best: (saving: Int, scroll: FrameScroll)?
    for shift in 1..<max(old.count, 1) {
      for shift in [shift, -shift] {
        for run in runs(from: old, to: new, shift: shift) {
          let region = shift > 0 ? run.lowerBound..<(run.upperBound + shift) : (run.lowerBound + shift)..<run.upperBound
          let left = shift > 0 ? region.prefix(shift) : region.suffix(-shift)
          let saving =
            different[region.upperBound] - different[region.lowerBound]
            - (written[left.endIndex] - written[left.startIndex])
          if saving > best?.saving ?? 1 { best = (saving, FrameScroll(region: region, shift: shift)) }
        }
      }
    }
    return best?.scroll
  }

  /// Returns the longest runs of at least two old lines that equal the new lines at an offset of `shift`.
  private static func runs(from old: [Int], to new: [Int], shift: Int) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = max(0, -shift)
    let end = min(old.count, old.count - shift)
    for index in start...end where index == end || old[index] != new[index + shift] {
      if index - start >= 2 { runs.append(start..<index) }
      start = index + 1
    }
    return runs
  }

  /// Returns, for every index, how many earlier indices satisfy a condition; the last number counts all of them.
  private static func counts(_ indices: Range<Int>, of isCounted: (Int) -> Bool) -> [Int] {
    indices.reduce(into: [0]) { counts, index in counts.append(counts[index] + (isCounted(index) ? 1 : 0)) }
  }
}
