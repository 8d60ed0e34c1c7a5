import ListChanges
import OutlineCore
import OutlineRepository

extension Screen {
  func moveUp() { moveCurrent(by: -1) }

  func moveDown() { moveCurrent(by: 1) }

  private func moveCurrent(by step: Int) {
    guard let line = current, let position = view.shape.position(ofLine: state.livePort.cursor) else { return }
    let target =
      switch position {
      case .row(let path): rowTarget(path, by: step)
      case .header(let section): sectionTarget(section, by: step)
      }
    guard let target else {
      state.message = step < 0 ? "There is nothing above to move to." : "There is nothing below to move to."
      return
    }
    let stays = if case .inside = target.anchor { false } else { true }  // within what it is in
    let way = "moved \([line].title) \(step < 0 ? "up" : "down")"
    perform(
      .move(Address(line.id), to: target), done: .moved, words: words("move", [line]),
      saying: stays ? { _ in way } : nil)
  }

  /// Returns the placement next to the closest row with the same parent; at either end of a section, a place in the
  /// section before or after it, if that is expanded.
  private func rowTarget(_ path: RowPath, by step: Int) -> Placement? {
    guard let row = (try? view.row(at: path)) ?? nil else { return nil }
    let next = self.row(from: row.line + step, by: step, in: path.section) {
      $0.level < row.level || $0.level == row.level && !isHidden($0.line)
    }
    if let next, next.level == row.level { return step < 0 ? .before(.row(next.id)) : .after(.row(next.id)) }
    guard row.level == 1, let header = view.header(ofSection: path.section + step), !header.isCollapsed,
      state.bounds.contains(header.line)
    else { return nil }
    return .inside(.section(header.section.id), step < 0 ? .last : .first)
  }

  /// Returns the placement next to the closest section with the same parent.
  private func sectionTarget(_ section: Int, by step: Int) -> Placement? {
    guard let level = view.header(ofSection: section)?.section.level else { return nil }
    var index = section + step
    while let header = view.header(ofSection: index), header.section.level >= level,
      state.bounds.contains(header.line)
    {
      if header.section.level == level {
        let address = Address.section(header.section.id)
        return step < 0 ? .before(address) : .after(address)
      }
      index += step
    }
    return nil
  }
}

// Parents and neighbours of lines.
extension Screen {
  /// Returns the line of the parent row or header; nil for an outermost section.
  func line(around position: ListPosition) -> Int? {
    switch position {
    case .header(let section): view.index(enclosingSection: section).flatMap(view.shape.headerLine)
    case .row(let path): parent(of: path)?.line ?? view.shape.headerLine(ofSection: path.section)
    }
  }

  private func parent(of path: RowPath) -> RowLine? {
    guard let row = (try? view.row(at: path)) ?? nil, row.level > 1 else { return nil }
    return self.row(from: row.line - 1, by: -1, in: path.section) { $0.level < row.level }
  }

  /// Returns the first row after this one in the same section that is not below it; nil if there is none.
  func rowAfterSubtree(of path: RowPath) -> RowLine? {
    guard let row = (try? view.row(at: path)) ?? nil else { return nil }
    return self.row(from: row.line + 1, by: 1, in: path.section) { $0.level <= row.level }
  }

  /// Returns the nearest row of a section that satisfies a condition, in one direction from a line; nil if there is
  /// none.
  private func row(from line: Int, by step: Int, in section: Int, where fits: (RowLine) -> Bool) -> RowLine? {
    guard let header = view.shape.headerLine(ofSection: section) else { return nil }
    let all = (header + 1)..<(header + 1 + (view.numberOfRows(inSection: section) ?? 0))
    var next = line
    while all.contains(next) {
      let start = step > 0 ? next : next + 1 - Self.rowsAtOnce
      let part = (start..<(start + Self.rowsAtOnce)).clamped(to: all)
      let lines = (try? view.lines(in: part)) ?? []
      for case .row(let row) in step > 0 ? lines : lines.reversed() where fits(row) { return row }
      next = step > 0 ? part.upperBound : part.lowerBound - 1
    }
    return nil
  }

