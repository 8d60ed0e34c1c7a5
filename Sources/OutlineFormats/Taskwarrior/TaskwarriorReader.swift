import OutlineJSON

/// Reads the output of `task export`: projects as sections, and tasks as rows.
enum TaskwarriorReader {
  /// Passes the tasks to the rule.
  ///
  /// - Returns: Remarks on what was imported as what, and on what was left out.
  /// - Throws: ``ImportError`` for a document that is not an array of tasks, and every error of the rule.
  static func read(_ bytes: ByteStream, _ clock: LocalClock, into rule: ImportRule) throws -> [String] {
    let tree = try JSONTree(try bytes.text()[...].text())
    guard case .array(let values) = tree else {
      throw ImportError(message: "This is not an array of tasks, as 'task export' writes it")
    }
    let tasks = try values.enumerated().map { index, value in
      guard let members = value.members, members.contains(where: { $0.key == "description" }) else {
        throw ImportError(message: "Entry \(index + 1) is not a task: it has no description")
      }
      return TaskwarriorTask(members, clock)
    }
    var tally = ReadingTally()
    let templates = Set(tasks.filter { $0.status != "deleted" }.compactMap { $0.entry.text("parent") })
    var kept: [TaskwarriorTask] = []
    for task in tasks {
      if task.status == "deleted" {
        tally.left("deleted tasks")
      } else if task.status == "recurring", let id = task.uuid, templates.contains(id) {
        tally.left("templates of tasks that were read")
      } else {
        tally.count(task.entry)
        if !task.project.isEmpty { tally.took("projects", as: "sections") }
        for part in task.left { tally.left(part) }
        kept.append(task)
      }
    }
    try pass(kept, to: rule)
    return tally.remarks
  }

  private static func pass(_ tasks: [TaskwarriorTask], to rule: ImportRule) throws {
    var tasks = tasks
    let indices = Dictionary(tasks.enumerated().compactMap { index, task in task.uuid.map { ($0, index) } }) {
      first, _ in
      first
    }
    var parents: [Int?] = Array(repeating: nil, count: tasks.count)
    for index in tasks.indices {
      for child in tasks[index].takeChildren(among: indices.keys) { parents[indices[child] ?? index] = index }
    }
    var sections = ProjectTree()
    var project: [String] = []
    for (index, depth) in TaskTree(parents: parents).order {
      if depth == 0 { project = tasks[index].project }
      sections.add(tasks[index].entry.node(depth: depth), to: project)
    }
    try sections.pass(to: rule)
  }
}
