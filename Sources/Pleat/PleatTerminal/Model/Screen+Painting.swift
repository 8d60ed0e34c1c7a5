import ListChanges
import OutlineCore
import OutlineRepository
import TerminalText

extension Screen {
  /// The number of screen lines that a text being typed takes below the selected line.
  var inputRows: Int {
    guard case .input(let input) = state.mode, let place = input.place else { return 0 }
    let rows = layout.rows(input.line, in: place).rows.count
    if input.replaces(current?.id) { return max(0, min(rows, listRows) - self.rows(of: port.cursor).count) }
    return min(rows, listRows - 1)
  }

  /// Draws the whole screen.
  package func paint() -> Frame {
    switch state.mode {
    case .pane(let pane): return frame(of: pane)
    case .picker(let picker): return frame(of: picker)
    case .list, .input, .question: break
    }
    var frame = listFrame()
    frame.rows = Array(frame.rows.prefix(listRows))
    frame.sources = Array(frame.sources.prefix(listRows))
    while frame.rows.count < listRows { frame.rows.append([]) }
    return withStatus(frame)
  }

  private func listFrame() -> Frame {
    var frame = Frame()
    for index in port.top..<max(lines.upperBound, port.top) {
      if frame.rows.count >= listRows { break }
      let input: Input? = if case .input(let input) = state.mode, index == port.cursor { input } else { nil }
      if let input, let place = input.place {
        if !input.isAbove {
          frame.rows +=
            input.replaces(line(index)?.id)
            ? (index == port.top ? [] : rows(above: index))[...] : plainRows(of: index)
        }
        add(input, place, to: &frame)
        if input.isAbove { frame.rows += plainRows(of: index) }
      } else {
        frame.rows += plainRows(of: index)
      }
      addSources(of: index, to: &frame)
    }
    if lines.isEmpty || isHidden(port.cursor) { addEmpty(to: &frame) }
    return frame
  }

  /// Records which line of the list the last added screen lines show.
  private func addSources(of index: Int, to frame: inout Frame) {
    guard let item = line(index)?.id else { return }
    let first = (index == port.top ? port.skip : 0) - rows(above: index).count
    for row in 0..<(frame.rows.count - frame.sources.count) {
      frame.sources.append(Frame.Source(item: item, row: first + row))
    }
  }

  private func addEmpty(to frame: inout Frame) {
    if case .input(let input) = state.mode, let place = input.place { return add(input, place, to: &frame) }
    let text = state.filter?.nothing ?? (lines.isEmpty ? emptyText : "Everything is done; H shows it.")
    frame.rows += wrapped(" " + text).map { $0.map { row in row.map { Span($0.text, .dim) } } } ?? []
  }

  private var emptyText: String {
    let next = "a adds a row, A a section."
    return awaitsFile
      ? "There is no outline at \(texts.escaped(path)) yet; your first row or section makes it. \(next)"
      : "Nothing here yet. \(next)"
  }

  /// Returns the screen lines of one line; the selected one is reversed.
  private func plainRows(of index: Int) -> ArraySlice<[Span]> {
    var rows = rows(of: index)
    if index == port.cursor {
      for row in rows.indices.dropFirst(self.rows(above: index).count) { rows[row] = bar(.reversed, rows[row]) }
    }
    return index == port.top ? rows.dropFirst(port.skip) : rows[...]
  }

  /// Adds a text being typed; if it does not fit, the part with the cursor is shown.
  private func add(_ input: Input, _ place: Input.Place, to frame: inout Frame) {
    let (rows, cursor) = layout.rows(input.line, in: place)
    let room = max(listRows - frame.rows.count, 1)
    let skip = max(0, min(cursor.row - room + 1, rows.count - room))
    frame.cursor = Frame.Position(row: min(frame.rows.count + cursor.row - skip, listRows - 1), column: cursor.column)
    frame.rows += rows[skip...].prefix(room)
  }

  /// Cuts a frame to the size of the terminal.
  func clipped(_ frame: Frame) -> Frame {
    var frame = frame
    frame.rows = frame.rows.prefix(state.size.rows).map { row in
      var room = state.size.columns
      return row.compactMap { span in
        if span.width <= room {
          room -= span.width
          return span.text.isEmpty ? nil : span
        }
        var text = ""
        for character in span.text {
          let width = CharacterWidth.of(character)
          if width > room { break }
          text.append(character)
          room -= width
        }
        room = 0
        return text.isEmpty ? nil : Span(text, span.style, link: span.link)
      }
    }
    if let cursor = frame.cursor {
      frame.cursor = Frame.Position(
        row: min(cursor.row, state.size.rows - 1), column: min(cursor.column, state.size.columns - 1))
    }
    return frame
  }
}

