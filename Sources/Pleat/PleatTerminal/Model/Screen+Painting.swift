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
    case .help(let top): return helpFrame(from: top)
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
        if !input.replaces(line(index)?.id) { frame.rows += plainRows(of: index) }
        add(input, place, to: &frame)
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
    let first = index == port.top ? port.skip : 0
    for row in 0..<(frame.rows.count - frame.sources.count) {
      frame.sources.append(Frame.Source(item: item, row: first + row))
    }
  }

  private func addEmpty(to frame: inout Frame) {
    if case .input(let input) = state.mode, let place = input.place { return add(input, place, to: &frame) }
    let empty = "Nothing here yet. a adds a row, A a section."
    let text = state.filter?.nothing ?? (lines.isEmpty ? empty : "Everything is done; H shows it.")
    frame.rows.append([Span(" " + text, .dim)])
  }

  /// Returns the screen lines of one line; the selected one is reversed.
  private func plainRows(of index: Int) -> ArraySlice<[Span]> {
    let rows = rows(of: index)
    let shown = index == port.top ? rows.dropFirst(port.skip) : rows[...]
    guard index == port.cursor else { return shown }
    return ArraySlice(
      shown.map { row in
        let width = row.reduce(0) { $0 + $1.width }
        let rest = Span(String(repeating: " ", count: max(state.size.columns - width, 0)))
        return (row + [rest]).map { Span($0.text, $0.style.union(.reversed)) }
      })
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
        return text.isEmpty ? nil : Span(text, span.style)
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
    case .list: (wrapped(state.message ?? state.trouble) ?? [[Span(standingStatus)]], nil)
    case .question(let question): (wrapped(question.text, limit: max(state.size.rows - 2, 1)) ?? [], nil)
    case .help: ([[Span(longest(["up, down: more  q: back", "q: back"]))]], nil)
    case .picker(let picker):
      prompt("Part of its title:", picker.input, "up, down: choose  enter: move it there  escape: leave it where it is")
    case .input(let input):
      if let label = input.prompt {
        prompt(label, input.line, understood(input) + input.hint)
      } else {
        (wrapped(state.message ?? state.trouble ?? input.hint) ?? [], nil)
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
    return ((wrapped(state.message ?? hint) ?? []) + [[Span(label + start + after)]], CharacterWidth.of(label + start))
  }

  /// Returns the longest end of a text that fits into this many columns.
  private static func end(of text: String, fitting columns: Int) -> Substring {
    var rest = text[...]
    while CharacterWidth.of(rest) > columns { rest = rest.dropFirst() }
    return rest
  }

  /// The status line without a message.
  private var standingStatus: String {
    if !state.marks.isEmpty {
      let marked = "\(state.marks.count) marked  "
      return longest([
        marked + "x: done  d: delete  m: move  tab: indent  escape: unmark", marked + "x d m tab  escape: unmark",
        marked,
      ])
    }
    if let filter = state.filter {
      let count = filter.hits.count
      let hits =
        (count == 1 ? "1 hit" : "\(count)\(filter.isCut ? " or more" : "") hits")
        + (filter.doneCount == 0 ? "" : "  H: \(filter.doneCount) hidden")
      return longest([
        "/\(layout.shown(filter.text))  \(hits)  n N: next, previous  escape: leave the filter",
        "\(hits)  n N: next, previous  escape: leave", "\(hits) escape: back", "escape: back",
      ])
    }
    let keys = (state.done.isEmpty ? "" : "H: \(state.done.count) hidden  ") + "?: keys  q: leave"
    if let section = state.hoists.last, let index = view.index(ofSection: section),
      let header = view.header(ofSection: index)
    {
      let title = layout.shown(header.section.title)
      return longest(["only \(title)  backspace: back  \(keys)", "only \(title)  backspace: back", "backspace: back"])
    }
    let position = state.bounds.isEmpty ? "" : "\(state.livePort.cursor + 1)/\(live.count)  "
    return longest([position + keys, position + "?: keys", keys])
  }

  /// Returns the first of these texts that fits on the screen, or else the last.
  private func longest(_ texts: [String]) -> String {
    texts.first { CharacterWidth.of($0) <= state.size.columns } ?? texts.last ?? ""
  }

  /// Adds the status lines below a frame.
  func withStatus(_ frame: Frame) -> Frame {
    if state.size.rows < 2 { return clipped(frame) }
    var frame = frame
    let (status, column) = status
    let rows = status.suffix(state.size.rows - 1)
    frame.rows += rows
    frame.statusRows = rows.count
    if let column { frame.cursor = Frame.Position(row: frame.rows.count - 1, column: column) }
    return clipped(frame)
  }
}
