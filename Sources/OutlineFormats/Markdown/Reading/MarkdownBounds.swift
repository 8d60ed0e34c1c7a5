/// What a document may ask of cmark-gfm, whose time is not linear for every document.
struct MarkdownBounds {
  /// The most cells that a document may have if every line were a row of its widest table.
  ///
  /// cmark-gfm completes short rows with empty cells: 16 KB of table can become 4 million nodes.
  private static let mostCells = 2_000_000

  /// The most bytes that cmark-gfm may look through for the headers of tables.
  ///
  /// At each line that could be the one below a table's header it reads the paragraph so far: 1 MB of such lines take
  /// minutes.
  private static let mostHeaderBytes = 200_000_000

  /// The most containers that a document may have open if every line were in all those of its deepest line.
  ///
  /// cmark-gfm goes through all open containers for every line: 60 KB made for it take 5 seconds, 600 KB minutes.
  private static let mostOpenContainers = 50_000_000

  /// The most containers that a line may open.
  private static let mostNesting = 150_000

  let source: SourceText

  /// Throws when lists and quotes are nested so deep that cmark would take too long over it.
  func checkNesting() throws(ImportError) {
    let markers = Set("-+*>.)".utf8)
    let others = Set(" \t0123456789".utf8)
    for (index, line) in source.lines.enumerated() {
      let start = source.bytes[line].prefix { markers.contains($0) || others.contains($0) }
      guard isTooDeep(start.count) else { continue }
      let depth = start.count { markers.contains($0) }
      guard isTooDeep(depth) else { continue }
      throw ImportError(
        line: index + 1, message: "The line nests \(depth) lists or quotes, too many for \(source.lines.count) lines")
    }
  }

  private func isTooDeep(_ depth: Int) -> Bool {
    depth > Self.mostNesting || depth * source.lines.count > Self.mostOpenContainers
  }

  /// Whether cmark can look for tables; where it cannot, they are read as paragraphs.
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
