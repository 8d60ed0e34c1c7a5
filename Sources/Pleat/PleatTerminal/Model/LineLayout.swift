import OutlineCore
import TerminalText

/// Arranges one line of the outline on the screen.
struct LineLayout {
  let width: Int
  let signs: Signs
  /// Returns a text on one line, escaped so that it cannot harm a terminal.
  let escaped: (String) -> String
  let today: Day
  let notes: ScheduleNotes

  /// The columns before the indentation, for the sign of a marked line or of one that somebody else changed.
  static let gutter = 1

  /// The columns of the marker of a line, for clicks; empty if there is nothing to fold.
  func columns(ofMarkerOf line: ShownLine) -> Range<Int> {
    let start = Self.gutter + indent(line.level)
    return start..<(line.marker.isFull ? start + marker(line.marker).width : start)
  }

  /// The columns of the check box of a line, for clicks; empty without a box.
  func columns(ofBoxOf line: ShownLine) -> Range<Int> {
    let start = Self.gutter + indent(line.level) + marker(line.marker).width
    return start..<(start + (line.isDone.map { CharacterWidth.of(box(isDone: $0)) } ?? 0))
  }

  /// The longest line in which what a filter found is shown, in bytes: finding it takes a while.
  private static let longestSearched = 65_536

  /// The most lines of a note of which a beginning is shown.
  private static let longestPreview = 8

  /// The fewest columns of a screen on which days have a column of their own, on the right.
  private static let leastWidthForDays = 60

  private func box(isDone: Bool) -> String { isDone ? signs.done : signs.open }

  /// Returns the indentation of a level: two columns for each, but at most half of the screen.
  private func indent(_ level: Int) -> Int { min(2 * (level - 1), max(width / 2 - 4, 0)) }

  /// Returns the screen lines for a line of the outline.
  ///
  /// - Parameters:
  ///   - isChanged: Whether somebody else has just changed it.
  ///   - hits: What a filter found in the line.
  ///   - limit: The most screen lines to return.
  func rows(
    _ line: ShownLine, isChanged: Bool, isMarked: Bool = false, hits: TextPattern? = nil, limit: Int
  ) -> [[Span]] {
    let (prefix, indent) = prefix((line.marker, line.level, line.isDone), isChanged: isChanged, isMarked: isMarked)
    let due = notes.note(line.schedule, isDone: line.isDone, today: today)
    let day =
      line.isBelowDay
      ? notes.note(belowDayOf: line.schedule).map { Span($0, .dim) } : due.map { Span($0.text, .due(in: $0.daysLeft)) }
    let isBeside = day.map { width >= Self.leastWidthForDays && indent + $0.width < width / 2 } ?? false
    let room = isBeside ? width - (day?.width ?? 0) - 2 : width
    var wrapping = Wrapping(width: room, indent: indent, limit: limit, prefix: prefix)
    let isRow = line.marker.isRow
    var style: SpanStyle = line.isDone == true || line.isAround ? .dim : isRow ? [] : .title
    if isChanged { style.insert(.changed) }
    let (text, detail) = (Self.lines(of: line.text), line.detail.map(Self.lines) ?? [])
    let note = isRow ? text.dropFirst() : detail.dropFirst()
    wrapping.add(pieces(of: shown(String(isRow ? text[0] : line.text[...])), style, hits))
    if let first = detail.first {
      wrapping.add(pieces(of: " \(signs.dash) " + shown(String(first)), isChanged ? .changed : [], hits))
    }
    if let place = line.place, !place.isEmpty {
      wrapping.add("  " + shown(Address.words(forPath: place)), .dim)
    }
    if let day, !isBeside { wrapping.add(" \(signs.dot) \(day.text)", day.style) }
    for attribute in line.attributes { wrapping.add(" (\(shown(attribute)))", .dim) }
    if let hidden = line.hidden { wrapping.add(" \(signs.dot) \(hidden)", .dim) }
    if !note.isEmpty {
      // A line has the same height whether it is selected or not, so only the beginning of the note is shown, or what was found.
      let start = note.firstIndex { !found(hits, in: shown(String($0))).isEmpty } ?? note.startIndex
      let text = shown(note[start...].prefix(Self.longestPreview).joined(separator: " \(signs.lineBreak) "))
      wrapping.add(" \(signs.lineBreak)", .dim)
      wrapping.fill(pieces(of: " " + text, .dim, hits), cut: signs.cut)
    }
    var rows = wrapping.finish()
    if let day, isBeside, let first = rows.first { rows[0] = Self.row(first, [day], width: width) }
    return rows
  }

