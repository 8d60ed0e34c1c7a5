import OutlineCore

/// Writes OPML 2.0; docs/formats.md shows the notation.
struct OPMLWriter: FormatWriter {
  private let output: DocumentOutput
  /// The open elements, the body first: whether each already contains a section.
  private var open = LevelStack<Bool>()
  /// The last section, held back until it is known whether anything is below it.
  private var pending: SectionPiece?

  /// Begins a document with the given title and the folds of its sections.
  ///
  /// - Throws: What `output` throws.
  init(_ heading: ExportHeading, to output: DocumentOutput) throws {
    self.output = output
    open.enter(false, level: 0)
    let expanded = heading.sections.expandedLines(after: heading.rowsBeforeSections).map(\.description)
    let folds = "\n    <expansionState>\(expanded.joined(separator: ","))</expansionState>"
    try output.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <opml version="2.0" xmlns:pleat="\(OPMLNamespaces.own)">
        <head>
          <title>\(XMLText.content(XMLText.visible(heading.title)))</title>\(heading.hasFolds ? folds : "")
        </head>
        <body>

      """)
  }

  mutating func write(_ section: SectionPiece) throws {
    try writePending(hasChildren: section.draft.level > pending?.draft.level ?? 0)
    pending = section
  }

  mutating func write(_ row: RowPiece) throws {
    try writePending(hasChildren: true)
    try output.write(indent + OPMLElement(row.draft).text + "/>\n")
  }

  mutating func finish() throws {
    try writePending(hasChildren: false)
    try close(from: 1)
    try output.write("  </body>\n</opml>\n")
  }

  private var indent: String { String(repeating: " ", count: 2 * open.count + 2) }

  private mutating func writePending(hasChildren: Bool) throws {
    guard let section = pending else { return }
    pending = nil
    try close(from: section.draft.level)
    let element = OPMLElement(
      section, needsLevel: section.draft.level != (open.innermostLevel ?? 0) + 1,
      needsKind: !hasChildren && open.innermost == false)
    open.changeInnermost { $0 = true }
    try output.write(indent + element.text + (hasChildren ? ">\n" : "/>\n"))
    if hasChildren { open.enter(false, level: section.draft.level) }
  }

  /// Closes the open sections down to the one that encloses a section of the given level.
  private mutating func close(from level: Int) throws {
    while open.leave(for: level) != nil {
      try output.write(indent + "</outline>\n")
    }
  }
}

extension [SectionState] {
  /// The numbers of the expanded lines, as OPML's specification counts them.
  ///
  /// Lines count from 1, and only those revealed by the expansions before. Rows are lines too. Only what has something
  /// below it can be expanded. O(n) in the number of sections.
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
