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
    for span in prefix { append(span.text[...], like: span) }
  }

  /// Whether the limit is reached, so that more text is ignored.
  package var isFull: Bool { rows.count >= limit }

  /// Adds text; it is broken at spaces, or within words longer than a line.
  package mutating func add(_ text: some StringProtocol, _ style: SpanStyle = []) { add([Span(String(text), style)]) }

  /// Adds pieces of a text, which is broken where it would be in one piece.
  package mutating func add(_ pieces: [Span]) {
    var word = Word()
    for piece in pieces {
      var rest = piece.text[...]
      while !rest.isEmpty {
        if isFull { return }
        let part = rest[..<Self.nextSpace(in: rest)]
        rest = rest[part.endIndex...]
        if part.isEmpty {
          add(&word)
          if used < width { append(" ", like: piece) }
          rest.removeFirst()
          continue
        }
        let columns = CharacterWidth.of(part)
        if indent + word.width + columns <= width {
          word.add(part, columns, piece)
          continue
        }
        for index in part.indices {
          let columns = CharacterWidth.of(part[index])
          if indent + word.width + columns > width { add(&word) }
          word.add(part[index...index], columns, piece)
        }
      }
    }
    add(&word)
  }

  /// Returns where the first space is, or the end; a space with a combining mark is none.
  private static func nextSpace(in text: Substring) -> String.Index {
    var rest = text
    while let space = rest.utf8.firstIndex(of: UInt8(ascii: " ")) {
      if text[space] == " " { return space }
      rest = rest[rest.utf8.index(after: space)...]
    }
    return text.endIndex
  }

  /// A word, or as much of one as fits into a line, in parts that look different.
  private struct Word {
    var parts: [(text: Substring, piece: Span)] = []
    var width = 0

    mutating func add(_ text: Substring, _ columns: Int, _ piece: Span) {
      parts.append((text, piece))
      width += columns
    }
  }

  /// Adds as much of a text as the current line has room for; what does not fit leaves a sign.
  package mutating func fill(_ pieces: [Span], cut: String) {
    let isCut = used + pieces.reduce(0) { $0 + $1.width } > width
    let end = width - (isCut ? CharacterWidth.of(cut) : 0)
    if isFull || used >= end { return }
    for piece in pieces where !piece.text.isEmpty {
      if used + piece.width <= end {
        append(piece.text[...], like: piece)
        continue
      }
      for index in piece.text.indices {
        if used + CharacterWidth.of(piece.text[index]) > end { return append(cut[...], like: piece) }
        append(piece.text[index...index], like: piece)
      }
    }
  }

  package mutating func breakLine() {
    rows.append(row)
    row = []
    used = 0
    if indent > 0 { append(String(repeating: " ", count: indent)[...], like: Span("")) }
  }

  /// Returns the lines; there is at least one.
  package mutating func finish() -> [[Span]] {
    if !isFull { rows.append(row) }
    return rows
  }

  /// Adds a word to the current line or, if it does not fit, to the next one.
  private mutating func add(_ word: inout Word) {
    if word.parts.isEmpty || isFull { return }
    if used + word.width > width, used > indent, indent + word.width <= width { breakLine() }
    let fits = used + word.width <= width
    for (text, piece) in word.parts {
      if isFull { break }
      if fits {
        append(text, like: piece)
        continue
      }
      for index in text.indices {
        if isFull { break }
        let columns = CharacterWidth.of(text[index])
        if used + columns > width, used > 0 { breakLine() }
        if columns <= width { append(text[index...index], like: piece) }
      }
    }
    word = Word()
  }

  private mutating func append(_ text: Substring, like piece: Span) {
    used += CharacterWidth.of(text)
    if let last = row.last, last.style == piece.style, last.link == piece.link {
      row[row.count - 1].text += text
    } else {
      row.append(Span(String(text), piece.style, link: piece.link))
    }
  }
}
