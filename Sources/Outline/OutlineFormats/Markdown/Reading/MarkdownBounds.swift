/// Limits that keep cmark-gfm fast, whose time is not linear for every document.
struct MarkdownBounds {
  /// The limit for table cells, computed as if every line were a row of the document's widest table.
  ///
  /// cmark-gfm completes short rows with empty cells: a table of 16 KB can become 4 million nodes.
  private static let mostCells = 2_000_000

  /// The limit for the bytes that cmark-gfm reads while it looks for table headers.
  ///
  /// At each line that could be the one below a header, it reads the whole paragraph before it: 1 MB of such lines take
  /// minutes.
  private static let mostHeaderBytes = 200_000_000

  /// The limit for open containers, summed over all lines as if each were nested as deep as the deepest one.
  ///
  /// cmark-gfm visits all open containers for every line: a hostile document of 60 KB takes 5 seconds, one of 600 KB
  /// minutes.
  private static let mostOpenContainers = 50_000_000

  /// The limit for the containers that one line opens.
  private static let mostNesting = 150_000

  let source: SourceText

  /// Checks how deep lists and quotes are nested.
  ///
  /// - Throws: ``ImportError`` if cmark would take too long.
  func checkNesting() throws(ImportError) {
    let markers = Set("-+*>.)".utf8)
    let others = Set(" \t0123456789".utf8)
    for (index, line) in source.lines.enumerated() {
      let start = source.bytes[line].prefix { markers.contains($0) || others.contains($0) }
      guard isTooDeep(start.count) else { continue }
      let depth = start.count { markers.contains($0) }
      guard isTooDeep(depth) else { continue }
      throw ImportError(
        line: index + 1,
        message: "The line is in \(depth) nested lists or quotes, too many for \(source.lines.count) lines")
    }
  }

  private func isTooDeep(_ depth: Int) -> Bool {
    depth > Self.mostNesting || depth * source.lines.count > Self.mostOpenContainers
  }

  /// Whether cmark can look for tables in reasonable time; if not, tables are read as paragraphs.
  var tablesAreSafe: Bool {
    var widest = 0
    var paragraphBytes = 0
    var headerBytes = 0
    for line in source.lines {
      let text = source.bytes[line]
      widest = max(widest, text.count { $0 == UInt8(ascii: "|") })
      let rest = text.drop { Self.isContainerMarker($0) }
      paragraphBytes = rest.isEmpty && !text.contains(UInt8(ascii: "-")) ? 0 : paragraphBytes + text.count
      if rest.allSatisfy(Self.isInHeaderUnderline) { headerBytes += paragraphBytes }
    }
    return widest * source.lines.count <= Self.mostCells && headerBytes <= Self.mostHeaderBytes
  }

  private static func isContainerMarker(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ">"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: ")"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: byte.isBlank
    }
  }

  private static func isInHeaderUnderline(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "|") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":") || byte.isBlank
  }
}
