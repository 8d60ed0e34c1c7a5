import ListChanges
import OutlineCore

// What the terminal shows.
extension Screen {
  /// How many lines the text that is being typed takes below the selected line.
  var inputRows: Int {
    guard case .input(let input) = mode, let line = inputLine(input) else { return 0 }
    let rows = layout.rows(input.line, in: line).rows.count
    if case .row = input.purpose { return min(rows, listRows - 1) }
    return max(0, min(rows, listRows) - self.rows(of: port.cursor).count)
  }

  /// Draws everything.
  package func paint() -> Frame {
    switch mode {
    case .help(let top): return helpFrame(from: top)
    case .picker(let picker): return frame(of: picker)
    case .list, .input, .confirmation: break
    }
    load(around: port.top)
    var frame = listFrame()
    painted = Array(painted.prefix(listRows))
    frame.rows = Array(frame.rows.prefix(listRows))
    frame.sources = sources
    while frame.rows.count < size.rows - 1 { frame.rows.append([]) }
    if size.rows > 1 {
      let (status, column) = status
      frame.rows.append([Span(status)])
      if let column { frame.cursor = Frame.Position(row: size.rows - 1, column: column) }
    }
    return clipped(frame)
  }

  /// What the lines of the last frame show.
  private var sources: [Frame.Source?] {
    var row = port.skip
    return painted.enumerated().map { index, line in
      if index > 0 { row = painted[index - 1] == line ? row + 1 : 0 }
      return line.flatMap { self.line($0) }.map { Frame.Source(item: $0.id, row: row) }
    }
  }

  private func listFrame() -> Frame {
    var frame = Frame()
    painted = []
    for index in port.top..<max(lines.upperBound, port.top) {
      if frame.rows.count >= listRows { break }
      let input: Input? = if case .input(let input) = mode, index == port.cursor { input } else { nil }
      if let input, input.isInPlace, let line = inputLine(input) {
        if case .row = input.purpose { add(plainRows(of: index), of: index, to: &frame) }
        add(input, line, of: index, to: &frame)
      } else {
        add(plainRows(of: index), of: index, to: &frame)
      }
    }
    if lines.isEmpty { addEmpty(to: &frame) }
    return frame
  }

  private func addEmpty(to frame: inout Frame) {
    if case .input(let input) = mode, input.isInPlace, let line = inputLine(input) {
      return add(input, line, of: 0, to: &frame)
    }
    let text = filter == nil ? "Nothing here yet. a adds a row, A a section." : "No hit."
    frame.rows.append([Span(" " + text, .dim)])
  }

  /// The lines of the terminal for one line, the selected one reversed.
  private func plainRows(of index: Int) -> ArraySlice<[Span]> {
    let rows = rows(of: index)
    let shown = index == port.top ? rows.dropFirst(port.skip) : rows[...]
    guard index == port.cursor else { return shown }
    return ArraySlice(
      shown.map { row in
        let width = row.reduce(0) { $0 + $1.width }
        let rest = Span(String(repeating: " ", count: max(size.columns - width, 0)))
        return (row + [rest]).map { Span($0.text, $0.style.union(.reversed)) }
      })
  }

  private func add(_ rows: ArraySlice<[Span]>, of index: Int, to frame: inout Frame) {
    frame.rows += rows
    painted += Array(repeating: index, count: rows.count)
  }

  /// Adds a text that is being typed, of which the end with the cursor is shown if it does not fit.
  private func add(_ input: Input, _ line: ShownLine, of index: Int, to frame: inout Frame) {
    let (rows, cursor) = layout.rows(input.line, in: line)
    let room = max(listRows - frame.rows.count, 1)
    let skip = max(0, min(cursor.row - room + 1, rows.count - room))
    frame.cursor = Frame.Position(row: min(frame.rows.count + cursor.row - skip, listRows - 1), column: cursor.column)
    add(rows[skip...].prefix(room), of: index, to: &frame)
  }

  /// What the last line says, and where in it the cursor is, if it is there.
  private var status: (text: String, cursor: Int?) {
    if case .input(let input) = mode {
      if let prompt = input.prompt {
        let label = prompt + " "
        let before = layout.shown(String(input.line.characters.prefix(input.line.cursor)))
        let room = max(size.columns - CharacterWidth.of(label) - 1, 1)
        let start = Self.end(of: before, fitting: room)
        let after = layout.shown(String(input.line.characters.dropFirst(input.line.cursor)))
        let text = message ?? ""
        let tail = text.isEmpty ? "" : "   " + layout.shown(text)
        return (label + start + after + tail, min(CharacterWidth.of(label + start), size.columns - 1))
      }
      return (layout.shown(message ?? trouble ?? input.hint), nil)
    }
    if case .confirmation(let confirmation) = mode { return (layout.shown(confirmation.question), nil) }
    return (layout.shown(message ?? trouble ?? standingStatus), nil)
  }

  /// The end of a text that fits into some columns.
  private static func end(of text: String, fitting columns: Int) -> Substring {
    var rest = text[...]
    while CharacterWidth.of(rest) > columns { rest = rest.dropFirst() }
    return rest
  }

  /// What the last line says while there is nothing to say.
  private var standingStatus: String {
    if let filter {
      let count = filter.hits.count
      return "/\(filter.text)  \(count == 1 ? "1 hit" : "\(count)\(filter.isCut ? " or more" : "") hits")"
        + "  n N: next, previous  escape: leave the filter"
    }
    if let section = hoists.last, let index = view.index(ofSection: section), let header = view.header(ofSection: index)
    {
      return "only \(header.section.title)  backspace: back  ?: keys"
    }
    if bounds.isEmpty { return "?: keys  q: leave" }
    return "\(livePort.cursor + 1)/\(live.count)  ?: keys  q: leave"
  }

  /// Cuts what is wider than the terminal.
  func clipped(_ frame: Frame) -> Frame {
    var frame = frame
    frame.rows = frame.rows.prefix(size.rows).map { row in
      var room = size.columns
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
        row: min(cursor.row, size.rows - 1), column: min(cursor.column, size.columns - 1))
    }
    return frame
  }
}
