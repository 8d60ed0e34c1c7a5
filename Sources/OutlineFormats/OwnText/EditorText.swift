import OutlineCore

/// pleat's own text with the ids of sections and rows at the ends of their lines, as an editor shows it.
///
///     # pleat text 1
///     # @s1 and @r1 at the ends of lines say which section or row it is.
///     Groceries  @s1
///     - apples  @r1
///
/// An id belongs to the line only if it is one of those that were written; anything else at the end is a part of the
/// text. A row that comes after a subsection belongs to the section that it is indented like, after the section's other
/// rows. Lines that begin with `#` are remarks, and a title that begins with `#` is written with a backslash before it.
/// Apart from that, it is ``OwnText``.
package enum EditorText {
  /// Ids that a text may hold, each once.
  package struct IDs {
    /// What an id is to a text.
    enum Answer {
      case wanted
      case seen
      case unknown
    }

    private var known: [ItemID: Bool]

    /// The ids of the pieces.
    package init(_ pieces: [OutlinePiece]) {
      known = Dictionary(pieces.compactMap(\.itemID).map { ($0, false) }) { first, _ in first }
    }

    mutating func take(_ id: ItemID) -> Answer {
      switch known.updateValue(true, forKey: id) {
      case false: return .wanted
      case true: return .seen
      case nil:
        known[id] = nil
        return .unknown
      }
    }
  }

  /// Writes pieces, with remarks below the heading.
  package static func write(_ pieces: [OutlinePiece], remarks: [String]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let output = DocumentOutput { bytes += $0 }
    var writer = try OwnTextWriter(to: output, showsIDs: true)
    for remark in remarks { try output.write("# \(remark)\n") }
    for piece in pieces { try writer.write(piece) }
    try writer.finish()
    try output.flush()
    return bytes
  }

  /// Reads pieces.
  ///
  /// - Throws: ``ImportError`` for the first malformed line, and for an id that stands on two lines.
  package static func read(_ bytes: [UInt8], ids: IDs) throws -> [OutlinePiece] {
    var pieces: [OutlinePiece] = []
    let lines = TextLines(ByteStream(bytes))
    var reader = OwnTextReader(
      lines, ids: ids, lateSink: { row, level in pieces.insert(.row(row), at: Self.end(ofRowsAt: level, in: pieces)) },
      sink: { pieces.append($0) })
    try reader.read()
    return pieces
  }

  /// The index after the last row of the last section at a level.
  private static func end(ofRowsAt level: Int, in pieces: [OutlinePiece]) -> Int {
    var end = pieces.count
    for (index, piece) in pieces.enumerated().reversed() {
      guard case .section(let section) = piece else { continue }
      if section.draft.level == level { return end }
      end = index
    }
    return end
  }

  /// Whether two spaces stand between a line and the id at its end, as pleat writes them.
  static func isSetApart(_ content: ArraySlice<UInt8>, after line: ArraySlice<UInt8>) -> Bool {
    content[line.endIndex...].starts(with: "  @".utf8)
  }

  /// The id at the end of a line and the line before it, without the two spaces between them.
  static func id(atEndOf line: ArraySlice<UInt8>) -> (line: ArraySlice<UInt8>, id: ItemID)? {
    var end = line
    while end.last?.isBlank == true { end.removeLast() }
    guard let at = end.lastIndex(of: UInt8(ascii: "@")) else { return nil }
    var rest = line[..<at]
    guard rest.last?.isBlank ?? true else { return nil }
    for _ in 0..<2 where rest.last == UInt8(ascii: " ") { rest.removeLast() }
    switch try? Address(parsing: end[at...].text()) {
    case .section(let id): return (rest, .section(id))
    case .row(let id): return (rest, .row(id))
    default: return nil
    }
  }
}
