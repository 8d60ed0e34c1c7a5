import ListChanges
import OutlineCore

/// Writes sections and rows in a format whose elements nest.
protocol NestedSyntax {
  /// Writes the front matter of a document whose first header is left out.
  mutating func writeFrontMatter(_ block: String) throws
  /// Writes the beginning of a section, or the whole of one that has nothing below it.
  mutating func open(_ section: SectionPiece, _ nesting: Nesting) throws
  /// Writes the beginning of a row, or the whole of one that has nothing below it.
  mutating func open(_ row: RowPiece, _ nesting: Nesting) throws
  /// Writes the end of an item that has something below it; `depth` is the number of open items around it.
  mutating func close(depth: Int) throws
  mutating func end() throws
}

extension NestedSyntax {
  func writeFrontMatter(_ block: String) {}
}

/// Where an item is among the elements of a document.
struct Nesting {
  /// The number of items around it.
  let depth: Int
  /// Whether there is anything below it.
  let hasChildren: Bool
  /// Whether the level differs from the one that follows from the depth.
  let needsLevel: Bool
  /// Whether a section comes before it in the section around it.
  let followsSection: Bool

  /// Creates the note without which a section would be read back as a row or with another level.
  func note(of section: SectionPiece) -> EntryNote {
    var note = EntryNote()
    if !followsSection, depth > 0 || !hasChildren { note.kind = "section" }
    if needsLevel { note.level = section.draft.level }
    return note
  }

  /// Creates the note without which a row would be read back with another level.
  func note(of row: RowPiece) -> EntryNote {
    var note = EntryNote()
    if needsLevel { (note.kind, note.level) = ("row", row.draft.level) }
    return note
  }
}

// Inside the generic type below, its metadata would be looked up for each item.
private enum Item {
  case section(SectionPiece)
  case row(RowPiece)

  /// The level among all items, where rows are deeper than every section.
  var level: Int {
    switch self {
    case .section(let section): section.draft.level
    case .row(let row): OutlineLimits.levels.upperBound + row.draft.level
    }
  }
}

/// Turns the pieces of an outline, whose items nest by their levels, into elements that open and close.
struct NestingWriter<Syntax: NestedSyntax>: FormatWriter {
  private var syntax: Syntax
  /// The open elements, that of the document first: whether each already contains a section.
  private var open = LevelStack<Bool>()
  /// The last item, held back until it is known whether anything is below it.
  private var pending: Item?

  init(_ syntax: Syntax) {
    self.syntax = syntax
    open.enter(false, level: 0)
  }

  mutating func writeFrontMatter(_ block: String) throws { try syntax.writeFrontMatter(block) }

  mutating func write(_ section: SectionPiece) throws { try write(.section(section)) }

  mutating func write(_ row: RowPiece) throws { try write(.row(row)) }

  private mutating func write(_ item: Item) throws {
    if let pending { try open(pending, hasChildren: item.level > pending.level) }
    pending = item
  }

  mutating func finish() throws {
    if let pending { try open(pending, hasChildren: false) }
    pending = nil
    try close(from: 1)
    try syntax.end()
  }

  private mutating func open(_ item: Item, hasChildren: Bool) throws {
    try close(from: item.level)
    let around = open.innermostLevel ?? 0
    func nesting(below level: Int) -> Nesting {
      Nesting(
        depth: open.count - 1, hasChildren: hasChildren, needsLevel: item.level != level + 1,
        followsSection: open.innermost == true)
    }
    switch item {
    case .section(let section):
      let nesting = nesting(below: around)
      open.changeInnermost { $0 = true }
      try syntax.open(section, nesting)
    case .row(let row): try syntax.open(row, nesting(below: max(around, OutlineLimits.levels.upperBound)))
    }
    if hasChildren { open.enter(false, level: item.level) }
  }

  /// Closes the open elements down to the one that encloses an item of the given level.
  private mutating func close(from level: Int) throws {
    while open.leave(for: level) != nil { try syntax.close(depth: open.count - 1) }
  }
}