// The status lines at the bottom of the screen.
extension Screen {
  /// The status lines, and the column of the cursor if it is in the last of them.
  ///
  /// There are at most 6, and at most a third of the screen, except for a question.
  var status: (rows: [[Span]], column: Int?) {
    switch state.mode {
    case .list: (wrapped(state.message ?? state.trouble) ?? [usefulKeys], nil)
    case .question(let question): (wrapped(question.text, limit: max(state.size.rows - 2, 1)) ?? [], nil)
    case .pane: ([keys([("up, down", "more"), ("q", "back")])], nil)
    case .picker(let picker): prompt(picker.prompt, picker.input, picker.hint)
    case .input(let input):
      if let label = input.prompt {
        prompt(label, input.line, understood(input) + input.hint)
      } else {
        ((wrapped(state.message ?? state.trouble) ?? []) + (wrapped(input.hint) ?? []), nil)
      }
    }
  }

  /// Breaks a text into lines; returns nil without a text.
  private func wrapped(_ text: String?, limit: Int? = nil) -> [[Span]]? {
    guard let text else { return nil }
    let limit = limit ?? max(min(state.size.rows / 3, 6), 1)
    var wrapping = Wrapping(width: state.size.columns, indent: 0, limit: limit, prefix: [])
    wrapping.add(layout.shown(text))
    return wrapping.finish()
  }

  /// Returns a label and the text being typed after it, below a message or a hint.
  private func prompt(_ label: String, _ input: LineInput, _ hint: String) -> (rows: [[Span]], column: Int?) {
    let label = label + " "
    let before = layout.shown(String(input.characters.prefix(input.cursor)))
    let start = Self.end(of: before, fitting: max(state.size.columns - CharacterWidth.of(label) - 1, 1))
    let after = layout.shown(String(input.characters.dropFirst(input.cursor)))
    let text = Span(start + after, input.isSelected ? .reversed : [])
    return ((wrapped(state.message ?? hint) ?? []) + [[Span(label), text]], CharacterWidth.of(label + start))
  }

  /// Returns the longest end of a text that fits into this many columns.
  private static func end(of text: String, fitting columns: Int) -> Substring {
    var rest = text[...]
    while CharacterWidth.of(rest) > columns { rest = rest.dropFirst() }
    return rest
  }

  /// The status line without a message: the keys that matter most where the cursor is.
  private var usefulKeys: [Span] { keys(Self.usefulKeys(state, current)) }

  /// What `x` does with lines.
  private static func tick(_ lines: [ShownLine]) -> String {
    if lines.contains(where: { $0.isDone == nil }) { return lines.count == 1 ? "make a task" : "make tasks" }
    return lines.contains { $0.isDone == false } ? "done" : "reopen"
  }

  /// Returns keys and what they do, as far as there is room; the last ones, which lead to all others and out, stay.
  private func keys(_ all: [(key: String, name: String)]) -> [Span] {
    var keys = all
    func width() -> Int { keys.reduce(-2) { $0 + CharacterWidth.of("\($1.key) \($1.name)") + 2 } }
    let kept = all.last?.key == "escape" ? 1 : 2
    while keys.count > 1, width() > state.size.columns { keys.remove(at: max(keys.count - 1 - kept, 0)) }
    return Array(keys.map { [Span($0.key, .accent), Span(" \($0.name)", .dim)] }.joined(separator: [Span("  ")]))
  }

