/// Breaks styled text into screen lines.
package struct Wrapping {
  /// The width of the screen, in columns.
  let width: Int
  /// The indentation of all lines except the first, in columns.
  let indent: Int
  /// The most lines to make.
  let limit: Int
  package private(set) var rows: [[Span]] = []
  private var row: [Span] = []
  private var used = 0

  /// Starts with the spans before the text on the first line, which are never broken.
  package init(width: Int, indent: Int, limit: Int, prefix: [Span]) {
    self.width = max(width, 1)
    self.indent = indent < width ? indent : 0
    self.limit = limit
    for span in prefix { append(span.text, span.style) }
  }

  /// Whether the limit is reached, so that more text is ignored.
  package var isFull: Bool { rows.count >= limit }

  /// Adds text; it is broken at spaces, or within words longer than a line.
  package mutating func add(_ text: some StringProtocol, _ style: SpanStyle = []) {
    var word: [Character] = []
    var wordWidth = 0
    for character in text {
      if isFull { return }
      let columns = CharacterWidth.of(character)
      if character == " " {
        add(&word, &wordWidth, style)
        if used < width { append(" ", style) }
        continue
      }
      if indent + wordWidth + columns > width { add(&word, &wordWidth, style) }
      word.append(character)
      wordWidth += columns
    }
    add(&word, &wordWidth, style)
  }

  package mutating func breakLine() {
    rows.append(row)
    row = []
    used = 0
    if indent > 0 { append(String(repeating: " ", count: indent), []) }
  }

  /// Returns the lines; there is at least one.
  package mutating func finish() -> [[Span]] {
    if !isFull { rows.append(row) }
    return rows
  }

  /// Adds a word to the current line or, if it does not fit, to the next one.
  private mutating func add(_ word: inout [Character], _ wordWidth: inout Int, _ style: SpanStyle) {
    if word.isEmpty { return }
    if used + wordWidth > width, used > indent, indent + wordWidth <= width { breakLine() }
    for character in word {
      if isFull { break }
      let columns = CharacterWidth.of(character)
      if used + columns > width, used > 0 { breakLine() }
      if columns <= width { append(String(character), style) }
    }
    word.removeAll(keepingCapacity: true)
    wordWidth = 0
  }

  private mutating func append(_ text: String, _ style: SpanStyle) {
    used += CharacterWidth.of(text)
    if row.last?.style == style { row[row.count - 1].text += text } else { row.append(Span(text, style)) }
  }
}
