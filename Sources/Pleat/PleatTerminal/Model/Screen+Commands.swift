import OutlineCore
import OutlineRepository
import TerminalText

/// A text that the user reads, and can only scroll.
struct Pane {
  let title: String
  let text: String
  /// The first screen line that is shown.
  var top = 0
}

// Commands of pleat that are typed on the screen, and texts that are too long for the status line.
extension Screen {
  func beginCommand() {
    if commandLine == nil {
      state.message = "There is no command line here."
    } else {
      state.mode = .input(Input(purpose: .command, line: LineInput()))
    }
  }

  /// Runs a typed command, and shows what it answers: one line in the status line, more in a pane.
  func run(command line: String) {
    guard let commandLine else { return }
    if line.isBlank { return }
    state.lastCommand = line
    let answer = commandLine.run(line)
    _ = catchUp(ownSteps: .max)
    if state.filter == nil { dropHiddenMarks() }
    show(answer, title: ":\(line)")
  }

  /// Completes a command, or shows how it can go on.
  func complete(_ input: Input) {
    var input = input
    let found = commandLine?.completions(input.line.text) ?? []
    if let first = found.first {
      let common = found.dropFirst().reduce(first) { String(zip($0, $1).prefix { $0 == $1 }.map(\.0)) }
      if common.count > input.line.text.count {
        input.line = LineInput(common + (found.count == 1 ? " " : ""))
      } else if found.count > 1 {
        let names = found.prefix(40).map {
          $0.dropFirst(common.lastIndex(of: " ").map { common.distance(from: common.startIndex, to: $0) + 1 } ?? 0)
        }
        state.message = names.joined(separator: "  ") + (found.count > 40 ? "  …" : "")
      }
    } else {
      state.message = "Nothing fits; -- and tab list options."
    }
    state.mode = .input(input)
  }

  /// Shows everything about the item under the cursor.
  func showDetails() {
    guard let line = current else { return }
    guard let commandLine else {
      state.message = "There is no command line here."
      return
    }
    show(commandLine.run("show \(line.id)"), title: [line].title)
  }

  /// Shows a text: one line in the status line, more in a pane.
  private func show(_ text: String, title: String) {
    let text = String(text.reversed().drop { $0.isNewline }.reversed())
    if text.contains(where: \.isNewline) {
      state.mode = .pane(Pane(title: title, text: text))
    } else {
      state.message = text.isEmpty ? "\(title) has nothing to show." : text
    }
  }

  /// Moves the marked lines, or the line under the cursor, to the archive.
  func archive() {
    let lines = targets()
    if lines.isEmpty { return }
    let (cursor, next) = (state.selected, lineAfter(lines))
    let result = performOnMarks {
      perform(.archive(lines.map { Address($0.id) }), done: .archived, words: words("archive", lines))
    }
    if result.isSuccess, state.filter == nil, let cursor, lines.contains(where: { $0.id == cursor }), let next {
      select(next)
    }
  }

  /// Returns the item of the next line, or else of the one before, that is not below the line under the cursor, nor one of these.
  private func lineAfter(_ lines: [ShownLine]) -> ItemID? {
    guard let line = current else { return nil }
    let ids = Set(lines.map(\.id))
    let below = (state.livePort.cursor + 1..<max(state.bounds.upperBound, state.livePort.cursor + 1)).lazy
    load(around: state.livePort.cursor)
    let next = below.prefix(Self.linesToTry).compactMap(live.line).first {
      $0.level <= line.level && !ids.contains($0.id)
    }
    let before = (state.bounds.lowerBound..<state.livePort.cursor).reversed().lazy.prefix(Self.linesToTry)
    return next?.id ?? before.compactMap(live.line).first { !ids.contains($0.id) }?.id
  }

  private static let linesToTry = 100

  /// Opens the link in the text or detail of the line under the cursor; asks which one if there are several.
  func openLink() {
    guard let line = current else { return }
    let links = [line.text, line.detail ?? ""].flatMap(Link.all)
    if links.isEmpty { state.message = "There is no link in \([line].title)." }
    if links.count == 1 { return open(link: links[0]) }
    if links.count > 1 {
      let choices = links.map { link in
        Picker.Choice(name: link, shown: link) { screen in
          screen.open(link: link)
          return true
        }
      }
      state.mode = .picker(
        Picker(
          title: "Open:", prompt: "Part of the link:", hint: "up, down: choose  enter: open it  escape: back",
          nothing: "No link has this in it.", choices: choices))
    }
  }

