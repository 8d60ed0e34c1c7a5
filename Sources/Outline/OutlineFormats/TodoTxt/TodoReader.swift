import OutlineJSON

/// Reads todo.txt: every line is a task, below the one whose word `id:` is its word `p:`.
enum TodoReader {
  /// Passes the tasks to the rule.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - projects: Whether the first project of a task becomes its section; all tasks are then held in memory, as
  ///     are those from the first one with `id:` or `p:`.
  ///   - rule: Receives the tasks.
  /// - Returns: Remarks on what was imported as what, and on what was left out.
  /// - Throws: ``ImportError`` for bad bytes, and every error of the rule.
  static func read(_ bytes: ByteStream, projects: Bool, into rule: ImportRule) throws -> [String] {
    var lines = TextLines(bytes)
    var tally = ReadingTally()
    var tree = ProjectTree()
    // The tasks from the first one on that may have others below it.
    var linked: [(line: TodoLine, number: Int)] = []
    while try lines.next() {
      if lines.bytes.trimmed().isEmpty { continue }
      let line = TodoLine(lines.bytes.text())
      if !linked.isEmpty || line.link != (nil, nil) {
        linked.append((line, lines.number))
        continue
      }
      tally.count(line.entry)
      if projects {
        let (line, path) = line.inProject
        if !path.isEmpty { tally.took("+project", as: "its section") }
        tree.add(line.entry.node(depth: 0, line: lines.number), to: path)
      } else {
        var node = line.entry.node(depth: 0, line: lines.number)
        node.isSection = false
        try rule.add(node)
      }
    }
    add(linked, projects: projects, to: &tree, &tally)
    try tree.pass(to: rule)
    return tally.remarks
  }

  /// Adds tasks below those that they name.
  private static func add(
    _ tasks: [(line: TodoLine, number: Int)], projects: Bool, to tree: inout ProjectTree, _ tally: inout ReadingTally
  ) {
    let indices = Dictionary(tasks.enumerated().compactMap { index, task in task.line.link.id.map { ($0, index) } }) {
      first, _ in
      first
    }
    let order = TaskTree(parents: tasks.map { $0.line.link.parent.flatMap { indices[$0] } })
    let withChildren = Set(order.parents.compactMap(\.self))
    var around: [String] = []
    for (index, depth) in order.order {
      var line = tasks[index].line
      line.removeLink(hasParent: depth > 0, hasChildren: withChildren.contains(index))
      tally.count(line.entry)
      let (bare, path) = line.inProject
      if depth == 0 { around = projects ? path : [] }
      if projects, path == around {
        line = bare
        if !path.isEmpty { tally.took("+project", as: "its section") }
      }
      var node = line.entry.node(depth: depth, line: tasks[index].number)
      if depth > 0 || withChildren.contains(index) { node.isSection = false }
      tree.add(node, to: around)
    }
  }
}

extension TodoLine {
  /// The line without its project, and the titles of the project; the line itself if it has none.
  fileprivate var inProject: (line: TodoLine, path: [String]) {
    var line = self
    let path = line.takeProject().map(TodoProject.titles) ?? []
    return (line, path)
  }
}

/// The word for a section in todo.txt: the titles from the outermost section on, with `_` for spaces.
enum TodoProject {
  /// Returns the titles in a project's name.
  static func titles(_ word: String) -> [String] {
    word.split(separator: "/").map { title in String(title.map { $0 == "_" ? " " : $0 }) }
  }

  /// Returns the word for titles; nil if there are none, or if one is empty.
  static func word(_ titles: [String]) -> String? {
    let words = titles.map { title in
      String(title.map { $0.isWhitespace || $0 == "/" ? "_" : $0 })
    }
    return words.contains(where: \.isEmpty) || words.isEmpty ? nil : words.joined(separator: "/")
  }
}
