import OutlineCore
import OutlineJSON

/// A VTODO of iCalendar.
struct CalendarTask {
  private(set) var entry = TaskEntry()
  private(set) var uid: String?
  /// The UID of the task around it.
  private(set) var parent: String?
  private(set) var line: Int
  /// The names of the properties that pleat cannot hold.
  private(set) var left: [String] = []

  /// The ending of the UIDs that pleat makes.
  static let ownIDs = "@pleat"

  init(line: Int) {
    self.line = line
    entry.isDone = false
  }

  mutating func take(_ line: CalendarLine, _ clock: LocalClock) {
    switch line.name {
    case "SUMMARY":
      let (first, rest) = line.text.cutAtLineFeed()
      entry.title = rest.map { "\(first)\n\($0)".joinedLines() } ?? first
    case "DESCRIPTION": entry.notes = line.text
    case "CATEGORIES": entry.tags += line.texts.filter { !entry.tags.contains($0) }
    case "STATUS": takeStatus(line)
    case "COMPLETED":
      entry.isDone = true
      keep(line)
    case "DUE": takeDue(line, clock)
    case "RRULE": entry.repetition = Repeat(stored: line.value).description
    case "X-PLEAT-REPEAT": entry.repetition = line.text
    case "UID":
      uid = line.value
      if !line.value.hasSuffix(Self.ownIDs) { keep(line) }
    case "RELATED-TO" where !line.parameters.contains("RELTYPE") || line.has("RELTYPE=PARENT"):
      parent = line.value
    case "X-PLEAT": entry.note = EntryNote(json: line.text)
    case "DTSTAMP": left.append(line.name)
    default: keep(line)
    }
  }

  private mutating func takeStatus(_ line: CalendarLine) {
    let status = line.value.uppercased()
    entry.isDone = status == "COMPLETED" || status == "CANCELLED"
    if !["COMPLETED", "NEEDS-ACTION"].contains(status) { keep(line) }
  }

  private mutating func takeDue(_ line: CalendarLine, _ clock: LocalClock) {
    guard let date = Self.date(line.value, clock) else { return keep(line) }
    entry.due = date.description
    if line.parameters.contains("TZID=") { left.append("TZID of DUE") }
  }

  /// Keeps a property as an attribute; the second and later ones of a name get a number.
  private mutating func keep(_ line: CalendarLine) {
    var (key, number) = (line.key, 1)
    while entry.attributes.contains(where: { $0.key == key }) {
      number += 1
      key = "\(line.key) \(number)"
    }
    entry.attributes.append(.init(key, .string(line.value)))
  }

  private static func date(_ text: String, _ clock: LocalClock) -> DueDate? {
    if text.hasSuffix("Z") { return clock.date(of: text) }
    guard let day = Day(basic: text.prefix(8)) else { return nil }
    if text.utf8.count == 8 { return DueDate(day) }
    let time = text.dropFirst(9)
    guard text.utf8.count == 15, text.dropFirst(8).first == "T", let hour = Int(time.prefix(2)),
      let minute = Int(time.dropFirst(2).prefix(2))
    else { return nil }
    return DueDate(day, hour: hour, minute: minute)
  }

  /// The entry of the task; a parent that is not in the document is kept as an attribute.
  func entry(keepingParent: Bool) -> TaskEntry {
    var entry = entry
    if keepingParent, let parent, !parent.hasSuffix(Self.ownIDs) {
      entry.attributes.append(.init("RELATED-TO", .string(parent)))
    }
    return entry
  }
}

// MARK: - Writing

extension ImportNode {
  /// The node as a task, open if it was none.
  fileprivate var withCheckBox: ImportNode {
    var node = self
    node.isDone = isDone ?? false
    return node
  }
}

extension CalendarTask {
  /// Writes an entry as properties, with a note of everything that they cannot express.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - needed: The parts that the note must have.
  ///   - wanted: The node that reading the properties must give.
  static func lines(_ entry: TaskEntry, _ needed: EntryNote, wanted: ImportNode) -> [String] {
    let lines = plain(entry)
    var note = EntryNote(wanted, beyond: entry.isPlain(as: wanted) ? wanted.withCheckBox : read(lines))
    (note.kind, note.level, note.isCollapsed) = (needed.kind, needed.level, needed.isCollapsed)
    return note == EntryNote() ? lines : lines + ["X-PLEAT:" + CalendarLine.escaped(note.json().text)]
  }

  /// Reads properties back; not needed for a plain entry, which comes back as a task and otherwise the same.
  private static func read(_ lines: [String]) -> ImportNode {
    var task = CalendarTask(line: 0)
    for line in lines.compactMap(CalendarLine.init) { task.take(line, .utc) }
    return task.entry(keepingParent: true).node(depth: 0)
  }

  private static func plain(_ entry: TaskEntry) -> [String] {
    var entry = entry
    entry.attributes.removeAll { attribute in
      let value = attribute.value.string
      return attribute.key == "COMPLETED" && entry.isDone != true
        || attribute.key == "STATUS" && entry.isDone != (value == "CANCELLED")
    }
    var lines = ["SUMMARY:" + CalendarLine.escaped(entry.titleLine)]
    if let notes = entry.notes { lines.append("DESCRIPTION:" + CalendarLine.escaped(notes)) }
    if !entry.attributes.contains(where: { $0.key.uppercased() == "STATUS" }), let isDone = entry.isDone {
      lines.append("STATUS:" + (isDone ? "COMPLETED" : "NEEDS-ACTION"))
    }
    if let due = entry.due.flatMap(DueDate.init) {
      let text = due.text("DUE;VALUE=DATE:00000000", withTime: "DUE:00000000T0000")
      lines.append(due.minutes == nil ? text : text + "00")
    }
    if let repetition = entry.repetition {
      let isRule = if case .rule(let rule) = Repeat(stored: repetition) { !rule.countsFromDone } else { false }
      lines.append(isRule ? "RRULE:\(repetition)" : "X-PLEAT-REPEAT:" + CalendarLine.escaped(repetition))
    }
    if !entry.tags.isEmpty {
      lines.append("CATEGORIES:" + entry.tags.map(CalendarLine.escaped).joined(separator: ","))
    }
    return (lines + entry.attributes.compactMap(property)).map { line in
      line.hasByte(UInt8(ascii: "\r")) ? line.filter { $0 != "\r" && $0 != "\r\n" } : line
    }
  }

  /// Writes an attribute that was read from a property as that property; nil for any other attribute.
  private static func property(_ attribute: JSONTree.Member) -> String? {
    let key = attribute.key.prefix { $0 != " " }
    let name = key.prefix { $0 != ";" }
    guard let value = attribute.value.string, !value.contains(where: \.isNewline), !name.isEmpty,
      name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }), name == name.uppercased(),
      !["BEGIN", "END", "DTSTAMP", "SUMMARY", "X-PLEAT"].contains(name)
    else { return nil }
    return "\(key):\(value)"
  }
}