  private func open(link: String) {
    if let refusal = refusals.links { state.message = "\(refusal) \(link)" } else { state.request = .link(link) }
  }
}

// Panes.
extension Screen {
  /// The screen lines of a pane.
  private func rows(of pane: Pane) -> [[Span]] {
    pane.text.split(separator: "\n", omittingEmptySubsequences: false).prefix(2_000).flatMap { line in
      var wrapping = Wrapping(width: state.size.columns, indent: 0, limit: 50, prefix: [Span(" ")])
      wrapping.add(layout.shown(String(line)))
      return wrapping.finish()
    }
  }

  func frame(of pane: Pane) -> Frame {
    var frame = Frame()
    let (rows, room) = (rows(of: pane), max(listRows - 1, 0))
    frame.rows = [[Span(" " + layout.shown(pane.title), .bold)]]
    frame.rows += rows.dropFirst(min(pane.top, max(rows.count - room, 0))).prefix(room)
    while frame.rows.count < listRows { frame.rows.append([]) }
    return withStatus(frame)
  }

  func take(_ key: Key, in pane: Pane) {
    let last = max(rows(of: pane).count - max(listRows - 1, 0), 0)
    let top = min(pane.top, last)
    let show = { (top: Int) in
      var pane = pane
      pane.top = min(max(top, 0), last)
      self.state.mode = .pane(pane)
    }
    switch key {
    case .down, .character("j"): show(top + 1)
    case .up, .character("k"): show(top - 1)
    case .wheelDown: show(top + 3)
    case .wheelUp: show(top - 3)
    case .pageDown, .character(" "), .control("f"): show(top + listRows)
    case .pageUp, .control("b"): show(top - listRows)
    case .home, .character("g"): show(0)
    case .end, .character("G"): show(last)
    case .character("q"), .escape, .enter, .backspace, .left, .control("c"): state.mode = .list
    default: break  // a key that is pressed too late must not act on the list behind
    }
  }
}

/// Links in texts.
enum Link {
  /// Returns the links in a text: what begins with `http://`, `https://` or `mailto:`, without punctuation at its end.
  static func all(in text: String) -> [String] { ranges(in: text).map { String(text[$0]) } }

  static func ranges(in text: String) -> [Range<String.Index>] {
    let bytes = text.utf8
    var ranges: [Range<String.Index>] = []
    var next = text.startIndex
    while let colon = bytes[next...].firstIndex(of: UInt8(ascii: ":")) {
      next = bytes.index(after: colon)
      let known = schemes.first { name, rest in
        bytes[..<colon].reversed().starts(with: name.utf8.reversed()) && bytes[next...].starts(with: rest.utf8)
      }
      guard let (name, rest) = known else { continue }
      let start = bytes.index(colon, offsetBy: -name.utf8.count)
      guard start >= ranges.last?.upperBound ?? start,
        start == text.startIndex || { !$0.isLetter && !$0.isNumber }(text[text.index(before: start)])
      else { continue }
      let end = end(ofLinkFrom: start, in: text)
      if end > bytes.index(next, offsetBy: rest.utf8.count) { ranges.append(start..<end) }
    }
    return ranges
  }

  /// Returns where a link ends: at a blank or a bracket of HTML, before the punctuation of the sentence around it.
  private static func end(ofLinkFrom start: String.Index, in text: String) -> String.Index {
    var end = text[start...].firstIndex { $0.isWhitespace || "<>\"`".contains($0) } ?? text.endIndex
    let opens = text[start..<end].contains("(")
    while end > start, case let last = text[text.index(before: end)],
      ".,;:!?'*_]".contains(last) || last == ")" && !opens
    {
      end = text.index(before: end)
    }
    return end
  }

  private static let schemes = [(name: "https", rest: "//"), ("http", "//"), ("mailto", "")]
}
