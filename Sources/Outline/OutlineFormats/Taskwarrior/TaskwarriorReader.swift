import OutlineJSON

/// Reads the output of `task export`: projects as sections, and tasks as rows.
enum TaskwarriorReader {
  /// Passes the tasks to the rule.
  ///
  /// - Returns: Remarks on what was imported as what, and on what was left out.
  /// - Throws: ``ImportError`` for a document that is not an array of tasks, and every error of the rule.
  static func read(_ bytes: ByteStream, _ clock: LocalClock, into rule: ImportRule) throws -> [String] {
    var stream = JSONStream(TextBuffer(bytes))
    guard try stream.peek() == UInt8(ascii: "[") else {
      throw ImportError(message: "This is not an array of tasks, as 'task export' writes it")
    }
    var (tasks, tally, array) = ([TaskwarriorTask](), ReadingTally(), try stream.openArray("an array"))
    while try stream.hasElement(in: &array) {
      guard let members = try stream.tree().members, members.contains(where: { $0.key == "description" }) else {
        throw ImportError(message: "Entry \(tasks.count + 1) is not a task: it has no description")
      }
      tasks.append(TaskwarriorTask(members, clock))
    }
    try stream.takeEnd()
    let templates = Set(tasks.lazy.filter { $0.status != "deleted" }.compactMap { $0.entry.text("parent") })
    tasks.removeAll { task in
      let isDeleted = task.status == "deleted"
      guard isDeleted || task.status == "recurring" && task.uuid.map(templates.contains) == true else { return false }
      tally.left(isDeleted ? "deleted tasks" : "templates of tasks that were read")
      return true
    }
    joinInstances(of: &tasks, &tally)
    try pass(&tasks, to: rule, &tally)
    return tally.remarks
  }

  /// Lets one open instance of each recurring task repeat, the earliest, and leaves out those that say the same.
  ///
  /// Taskwarrior makes an instance for each day that has passed; each of them would otherwise repeat.
  private static func joinInstances(of tasks: inout [TaskwarriorTask], _ tally: inout ReadingTally) {
    let instances = tasks.indices.filter { tasks[$0].isOpenInstance }
    let groups = Dictionary(grouping: instances) { tasks[$0].entry.text("parent") ?? "" }
    var gone: Set<Int> = []
    for group in groups.values where group.count > 1 {
      let days = group.map { (tasks[$0].entry.due?.description ?? "", $0) }
      guard let first = days.min(by: <)?.1 else { continue }
      for index in group where index != first {
        if tasks[index].says(asMuchAs: tasks[first]) { gone.insert(index) } else { tasks[index].endRepetition() }
        tally.took("more instances of recurring tasks", as: "the first one, which repeats")
      }
    }
    if !gone.isEmpty { tasks = tasks.indices.filter { !gone.contains($0) }.map { tasks[$0] } }
  }

  /// Passes each task on before those below it, and counts what is read and left out.
  private static func pass(_ tasks: inout [TaskwarriorTask], to rule: ImportRule, _ tally: inout ReadingTally) throws {
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
    var known: Set<[String]> = []
    let tree = TaskTree(parents: parents)
    let withChildren = Set(tree.parents.compactMap(\.self))
    for (index, depth) in tree.order {
      tally.count(tasks[index].entry)
      for part in tasks[index].left { tally.left(part) }
      let own = tasks[index].project
      if depth == 0 {
        project = own
      } else if !own.isEmpty, own != project {
        tally.left("projects of tasks below others")
      }
      if !own.isEmpty, own == project, known.insert(own).inserted { tally.took("projects", as: "sections") }
      var node = tasks[index].entry.node(depth: depth)
      if depth > 0 || withChildren.contains(index) { node.isSection = false }
      sections.add(node, to: project)
    }
    try sections.pass(to: rule)
  }
}
