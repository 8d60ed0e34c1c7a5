import ListChanges
import OutlineCore
import OutlineStore

/// The sections and rows of an outline that fit a filter, with the headers and rows around them.
struct FilteredOutline {
  /// The numbers of the sections and rows that are left.
  let numbers: Set<Int64>
  /// How many rows are left of each section.
  let rowCounts: [SectionID: Int]

  /// Applies a filter.
  ///
  /// O(n).
  /// - Parameter leavesOutDone: Whether to leave out done tasks, with everything below done sections.
  init(_ reader: StoreReader, of filter: ItemFilter, as user: StoredUser, leavesOutDone: Bool = false) throws {
    let filter = leavesOutDone ? filter.and(.not(.task(isDone: true))) : filter
    let found = try Resolver(reader: reader).matches(of: filter)
    var numbers = Set(found.rows.values.joined().map(\.row.id.rawValue))
    var counts = found.rows.mapValues(\.count)
    for row in found.rows.values.joined().map(\.row) {
      var row = row
      while let parent = try reader.parent(of: row), numbers.insert(parent.id.rawValue).inserted {
        counts[row.section, default: 0] += 1
        row = parent
      }
    }
    var open = LevelStack<SectionState>()
    for state in try reader.states(from: -OrderKeys.bound, to: nil, for: user) {
      open.enter(state, level: state.level)
      let isFound = found.sections[state.id] != nil || found.rows[state.id] != nil
      guard isFound, !leavesOutDone || open.entries.allSatisfy({ $0.isDone != true }) else { continue }
      numbers.formUnion(open.entries.map(\.id.rawValue))
    }
    self.numbers = numbers
    rowCounts = counts
  }

  /// The states of the sections that are left, with the number of rows left in each.
  func states(of states: [SectionState]) -> [SectionState] {
    states.compactMap { state in
      guard numbers.contains(state.id.rawValue) else { return nil }
      var state = state
      state.counts.rows = rowCounts[state.id] ?? 0
      return state
    }
  }
}

/// Passes on the lines of a filtered outline whose indices are in a range.
struct FilteredLines<Visitor: LineVisitor>: LineVisitor {
  let wantsIDs = true
  var wantsAttributes: Bool { visitor.wantsAttributes }
  private let outline: FilteredOutline
  private let wanted: Range<Int>
  private var line = 0
  /// The visitor, in its state after the lines so far.
  private(set) var visitor: Visitor

  /// Creates a visitor that passes lines on to another one.
  ///
  /// - Parameters:
  ///   - outline: The sections and rows that the filter leaves.
  ///   - wanted: Which of the lines that are left to pass on, counted from 0.
  ///   - visitor: Receives the lines.
  init(_ outline: FilteredOutline, wanted: Range<Int> = 0..<Int.max, visitor: Visitor) {
    (self.outline, self.wanted, self.visitor) = (outline, wanted, visitor)
  }

  mutating func visit(_ header: HeaderLine) throws {
    guard outline.numbers.contains(header.section.id.rawValue) else { return }
    if wanted.contains(line) { try visitor.visit(header.with(line: line)) }
    line += 1
  }

  mutating func visit(_ row: RawRowLine, of header: HeaderLine) throws {
    guard outline.numbers.contains(row.id.rawValue) else { return }
    if wanted.contains(line) {
      var row = row
      row.line = line
      try visitor.visit(row, of: header)
    }
    line += 1
  }
}
