import OutlineCore
import OutlineRepository

/// What a search leaves of the list: the hits, collapsed or not, below the headers that enclose them.
struct Filter {
  /// How many hits are shown at most.
  static let limit = 2_000

  var text: String
  var port = Viewport()
  /// The lines that are shown.
  private(set) var lines: [ShownLine] = []
  /// Which of the lines are hits.
  private(set) var hits: [Int] = []
  /// Whether there may be more hits than are shown.
  private(set) var isCut = false
  /// The state of the file that was searched.
  var fileState: OutlineView.FileState?
  /// Whether the words or the outline have changed since the search.
  var isOutdated = true

  init(_ text: String) { self.text = text }

  /// Takes over what a search found.
  mutating func take(_ found: [Hit]) {
    lines = []
    hits = []
    isCut = found.count >= Self.limit
    isOutdated = false
    var open: [SectionID] = []
    for hit in found {
      let isSection = if case .section = hit.id { true } else { false }
      let enclosing = isSection ? Array(hit.sections.dropLast()) : hit.sections
      let known = zip(open, hit.sections).prefix { $0 == $1 }.count
      for index in min(known, enclosing.count)..<enclosing.count {
        lines.append(ShownLine(enclosing[index], title: hit.path[index], level: index + 1))
      }
      open = hit.sections
      hits.append(lines.count)
      lines.append(ShownLine(hit))
    }
  }
}

extension Screen {
  func beginFilter() {
    mode = .input(Input(purpose: .filter, line: LineInput(filter?.text ?? "")))
    if filter == nil { filter = Filter("") }
  }

  /// Looks for words as soon as there is nothing else to do.
  func search(for text: String) {
    if filter == nil { filter = Filter(text) }
    filter?.text = text
    filter?.isOutdated = true
    lastSearch = text
  }

  /// Does what waited until no more keys were there: a search.
  package func settle() {
    guard let old = filter, old.isOutdated else { return }
    let item = old.lines.indices.contains(old.port.cursor) ? old.lines[old.port.cursor].id : selected
    let words = old.text.split(separator: " ").map(String.init)
    filter?.fileState = view.fileState
    do {
      filter?.take(words.isEmpty ? [] : try outline.find(FindQuery(words, limit: Filter.limit), as: user))
    } catch {
      filter?.isOutdated = false
      message = texts.trouble(error)
    }
    let hits = filter?.hits ?? []
    // A header is selected only by somebody who went there; a search by itself selects hits.
    let wasHit = old.lines.isEmpty || old.hits.contains(old.port.cursor)
    let known = filter?.lines.firstIndex { $0.id == item }.flatMap { wasHit && !hits.contains($0) ? nil : $0 }
    let index = known ?? hits.first { $0 >= old.port.cursor } ?? hits.last ?? 0
    filter?.port.cursor = index
    keepInSight()
  }

  /// Shows the whole list again, with the cursor on the hit, or on the header that hides it.
  ///
  /// - Returns: Whether the cursor is still on what it was on.
  @discardableResult
  func leaveFilter() -> Bool {
    guard let filter else { return true }
    self.filter = nil
    guard filter.lines.indices.contains(filter.port.cursor) else { return true }
    let line = filter.lines[filter.port.cursor]
    select(line.id)
    if selected == line.id { return true }
    message = "\"\(line.text.prefix(40))\" is in this section, which is collapsed; right expands it."
    return false
  }

  func nextHit(by step: Int) {
    if filter == nil {
      if lastSearch.isEmpty {
        message = "Nothing was searched for yet: / begins."
        return
      }
      let item = selected
      search(for: lastSearch)
      settle()
      if filter?.hits.isEmpty ?? true {
        filter = nil
        message = "No hit for \(lastSearch)."
      } else if let index = filter?.lines.firstIndex(where: { $0.id == item }) {
        filter?.port.cursor = index
      }
    }
    settle()
    guard let filter, !filter.hits.isEmpty else { return }
    let next =
      step > 0
      ? filter.hits.first { $0 > filter.port.cursor } ?? filter.hits.first
      : filter.hits.last { $0 < filter.port.cursor } ?? filter.hits.last
    if let next { self.filter?.port.cursor = next }
  }
}
