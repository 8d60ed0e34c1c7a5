import ListChanges
import OutlineCore
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
