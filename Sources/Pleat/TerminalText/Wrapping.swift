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
    for span in prefix { append(span.text, like: span) }
  }

  /// Whether the limit is reached, so that more text is ignored.
  package var isFull: Bool { rows.count >= limit }

  /// Adds text; it is broken at spaces, or within words longer than a line.
  package mutating func add(_ text: some StringProtocol, _ style: SpanStyle = []) { add([Span(String(text), style)]) }

  /// Adds pieces of a text, which is broken where it would be in one piece.
  package mutating func add(_ pieces: [Span]) {
    var word: [(character: Character, piece: Int)] = []
    var wordWidth = 0
    for (index, piece) in pieces.enumerated() {
      for character in piece.text {
        if isFull { return }
        let columns = CharacterWidth.of(character)
        if character == " " {
          add(&word, &wordWidth, pieces)
          if used < width { append(" ", like: piece) }
          continue
        }
        if indent + wordWidth + columns > width { add(&word, &wordWidth, pieces) }
        word.append((character, index))
        wordWidth += columns
      }
    }
    add(&word, &wordWidth, pieces)
  }

  /// Adds as much of a text as the current line has room for; what does not fit leaves a sign.
  package mutating func fill(_ pieces: [Span], cut: String) {
    let isCut = used + pieces.reduce(0) { $0 + $1.width } > width
    let end = width - (isCut ? CharacterWidth.of(cut) : 0)
    if isFull || used >= end { return }
    for piece in pieces {
      for character in piece.text {
        if used + CharacterWidth.of(character) > end { return append(cut, like: piece) }
        append(String(character), like: piece)
      }
    }
  }

  package mutating func breakLine() {
    rows.append(row)
    row = []
    used = 0
    if indent > 0 { append(String(repeating: " ", count: indent), like: Span("")) }
  }

  /// Returns the lines; there is at least one.
  package mutating func finish() -> [[Span]] {
    if !isFull { rows.append(row) }
    return rows
  }

  /// Adds a word to the current line or, if it does not fit, to the next one.
  private mutating func add(
    _ word: inout [(character: Character, piece: Int)], _ wordWidth: inout Int, _ pieces: [Span]
  ) {
    if word.isEmpty { return }
    if used + wordWidth > width, used > indent, indent + wordWidth <= width { breakLine() }
    for (character, piece) in word {
      if isFull { break }
      let columns = CharacterWidth.of(character)
      if used + columns > width, used > 0 { breakLine() }
      if columns <= width { append(String(character), like: pieces[piece]) }
    }
    word.removeAll(keepingCapacity: true)
    wordWidth = 0
  }

  private mutating func append(_ text: String, like piece: Span) {
    used += CharacterWidth.of(text)
    if let last = row.last, last.style == piece.style, last.link == piece.link {
      row[row.count - 1].text += text
    } else {
      row.append(Span(text, piece.style, link: piece.link))
    }
  }
}
