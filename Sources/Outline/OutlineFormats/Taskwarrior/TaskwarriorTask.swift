import OutlineCore
import OutlineJSON

/// A task as `task export` writes it.
struct TaskwarriorTask {
  private(set) var entry = TaskEntry()
  /// The names of the projects around the task, outermost first.
  private(set) var project: [String] = []
  private(set) var status = "pending"
  private(set) var uuid: String?
  /// The properties of the task that pleat cannot hold.
  private(set) var left: [String] = []

  static let noteKey = "pleat"
  private static let stampsKey = "annotations"

  /// Reads the members of a task.
  init(_ members: [JSONTree.Member], _ clock: LocalClock) {
    // Annotations add lines to the description, and "repeat" is only there for what "recur" cannot say, wherever they are.
    let text = members.first { $0.key == "description" }?.value.string
    if let text { (entry.title, entry.notes) = text.cutAtLineFeed() }
    let hasRule = members.contains { $0.key == "recur" && $0.value.string.flatMap(Self.rule) != nil }
    for member in members {
      switch (member.key, member.value) {
      case ("description", .string): break
      case ("status", .string(let text)): status = text
      case ("project", .string(let text)): project = text.split(separator: ".").map(String.init)
      case ("tags", .array(let tags)): entry.tags = tags.compactMap(\.string)
      case ("due", .string(let text)): takeDue(text, clock)
      case ("recur", .string(let text)) where Self.rule(text) != nil: entry.repetition = Self.rule(text)
      case ("repeat", .string(let text)) where !hasRule: entry.repetition = text
      case (Self.stampsKey, .array(let list)): takeAnnotations(list)
      case (Self.noteKey, .string(let json)): entry.note = EntryNote(json: json)
      case ("uuid", .string(let text)):
        uuid = text
        if !TaskwarriorID.isOwn(text) { entry.attributes.append(member) }
      case ("id", _), ("urgency", _): left.append(member.key)
      default: entry.attributes.append(member)
      }
    }
    entry.isDone = status == "completed"
  }

  /// Whether it is one of the open tasks that Taskwarrior made of a recurring one.
  var isOpenInstance: Bool { entry.isDone == false && entry.repetition != nil && entry.text("parent") != nil }

  /// Whether it has the same texts and tags as another instance.
  func says(asMuchAs other: TaskwarriorTask) -> Bool {
    (entry.title, entry.notes, entry.tags) == (other.entry.title, other.entry.notes, other.entry.tags)
  }

  /// Leaves the task with its day alone.
  mutating func endRepetition() { entry.repetition = nil }

  private mutating func takeDue(_ text: String, _ clock: LocalClock) {
    guard let date = clock.date(of: text) else { return left.append("due") }
    entry.due = date.minutes == 0 ? DueDate(date.day) : date
    if !text.hasSuffix("00Z") { left.append("seconds of due") }
  }

  /// Takes annotations as further lines, and their times as an attribute.
  private mutating func takeAnnotations(_ list: [JSONTree]) {
    let notes = list.compactMap { $0.members }
    let text = notes.map { $0.first { $0.key == "description" }?.value.string ?? "" }.joined(separator: "\n")
    entry.notes = entry.notes.map { "\($0)\n\(text)" } ?? text
    let stamps = notes.map { $0.first { $0.key == "entry" }?.value.string ?? "" }
    entry.attributes.append(.init(Self.stampsKey, .texts(stamps)))
  }

  private static let rules = [
    "daily": "1d", "day": "1d", "weekly": "1w", "sennight": "1w", "biweekly": "2w", "fortnight": "2w", "monthly": "1m",
    "bimonthly": "2m", "quarterly": "3m", "semiannual": "6m", "annual": "1y", "yearly": "1y", "biannual": "2y",
    "biyearly": "2y",
  ]
  private static let units = [
    "d": "d", "day": "d", "days": "d", "w": "w", "wk": "w", "wks": "w", "week": "w", "weeks": "w", "mo": "m",
    "mos": "m", "mth": "m", "mths": "m", "month": "m", "months": "m", "y": "y", "yr": "y", "yrs": "y", "year": "y",
    "years": "y",
  ]

