import ListChanges
import OutlineCore

/// Writes OPML 2.0; docs/formats.md shows the notation.
struct OPMLWriter: NestedSyntax {
  private let output: DocumentOutput

  /// Begins a document with the given title and the folds of its sections.
  ///
  /// - Throws: The errors of `output`.
  init(_ heading: ExportHeading, to output: DocumentOutput) throws {
    self.output = output
    let expanded = heading.sections.expandedLines(after: heading.rowsBeforeSections).map(\.description)
    // Which rows have something below them, and so a line to be expanded, is not known yet.
    let hasLines = heading.hasFolds && !heading.hasRowLevels
    let folds = "\n    <expansionState>\(expanded.joined(separator: ","))</expansionState>"
    try output.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <opml version="2.0" xmlns:pleat="\(OPMLNamespaces.own)" \(OPMLNamespaces.version)="2">
        <head>
          <title>\(XMLText.content(XMLText.visible(heading.title)))</title>\(hasLines ? folds : "")
        </head>
        <body>

      """)
  }

  func open(_ section: SectionPiece, _ nesting: Nesting) throws {
    try open(OPMLElement(section, nesting.note(of: section)), nesting)
  }

  func open(_ row: RowPiece, _ nesting: Nesting) throws { try open(OPMLElement(row, nesting.note(of: row)), nesting) }

  private func open(_ element: OPMLElement, _ nesting: Nesting) throws {
    try output.write(Self.indent(nesting.depth) + element.text + (nesting.hasChildren ? ">\n" : "/>\n"))
  }

  func close(depth: Int) throws { try output.write(Self.indent(depth) + "</outline>\n") }

  func end() throws { try output.write("  </body>\n</opml>\n") }

  private static func indent(_ depth: Int) -> String { String(repeating: " ", count: 2 * depth + 4) }
}

extension [SectionState] {
  /// The numbers of the expanded lines, as OPML's specification counts them.
  ///
  /// Lines count from 1, and only those revealed by the expansions before. Rows are lines too. Only sections with
  /// something below them can be expanded. O(n) in the number of sections.
  ///
  /// - Parameter rows: The number of rows before the first section.
  func expandedLines(after rows: Int) -> [Int] {
    var expanded: [Int] = []
    var line = rows
    var shutLevel = Int.max
    for (index, section) in enumerated() where section.level <= shutLevel {
      shutLevel = section.isShut ? section.level : .max
      line += 1
      let isFollowed = index + 1 < count && self[index + 1].level > section.level
      guard !section.isShut, section.rowCount > 0 || isFollowed else { continue }
      expanded.append(line)
      line += section.rowCount
    }
    return expanded
  }
}
