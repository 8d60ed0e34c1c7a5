import OutlineCore
import OutlineRepository

/// The lines that a search found, even in collapsed sections, each below the headers around it.
struct Filter {
  /// The most hits to show.
  static let limit = 2_000

  var text: String
  /// Whether it is the agenda: what is due within a week, by days.
  let isAgenda: Bool
  /// What the hits have in their texts; nil before a search, and in an agenda.
  private(set) var pattern: TextPattern?
  var port = Viewport()
  private(set) var lines: [ShownLine] = []
  /// The indices of the hits in `lines`.
  private(set) var hits: [Int] = []
  /// Whether there may be more hits than are shown.
  private(set) var isCut = false
  /// The number of hits left out because they are done.
  private(set) var doneCount = 0
  /// The headings of the agenda, by the indices of the lines that they are above; those of days without tasks come first.
  private(set) var headings: [Int: [(title: String, isEmpty: Bool)]] = [:]
  /// The state of the file that was searched.
  var fileState: OutlineView.FileState?
  /// Whether the text or the outline has changed since the search.
  var isOutdated = true
  /// The line that the search put the cursor on; nil once the cursor was moved from it before another search.
  var foundCursor: Int? = 0
  /// Why the text is no filter, or the search failed; nil if it worked.
  var problem: String?

  init(_ text: String, isAgenda: Bool = false) {
    self.text = text
    self.isAgenda = isAgenda
  }

  /// Replaces the lines with those of an agenda.
  ///
  /// - Parameter tasks: The tasks in the order of their days.
  mutating func take(_ tasks: [DueTask], today: Day) {
    isCut = tasks.count > Self.limit
    isOutdated = false
    lines = tasks.prefix(Self.limit).map { ShownLine($0, today: today) }
    hits = Array(lines.indices)
    headings = [:]
    var next = 0  // the first day of the week that has no heading yet
    var last: String?
    for (index, task) in tasks.prefix(Self.limit).enumerated() {
      guard let day = task.schedule.due?.day, case let title = day.heading(today: today).title, title != last else {
        continue
      }
      last = title
      let distance = day.number - today.number
      let empty = distance > next ? (next..<min(distance, 7)).compactMap(today.adding(days:)) : []
      headings[index] = empty.map { ($0.heading(today: today).title, true) } + [(title, false)]
      next = max(next, distance + 1)
    }
  }

  /// The text to show if there are no lines.
  var nothing: String {
    if isAgenda { return "Nothing is late or due within a week." }
    return doneCount == 0 ? "No hit." : "Every hit is done; H shows it."
  }

  var current: ShownLine? { lines.indices.contains(port.cursor) ? lines[port.cursor] : nil }

  /// Replaces the lines with the hits of a search.
  ///
  /// - Parameter hidesDone: Whether to leave out done tasks and everything below done sections.
  mutating func take(_ all: [Hit], hidesDone: Bool, pattern: TextPattern) {
    self.pattern = pattern
    lines = []
    hits = []
    isCut = all.count >= Self.limit
    isOutdated = false
    let found = hidesDone ? all.filter { !$0.isDone } : all
    doneCount = all.count - found.count
    var open: [SectionID] = []
    for hit in found {
      let isSection = if case .section = hit.id { true } else { false }
      let enclosing = isSection ? Array(hit.sections.dropLast()) : hit.sections
      let known = zip(open, hit.sections).prefix { $0 == $1 }.count
      for index in min(known, enclosing.count)..<enclosing.count {
        lines.append(ShownLine(enclosing: enclosing[index], title: hit.path[index], level: index + 1))
      }
      open = hit.sections
      hits.append(lines.count)
      lines.append(ShownLine(hit))
    }
  }
}

extension Screen {
  func beginFilter() { state.mode = .input(Input(purpose: .filter, line: LineInput(state.filter?.text ?? ""))) }

  /// Shows the hits of a filter being typed, or the whole list while it is empty.
  func search(for input: Input) {
    if input.isBlank { leaveFilter() } else { search(for: input.line.text) }
  }

  /// Shows what is late or due within a week, by days.
  func showDue() {
    do {
      if try tasksOfAgenda().isEmpty {
        state.message = "Nothing is late or due within a week."
        return
      }
    } catch {
      state.message = texts.trouble(error)
      return
    }
    let item = state.filter?.current?.id ?? state.selected
    state.filter = Filter("", isAgenda: true)
    settle()
    let index = state.filter?.lines.firstIndex { $0.id == item } ?? 0
    state.filter?.port.cursor = index
    state.filter?.foundCursor = index
    keepInSight()
  }

  private func tasksOfAgenda() throws -> [DueTask] {
    try outline.dueTasks(until: today().adding(days: 6).map(DueDate.init))
  }

  /// Requests a search; ``settle()`` makes it once no more keys are waiting.
  func search(for text: String) {
    if state.filter?.isAgenda ?? true { state.filter = Filter(text) }
    state.filter?.text = text
    state.filter?.isOutdated = true
    state.lastSearch = text
  }

