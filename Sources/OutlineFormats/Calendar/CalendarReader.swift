import OutlineJSON

/// Reads the tasks of an iCalendar file, VTODO of RFC 5545, nested by their relations.
enum CalendarReader {
  /// Passes the tasks to the rule.
  ///
  /// - Returns: Remarks on what was imported as what, and on what was left out.
  /// - Throws: ``ImportError`` for a file that is not iCalendar, and every error of the rule.
  static func read(_ bytes: ByteStream, _ clock: LocalClock, into rule: ImportRule) throws -> [String] {
    var tally = ReadingTally()
    let tasks = try tasks(of: try bytes.text(), clock, &tally)
    for task in tasks {
      tally.count(task.entry)
      for part in task.left { tally.left(part) }
    }
    try pass(tasks, to: rule)
    return tally.remarks
  }

  private static func tasks(
    of bytes: [UInt8], _ clock: LocalClock, _ tally: inout ReadingTally
  ) throws -> [CalendarTask] {
    var tasks: [CalendarTask] = []
    var open: [String] = []
    for (number, text) in CalendarLine.lines(of: bytes) {
      guard let line = CalendarLine(text) else {
        throw ImportError(line: number, message: "This is not a line of iCalendar: it has no colon")
      }
      switch line.name {
      case "BEGIN":
        let component = line.value.uppercased()
        if open.isEmpty, component != "VCALENDAR" { throw notCalendar(number) }
        open.append(component)
        if open.count == 2, component == "VTODO" { tasks.append(CalendarTask(line: number)) }
        if open.count > 1, component != "VTODO" { tally.left(component) }
      case "END":
        guard open.popLast() == line.value.uppercased() else {
          throw ImportError(line: number, message: "END:\(line.value.prefix(40)) has no BEGIN")
        }
      default:
        if open.isEmpty { throw notCalendar(number) }
        if open == ["VCALENDAR", "VTODO"] { tasks[tasks.count - 1].take(line, clock) }
      }
    }
    if let last = open.last { throw ImportError(message: "\(last) does not end; the file may have been cut off") }
    return tasks
  }

  private static func notCalendar(_ line: Int) -> ImportError {
    ImportError(line: line, message: "The file is not iCalendar: it does not begin with BEGIN:VCALENDAR")
  }

  /// Passes each task on before its subtasks; a circle of parents is cut where it would close.
  private static func pass(_ tasks: [CalendarTask], to rule: ImportRule) throws {
    let indices = Dictionary(tasks.enumerated().compactMap { index, task in task.uid.map { ($0, index) } }) {
      first, _ in
      first
    }
    let parents = withoutCircles(tasks.map { $0.parent.flatMap { indices[$0] } })
    var children: [Int?: [Int]] = [:]
    for (index, parent) in parents.enumerated().reversed() { children[parent, default: []].append(index) }
    var rest = (children[nil] ?? []).map { (index: $0, depth: 0) }
    while let (index, depth) = rest.popLast() {
      try rule.add(tasks[index].node(depth: depth, keepingParent: parents[index] == nil))
      rest += (children[index] ?? []).map { (index: $0, depth: depth + 1) }
    }
  }

  /// Returns the parents with one link of each circle removed.
  private static func withoutCircles(_ parents: [Int?]) -> [Int?] {
    var parents = parents
    var walks = Array(repeating: 0, count: parents.count)
    for start in parents.indices where walks[start] == 0 {
      var index = start
      walks[index] = start + 1
      while let parent = parents[index] {
        if walks[parent] == start + 1 { parents[index] = nil }
        if walks[parent] != 0 { break }
        walks[parent] = start + 1
        index = parent
      }
    }
    return parents
  }
}