  /// How many rows to read at once when searching for one.
  private static let rowsAtOnce = 200
}

/// The items that were copied on the screen.
enum Clipboard {
  /// A row with the rows below it.
  case rows([RowDraft])
  /// A section with everything below it.
  case sections([SectionDraft])

  init(_ address: Address, from outline: Outline, as user: String) throws {
    if case .row = address {
      let lines = try outline.lines(for: user, ListQuery(addresses: [address], ignoresFolds: true))
      let rows = lines.compactMap { line in if case .row(let row) = line { row.content } else { nil } }
      self = .rows(rows.map { $0.lifted(by: rows[0].level - 1) })
      return
    }
    var drafts: [SectionDraft] = []
    try outline.export([address], as: user, begin: { _ in }) { drafts.add($0) }
    self = .sections(drafts)
  }
}

extension Clipboard {
  /// The items as lines of text, for other programs.
  fileprivate var text: String {
    func lines(_ rows: [RowDraft], _ indent: Int) -> [String] {
      rows.map { String(repeating: "  ", count: $0.level - 1 + indent) + $0.text }
    }
    switch self {
    case .rows(let rows): return lines(rows, 0).joined(separator: "\n")
    case .sections(let drafts):
      let outermost = drafts.map(\.level).min() ?? 1
      return drafts.flatMap { draft in
        let indent = draft.level - outermost
        return [String(repeating: "  ", count: indent) + draft.title] + lines(draft.rows, indent + 1)
      }.joined(separator: "\n")
    }
  }
}

extension Screen {
  func copy() {
    guard let line = current else { return }
    do {
      let clipboard = try Clipboard(Address(line.id), from: outline, as: user)
      state.clipboard = clipboard
      state.request = .clipboard(clipboard.text)
      state.message = "copied \"\(line.text.prefix(60))\""
    } catch {
      state.message = texts.failure(error)
    }
  }

  private func paste(_ rows: [RowDraft]) {
    let result = add(rows, to: rowPlacement, words: "paste")
    if case .success(let answer) = result, let first = answer.items.first { select(first) }
  }

  func paste() {
    switch state.clipboard {
    case .rows(let rows)?: paste(rows)
    case .sections(let drafts)?: add(drafts, to: sectionPlacement, words: "paste a section")
    case nil: state.message = "Nothing was copied yet: y copies."
    }
  }
}

extension RowDraft {
  fileprivate func lifted(by levels: Int) -> RowDraft {
    var row = self
    row.level -= levels
    return row
  }
}

/// The items made from a pasted text: rows, followed by sections.
struct PastedItems {
  var rows: [RowDraft]
  var sections: [SectionDraft] = []

  /// Makes a row of each line that is not blank.
  ///
  /// - Parameters:
  ///   - isDone: The check box of lines that have none of their own.
  ///   - today: The user's current day.
  init(linesOf text: String, isDone: Bool?, today: Day) {
    rows = text.split(separator: "\n").filter { !String($0).isBlank }.map {
      RowDraft(typed: String($0), isDone: isDone, today: today)
    }
  }

  /// Takes the items of a document; its lines before the first section are rows.
  ///
  /// - Parameter today: The user's current day: a day or a rule at the end of a text counts as it does in a typed one.
  init(_ pieces: [OutlinePiece], today: Day) {
    for piece in pieces { sections.add(piece) }
    for index in sections.indices {
      let task = sections[index].content
      (sections[index].content.title, sections[index].content.isDone, sections[index].content.schedule) =
        Self.dated(task.title, task.isDone, task.schedule, today)
      for row in sections[index].rows.indices {
        let task = sections[index].rows[row]
        (sections[index].rows[row].text, sections[index].rows[row].isDone, sections[index].rows[row].schedule) =
          Self.dated(task.text, task.isDone, task.schedule, today)
      }
    }
    rows = sections.first.map { $0.content.representsDocument ? $0.rows : [] } ?? []
    if !rows.isEmpty { sections.removeFirst() }
  }

