/// The lines of a Markdown document on their way out, with blank lines where they are needed or usual.
struct MarkdownLines {
  /// The lines of one entry.
  struct Entry: Hashable {
    /// What decides on blank lines.
    enum Kind: Hashable {
      case heading
      case item(MarkdownShape.Marker)
      case definition
      case block
    }

    var kind: Kind
    var lines: [String]
    /// How far what is in an item is indented behind the item.
    var width = 0
    /// Whether a list may follow in the next line: the item is a paragraph and nothing else.
    var isParagraph = false

    /// Whether the item's first line is nothing but its marker.
    var isBare: Bool { lines.first == "-" || lines.first == "1." }
  }

  private let output: DocumentOutput
  private var last: (entry: Entry, depth: Int)?

  init(_ output: DocumentOutput) { self.output = output }

  /// Writes an entry at a depth in items, indented.
  mutating func write(_ entry: Entry, depth: Int = 0, indent: Int = 0) throws {
    if let last, needsBlankLine(between: last.entry, entry, inside: depth > last.depth, beside: depth == last.depth) {
      try output.write("\n")
    }
    let blanks = String(repeating: " ", count: indent)
    for line in entry.lines { try output.write(line.isEmpty ? "\n" : blanks + line + "\n") }
    last = (entry, depth)
  }

  private func needsBlankLine(between last: Entry, _ next: Entry, inside: Bool, beside: Bool) -> Bool {
    switch (last.kind, next.kind) {
    case (.item(let first), .item(let second)):
      // In an item, a number other than 1 would go on with its paragraph, and a bare `-` would underline it.
      if inside { return !last.isParagraph || !(second == .bullet || second == .number(1)) || next.isBare }
      return beside && (first == .bullet) != (second == .bullet)
    case (.definition, .definition): return !beside
    default: return true
    }
  }
}
