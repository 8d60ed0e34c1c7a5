import ListChanges
import OutlineCore

/// Writes rows, and sections that are tasks, as lines of todo.txt, with their sections as projects.
///
/// A row with something below it has the word `id:`, and those directly below it have the same as `p:`.
struct TodoWriter: FormatWriter {
  private let output: DocumentOutput
  private var titles = LevelStack<String>()
  /// The project of the sections around a row, with its sign; nil for none.
  private var project: String?
  private var loss = SectionLoss(format: "todo.txt")
  /// The words by which the rows around the current position are named.
  private var open = LevelStack<String>()
  /// The last row, held back until it is known whether anything is below it.
  private var pending: RowPiece?
  private var count = 0

  init(to output: DocumentOutput) { self.output = output }

  mutating func write(_ section: SectionPiece) throws {
    try writePending(hasChildren: false)
    titles.enter(section.draft.title, level: section.draft.level)
    project = TodoProject.word(titles.entries).map { "+\($0)" }
    loss.add(section.draft)
    if section.draft.isDone != nil {
      try output.write(
        TodoLine.text(TaskEntry(section.draft), project: project, wanted: ImportNode(wanted: section.draft)) + "\n")
    }
  }

  mutating func write(_ row: RowPiece) throws {
    loss.addRow(row.draft)
    if let pending { try writePending(hasChildren: row.draft.level > pending.draft.level) }
    pending = row
  }

  mutating func finish() throws { try writePending(hasChildren: false) }

  var remarks: [String] { loss.remarks }

  private mutating func writePending(hasChildren: Bool) throws {
    guard let row = pending else { return }
    pending = nil
    count += 1
    let level = row.draft.level
    while open.leave(for: level) != nil {}
    let entry = TaskEntry(row.draft)
    let id = hasChildren ? TodoLine.id(of: entry) ?? TodoLine.ownID(row.id?.rawValue ?? Int64(count)) : nil
    try output.write(
      TodoLine.text(entry, project: project, id: id, parent: open.innermost, wanted: ImportNode(wanted: row.draft))
        + "\n")
    if let id { open.enter(id, level: level) }
  }
}