  /// Makes the requested search; called when no more keys are waiting.
  package func settle() {
    guard let old = state.filter, old.isOutdated else { return }
    let item = old.current?.id ?? state.selected
    state.filter?.fileState = view.fileState
    state.filter?.problem = nil
    do {
      if old.isAgenda {
        let (tasks, today) = (try tasksOfAgenda(), today())
        state.filter?.take(tasks, today: today)
      } else {
        let filter = try ItemFilter(parsing: old.text, today: today())
        let (found, hidesDone) = (try outline.find(FindQuery(filter, limit: Filter.limit), as: user), state.hidesDone)
        let pattern = try TextPattern(highlighting: filter)
        state.filter?.take(found, hidesDone: hidesDone, pattern: pattern)
      }
    } catch {
      state.filter?.isOutdated = false
      state.filter?.problem = texts.trouble(error)
      state.message = texts.trouble(error)
    }
    let hits = state.filter?.hits ?? []
    // A search selects only hits; the cursor is on a header only if the user put it there.
    let wasHit = old.lines.isEmpty || old.hits.contains(old.port.cursor)
    let known = state.filter?.lines.firstIndex { $0.id == item }.flatMap { wasHit && !hits.contains($0) ? nil : $0 }
    let index = known ?? hits.first { $0 >= old.port.cursor } ?? hits.last ?? 0
    state.filter?.port.cursor = index
    state.filter?.foundCursor = old.port.cursor == old.foundCursor ? index : nil
    if !isTypingFilter { dropHiddenMarks() }
    keepInSight()
  }

  /// Whether a filter is being typed, so that the hits may still change.
  private var isTypingFilter: Bool {
    if case .input(let input) = state.mode, case .filter = input.purpose { true } else { false }
  }

  /// Shows the whole list again, with the cursor where it was before, unless it was moved to a hit.
  func leaveFilterUnused() {
    if let filter = state.filter, filter.port.cursor == filter.foundCursor { state.filter = nil }
    leaveFilter()
    dropHiddenMarks()
  }

  /// Shows the whole list again, with the cursor on the hit, or on the header that hides it.
  ///
  /// - Parameter editsAtCursor: Whether an edit follows that is about the hit alone: what hides the hit is then expanded.
  /// - Returns: Whether the cursor is still on the same line, and all marked lines are shown or do not matter.
  @discardableResult
  func leaveFilter(toEditAtCursor editsAtCursor: Bool = false) -> Bool {
    guard let filter = state.filter else { return true }
    state.filter = nil
    var isSelected = filter.current.map { selectShown($0.id, "\"\($0.text.prefix(40))\"") } ?? true
    if !isSelected, editsAtCursor, let item = filter.current?.id { isSelected = reveal(item) }
    let showsMarks = dropHiddenMarks()
    return isSelected && (showsMarks || editsAtCursor)
  }

  /// Expands the sections and rows that hide an item, and puts the cursor on it; returns whether that worked.
  private func reveal(_ item: ItemID) -> Bool {
    for _ in 0..<OutlineLimits.levels.upperBound * 2 where state.selected != item {
      guard let line = (try? view.line(showing: item)) ?? nil else { break }
      load(around: line)
      guard let holder = live.line(line)?.id, fold([holder], .expand) else { break }
      select(item)
    }
    if state.selected == item { state.message = nil }
    return state.selected == item
  }

  /// Puts the cursor on an item, or on the line that hides it; the status line then says so.
  ///
  /// - Returns: Whether the cursor is on the item itself.
  @discardableResult
  func selectShown(_ item: ItemID, _ name: String) -> Bool {
    select(item)
    if state.selected == item { return true }
    state.message = "\(name) is in this section, which is collapsed; right expands it."
    return false
  }

  /// Goes to the next hit, or to the previous one; without a filter, makes the last search again.
  func nextHit(by step: Int) {
    if state.filter == nil {
      if state.lastSearch.isEmpty {
        state.message = "There is no search yet: / begins one."
        return
      }
      let item = state.selected
      search(for: state.lastSearch)
      settle()
      if state.filter?.hits.isEmpty ?? true {
        let nothing = state.filter?.doneCount == 0 ? "No hit for" : "H hides every hit for"
        state.filter = nil
        state.message = "\(nothing) \(state.lastSearch)."
      } else if let index = state.filter?.lines.firstIndex(where: { $0.id == item }) {
        state.filter?.port.cursor = index
      }
    }
    settle()
    guard let filter = state.filter, !filter.hits.isEmpty else { return }
    let next =
      step > 0
      ? filter.hits.first { $0 > filter.port.cursor } ?? filter.hits.first
      : filter.hits.last { $0 < filter.port.cursor } ?? filter.hits.last
    if let next { state.filter?.port.cursor = next }
  }
}