  /// Returns the RRULE of a recurrence such as `weekly`, `2weeks` or `P1M`; nil for one that pleat cannot keep.
  private static func rule(_ text: String) -> String? {
    let word = text.lowercased()
    if word == "weekdays" { return "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR" }
    let isISO = word.hasPrefix("p")
    let rest = isISO ? word.dropFirst() : word[...]
    let number = rest.prefix { $0.isASCII && $0.isNumber }
    let unit = String(rest.dropFirst(number.count))
    guard let distance = rules[word] ?? (isISO && unit == "m" ? "m" : units[unit]).map({ "\(number)\($0)" }) else {
      return nil
    }
    return RepeatRule(distance: distance, fromDone: false)?.description
  }
}

// MARK: - Writing

extension TaskwarriorTask {
  /// Writes an entry as the members of a task, with a note of everything that they cannot express.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - project: The name of the project; nil for none.
  ///   - id: The identifier, if the entry has none of its own; nil for none.
  ///   - children: The identifiers of the tasks directly below it, on which it depends.
  ///   - wanted: The node that reading the task must give.
  ///   - now: The time for annotations without one, in seconds since 1970.
  static func members(
    _ entry: TaskEntry, project: String?, id: String?, children: [String], wanted: ImportNode, _ clock: LocalClock,
    now: Int
  ) -> [JSONTree.Member] {
    var members = plain(entry, project, id, clock, now)
    let isPlain = entry.isPlain(as: wanted) && isPlain(entry, clock)
    var note = EntryNote(wanted, beyond: isPlain ? wanted : TaskwarriorTask(members, clock).entry.node(depth: 0))
    if wanted.isSection == true, project != nil { note.kind = "section" }
    if !children.isEmpty {
      note.hasTasksBelow = true
      let others = members.first { $0.key == dependsKey }.map { texts($0.value) } ?? []
      members.removeAll { $0.key == dependsKey }
      members.append(.init(dependsKey, .texts(others + children)))
    }
    return note == EntryNote() ? members : members + [.init(noteKey, .string(note.json().text))]
  }

  private static let dependsKey = "depends"

  private static func texts(_ value: JSONTree) -> [String] {
    if case .array(let values) = value { values.compactMap(\.string) } else { [] }
  }

  /// Removes and returns the dependencies that pleat wrote because the tasks are below this one, as far as they are in
  /// `ids`.
  mutating func takeChildren(among ids: some Collection<String>) -> [String] {
    guard entry.note?.hasTasksBelow == true,
      let index = entry.attributes.firstIndex(where: { $0.key == Self.dependsKey })
    else { return [] }
    let all = Self.texts(entry.attributes[index].value)
    let children = all.filter(ids.contains)
    let others = all.filter { !ids.contains($0) }
    entry.attributes.remove(at: index)
    if !others.isEmpty { entry.attributes.append(.init(Self.dependsKey, .texts(others))) }
    return children
  }

  private static func plain(
    _ entry: TaskEntry, _ project: String?, _ id: String?, _ clock: LocalClock, _ now: Int
  ) -> [JSONTree.Member] {
    var entry = entry
    var members: [JSONTree.Member] = []
    func add(_ key: String, _ value: String?) { if let value { members.append(.init(key, .string(value))) } }
    add("description", entry.titleLine.isEmpty ? "-" : entry.titleLine)
    add("status", entry.isDone == true ? "completed" : "pending")
    add("project", project)
    let tags = entry.tags.filter { !$0.hasWhitespace }
    if !tags.isEmpty { members.append(.init("tags", .texts(tags))) }
    add("due", entry.due.map(clock.stamp))
    let recurrence = entry.due == nil ? nil : RepeatRule(plain: entry.repetition).flatMap(recurrence)
    add("recur", recurrence)
    add("repeat", recurrence == nil ? entry.repetition : nil)
    if let annotations = annotations(&entry, now) { members.append(.init(stampsKey, annotations)) }
    if Self.uuid(of: entry) == nil { add("uuid", id) }
    if entry.hasPlainAttributes { return members + entry.attributes }
    let taken = members.map(\.key) + ["id", "urgency", noteKey]
    return members + entry.attributesOfTask().filter { !taken.contains($0.key) && isSayable($0) }
  }

  /// Whether a plain entry is read back as it is; a time at midnight becomes a whole day, and the clock skips some times.
  private static func isPlain(_ entry: TaskEntry, _ clock: LocalClock) -> Bool {
    guard let due = entry.due, entry.isDone != nil else { return entry.isDone != nil }
    let seconds = clock.seconds(of: due)
    let read = due.minutes == 0 || abs(seconds) > 1 << 35 ? nil : clock.date(ofSeconds: seconds)
    return read == (due.minutes == nil ? DueDate(due.day, hour: 0, minute: 0) : due)
  }