  /// Returns a screen line with a text at its end, on the right.
  static func row(_ start: [Span], _ end: [Span], width: Int) -> [Span] {
    let used = (start + end).reduce(0) { $0 + $1.width }
    return start + [Span(String(repeating: " ", count: max(width - used, 0)))] + end
  }

  private static func lines(of text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Returns the pieces of a text: its tags, unless the text is dim, and what a filter found in it have their own look.
  private func pieces(of text: String, _ style: SpanStyle, _ hits: TextPattern?) -> [Span] {
    let tags = style.contains(.dim) ? [] : Tag.ranges(in: text)
    let found = found(hits, in: text)
    let links = Link.ranges(in: text)
    let ends = (tags + found + links).flatMap { [$0.lowerBound, $0.upperBound] } + [text.endIndex]
    var (pieces, start): ([Span], String.Index) = ([], text.startIndex)
    for end in ends.sorted() where end > start {
      var look = style
      if tags.contains(where: { $0.contains(start) }) { look.insert(.tag) }
      if found.contains(where: { $0.contains(start) }) { look.insert(.hit) }
      let link = links.first { $0.contains(start) }.map { String(text[$0]) }
      pieces.append(Span(String(text[start..<end]), look, link: link))
      start = end
    }
    return pieces
  }

  /// Returns what a filter found in a text; nothing in a long one.
  private func found(_ hits: TextPattern?, in text: String) -> [Range<String.Index>] {
    text.utf8.count > Self.longestSearched ? [] : hits?.ranges(in: text) ?? []
  }

  /// Returns the screen lines for a text being typed, and the position of the cursor in them.
  func rows(
    _ input: LineInput, in place: Input.Place
  ) -> (rows: [[Span]], cursor: Frame.Position) {
    let (prefix, indent) = prefix(place, isChanged: false)
    var rows = [prefix]
    var used = prefix.reduce(0) { $0 + $1.width }
    var cursor = Frame.Position(row: 0, column: used)
    for (index, character) in (input.characters + [" "]).enumerated() {
      let text = character == "\n" ? signs.lineBreak : shown(String(character))
      let columns = CharacterWidth.of(text)
      if used + columns > width, used > indent {
        rows.append([Span(String(repeating: " ", count: indent))])
        used = indent
      }
      if index == input.cursor { cursor = Frame.Position(row: rows.count - 1, column: min(used, width - 1)) }
      rows[rows.count - 1].append(Span(text))
      used += columns
      if character == "\n" { used = width }
    }
    return (rows, cursor)
  }

  /// Returns the marker of a line; where there is nothing to fold, blanks, so that the boxes and texts of one level line up.
  private func marker(_ marker: ShownLine.Marker) -> Span {
    switch marker {
    case .open, .openRow: Span(signs.expanded + " ", .accent)
    case .collapsed, .collapsedRow: Span(signs.collapsed + " ", .accent)
    case .empty, .row: Span(String(repeating: " ", count: CharacterWidth.of(signs.expanded) + 1))
    }
  }

  /// Returns the spans before the text of a line, and the indentation of its further lines.
  private func prefix(
    _ place: Input.Place, isChanged: Bool, isMarked: Bool = false
  ) -> (prefix: [Span], indent: Int) {
    let start = Span(
      (isMarked ? signs.mark : isChanged ? "*" : " ") + String(repeating: " ", count: indent(place.level)),
      isChanged ? .changed : isMarked ? .accent : [])
    let marker = marker(place.marker)
    let box = place.isDone.map { Span(self.box(isDone: $0) + " ", $0 ? .done : .open) } ?? Span("")
    return ([start, marker, box], start.width + marker.width + box.width)
  }

  /// Returns a text in the form that the terminal can show.
  func shown(_ text: String) -> String {
    let escaped = escaped(text)
    if signs.isUTF8 { return escaped }
    return escaped.map { $0.isASCII ? String($0) : $0 == "…" ? "..." : $0 == "⏎" ? "\\n" : "?" }.joined()
  }
}
