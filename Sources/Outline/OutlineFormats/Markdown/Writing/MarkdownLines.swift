/// Writes the lines of a Markdown document, with empty lines between entries where they are needed or usual.
struct MarkdownLines {
  /// The lines of one entry.
  struct Entry: Hashable {
    /// The kind of an entry, which decides about empty lines around it.
    enum Kind: Hashable {
      case heading
      case item(MarkdownShape.Marker)
      case definition
      case block
    }

    var kind: Kind
    var lines: [String]
    /// The number of columns by which the contents of an item are indented relative to the item.
    var width = 0
    /// Whether a list may follow on the next line, because the item is a single paragraph.
    var isParagraph = false

    /// Whether the item's first line consists of its marker alone.
    var isBare: Bool { lines.first == "-" || lines.first == "1." }
  }

  private let output: DocumentOutput
  private var last: (entry: Entry, depth: Int)?

  init(_ output: DocumentOutput) { self.output = output }

  /// Writes an entry.
  ///
  /// - Parameters:
  ///   - entry: The lines.
  ///   - depth: The number of items around the entry.
  ///   - indent: The number of spaces before each line.
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
      // Inside an item, a number other than 1 would continue the paragraph, and a lone `-` would underline it.
      if inside { return !last.isParagraph || !(second == .bullet || second == .number(1)) || next.isBare }
      return beside && (first == .bullet) != (second == .bullet)
    case (.definition, .definition): return !beside
    case (.heading, _), (.item, _), (.definition, _), (.block, _): return true
    }
  }
}
