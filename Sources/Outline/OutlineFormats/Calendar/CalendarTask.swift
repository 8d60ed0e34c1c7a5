import OutlineCore
import OutlineJSON

/// A VTODO of iCalendar.
struct CalendarTask {
  private(set) var entry = TaskEntry()
  private(set) var uid: String?
  /// The UID of the task around it.
  private(set) var parent: String?
  /// The UIDs of the tasks that it says are below it.
  private(set) var children: [String] = []
  private(set) var line: Int
  /// Its place among others, by the value of `X-APPLE-SORT-ORDER`; nil if it has none.
  private(set) var order: Int?
  /// Whether everything is done, unless the status says otherwise.
  private var isComplete = false
  private var hasStatus = false
  /// The start of the task, until it is known whether there is a due date.
  private var start: CalendarLine?
  /// The names of the properties that pleat cannot hold, without ``stamps``.
  private(set) var left: [String] = []
  /// How many lines DTSTAMP it has; every task should have one.
  private(set) var stamps = 0
  /// Whether the due date was a time of another zone, which is now a local one.
  private(set) var isOfOtherZone = false

  /// The number of the last property of each name; empty while there are few, which are compared one by one.
  private var numbers: [String: Int] = [:]
  private static let few = 32

  /// The ending of the UIDs that pleat makes.
  static let ownIDs = "@pleat"

  init(line: Int) {
    self.line = line
    entry.isDone = false
  }

  mutating func take(_ line: CalendarLine, _ clock: inout ZonedClock) {
    switch line.name {
    case "SUMMARY":
      let (first, rest) = line.text.cutAtLineFeed()
      entry.title = rest.map { "\(first)\n\($0)".joinedLines() } ?? first
    case "UID":
      let value = line.value
      uid = value
      if !value.hasSuffix(Self.ownIDs) { keep(line.key, value) }
    case "DTSTAMP": stamps += 1
    case "DUE": takeDue(line, &clock)
    case "DESCRIPTION": entry.notes = line.value.isEmpty ? nil : line.text
    case "CATEGORIES": entry.tags += line.texts.filter { !entry.tags.contains($0) }
    case "STATUS": takeStatus(line)
    case "COMPLETED":
      entry.isDone = true
      keep(line)
    case "DTSTART" where start == nil: start = line
    case "RRULE": entry.repetition = Repeat(stored: line.value).description
    case "X-PLEAT-REPEAT": entry.repetition = line.text
    // Looking for the parameter costs as much as the rest of the task, and nearly no line has parameters.
    case "RELATED-TO"
    where !line.hasParameters || !line.parameters.contains(utf8: "RELTYPE") || line.has("RELTYPE=PARENT"):
      parent = line.value
    case "RELATED-TO" where line.has("RELTYPE=CHILD"): children.append(line.value)
    case "X-APPLE-SORT-ORDER":
      order = Int(line.value)
      keep(line)
    case "PERCENT-COMPLETE":
      isComplete = line.value == "100"
      keep(line)
    case "X-PLEAT": entry.note = EntryNote(json: line.text)
    default: keep(line)
    }
  }

  private mutating func takeStatus(_ line: CalendarLine) {
    let status = line.word
    hasStatus = true
    entry.isDone = status == "COMPLETED" || status == "CANCELLED"
    if status != "COMPLETED", status != "NEEDS-ACTION" { keep(line) }
  }

  /// Ends the task: its start is the due date if it has no other.
  mutating func finish(_ clock: inout ZonedClock) {
    if isComplete, !hasStatus { entry.isDone = true }
    guard let start else { return }
    if entry.due == nil { takeDue(start, &clock) } else { keep(start) }
    self.start = nil
  }

  /// Takes a due date as a local one, and notes how it is written where that is not as a local time of `DUE`.
  private mutating func takeDue(_ line: CalendarLine, _ clock: inout ZonedClock) {
    let value = line.value
    guard let time = ISOTime(value), let written = time.date else { return keep(line) }
    var (date, form) = (written, line.name)
    if time.offset != nil, let local = clock.local.date(of: value) {
      (date, form) = (local, "\(line.name):Z")
    } else if written.minutes != nil, let zone = line.zone {
      if let other = clock.clock(of: zone), let local = clock.local.date(written, by: other) {
        // Others would not know the zone without its description, but they know UTC.
        (date, form) = (local, line.name + (clock.ownZones.contains(zone) ? ":Z" : ";TZID=\(zone)"))
      } else {
        left.append("TZID of \(line.name)")
      }
    }
    isOfOtherZone = date != written
    entry.due = date
    if form != "DUE" { entry.add(TaskEntry.dueFormKey, form) }
  }

  private mutating func keep(_ line: CalendarLine) { keep(line.key, line.value) }

  /// Keeps a property as an attribute; the second and later ones of a name get a number.
  private mutating func keep(_ key: String, _ value: String) {
    if numbers.isEmpty, entry.attributes.count >= Self.few {
      for attribute in entry.attributes { numbers[attribute.key] = 1 }
    }
    var number = numbers[key] ?? 1
    var name = number == 1 ? key : "\(key) \(number)"
    while numbers.isEmpty ? entry.attributes.contains(where: { $0.key == name }) : numbers[name] != nil {
      number += 1
      name = "\(key) \(number)"
    }
    if !numbers.isEmpty {
      numbers[name] = 1
      numbers[key] = number
    }
    entry.attributes.append(.init(name, .string(value)))
  }

