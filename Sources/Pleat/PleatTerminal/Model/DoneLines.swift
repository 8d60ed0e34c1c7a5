import OutlineCore

/// Collects the lines to hide: done sections with everything below them, and done rows with only done rows below.
struct DoneLines: LineVisitor {
  let wantsIDs = false
  let wantsAttributes = false
  /// The collected lines in order, as runs that neither touch nor overlap.
  private var runs: [Range<Int>] = []
  /// How many lines the runs before each one have.
  private var counts: [Int] = []
  private(set) var count = 0
  /// The level of the outermost done section around the current line; nil outside such sections.
  private var level: Int?
  /// The line, level and doneness of a done row and of each row below it; they decide whether the row is hidden.
  private var branch: [(line: Int, level: Int, isDone: Bool)] = []

  var isEmpty: Bool { runs.isEmpty }

  mutating func visit(_ header: HeaderLine) {
    endBranch()
    let section = header.section
    if level.map({ section.level <= $0 }) ?? true { level = section.isDone == true ? section.level : nil }
    if level != nil { add(header.line) }
  }

  mutating func visit(_ row: RawRowLine, of header: HeaderLine) {
    if level != nil { return add(row.line) }
    if let first = branch.first, row.level <= first.level { endBranch() }
    let isDone = row.isDone == true && row.hidden.rows == row.hidden.doneTasks
    if !branch.isEmpty || row.isDone == true { branch.append((row.line, row.level, isDone)) }
  }

  /// Adds the hidden rows of the branch; called after its last row.
  mutating func endBranch() {
    var following: [(level: Int, isDone: Bool)] = []
    for index in branch.indices.reversed() {
      while let last = following.last, last.level > branch[index].level {
        if !last.isDone { branch[index].isDone = false }
        following.removeLast()
      }
      following.append((branch[index].level, branch[index].isDone))
    }
    for row in branch where row.isDone { add(row.line) }
    branch = []
  }

  mutating func add(_ line: Int) {
    defer { count += 1 }
    if let last = runs.last, last.upperBound == line {
      runs[runs.count - 1] = last.lowerBound..<(line + 1)
    } else {
      runs.append(line..<(line + 1))
      counts.append(count)
    }
  }

  func contains(_ line: Int) -> Bool { run(at: line) != nil }

  /// Returns how many of the lines in a range are not collected.
  ///
  /// O(log n) in the number of runs.
  func countOfOthers(in range: Range<Int>) -> Int {
    func collected(before line: Int) -> Int {
      let index = firstRun(endingAfter: line)
      return index < runs.count ? counts[index] + max(line - runs[index].lowerBound, 0) : count
    }
    return range.count - collected(before: range.upperBound) + collected(before: range.lowerBound)
  }

  /// Returns the first line, starting at `line` and going in one direction, that is not collected.
  func next(from line: Int, isDown: Bool) -> Int {
    guard let run = run(at: line) else { return line }
    return isDown ? run.upperBound : run.lowerBound - 1
  }

  /// Returns the parts of a range without the collected lines.
  func gaps(in range: Range<Int>) -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    var start = range.lowerBound
    for run in runs[firstRun(endingAfter: start)...] {
      if run.lowerBound >= range.upperBound { break }
      if run.lowerBound > start { gaps.append(start..<run.lowerBound) }
      start = run.upperBound
    }
    if start < range.upperBound { gaps.append(start..<range.upperBound) }
    return gaps
  }

  private func run(at line: Int) -> Range<Int>? {
    let index = firstRun(endingAfter: line)
    return index < runs.count && runs[index].contains(line) ? runs[index] : nil
  }

  private func firstRun(endingAfter line: Int) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].upperBound > line { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Screen {
  /// Hides or shows the done sections and rows; the file does not record this.
  func switchDone() {
    state.hidesDone.toggle()
    findDone()
    state.filter?.isOutdated = true
    state.message = state.hidesDone ? "Done items are hidden; H shows them again." : "Done items are shown again."
    if state.filter == nil { dropHiddenMarks() }
  }

  /// Finds the lines that are hidden because they are done.
  ///
  /// O(lines) while they are hidden.
  func findDone() {
    do {
      state.done = try state.hidesDone ? view.lines(from: 0, limit: live.count, to: DoneLines()) : DoneLines()
      state.done.endBranch()
    } catch {
      state.trouble = texts.trouble(error)
    }
  }

  /// Whether this line of the list is hidden because it is done.
  func isHidden(_ line: Int) -> Bool { state.filter == nil && state.done.contains(line) }

  /// Returns the line that is `count` shown lines further down (up if negative), or the last one in that direction.
  func line(_ line: Int, movedBy count: Int) -> Int {
    if state.filter != nil || state.done.isEmpty {
      return min(max(line + count, lines.lowerBound), max(lines.upperBound - 1, lines.lowerBound))
    }
    var line = line
    for _ in 0..<abs(count) {
      let next = state.done.next(from: line + count.signum(), isDown: count > 0)
      guard lines.contains(next) else { break }
      line = next
    }
    return line
  }

  /// Returns the line itself or, if it is hidden, the nearest shown line: one below if there is one, otherwise one
  /// above.
  func shown(_ line: Int) -> Int {
    guard isHidden(line) else { return line }
    let nearest = [true, false].map { state.done.next(from: line, isDown: $0) }
    return nearest.first(where: lines.contains) ?? line
  }
}
