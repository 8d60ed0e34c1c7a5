import OutlineJSON

/// Reads todo.txt: every line is a task.
enum TodoReader {
  /// Passes the tasks to the rule.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - projects: Whether the first project of a task becomes its section; all tasks are then held in memory.
  ///   - rule: Receives the tasks.
  /// - Returns: Remarks on what was imported as what, and on what was left out.
  /// - Throws: ``ImportError`` for bad bytes, and every error of the rule.
  static func read(_ bytes: ByteStream, projects: Bool, into rule: ImportRule) throws -> [String] {
    var lines = TextLines(bytes)
    var tally = ReadingTally()
    var tree = ProjectTree()
    while try lines.next() {
      if lines.bytes.trimmed().isEmpty { continue }
      var line = TodoLine(lines.bytes.text())
      tally.count(line.entry)
      guard projects else {
        try rule.add(line.entry.node(depth: 0, line: lines.number))
        continue
      }
      let path = line.takeProject().map(TodoProject.titles) ?? []
      if !path.isEmpty { tally.took("+project", as: "its section") }
      tree.add(line.entry.node(depth: 0, line: lines.number), to: path)
    }
    try tree.pass(to: rule)
    return tally.remarks
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