  /// The entry of the task; a parent and children that are not in the document are kept as attributes.
  func entry(keepingParent: Bool, children: [String]) -> TaskEntry {
    if children.isEmpty, parent == nil || !keepingParent { return entry }
    var task = self
    if keepingParent, let parent, !parent.hasSuffix(Self.ownIDs) {
      task.entry.attributes.append(.init("RELATED-TO", .string(parent)))
    }
    for child in children { task.keep("RELATED-TO;RELTYPE=CHILD", child) }
    return task.entry
  }
}

// MARK: - Writing

extension CalendarTask {
  /// Writes an entry as properties, with a note of everything that they cannot express.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - needed: The parts that the note must have.
  ///   - wanted: The node that reading the properties must give.
  ///   - clock: The clock of the user, and those of other zones.
  static func lines(
    _ entry: TaskEntry, _ needed: EntryNote, wanted: ImportNode, _ clock: inout ZonedClock
  ) -> [String] {
    let lines = plain(entry, &clock)
    let isPlain = wanted.attributes == nil && entry.isPlain(as: wanted)
    var note = isPlain ? EntryNote() : EntryNote(wanted, beyond: read(lines, &clock))
    if isPlain, wanted.isDone == nil { note.isDone = .some(nil) }  // it comes back as a task
    (note.kind, note.level, note.isCollapsed) = (needed.kind, needed.level, needed.isCollapsed)
    return note == EntryNote() ? lines : lines + ["X-PLEAT:" + CalendarLine.escaped(note.json().text)]
  }

  private static func read(_ lines: [String], _ clock: inout ZonedClock) -> ImportNode {
    var task = CalendarTask(line: 0)
    for line in lines.compactMap(CalendarLine.init) { task.take(line, &clock) }
    task.finish(&clock)
    return task.entry(keepingParent: true, children: task.children).node(depth: 0)
  }

  private static func plain(_ entry: TaskEntry, _ clock: inout ZonedClock) -> [String] {
    var entry = entry
    entry.attributes.removeAll { attribute in
      let value = attribute.value.string
      return attribute.key == "COMPLETED" && entry.isDone != true
        || attribute.key == "PERCENT-COMPLETE" && (value == "100") != (entry.isDone == true)
        || attribute.key == "STATUS" && entry.isDone != (value == "CANCELLED")
    }
    var lines = ["SUMMARY:" + CalendarLine.escaped(entry.titleLine)]
    if let notes = entry.notes { lines.append("DESCRIPTION:" + CalendarLine.escaped(notes)) }
    // Of an item from elsewhere, attributes that are named like properties are none.
    let isOwn = entry.text("UID") != nil
    if !isOwn || entry.text("STATUS") == nil, let isDone = entry.isDone {
      lines.append("STATUS:" + (isDone ? "COMPLETED" : "NEEDS-ACTION"))
    }
    if let due = entry.due { lines.append(Self.due(due, &entry, &clock)) }
    if let repetition = entry.repetition {
      let isRule = if case .rule(let rule) = Repeat(stored: repetition) { !rule.countsFromDone } else { false }
      lines.append(isRule ? "RRULE:\(repetition)" : "X-PLEAT-REPEAT:" + CalendarLine.escaped(repetition))
    }
    if !entry.tags.isEmpty {
      lines.append("CATEGORIES:" + entry.tags.map(CalendarLine.escaped).joined(separator: ","))
    }
    let properties = entry.attributes.compactMap { isOwn || $0.key.hasPrefix("X-") ? property($0) : nil }
    return (lines + properties).map { line in
      line.hasByte(UInt8(ascii: "\r")) ? line.filter { $0 != "\r" && $0 != "\r\n" } : line
    }
  }

  /// Writes a due date in the form that it had, and removes the attribute that says so.
  private static func due(_ due: DueDate, _ entry: inout TaskEntry, _ clock: inout ZonedClock) -> String {
    var (key, zone) = ("DUE", "")
    if let form = entry.text(TaskEntry.dueFormKey), let name = ["DUE", "DTSTART"].first(where: form.hasPrefix) {
      _ = entry.take(TaskEntry.dueFormKey)
      (key, zone) = (name, String(form.dropFirst(name.count)))
    }
    guard due.minutes != nil else { return "\(key);VALUE=DATE:\(due.text("00000000", withTime: "00000000"))" }
    let text = { (date: DueDate) in date.text("00000000", withTime: "00000000T0000") + "00" }
    if zone == ":Z" { return "\(key):\(clock.local.stamp(of: due))" }
    if zone.hasPrefix(";TZID="), let other = clock.clock(of: String(zone.dropFirst(6))),
      let date = other.date(due, by: clock.local)
    {
      return "\(key)\(zone):\(text(date))"
    }
    return "\(key):\(text(due))"
  }

  /// Writes an attribute that was read from a property as that property; nil for any other attribute.
  private static func property(_ attribute: JSONTree.Member) -> String? {
    let key = withoutNumber(attribute.key)
    let name = key.prefix { $0 != ";" }
    guard let value = attribute.value.string, !value.contains(where: \.isNewline), !name.isEmpty,
      name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }), name == name.uppercased(),
      !["BEGIN", "END", "DTSTAMP", "SUMMARY", "X-PLEAT"].contains(name), !key.contains(where: \.isNewline),
      let line = CalendarLine("\(key):\(value)"), line.key == key, line.value == value
    else { return nil }
    return "\(key):\(value)"
  }

  /// Removes the number from the name of an attribute of a second or later property; parameters may have spaces.
  private static func withoutNumber(_ key: String) -> Substring {
    guard let space = key.utf8.lastIndex(of: UInt8(ascii: " ")) else { return key[...] }
    let number = key[key.utf8.index(after: space)...]
    return !number.isEmpty && number.allSatisfy { ("0"..."9").contains($0) } ? key[..<space] : key[...]
  }
}