  private static func usefulKeys(_ state: ScreenState, _ line: ShownLine?) -> [(key: String, name: String)] {
    let last = [(key: "?", name: "keys"), (key: "q", name: "leave")]
    if !state.marks.isEmpty {
      return [("x", tick(state.marks.all)), ("d", "delete"), ("m", "move"), ("tab", "indent"), ("escape", "unmark")]
    }
    if let filter = state.filter {
      let done = line.map { $0.isDone == nil ? [] : [(key: "x", name: tick([$0]))] } ?? []
      let keys =
        filter.isAgenda
        ? [("w", "day"), ("e", "edit"), ("enter", "go there"), (key: "escape", name: "whole list")]
        : [("e", "edit"), ("n", "next"), ("N", "previous"), ("enter", "go there"), ("escape", "leave the filter")]
      return done + keys
    }
    let back = state.hoists.isEmpty ? [] : [(key: "backspace", name: "whole list")]
    guard let line else { return back + [("a", "add a row"), ("A", "a section")] + last }
    switch line.marker {
    case .open, .collapsed, .openRow, .collapsedRow:
      let fold = [.open, .openRow].contains(line.marker) ? "collapse" : "expand"
      let box = line.marker.isRow ? [("x", tick([line]))] : []
      return back + [("space", fold)] + box + [("a", "add a row"), ("A", "a section"), ("e", "edit")] + last
    case .empty: return back + [("a", "add a row"), ("A", "a section"), ("e", "edit"), ("d", "delete")] + last
    case .row:
      let note = line.note.isEmpty ? [] : [(key: "I", name: "all of it")]
      return back + [("x", tick([line]))] + note + [("e", "edit"), ("w", "day"), ("a", "add"), ("d", "delete")] + last
    }
  }

  /// The head line: the outline, the user, and what the list is limited to; on the right, the open and late tasks, and where
  /// the cursor is.
  private var head: [Span] {
    let name = layout.shown(Self.name(ofFile: path))
    var start = [Span(" \(name)", .bold)]
    if let filter = state.filter {
      let count = filter.hits.count
      let hits = (count == 1 ? "1 hit" : "\(count)\(filter.isCut ? " or more" : "") hits")
      let name = filter.isAgenda ? "this week" : "/\(layout.shown(filter.text))"
      start += [Span("  \(name)", .accent), Span("  \(filter.isAgenda ? "\(count) due" : hits)")]
    } else if let section = state.hoists.last, let index = view.index(ofSection: section),
      let header = view.header(ofSection: index)
    {
      start += [Span("  only ", .dim), Span(layout.shown(header.section.title), .accent)]
    } else {
      start.append(Span("  \(layout.shown(user))", .dim))
    }
    let hidden = state.filter?.doneCount ?? state.done.count
    let tally = state.hoists.isEmpty ? state.tally : nil  // it counts the whole outline
    let (first, cursor) = (state.bounds.lowerBound, state.livePort.cursor)
    let shown = state.done.countOfOthers(in: state.bounds)
    let place =
      state.filter == nil && shown > 0 && cursor >= first
      ? "\(state.done.countOfOthers(in: first..<(cursor + 1)))/\(shown)" : ""
    let ends: [[Span]] = [
      state.marks.isEmpty ? [] : [Span("\(state.marks.count) marked", .accent)],
      hidden == 0 ? [] : [Span("\(hidden) hidden (H)", .dim)],
      tally.map { [Span("\($0.open) open", .dim)] } ?? [],
      tally.flatMap { $0.late == 0 ? nil : [Span("\($0.late) late", .late)] } ?? [],
      place.isEmpty ? [] : [Span(place, .dim)],
    ].filter { !$0.isEmpty }
    var fitting = ends
    let used = start.reduce(0) { $0 + $1.width }
    while !fitting.isEmpty {
      let end = Array(fitting.joined(separator: [Span("  ")])) + [Span(" ")]
      if used + end.reduce(2, { $0 + $1.width }) <= state.size.columns { return bar(.bar, start, end) }
      fitting.removeLast()
    }
    return bar(.bar, start)
  }

  /// Returns a screen line as a bar from edge to edge.
  func bar(_ style: SpanStyle, _ start: [Span], _ end: [Span] = []) -> [Span] {
    LineLayout.row(start, end, width: state.size.columns).map { Span($0.text, $0.style.union(style), link: $0.link) }
  }

  /// Returns the name of the outline in a file: that of the file without its ending.
  private static func name(ofFile path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.hasSuffix(".db") && name.count > 3 ? String(name.dropLast(3)) : name
  }

  /// Adds the head line above a frame, and the status lines below it.
  func withStatus(_ frame: Frame) -> Frame {
    if state.size.rows < 2 { return clipped(frame) }
    var frame = frame
    let (status, column) = status
    let rows = status.suffix(state.size.rows - 1 - headRows)
    frame.headRows = headRows
    frame.rows = Array(repeating: head, count: headRows) + frame.rows + rows
    frame.cursor?.row += headRows
    frame.statusRows = rows.count
    if let column { frame.cursor = Frame.Position(row: frame.rows.count - 1, column: column) }
    return clipped(frame)
  }
}
