import ListChanges
import OutlineCore

/// Reads back a piece of Markdown, to see how the reader would read it.
enum MarkdownTrial {
  /// Where a piece is in the document.
  enum Context: Hashable {
    /// At the top, or inside an item whose text begins at the column `indent`.
    case block(indent: Int)
    /// The same, for an item with more content, which is indented by `width` columns relative to the item.
    case container(indent: Int, width: Int)
  }

  /// Reads lines that are followed by more content in the same context.
  ///
  /// Only the remainder of the indentation modulo 4 matters, since that is the distance of tab stops.
  ///
  /// - Returns: The entry; nil if the lines are not exactly one.
  static func read(_ lines: [String], at context: Context) -> ImportNode? {
    let (indent, inside) =
      switch context {
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
    var (headings, tally) = (LevelStack<Void>(), ReadingTally())
    let part = MarkdownPart(source: source, blocks: blocks, linesBefore: 0)
    return MarkdownReader.nodes(of: part, headings: &headings, &tally)
  }
}
