import OutlineCore
import OutlineFormats
import OutlineRepository
import TerminalText
import TestPrograms
import Testing

@testable import PleatTerminal

extension ShownLine {
  /// Whether it is a collapsed row that hides something that is not done.
  fileprivate var hidesOpen: Bool {
    guard marker == .collapsedRow, let words = hidden?.split(separator: " ") else { return false }
    // Such as "3 hidden, 1 of 3 done".
    return words.count < 6 || words[0] != words[2]
  }
}

/// A screen on a file of its own, and another process that edits the file.
final class ScreenSession {
  let folder: ScratchFolder
  let path: String
  /// What the other process does, goes through this.
  let other: Outline
  let screen: Screen

  static var texts: ScreenTexts {
    ScreenTexts(
      receipt: { done, answer in
        guard let receipt = answer.receipt, answer.hasWritten else { return "nothing to do" }
        return "\(done.words) \(receipt.items.map { "\"\($0.name)\"" }.joined(separator: ", "))"
      },
      undone: { done, answer in
        guard case .stepped(let entries, _) = answer.outcome else { return "nothing \(done.words)" }
        return "\(done.words): \(entries.map(\.sentence).joined(separator: ", "))"
      },
      warning: { if case .failed(let path, _)? = $0.backup { "no backup \(path)." } else { nil } },
      failure: { "failed: \($0)" },
      trouble: {
        if case OutlineError.othersEdit(let entry, _) = $0 {
          "by \(entry.user ?? ""): \(entry.sentence)."
        } else {
          String("\($0)".prefix(12))
        }
      },
      escaped: { $0.map { $0 == "\n" ? "\\n" : $0 == "\u{1B}" ? "\\x1b" : String($0) }.joined() })
  }

  /// The day of everybody.
  static let today = Day(ofSecondsSince1970: 1_795_737_600)

  /// Groceries (apples, bread), below it Dairy (milk, butter, cheese), and Home (plants).
  static let sample = [
    SectionDraft(title: "Groceries", rows: [RowDraft("apples"), RowDraft("bread")]),
    SectionDraft(level: 2, title: "Dairy", rows: [RowDraft("milk"), RowDraft("butter"), RowDraft("cheese")]),
    SectionDraft(title: "Home", rows: [RowDraft("plants")]),
  ]

  init(_ drafts: [SectionDraft] = sample, columns: Int = 40, rows: Int = 12) throws {
    folder = try ScratchFolder()
    path = folder.path(of: "outline.db")
    other = try Outline(path)
    _ = try other.perform(.addSections(drafts, to: Placement()), as: "bob")
    screen = try Self.screen(path, columns: columns, rows: rows)
  }

  static func screen(
    _ path: String, as user: String = "ana", columns: Int = 40, rows: Int = 12, position: SavedPosition? = nil,
    item: ItemID? = nil, commandLine: ScreenCommandLine? = nil
  ) throws -> Screen {
    try Screen(
      path, as: user, wait: .milliseconds(50),
      opening: { try Outline(path, wait: .milliseconds(50)) },
      size: ScreenSize(columns: columns, rows: rows < 7 ? rows : rows + 1),
      texts: texts, signs: Signs(isUTF8: true), commandLine: commandLine, today: { Self.today },
      readMarkdown: { text in
        var pieces: [OutlinePiece] = []
        _ = try OutlineReader.read(ByteStream(Array(text.utf8)), as: .markdown, documentName: "Pasted") {
          pieces.append($0)
        }
        return pieces
      },
      position: position, at: item)
  }

  /// Presses keys; letters of a text one by one.
  func press(_ keys: Key...) {
    for key in keys {
      if case .click(let column, let row) = key {
        screen.take(.click(column: column, row: row &+ screen.headRows))
      } else {
        screen.take(key)
      }
    }
    screen.settle()
  }

  /// The frame without the head line.
  var painted: Frame {
    var frame = screen.paint()
    frame.rows.removeFirst(frame.headRows)
    frame.headRows = 0
    return frame
  }

  /// The head line; empty on a low screen.
  var head: String { screen.headRows == 0 ? "" : screen.paint().texts[0] }

  func type(_ text: String) {
    for character in text { screen.take(.character(character)) }
    screen.settle()
  }

  /// Lets the other process make an edit, and the screen notice it.
  func edit(_ edit: Edit, as user: String = "bob") throws {
    _ = try other.perform(edit, as: user)
    _ = screen.poll()
    screen.settle()
  }

  /// The lines of the list on the screen, without empty ones at the end, and a > before the selected one.
  ///
  /// Lines without a marker are shown without the two blanks in its place, so that expectations are easier to read.
  var list: [String] {
    let frame = painted
    let isOfOutline = if case .picker = screen.state.mode { false } else { true }
    let rows = zip(frame.rows, frame.texts).prefix(screen.listRows).map { row, text in
      let text = text.dropFirst()
      let indent = text.prefix { $0 == " " }
      let isMarked = text[indent.endIndex...].first.map("▾▸".contains) ?? true || !isOfOutline
      return (row.contains { $0.style.contains(.reversed) } ? ">" : "")
        + text.dropFirst(isMarked ? 0 : min(2, indent.count))
    }
    return Array(rows.reversed().drop(while: \.isEmpty).reversed())
  }

  /// The status line.
  var status: String { painted.texts.dropFirst(screen.listRows).joined(separator: " ") }

  /// What the file has, as the user sees it.
  func lines() throws -> [ShownLine] {
    var level = 1
    return try other.lines(for: "ana").map { line in
      switch line {
      case .header(let header):
        level = header.section.level
        return ShownLine(header)
      case .row(let row): return ShownLine(row, level: level)
      }
    }
  }

  /// What is wrong with the screen, beside a fresh paint of what the file has.
  func problems() throws -> [String] {
    guard case .list = screen.state.mode else { return [] }
    let frame = painted
    let lines = try lines()
    var problems: [String] = []
    func check(_ what: String, _ holds: Bool) { if !holds { problems.append(what) } }
    check("as many lines", screen.live.count == lines.count)
    let bounds = screen.state.bounds
    check("the bounds", bounds.upperBound <= lines.count && (!bounds.isEmpty || lines.isEmpty))
    let shown = screen.state.filter?.lines ?? lines
    if screen.lines.isEmpty { return problems }
    check("the cursor is in the list", screen.lines.contains(screen.port.cursor))
    check("the cursor is on the screen", isCursorOnScreen)
    if screen.state.filter == nil {
      check("the identity of the selection", screen.state.selected == lines[screen.port.cursor].id)
    } else if screen.state.filter?.isAgenda == true {
      let week = Self.today.adding(days: 6).map(DueDate.init)
      check("the agenda", try shown.map(\.id) == other.dueTasks(until: week).map(\.id))
    } else {
      let text = screen.state.lastSearch
      let filter = try text.allSatisfy(\.isWhitespace) ? nil : ItemFilter(parsing: text, today: Self.today)
      let hits = try filter.map { try other.find(FindQuery($0), as: "ana") } ?? []
      let shownHits = hits.filter { !screen.state.hidesDone || !$0.isDone }
      check("the hits", screen.state.filter?.hits.map { shown[$0].id } == shownHits.map(\.id))
    }
    let visible = Set(screen.lines.filter { !screen.isHidden($0) }.map { shown[$0].id.number })
    check("only shown lines are marked", screen.state.marks.all.allSatisfy { visible.contains($0.id.number) })
    let fresh = fresh(shown)
    check(
      "a fresh paint:\n\(frame.texts.prefix(screen.listRows))\n\(fresh.map { $0.map(\.text).joined() })",
      Array(frame.rows.prefix(screen.listRows)) == fresh)
    let heights = (screen.port.top..<screen.lines.upperBound).map { screen.rows(of: $0).count }
    let room = screen.listRows - heights.reduce(0, +)
    if room > 0, screen.port.top > screen.lines.lowerBound {
      let above = screen.line(screen.port.top, movedBy: -1)
      check("no room below the end", above == screen.port.top || screen.rows(of: above).count > room)
    }
    return problems
  }

  /// The lines that are done, or below a section that is; a done row below which something is not done stays.
  private static func done(in lines: [ShownLine]) -> Set<Int> {
    var hidden: Set<Int> = []
    var level: Int?
    for (index, line) in lines.enumerated() {
      if let outer = level, line.level <= outer { level = nil }
      let below = lines[(index + 1)...].prefix { line.marker.isRow && $0.marker.isRow && $0.level > line.level }
      let isDone = line.isDone == true && below.allSatisfy { $0.isDone == true } && !line.hidesOpen
      if level != nil || isDone { hidden.insert(index) }
      if level == nil, line.isDone == true, !line.marker.isRow { level = line.level }
    }
    return hidden
  }

  private var isCursorOnScreen: Bool {
    if screen.isHidden(screen.port.cursor) { return screen.current == nil }  // when all is hidden
    return (0..<screen.listRows).contains { screen.line(atRow: $0)?.line == screen.port.cursor }
  }

  /// The lines of the screen, painted from the lines of the file alone.
  private func fresh(_ lines: [ShownLine]) -> [[Span]] {
    let layout = screen.layout
    let height = screen.listRows
    var frame = Frame()
    let hidden = screen.state.hidesDone && screen.state.filter == nil ? Self.done(in: lines) : []
    for index in screen.port.top..<screen.lines.upperBound {
      if hidden.contains(index) { continue }
      let isSelected = index == screen.port.cursor
      var rows = layout.rows(
        lines[index], isChanged: screen.state.highlights[lines[index].id] != nil,
        isMarked: screen.state.marks.contains(lines[index].id),
        hits: lines[index].isAround ? nil : screen.state.filter?.pattern, limit: isSelected ? 10_000 : height)
      if isSelected {
        rows = rows.map { row in
          let rest = screen.state.size.columns - row.reduce(0) { $0 + $1.width }
          return (row + [Span(String(repeating: " ", count: max(rest, 0)))]).map {
            Span($0.text, $0.style.union(.reversed))
          }
        }
      }
      let above = lines[..<index].indices.last { $0 >= screen.lines.lowerBound && !hidden.contains($0) }
      let isApart = above.map { lines[$0].level > 1 } ?? false
      if screen.state.filter?.isAgenda == true {
        rows = screen.rows(above: index) + rows
      } else if screen.state.size.rows >= 20, lines[index].level == 1, isApart {
        rows.insert([], at: 0)
      }
      if index == screen.port.top { rows.removeFirst(min(screen.port.skip, rows.count)) }
      frame.rows += rows
    }
    if !screen.lines.isEmpty, screen.lines.allSatisfy(hidden.contains) {
      frame.rows = [[Span(" Everything is done; H shows it.", .dim)]]
    }
    frame.rows = Array(frame.rows.prefix(height))
    while frame.rows.count < height { frame.rows.append([]) }
    return screen.clipped(frame).rows
  }
}
