import OutlineCore

/// A section or a row in which all words of a search occur.
public struct Hit: Hashable, Sendable {
  /// The section or row as a list shows it; its `line` counts the hits.
  public let line: OutlineLine
  /// The number of the section or row.
  public let number: ItemNumber
  /// The titles from the top down to the section.
  public let path: [String]
  /// The sections of the path, by their ids.
  public let sections: [SectionID]
  /// The first lines of the rows that a row is below, the outermost first.
  public let parents: [String]
  /// The attributes in which a word was found, as `key=value`; empty if the text, title or detail has all words.
  public let attributes: [String]
  /// The title of the outermost collapsed section that hides the hit from the user; nil if the hit is visible.
  public let hiddenBy: String?
  /// Whether it is done, or a section around it is.
  package let isDone: Bool

  /// The id of the section or row.
  public var id: ItemID { line.id }

  /// The same hit as another line of a list.
  package func with(line index: Int) -> Hit {
    let line: OutlineLine =
      switch line {
      case .header(let header): .header(header.with(line: index))
      case .row(let row):
        .row(RowLine(id: row.id, section: row.section, number: row.number, line: index, content: row.content))
      }
    return Hit(
      line: line, number: number, path: path, sections: sections, parents: parents, attributes: attributes,
      hiddenBy: hiddenBy, isDone: isDone)
  }
}
