/// Finds the raw text of a heading in its lines.
struct MarkdownHeading {
  /// The lines of the title; only a heading with an underline can have several.
  let title: [ArraySlice<UInt8>]
  /// The number of lines that the heading takes, underline included.
  let lineCount: Int

  /// Reads the heading at the start of the lines, which must have no spaces or tabs around them.
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

  /// The title in a line such as `## title ##`; nil if the line is not such a heading.
  private static func titleBetweenHashes(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let hash = UInt8(ascii: "#")
    let rest = line.drop { $0 == hash }
    guard 1...6 ~= line.count - rest.count, rest.first?.isBlank ?? true else { return nil }
    guard let last = rest.lastIndex(where: { $0 != hash }) else { return rest[rest.endIndex...] }
    // Hashes at the end close the heading only after a space or tab.
    return (rest[last].isBlank ? rest[...last] : rest).trimmed()
  }

  private static func isUnderline(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first, first == UInt8(ascii: "=") || first == UInt8(ascii: "-") else { return false }
    return line.allSatisfy { $0 == first }
  }
}
