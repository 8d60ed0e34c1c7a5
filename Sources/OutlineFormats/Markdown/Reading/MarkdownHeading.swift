/// The raw text of a heading, found in its lines.
struct MarkdownHeading {
  /// The title, line by line; only a heading with an underline can have several.
  let title: [ArraySlice<UInt8>]
  /// How many lines the heading takes.
  let lineCount: Int

  /// Reads the heading that the lines begin with; they come without white space around them.
  init(_ lines: [ArraySlice<UInt8>]) {
    if let first = lines.first, let title = Self.titleBetweenHashes(first) {
      self.title = [title]
      lineCount = 1
    } else if let underline = lines.dropFirst().firstIndex(where: Self.isUnderline) {
      title = Array(lines[..<underline])
      lineCount = underline + 1
    } else {
      title = lines
      lineCount = lines.count
    }
  }

  /// The title of `## title ##`; nil where the line is not such a heading.
  private static func titleBetweenHashes(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let hash = UInt8(ascii: "#")
    let rest = line.drop { $0 == hash }
    guard 1...6 ~= line.count - rest.count, rest.first?.isBlank ?? true else { return nil }
    guard let last = rest.lastIndex(where: { $0 != hash }) else { return rest[rest.endIndex...] }
    // Closing hashes count as such only behind a blank.
    return (rest[last].isBlank ? rest[...last] : rest).trimmed()
  }

  private static func isUnderline(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first, first == UInt8(ascii: "=") || first == UInt8(ascii: "-") else { return false }
    return line.allSatisfy { $0 == first }
  }
}
