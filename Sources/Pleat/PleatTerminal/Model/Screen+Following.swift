import ListChanges
import OutlineCore
import OutlineRepository
import PleatSystem

// Edits by others and by the screen itself, which both arrive as steps of the view.
extension Screen {
  /// How long to highlight a line that somebody else has changed.
  static let highlightDuration: Duration = .seconds(2)

  /// Applies new edits by anybody; returns false if nothing on the screen can have changed.
  package func poll(at now: MonotonicTime = .now) -> Bool {
    let before = (state.trouble, state.highlights.count)
    let hasMoved = catchUp(ownSteps: 0, at: now)
    state.highlights = state.highlights.filter { $0.value > now }
    if before.0 != state.trouble { keepInSight() }
    let hasCounted = countTasks(at: now)
    return hasMoved || hasCounted || before != (state.trouble, state.highlights.count)
  }

  /// Counts the tasks of the outline again if it or the day has changed, and returns whether there are other ones now.
  ///
  /// In a large outline this takes a moment, so it is done at most a twentieth of the time, and never before a frame.
  private func countTasks(at now: MonotonicTime) -> Bool {
    let (file, day) = (view.fileState, today())
    guard file != state.counted.file || day != state.counted.day, now >= state.counted.next else { return false }
    let old = state.tally
    let start = MonotonicTime.now
    state.tally = try? outline.openTasks(today: day)
    state.counted = (file, day, now + start.elapsed * 20)
    return old != state.tally
  }

  /// Applies every new step of the view, and returns whether the screen may have changed.
  ///
  /// - Parameter ownSteps: How many of the first steps are the screen's own edits, which are not highlighted.
  func catchUp(ownSteps: Int, at now: MonotonicTime = .now) -> Bool {
    var count = 0
    do {
      while true {
        let isFirst = view.awaitsFile
        guard let step = try view.advance() else { break }
        apply(step, isFirst: isFirst, highlightingUntil: count < ownSteps ? nil : now + Self.highlightDuration)
        count += 1
      }
      let hasFile = view.fileState != nil || view.awaitsFile
      if state.trouble != nil, hasFile { state.trouble = nil }
      if !hasFile { state.trouble = "There is no file at \(texts.escaped(path)) any more; the list is as it was." }
    } catch let error as StoreError {
      if case .newer = error { failure = error }
      state.trouble = texts.trouble(error)
    } catch {
      state.trouble = texts.trouble(error)
    }
    // A line that the list hides may have changed as well.
    if let filter = state.filter, filter.fileState != view.fileState { state.filter?.isOutdated = true }
    if count > 0 {
      findDone()
      if state.filter == nil, ownSteps == 0 { dropHiddenMarks() }
      keepInSight()
    }
    return count > 0 || state.filter?.isOutdated ?? false
  }

  /// - Parameter isFirst: Whether there was no file before the step.
  private func apply(_ step: ViewStep, isFirst: Bool, highlightingUntil deadline: MonotonicTime?) {
    if step.isReset {
      live.forget()
      state.motions.append(nil)
      reopen()
      if !isFirst {
        state.message = "Another file is at \(texts.escaped(path)) now, or it was restored; this is what it has."
      }
      state.livePort.cursor = min(state.livePort.cursor, max(live.count - 1, 0))
      if let item = state.selected, let line = (try? view.line(showing: item)) ?? nil { state.livePort.cursor = line }
      state.livePort.top = min(state.livePort.top, state.livePort.cursor)
    } else {
      let changes = step.changes.flattened(from: step.before, to: step.after)
      live.apply(changes)
      follow(changes, count: step.before.lineCount)
      state.motions.append(step.changes.quickMotion)
    }
    findBounds()
    noteSelection()
    if let deadline, !step.isReset { highlight(step, until: deadline) }
  }

  /// Keeps the cursor and the top of the screen on the same lines, or on their nearest neighbours.
  private func follow(_ changes: LineChanges, count: Int) {
    if let line = changes.newLine(of: state.livePort.cursor) {
      state.livePort.cursor = line
    } else {
      // The item may have been deleted and inserted again, or may now be hidden by a header.
      let shown = state.selected.flatMap { item in (try? view.line(showing: item)) ?? nil }
      let isRow = if case .row? = state.selected { true } else { false }
      state.livePort.cursor = shown ?? neighbour(of: state.livePort.cursor, changes, count: count, isRow: isRow)
    }
    let top = state.livePort.top
    state.livePort.top =
      changes.newLine(of: top) ?? changes.neighbour(of: top, count: count, isForward: true) ?? 0
  }

  /// Returns the line that the cursor moves to; for a row, one in the same section if possible.
  private func neighbour(of line: Int, _ changes: LineChanges, count: Int, isRow: Bool) -> Int {
    let next = changes.neighbour(of: line, count: count, isForward: true)
    guard isRow, let line = next, case .header? = view.shape.position(ofLine: line) else { return next ?? 0 }
    return changes.neighbour(of: state.livePort.cursor, count: count, isForward: false) ?? line
  }

  /// Highlights lines near the screen that a step inserted or changed.
  private func highlight(_ step: ViewStep, until deadline: MonotonicTime) {
    let changes = step.changes.flattened(from: step.before, to: step.after)
    let near = max(state.livePort.top - state.size.rows, 0)..<(state.livePort.top + 2 * state.size.rows)
    load(around: state.livePort.top)
    for run in changes.insertedLines + changes.reloadedLines {
      for line in run.range.clamped(to: near) {
        if let item = live.line(line)?.id { state.highlights[item] = deadline }
      }
    }
  }

  /// Returns the frames of an animation between two frames, without these; empty unless sections opened or closed.
  ///
  /// Call it once after each frame.
  package func framesBetween(_ old: Frame, and new: Frame) -> [Frame] {
    defer { state.motions = [] }
    guard state.motions.count == 1, let motion = state.motions[0] else { return [] }
    return FrameMotion(from: old, to: new, motion)?.frames(3) ?? []
  }

  /// Finds the lines to show: all of them, or those of the section shown alone.
  func findBounds() {
    while let section = state.hoists.last {
      if let index = view.index(ofSection: section), let lines = view.linesBelow(section: index) {
        state.bounds = lines
        return
      }
      state.hoists.removeLast()
      state.message = "The section that was shown alone is gone or hidden."
    }
    state.bounds = 0..<live.count
  }
}

extension ViewChanges {
  /// The motion to animate; nil also if there are too many changes to find it quickly.
  fileprivate var quickMotion: Motion? {
    insertedRows.count + deletedRows.count + insertedSections.count + deletedSections.count > 100 ? nil : motion
  }
}
