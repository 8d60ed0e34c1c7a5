import ListChanges
import OutlineCore
import OutlineJSON

/// Reads TaskPaper: projects end with a colon, tasks begin with `- `, and every other line is a note on the item above it.
struct TaskPaperReader: LineReader {
  private let rule: ImportRule
  /// The last task or project, held back while notes on it may follow.
  private var last: (entry: TaskEntry, depth: Int, isProject: Bool, line: Int)?
  private var open = LevelStack<Void>()
  private(set) var tally = ReadingTally()

  init(rule: ImportRule) { self.rule = rule }

  mutating func take(_ line: ArraySlice<UInt8>, _ number: Int) throws {
    let text = line.trimmed().text()
    if text.isEmpty { return }
    let indent = line.prefix(while: \.isBlank).reduce(0) { $0 + ($1 == UInt8(ascii: "\t") ? 4 : 1) } / 4
    var entry = TaskEntry()
    let isTask = text.hasPrefix("- ") || text == "-"
    var words = Self.takeTags(of: isTask ? String(text.dropFirst(2)) : text, into: &entry)
    let isProject = !isTask && words.hasSuffix(":")
    guard isTask || isProject || last == nil else {
      let notes = last?.entry.notes.map { "\($0)\n\(text)" } ?? text
      last?.entry.notes = notes
      return
    }
    if isProject { words.removeLast() }
    if !isTask, !isProject { (words, entry) = (text, TaskEntry()) }
    entry.title = words
    if isTask { entry.isDone = entry.isDone ?? false }
    try give()
    // Tasks that are indented like a project are in it.
    open.enter((), level: 2 * indent + (isProject ? 0 : 1))
    if isTask || isProject {
      last = (entry, open.count - 1, isProject, number)
    } else {
      try rule.add(entry.node(depth: 0))
    }
  }

  /// Passes on the entry that was held back.
  mutating func give() throws {
    guard let last else { return }
    self.last = nil
    tally.count(last.entry)
    if last.isProject { tally.took("projects", as: "sections") }
    var node = last.entry.node(depth: last.depth, line: last.line)
    node.isSection = last.isProject
    try rule.add(node)
  }

  /// Takes the tags at the end of a text over into an entry, and returns the text before them.
  private static func takeTags(of text: String, into entry: inout TaskEntry) -> String {
    var rest = text[...].trimmingBlanks()
    var tags: [(name: String, value: String?)] = []
    while let start = startOfTag(atEndOf: rest) {
      let tag = rest[start...].dropFirst()
      let name = tag.prefix { $0 != "(" }
      tags.append((String(name), name.count == tag.count ? nil : String(tag.dropFirst(name.count + 1).dropLast())))
      rest = rest[..<start].trimmingBlanks()
    }
    for (name, value) in tags.reversed() { take(name, value, into: &entry) }
    return String(rest)
  }

  /// Where a tag such as `@due(2026-11-27 14:00)` at the end of a text begins; nil if there is none.
  private static func startOfTag(atEndOf text: Substring) -> Substring.Index? {
    let end = text.hasSuffix(")") ? text.lastIndex(of: "(") ?? text.endIndex : text.endIndex
    guard let start = text[..<end].lastIndex(of: "@"), text.index(after: start) < end,
      start == text.startIndex || text[text.index(before: start)] == " "
    else { return nil }
    return text[start..<end].contains(" ") ? nil : start
  }

  private static func take(_ name: String, _ value: String?, into entry: inout TaskEntry) {
    let due = value.flatMap { DueDate(String($0.map { $0 == " " ? "T" : $0 })) }
    switch name {
    case "done":
      entry.isDone = true
      if let value { entry.add("completed", value) }
    case "due" where due != nil: entry.due = due
    default:
      if let value {
        entry.add(name, value)
      } else if !entry.tags.contains(name) {
        entry.tags.append(name)
      }
    }
  }
}
