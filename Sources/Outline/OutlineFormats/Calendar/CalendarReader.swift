import OutlineJSON

/// Reads the tasks of an iCalendar file, VTODO of RFC 5545, nested by their relations.
enum CalendarReader {
  /// Passes the tasks to the rule.
  ///
  /// - Returns: Remarks on what was imported as what, and on what was left out.
  /// - Throws: ``ImportError`` for a file that is not iCalendar, and every error of the rule.
  static func read(_ bytes: ByteStream, _ clock: LocalClock, into rule: ImportRule) throws -> [String] {
    var tally = ReadingTally()
    var isOwn = false
    var clock = ZonedClock(clock)
    var tasks = try tasks(of: try bytes.text(), &clock, &tally) {
      rule.hasFormerKinds = $0.value == CalendarWriter.formerProgram
      isOwn = $0.value.hasPrefix("-//pleat//")
    }
    // What pleat writes is in order; an order that another program gave may be older.
    if !isOwn, tasks.contains(where: { $0.order != nil }) {
      let order = tasks.indices.sorted { (tasks[$0].order ?? .max, $0) < (tasks[$1].order ?? .max, $1) }
      tasks = order.map { tasks[$0] }
    }
    try pass(tasks, to: rule, &tally)
    return tally.remarks
  }

  private static func tasks(
    of bytes: [UInt8], _ clock: inout ZonedClock, _ tally: inout ReadingTally, takeHead: (CalendarLine) -> Void
  ) throws -> [CalendarTask] {
    let former = tally
    var tasks: [CalendarTask] = []
    var open: [String] = []
    var isInTask = false  // whether a property is one of a task
    var zone = CalendarZone()
    var isLate = false  // whether a zone is described after tasks
    try CalendarLine.forEach(in: bytes) { number, bytes in
      guard let line = CalendarLine(bytes) else {
        throw ImportError(line: number, message: "This is not a line of iCalendar: it has no colon")
      }
      switch line.name {
      case _ where isInTask && line.name != "BEGIN" && line.name != "END":
        tasks[tasks.count - 1].take(line, &clock)
      case "BEGIN":
        let component = line.word
        if open.isEmpty, component != "VCALENDAR" { throw notCalendar(number) }
        open.append(component)
        isInTask = open.count == 2 && component == "VTODO"
        if open.count == 2, component == "VTODO" { tasks.append(CalendarTask(line: number)) }
        if open.count == 2, component == "VTIMEZONE" { zone = CalendarZone() }
        if open.count > 1, open[1] == "VTIMEZONE" {
          if open.count == 3 { zone.begin(component) }
        } else if open.count > 1, component != "VTODO" {
          tally.left(component)
        }
      case "END":
        let component = line.word
        guard open.popLast() == component else {
          throw ImportError(line: number, message: "END:\(line.value.prefix(40)) has no BEGIN")
        }
        isInTask = open.count == 2 && open[1] == "VTODO"
        if open.count == 1, component == "VTIMEZONE" {
          if clock.add(zone.name, zone.clock), !tasks.isEmpty { isLate = true }
        } else if open.count == 1, !tasks.isEmpty {
          tasks[tasks.count - 1].finish(&clock)
        }
      default:
        if open.isEmpty { throw notCalendar(number) }
        if open.count > 1, open[1] == "VTIMEZONE" { zone.take(line) }
        if open.count == 1, line.name == "PRODID" { takeHead(line) }
      }
    }
    if let last = open.last { throw ImportError(message: "\(last) does not end; the file may have been cut off") }
    if isLate {
      tally = former
      return try self.tasks(of: bytes, &clock, &tally, takeHead: takeHead)
    }
    return tasks
  }

  private static func notCalendar(_ line: Int) -> ImportError {
    ImportError(line: line, message: "The file is not iCalendar: it does not begin with BEGIN:VCALENDAR")
  }

  /// Passes each task on before its subtasks, and counts what is read and left out.
  private static func pass(_ tasks: [CalendarTask], to rule: ImportRule, _ tally: inout ReadingTally) throws {
    // By their numbers, as tasks are large values to copy.
    let isNested = tasks.indices.contains { tasks[$0].parent != nil || !tasks[$0].children.isEmpty }
    var indices = [String: Int](minimumCapacity: isNested ? tasks.count : 0)
    var parents = [Int?](repeating: nil, count: tasks.count)
    if isNested {
      for index in tasks.indices {
        if let uid = tasks[index].uid, indices[uid] == nil { indices[uid] = index }
      }
      for index in tasks.indices { parents[index] = tasks[index].parent.flatMap { indices[$0] } }
      for index in tasks.indices {
        for child in tasks[index].children.compactMap({ indices[$0] }) where parents[child] == nil {
          parents[child] = index
        }
      }
    }
    let tree = TaskTree(parents: parents)
    for (index, depth) in tree.order {
      for _ in 0..<tasks[index].stamps { tally.left("DTSTAMP") }
      let entry = tasks[index].entry(
        keepingParent: tree.parents[index] == nil, children: tasks[index].children.filter { indices[$0] == nil })
      tally.count(entry)
      if tasks[index].isOfOtherZone { tally.tookOtherZone() }
      for part in tasks[index].left { tally.left(part) }
      var node = entry.node(depth: depth, line: tasks[index].line)
      if rule.hasFormerKinds, node.isSection == false { node.isSection = nil }
      try rule.add(node)
    }
  }
}