  /// The identifier that Taskwarrior gave to the task of an entry; nil for none.
  static func uuid(of entry: TaskEntry) -> String? {
    entry.text("uuid").flatMap { TaskwarriorID.isUUID($0) ? $0 : nil }
  }

  private static func annotations(_ entry: inout TaskEntry, _ now: Int) -> JSONTree? {
    let index = entry.attributes.firstIndex { $0.key == stampsKey }
    let given = index.map { entry.attributes.remove(at: $0).value }
    var stamps: [String] = []
    if case .array(let list)? = given { stamps = list.compactMap(\.string) }
    guard let notes = entry.notes else { return nil }
    let lines = notes.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    return .array(
      lines.map { index, line in
        let stamp = index < stamps.count ? stamps[index] : LocalClock.stamp(ofSeconds: now + index)
        return ["entry": .string(stamp), "description": .string(String(line))]
      })
  }

  private static func recurrence(_ rule: RepeatRule) -> String? {
    guard !rule.countsFromDone, let distance = rule.distance else { return nil }
    let words = ["1d": "daily", "1w": "weekly", "1m": "monthly", "1y": "yearly"]
    return words[distance] ?? (distance.hasSuffix("m") ? distance + "o" : distance)
  }

  /// The members of Taskwarrior's own that are times, and those that name a task.
  private static let times: Set = ["due", "end", "entry", "modified", "scheduled", "start", "until", "wait"]
  private static let identifiers: Set = ["parent", "uuid"]
  /// The members that say nothing outside of Taskwarrior.
  static let ownNames = times.union(identifiers).union(["imask", "mask"])
  /// The members that pleat writes for the task itself, so that an attribute of the name is of another format.
  private static let written: Set = ["annotations", "description", "project", "status", "tags"]

  /// Whether Taskwarrior can hold an attribute: a word with a text or a number, or the tasks it depends on.
  ///
  /// One with the name of a member of its own must have a value as Taskwarrior writes it, or `task import` refuses the document,
  /// or takes another format's attribute for its own.
  private static func isSayable(_ attribute: JSONTree.Member) -> Bool {
    let key = attribute.key
    guard key.first?.isLetter == true, key.isWord(with: "_"), !key.hasByte(where: { $0 >= 0x80 }),
      !written.contains(key)
    else { return false }
    return switch attribute.value {
    case .string(let text) where times.contains(key): LocalClock.isStamp(text)
    case .string(let text) where identifiers.contains(key): TaskwarriorID.isUUID(text)
    case .string(let text) where key == "recur":
      !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    case .string(let text) where key == dependsKey: text.split(separator: ",").allSatisfy { TaskwarriorID.isUUID($0) }
    case .string where key == "imask": false
    case .number where times.contains(key) || identifiers.contains(key) || key == "recur": false
    case .string(let text): !text.isEmpty && !text.hasLineBreak
    case .number: true
    case .array(let values): key == dependsKey && values.allSatisfy { TaskwarriorID.isUUID($0.string ?? "") }
    default: false
    }
  }
}

/// The UUIDs that pleat gives to tasks, by which a second `task import` finds the tasks of the first.
enum TaskwarriorID {
  private static let end = "-8000-706c65617400"

  /// Whether pleat made a UUID.
  static func isOwn(_ text: String) -> Bool { text.hasSuffix(end) }

  /// Whether a text has the form of a UUID.
  static func isUUID(_ text: some StringProtocol) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == [8, 4, 4, 4, 12] && parts.joined().allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  /// Returns the UUID of an item of an outline, which is always the same.
  static func make(_ identity: OutlineIdentity, _ id: String) -> String {
    // FNV-1a of 64 bits.
    var hash = (identity.word + "/" + id).utf8.reduce(14_695_981_039_346_656_037 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 1_099_511_628_211
    }
    var bytes = Array("00000000-0000-4000".utf8)
    for index in bytes.indices.reversed() where bytes[index] != UInt8(ascii: "-") {
      let digit = UInt8(hash & 15)
      if index != 14 { bytes[index] = digit + (digit < 10 ? 0x30 : 0x57) }  // the version is in the place of a digit
      hash >>= 4
    }
    return String(decoding: bytes, as: UTF8.self) + end
  }
}
