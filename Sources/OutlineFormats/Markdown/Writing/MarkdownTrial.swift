import OutlineCore

/// Asks the reader what it would make of a piece of Markdown.
enum MarkdownTrial {
  /// Where a piece is to stand.
  enum Place: Hashable {
    /// At the top, or in an item whose text begins at a column.
    case block(indent: Int)
    /// The same, for an item with more in it.
    case container(indent: Int, width: Int)
  }

  /// What the reader makes of lines, before more lines at the same place; nil where it is not one entry.
  ///
  /// Indentation counts only up to multiples of four, the stops of tabs.
  static func read(_ lines: [String], at place: Place) -> ImportNode? {
    let (indent, inside) =
      switch place {
      case .block(let indent): (indent, 0)
      case .container(let indent, let width): (indent, width)
      }
    let marker = indent == 0 ? "" : ["10.", "100.", "-", "1."][indent % 4]
    let blanks = String(repeating: " ", count: marker.isEmpty ? 0 : marker.utf8.count + 1)
    var text = marker.isEmpty ? "" : marker + " x\n\n"
    for line in lines { text += line.isEmpty ? "\n" : "\(blanks)\(line)\n" }
    text += "\n\(blanks)\(String(repeating: " ", count: inside))# x\n"
    guard var nodes = try? nodes(of: text) else { return nil }
    if !marker.isEmpty { nodes.removeFirst() }
    guard nodes.count == 2, nodes[1].text == "x" else { return nil }
    let depth = (marker.isEmpty ? 0 : 1) + (inside == 0 ? 0 : 1)
    guard nodes[1].depth == depth, nodes[1].isSection == (depth == 0) else { return nil }
    return nodes[0]
  }

  private static func nodes(of text: String) throws(ImportError) -> [ImportNode] {
    let source = try SourceText(Array(text.utf8))
    let blocks = try MarkdownParser.blocks(of: source)
    var headings = LevelStack<Void>()
    return MarkdownReader.nodes(of: MarkdownPart(source: source, blocks: blocks, linesBefore: 0), headings: &headings)
  }
}
