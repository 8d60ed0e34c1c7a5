import ListChanges
import OutlineCore
import OutlineStore

/// Passes on the lines of items that fit a filter, with the headers and rows around them, if their indices are in a range.
struct FilteredLines<Visitor: LineVisitor>: LineVisitor {
  let wantsIDs = true
  var wantsAttributes: Bool { visitor.wantsAttributes }
  var wantsSectionsBelow: Bool { visitor.wantsSectionsBelow }
  var isFull: Bool { line >= wanted.upperBound }
  private let matches: FilterMatches
  private var wanted: Range<Int>
  private var line = 0
  /// The headers around the current place that wait for something that fits.
  private var waiting = LevelStack<HeaderLine>()
  /// The visitor, in its state after the lines so far.
  private(set) var visitor: Visitor

  /// Creates a visitor that passes lines on to another one.
  ///
  /// - Parameters:
  ///   - matches: The sections and rows that fit.
  ///   - wanted: Which of the lines that are left to pass on, counted from 0.
  ///   - visitor: Receives the lines.
  init(_ matches: FilterMatches, wanted: Range<Int>, visitor: Visitor) {
    (self.matches, self.wanted, self.visitor) = (matches, wanted, visitor)
  }

  /// Prepares for a walk that begins again: what was passed on will not be once more.
  mutating func beginAgain() {
    wanted = min(max(line, wanted.lowerBound), wanted.upperBound)..<wanted.upperBound
    (line, waiting) = (0, LevelStack())
  }

  mutating func visit(_ header: HeaderLine) throws {
    if matches.isComplete {
      if matches.isListed(header.section.id) { try pass(header) }
      return
    }
    waiting.enter(header, level: header.section.level)
    if matches.fits(header.section.id.rawValue) { try passWaiting() }
  }

  mutating func visit(_ row: RawRowLine, of header: HeaderLine) throws {
    guard matches.isListed(row.id.rawValue) else { return }
    if waiting.count > 0 { try passWaiting() }
    if wanted.contains(line) {
      var row = row
      row.line = line
      try visitor.visit(row, of: header)
    }
    line += 1
  }

  private mutating func passWaiting() throws {
    for header in waiting.entries { try pass(header) }
    waiting = LevelStack()
  }

  private mutating func pass(_ header: HeaderLine) throws {
    if wanted.contains(line) { try visitor.visit(header.with(line: line)) }
    line += 1
  }
}

extension FilterMatches {
  /// The states of the sections that are listed, with the number of rows that are in each.
  func states(of states: [SectionState]) -> [SectionState] {
    states.compactMap { state in
      guard isListed(state.id) else { return nil }
      var state = state
      state.counts.rows = rowCounts[state.id] ?? 0
      return state
    }
  }
}
