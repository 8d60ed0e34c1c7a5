import OutlineCore
import OutlineRepository
import TerminalText

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
