import OutlineCore

/// A timestamp of org, such as `<2026-11-27 Fri 14:00 +1w>`.
struct OrgTimestamp: Equatable {
  var date: DueDate
  var rule: RepeatRule?
  /// The rest of the timestamp, such as `-2d`; first the longest distance of a habit, such as `/4d`.
  private(set) var rest: [String] = []

  init(_ date: DueDate, _ rule: RepeatRule?, rest: [String] = []) {
    (self.date, self.rule, self.rest) = (date, rule, rest)
  }

  /// Reads a timestamp with its brackets; nil for any other text.
  init?(_ text: Substring) {
    guard let first = text.first, let last = text.last, ["<>", "[]"].contains("\(first)\(last)") else { return nil }
    var words = text.dropFirst().dropLast().split(separator: " " as Character).map(String.init)
    guard let word = words.first, let day = Day(word) else { return nil }
    words.removeFirst()
    date = DueDate(day)
    if let name = words.first, name.allSatisfy({ $0.isLetter || $0 == "." }) { words.removeFirst() }
    if let time = words.first, let date = DueDate("\(day)T\(time.utf8.count == 4 ? "0" : "")\(time)") {
      self.date = date
      words.removeFirst()
    }
    if let repeater = words.first {
      let slash = repeater.firstIndex(of: "/") ?? repeater.endIndex
      if let rule = Self.rule(String(repeater[..<slash])) {
        self.rule = rule
        words.removeFirst()
        if slash < repeater.endIndex { words.insert(String(repeater[slash...]), at: 0) }
      }
    }
    rest = words
  }

  /// The timestamp in angle brackets if it is active, so that agendas show it, else in square brackets.
  func text(isActive: Bool) -> String {
    let name = date.day.weekday.shortName
    var repeater = rule.flatMap { rule in rule.distance.map { (rule.countsFromDone ? ".+" : "+") + $0 } }
    let longest = rest.first { $0.hasPrefix("/") }
    if let longest { repeater = repeater.map { $0 + longest } }
    let parts = ["\(date.day)", name, date.time, repeater].compactMap(\.self) + rest.filter { $0 != longest }
    return (isActive ? "<" : "[") + parts.joined(separator: " ") + (isActive ? ">" : "]")
  }

  private static func rule(_ text: String) -> RepeatRule? {
    for (sign, fromDone) in [(".+", true), ("++", false), ("+", false)] where text.hasPrefix(sign) {
      return RepeatRule(distance: text.dropFirst(sign.count), fromDone: fromDone)
    }
    return nil
  }
}

/// The line below a heading that says when a task was done, is due and is scheduled.
struct OrgPlanning {
  /// The keywords of the line, each with the attribute for timestamps that pleat cannot express.
  private static let words = [("CLOSED", "closed"), ("DEADLINE", "deadline"), ("SCHEDULED", "scheduled")]

  /// Adds the timestamps of a line to an entry; returns false for a line of another kind.
  static func take(_ line: Substring, into entry: inout TaskEntry) -> Bool {
    var rest = line.drop { $0 == " " || $0 == "\t" }
    guard rest.hasByte(UInt8(ascii: ":")) else { return false }
    var found: [(word: String, stamp: OrgTimestamp, text: String)] = []
    while let (word, _) = words.first(where: { rest.hasPrefix($0.0 + ":") }) {
      rest = rest.dropFirst(word.count + 1).drop { $0 == " " }
      guard let end = rest.firstIndex(where: { $0 == ">" || $0 == "]" }), let stamp = OrgTimestamp(rest[...end]) else {
        return false
      }
      found.append((word, stamp, String(rest[...end])))
      rest = rest[rest.index(after: end)...].drop { $0 == " " || $0 == "\t" }
    }
    guard rest.isEmpty, !found.isEmpty else { return false }
    let hasDeadline = found.contains { $0.word == "DEADLINE" }
    for (word, stamp, text) in found {
      if word == "SCHEDULED", !hasDeadline, entry.due == nil, text.hasPrefix("<"),
        entry.add(TaskEntry.dueFormKey, ([word] + stamp.rest).joined(separator: " "))
      {
        (entry.due, entry.repetition) = (stamp.date, stamp.rule?.description)
      } else {
        take(word, stamp, text, into: &entry)
      }
    }
    return true
  }

  private static func take(_ word: String, _ stamp: OrgTimestamp, _ text: String, into entry: inout TaskEntry) {
    guard let key = words.first(where: { $0.0 == word })?.1 else { return }
    if word == "DEADLINE" { (entry.due, entry.repetition) = (stamp.date, stamp.rule?.description) }
    let isPlain = stamp.rest.isEmpty && text.hasPrefix("<") == (word != "CLOSED")
    if isPlain, word == "DEADLINE" { return }
    let value = isPlain && stamp.rule == nil ? stamp.date.description : text
    entry.attributes.append(.init(key, .string(value)))
  }

  /// Returns the line with the timestamps of an entry, and removes them from the entry; nil if it has none.
  static func line(_ entry: inout TaskEntry) -> String? {
    if entry.due == nil, entry.attributes.isEmpty { return nil }
    let form = entry.text(TaskEntry.dueFormKey)?.split(separator: " ").map(String.init) ?? []
    let isScheduled = form.first == "SCHEDULED" && entry.due != nil
    let parts = words.compactMap { word, key -> String? in
      if isScheduled, word == "SCHEDULED", let date = entry.due {
        let rule = RepeatRule(plain: entry.repetition)
        _ = entry.take(TaskEntry.dueFormKey)
        entry.due = nil
        if rule != nil { entry.repetition = nil }
        return "\(word): \(OrgTimestamp(date, rule, rest: Array(form.dropFirst())).text(isActive: true))"
      }
      let isDue = word == "DEADLINE" && !isScheduled
      let value = entry.text(key)
      let given = value.flatMap { text in OrgTimestamp(text[...]).map { ($0, text) } }
      let due = isDue ? entry.due : nil
      if let given, !isDue || due == given.0.date && entry.repetition == given.0.rule?.description {
        _ = entry.take(key)
        if isDue { (entry.due, entry.repetition) = (nil, nil) }
        return "\(word): \(given.1)"
      }
      guard let date = isDue ? due : value.flatMap(DueDate.init) else { return nil }
      let rule = isDue ? RepeatRule(plain: entry.repetition) : nil
      if isDue { entry.due = nil } else { _ = entry.take(key) }
      if rule != nil { entry.repetition = nil }
      return "\(word): \(OrgTimestamp(date, rule).text(isActive: word != "CLOSED"))"
    }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}