  /// Returns an item with the day and the rule at the end of its text, which make it a task.
  private static func dated(
    _ text: String, _ isDone: Bool?, _ schedule: Schedule, _ today: Day
  ) -> (text: String, isDone: Bool?, schedule: Schedule) {
    let dated = DatedText(reading: text, today: today)
    guard schedule == .none, let patch = dated.schedule(today: today) else { return (text, isDone, schedule) }
    return (dated.text, isDone ?? (patch.makesTask ? false : nil), Schedule.none.changed(by: patch))
  }

  /// Whether a text has a line that Markdown reads as a heading or as an item of a list.
  static func looksLikeMarkdown(_ text: String) -> Bool { text.split(separator: "\n").contains(where: isItem) }

  /// Whether Markdown reads a line as a heading or as the beginning of an item of a list.
  private static func isItem(_ line: Substring) -> Bool {
    let line = line.drop { $0 == " " || $0 == "\t" }
    let marker = line.prefix { $0 != " " && $0 != "\t" }
    if marker.endIndex == line.endIndex || marker.isEmpty { return false }
    if ["-", "*", "+"].contains(String(marker)) || marker.count <= 6 && marker.allSatisfy({ $0 == "#" }) {
      return true
    }
    let digits = marker.dropLast()
    return !digits.isEmpty && digits.count <= 9 && digits.allSatisfy(\.isASCII) && digits.allSatisfy(\.isNumber)
      && (marker.last == "." || marker.last == ")")
  }

  /// Returns a text with a blank line before each plain line that follows an item of a list without one.
  ///
  /// Markdown would join such a line with the text of the item; in a list that somebody pastes it is one of its own.
  static func withPlainLinesApart(_ text: String) -> String {
    if text.contains(utf8: "```") || text.contains(utf8: "~~~") { return text }
    var lines: [Substring] = []
    var followsItem = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isPlain = line.first.map { !" \t>|<=".contains($0) } == true && !isItem(line)
      if followsItem, isPlain { lines.append("") }
      lines.append(line)
      followsItem = isPlain && followsItem || !isPlain && isItem(line)
    }
    return lines.joined(separator: "\n")
  }
}

extension Screen {
  /// Adds the lines of a text as items below the cursor; Markdown keeps its levels.
  func paste(lines text: String) {
    leaveFilter()
    add(pasted: text, to: rowPlacement)
  }

  /// Adds the lines of a text as items.
  ///
  /// - Parameters:
  ///   - placement: The placement of rows; sections go into the section under the cursor.
  ///   - isDone: The check box of lines that have none of their own, unless the text is Markdown.
  @discardableResult
  func add(pasted text: String, to placement: Placement, isDone: Bool? = nil) -> Result<Answer, EditRefusal> {
    let text = LineInput.withUnixLines(text)
    let items: PastedItems
    do {
      let isDocument = readMarkdown != nil && PastedItems.looksLikeMarkdown(text)
      items =
        try isDocument
        ? PastedItems(readMarkdown?(PastedItems.withPlainLinesApart(text)) ?? [], today: today())
        : PastedItems(linesOf: text, isDone: isDone, today: today())
    } catch {
      state.message = texts.failure(error)
      return .failure(.other)
    }
    let (rows, sections) = (items.rows, items.sections)
    if rows.isEmpty, sections.isEmpty { return .failure(.other) }
    let count = rows.count + sections.reduce(0) { $0 + 1 + $1.rows.count }
    let words = "paste \(count) items"
    if sections.isEmpty { return add(rows, to: placement, words: words) }
    if rows.isEmpty, sections.count == count { return add(sections, to: nestedPlacement, words: words) }
    let first = rows.isEmpty ? [] : [BatchEdit(.addRows(rows, to: placement))]
    return perform(
      first + [BatchEdit(.addSections(sections, to: nestedPlacement))], adding: count, words: words)
  }
}
