import OutlineCore

/// Writes rows, and sections that are tasks, as lines of todo.txt, with their sections as projects.
struct TodoWriter: FormatWriter {
  private let output: DocumentOutput
  private var titles = LevelStack<String>()
  /// The project of the sections around a row, with its sign; nil for none.
  private var project: String?
  private var loss = SectionLoss(format: "todo.txt")

  init(to output: DocumentOutput) { self.output = output }

  mutating func write(_ section: SectionPiece) throws {
    titles.enter(section.draft.title, level: section.draft.level)
    project = TodoProject.word(titles.entries).map { "+\($0)" }
    if section.draft.isDone == nil {
      loss.add(section.draft)
    } else {
      try write(TaskEntry(section.draft), ImportNode(wanted: section.draft))
    }
  }

  mutating func write(_ row: RowPiece) throws {
    loss.addRow()
    try write(TaskEntry(row.draft), ImportNode(wanted: row.draft))
  }

  var remarks: [String] { loss.remarks }

  private func write(_ entry: TaskEntry, _ wanted: ImportNode) throws {
    try output.write(TodoLine.text(entry, project: project, wanted: wanted) + "\n")
  }
}
