import OutlineCore
import OutlineJSON

/// Writes rows, and sections that are tasks, for `task import`, with their sections as projects.
struct TaskwarriorWriter: FormatWriter {
  private let output: DocumentOutput
  private let clock: LocalClock
  private let now: Int
  private let identity: OutlineIdentity?
  private var titles = LevelStack<String>()
  private var loss = SectionLoss(format: "Taskwarrior")
  private var isEmpty = true

  init(_ heading: ExportHeading, to output: DocumentOutput) {
    (self.output, clock, now, identity) = (output, heading.clock, heading.now, heading.identity)
  }

  mutating func write(_ section: SectionPiece) throws {
    titles.enter(section.draft.title, level: section.draft.level)
    if section.draft.isDone == nil {
      loss.add(section.draft)
    } else {
      try write(TaskEntry(section.draft), ImportNode(wanted: section.draft), section.id.map { "\($0)" })
    }
  }

  mutating func write(_ row: RowPiece) throws {
    loss.addRow()
    try write(TaskEntry(row.draft), ImportNode(wanted: row.draft), row.id.map { "\($0)" })
  }

  mutating func finish() throws { try output.write(isEmpty ? "[]\n" : "\n]\n") }

  var remarks: [String] { loss.remarks }

  private mutating func write(_ entry: TaskEntry, _ wanted: ImportNode, _ id: String?) throws {
    let uuid = identity.flatMap { identity in id.map { TaskwarriorID.make(identity, $0) } }
    let members = TaskwarriorTask.members(
      entry, project: Self.project(titles.entries), id: uuid, wanted: wanted, clock, now: now)
    try output.write((isEmpty ? "[\n" : ",\n") + JSONTree.object(members).text)
    isEmpty = false
  }

  /// The name of the project of sections: their titles with dots between them, and `_` for dots in them.
  private static func project(_ titles: [String]) -> String? {
    let names = titles.map { title in String(title.map { $0.isNewline ? " " : $0 == "." ? "_" : $0 }) }
    return names.isEmpty || names.contains(where: \.isEmpty) ? nil : names.joined(separator: ".")
  }
}
