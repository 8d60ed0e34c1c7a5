import OutlineCore

/// Writes sections and rows in a format whose elements nest.
protocol NestedSyntax {
  /// Writes the beginning of a section, or the whole of one that has nothing below it.
  mutating func open(_ section: SectionPiece, _ nesting: Nesting) throws
  /// Writes a row; `depth` is the number of open sections around it.
  mutating func write(_ row: RowPiece, depth: Int) throws
  /// Writes the end of a section; `depth` is the number of open sections around it.
  mutating func close(depth: Int) throws
  /// Writes the end of the document.
  mutating func end() throws
}

/// Where a section is among the elements of a document.
struct Nesting {
  /// The number of sections around it.
  let depth: Int
  /// Whether there is anything below it.
  let hasChildren: Bool
  /// Whether the level differs from the one that follows from the depth.
  let needsLevel: Bool
  /// Whether another section comes before it in the section around it.
  let followsSection: Bool

  /// Creates the note of a section that is read back as another kind or with another level without it.
  func note(of section: SectionPiece) -> EntryNote {
    var note = EntryNote()
    if !hasChildren, !followsSection { note.kind = "section" }
    if needsLevel { note.level = section.draft.level }
    return note
  }
}

/// Turns the pieces of an outline, whose sections nest by their levels, into elements that open and close.
struct NestingWriter<Syntax: NestedSyntax>: FormatWriter {
  private var syntax: Syntax
  /// The open elements, that of the document first: whether each already contains a section.
  private var open = LevelStack<Bool>()
  /// The last section, held back until it is known whether anything is below it.
  private var pending: SectionPiece?

  init(_ syntax: Syntax) {
    self.syntax = syntax
    open.enter(false, level: 0)
  }

  mutating func write(_ section: SectionPiece) throws {
    try writePending(hasChildren: section.draft.level > pending?.draft.level ?? 0)
    pending = section
  }

  mutating func write(_ row: RowPiece) throws {
    try writePending(hasChildren: true)
    try syntax.write(row, depth: open.count - 1)
  }

  mutating func finish() throws {
    try writePending(hasChildren: false)
    try close(from: 1)
    try syntax.end()
  }

  private mutating func writePending(hasChildren: Bool) throws {
    guard let section = pending else { return }
    pending = nil
    let level = section.draft.level
    try close(from: level)
    let nesting = Nesting(
      depth: open.count - 1, hasChildren: hasChildren, needsLevel: level != (open.innermostLevel ?? 0) + 1,
      followsSection: open.innermost == true)
    open.changeInnermost { $0 = true }
    try syntax.open(section, nesting)
    if hasChildren { open.enter(false, level: level) }
  }

  /// Closes the open sections down to the one that encloses a section of the given level.
  private mutating func close(from level: Int) throws {
    while open.leave(for: level) != nil { try syntax.close(depth: open.count - 1) }
  }
}
