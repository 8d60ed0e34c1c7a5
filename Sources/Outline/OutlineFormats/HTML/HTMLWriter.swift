import ListChanges
import OutlineCore

/// Writes an outline as a single HTML page that loads nothing, with a small script for its search box alone.
///
/// Sections are collapsed as they are for the exporting user. Printing shows the sections that are open on the screen. The Markdown within
/// texts is rendered.
struct HTMLWriter: FormatWriter {
  private let output: DocumentOutput
  /// The collapsible flags of the sections around the current position, outermost first.
  private var open = LevelStack<Bool>()
  /// The rows around the current position, whose elements are open.
  private var rows = LevelStack<Void>()

  init(_ heading: ExportHeading, to output: DocumentOutput) throws {
    self.output = output
    let title = HTMLText.escaped(heading.title)
    try output.write(HTMLPage.start(title: title))
    try output.write("<h1>\(title)</h1>\n\(HTMLPage.search)")
  }

  mutating func finish() throws {
    try close(downTo: 1)
    try output.write(HTMLPage.end)
  }

  mutating func write(_ section: SectionPiece) throws {
    let draft = section.draft
    try close(downTo: draft.level)
    open.enter(draft.isCollapsible, level: draft.level)
    let header = HTMLText.header(draft)
    guard draft.isCollapsible else {
      return try output.write("<section>\n<div class=\"header\">\(header)</div>\n")
    }
    let flag = section.isCollapsed == true ? "" : " open"
    try output.write("<details\(flag)>\n<summary>\(header)</summary>\n")
  }

  mutating func write(_ piece: RowPiece) throws {
    let row = piece.draft
    if try !closeRows(from: row.level) { try output.write("<ul>\n") }
    let start =
      switch row.isDone {
      case nil: "<li>"
      case let isDone?: "<li class=\"\(isDone ? "done" : "open")\">\(HTMLText.box(isDone: isDone))"
      }
    let text = HTMLText.rendered(row.text, attributes: row.attributes)
    try output.write("\(start)\(text)\(HTMLText.due(row.schedule, isDone: row.isDone))")
    rows.enter(level: row.level)
  }

  /// Closes the open sections down to the one that encloses a section of the given level.
  private mutating func close(downTo level: Int) throws {
    if try closeRows(from: 1) { try output.write("</ul>\n") }
    while let (_, isCollapsible) = open.leave(for: level) {
      try output.write(isCollapsible ? "</details>\n" : "</section>\n")
    }
  }

  /// Closes the open rows down to the one around a row of the given level; returns whether the list in that one is open.
  private mutating func closeRows(from level: Int) throws -> Bool {
    var isInList = false
    while rows.leave(for: level) != nil {
      try output.write(isInList ? "</ul></li>\n" : "</li>\n")
      isInList = true
    }
    return isInList
  }
}
