import ListChanges
import OutlineCore
import OutlineJSON

/// Writes rows, and sections that are tasks, for `task import`, with their sections as projects.
struct TaskwarriorWriter: FormatWriter {
  private let output: DocumentOutput
  private let clock: LocalClock
  private let now: Int
  private let identity: OutlineIdentity?
  private var titles = LevelStack<String>()
  private var project: String?
  private var loss = SectionLoss(format: "Taskwarrior")
  private var isEmpty = true
  /// The rows around the current position with the identifiers of the tasks below them, which are written before them.
  private var open = LevelStack<(row: RowPiece, children: [String])>()

  init(_ heading: ExportHeading, to output: DocumentOutput) {
    (self.output, clock, now, identity) = (output, heading.clock, heading.now, heading.identity)
  }

  mutating func write(_ section: SectionPiece) throws {
    try close(from: 1)
    titles.enter(section.draft.title, level: section.draft.level)
    project = Self.project(titles.entries)
    loss.add(section.draft)
    if section.draft.isDone != nil {
      try write(TaskEntry(section.draft), ImportNode(wanted: section.draft), section.id.map { "\($0)" }, children: [])
    }
  }

  mutating func write(_ row: RowPiece) throws {
    loss.addRow(row.draft)
    try close(from: row.draft.level)
    open.enter((row, []), level: row.draft.level)
  }

  mutating func finish() throws {
    try close(from: 1)
    try output.write(isEmpty ? "[]\n" : "\n]\n")
  }

  var remarks: [String] { loss.remarks }

  /// Writes the open rows down to the one around a row of the given level.
  private mutating func close(from level: Int) throws {
    while let (_, (row, children)) = open.leave(for: level) {
      let entry = TaskEntry(row.draft)
      let uuid = try write(entry, ImportNode(wanted: row.draft), row.id.map { "\($0)" }, children: children)
      if let uuid { open.changeInnermost { $0.children.append(uuid) } }
    }
  }

  /// Writes a task, and returns its identifier; nil for none.
  @discardableResult
  private mutating func write(
    _ entry: TaskEntry, _ wanted: ImportNode, _ id: String?, children: [String]
  ) throws -> String? {
    let uuid = identity.flatMap { identity in id.map { TaskwarriorID.make(identity, $0) } }
    let members = TaskwarriorTask.members(
      entry, project: project, id: uuid, children: children, wanted: wanted, clock, now: now)
    try output.write((isEmpty ? "[\n" : ",\n") + JSONTree.object(members).text)
    isEmpty = false
    return TaskwarriorTask.uuid(of: entry) ?? uuid
  }

  /// The name of the project of sections: their titles with dots between them, and `_` for dots in them.
  private static func project(_ titles: [String]) -> String? {
    let names = titles.map { title in String(title.map { $0.isNewline ? " " : $0 == "." ? "_" : $0 }) }
    return names.isEmpty || names.contains(where: \.isEmpty) ? nil : names.joined(separator: ".")
  }
}
