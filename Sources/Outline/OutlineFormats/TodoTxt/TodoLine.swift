import OutlineCore
import OutlineJSON

/// A line of todo.txt: `x 2026-11-27 2026-11-20 call @phone +Home due:2026-11-28`.
///
/// The priority and the two dates at the beginning are attributes, and so are words such as `key:value`. Projects and
/// contexts stay in the text.
struct TodoLine {
  private(set) var entry = TaskEntry()

  private static let keys = (priority: "priority", completed: "completed", created: "created", note: "pleat")

  init(_ line: String) {
    var rest = line[...]
    entry.isDone = Self.takeWord(from: &rest) { $0 == "x" ? true : nil } ?? false
    takePriority(from: &rest)
    for key in entry.isDone == true ? [Self.keys.completed, Self.keys.created] : [Self.keys.created] {
      guard let day = Self.takeWord(from: &rest, { Day($0) == nil ? nil : String($0) }) else { break }
      entry.add(key, day)
      // Some programs put the priority of a task that is done after the day on which it was done.
      if entry.isDone == true { takePriority(from: &rest) }
    }
    entry.title = rest.hasByte(UInt8(ascii: ":")) ? takeKeys(of: rest) : String(rest)
  }

  private mutating func takePriority(from rest: inout Substring) {
    guard entry.text(Self.keys.priority) == nil, let priority = Self.takeWord(from: &rest, Self.priority) else {
      return
    }
    entry.add(Self.keys.priority, priority)
  }

  /// Takes the first of several words if `read` gives a value for it; nil leaves the text as it is.
  private static func takeWord<T>(from text: inout Substring, _ read: (Substring) -> T?) -> T? {
    guard let end = text.utf8.firstIndex(of: UInt8(ascii: " ")), let value = read(text[..<end]) else { return nil }
    text = text[text.utf8.index(after: end)...]
    return value
  }

  /// Takes the words that are keys with values, and returns the text without them.
  private mutating func takeKeys(of text: Substring) -> String {
    let (space, colon) = (UInt8(ascii: " "), UInt8(ascii: ":"))
    var kept: [Substring] = []
    // What is not looked at yet begins in `rest`, and what is not kept yet at `start`, which is nil at the end.
    var (rest, start) = (text, Optional(text.startIndex))
    while let first = start, let sign = rest.firstByte(where: { $0 == colon }) {
      let begin = text[first..<sign].utf8.lastIndex(of: space).map(text.utf8.index(after:)) ?? first
      let end = text[sign...].firstByte { $0 == space } ?? text.endIndex
      rest = text[end...]
      guard take(text[begin..<end]) else { continue }
      if begin > first { kept.append(text[first..<text.utf8.index(before: begin)]) }
      start = end < text.endIndex ? text.utf8.index(after: end) : nil
    }
    if let start { kept.append(text[start...]) }
    return kept.count == 1 ? String(kept[0]) : kept.joined(separator: " ")
  }

  /// Takes a project out of the text; nil if it has none.
  ///
  /// It is the first one, but the last one where a note has the text, as any other is a part of that.
  mutating func takeProject() -> String? {
    var words = entry.title.split(separator: " ", omittingEmptySubsequences: false)
    let isFirst = entry.note?.text == nil
    guard let index = isFirst ? words.firstIndex(where: Self.isProject) : words.lastIndex(where: Self.isProject)
    else { return nil }
    let project = words.remove(at: index).dropFirst()
    entry.title = words.joined(separator: " ")
    return String(project)
  }

  private static func isProject(_ word: Substring) -> Bool { word.hasPrefix("+") && word.count > 1 }

  /// Returns a text in which no word links a task to another one.
  private static func unlinked(_ text: String) -> String {
    guard text.hasByte(UInt8(ascii: ":")) else { return text }
    return text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let key = [idKey, parentKey].first { word.hasPrefix("\($0):") }
      return key.map { "\($0): \(word.dropFirst($0.count + 1))" } ?? String(word)
    }.joined(separator: " ")
  }

  /// The word by which a task is named; nil for none.
  static func id(of entry: TaskEntry) -> String? {
    entry.text(idKey).flatMap { written(.init(idKey, .string($0))) == nil ? nil : $0 }
  }

  /// The word that pleat names a task by.
  static func ownID(_ number: Int64) -> String { "r\(number)" }

  /// The word by which other tasks name this one, and the one by which it names the task around it.
  var link: (id: String?, parent: String?) { (entry.text(Self.idKey), entry.text(Self.parentKey)) }

  /// Removes the words that link the task to the one around it and, if pleat wrote them, to those below it.
  mutating func removeLink(hasParent: Bool, hasChildren: Bool) {
    if hasParent { _ = entry.take(Self.parentKey) }
    if hasChildren, let id = entry.text(Self.idKey), id.first == "r", Int64(id.dropFirst()) != nil {
      _ = entry.take(Self.idKey)
    }
  }

  private static let (idKey, parentKey) = ("id", "p")

  /// Removes a word from the end of the text.
  private mutating func remove(_ word: String) {
    var rest = entry.title.utf8[...]
    guard rest.suffix(word.utf8.count).elementsEqual(word.utf8) else { return }
    rest.removeLast(word.utf8.count)
    if rest.last == UInt8(ascii: " ") { rest.removeLast() }
    entry.title = String(Substring(rest))
  }

  /// Takes a word that is a key with a value; false for any other.
  private mutating func take(_ word: Substring) -> Bool {
    let sign = UInt8(ascii: ":")
    guard word.hasByte(sign), let colon = word.utf8.firstIndex(of: sign), Self.isKey(word[..<colon]) else {
      return false
    }
    let (key, value) = (String(word[..<colon]), String(word[word.utf8.index(after: colon)...]))
    if value.isEmpty || value.hasPrefix("//") || value.hasPrefix("\\") || key == "mailto" { return false }
    switch key {
    case "due" where entry.due == nil && DueDate(value) != nil: entry.due = DueDate(value)
    case "rec" where entry.repetition == nil:
      guard let rule = Self.rule(value) else { return entry.add(key, value) }
      entry.repetition = rule.description
    case "repeat" where entry.repetition == nil: entry.repetition = value
    case "pri" where Self.priority("(\(value))") != nil: return entry.add(Self.keys.priority, value)
    case Self.keys.note:
      // A text may contain such a word as well; the note of a written line comes last.
      guard let note = EntryNote(json: value) else { return false }
      entry.note = note
    case "due", "repeat", "tags": return false
    default: return entry.add(key, value)
    }
    return true
  }

  /// Returns the letter of a priority such as `(A)`; nil for any other word.
  static func priority(_ word: some StringProtocol) -> String? {
    let bytes = word.utf8
    guard bytes.first == UInt8(ascii: "("), bytes.count == 3, bytes.dropFirst(2).first == UInt8(ascii: ")"),
      let letter = bytes.dropFirst().first, UInt8(ascii: "A")...UInt8(ascii: "Z") ~= letter
    else { return nil }
    return String(UnicodeScalar(letter))
  }

  private static func isKey(_ word: Substring) -> Bool {
    if !word.isEmpty, !word.hasByte(where: { !(0x61...0x7A ~= $0 | 0x20) }) { return true }
    return word.first?.isLetter == true && word.isWord(with: "-_")
  }

  /// Reads `+1w`, counted from the day that is due, or `1w`, counted from the day it was done.
  private static func rule(_ text: String) -> RepeatRule? {
    let isFromDone = !text.hasPrefix("+")
    return RepeatRule(distance: isFromDone ? text[...] : text.dropFirst(), fromDone: isFromDone)
  }
}

// MARK: - Writing

extension TodoLine {
  /// Writes an entry as a line, with a note of everything that the line cannot express.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - project: The project to add, with its sign; nil for none.
  ///   - id: The word by which the tasks below it name it; nil if there are none.
  ///   - parent: The word that names the task around it; nil for none.
  ///   - wanted: The node that reading the line must give. A row that is not a task comes back as an open one.
  static func text(
    _ entry: TaskEntry, project: String?, id: String? = nil, parent: String? = nil, wanted: ImportNode
  ) -> String {
    var (entry, wanted) = (entry, wanted)
    if parent != nil { _ = entry.take(parentKey) }
    wanted.isDone = wanted.isDone ?? false
    entry.title = unlinked(entry.title)
    var line = plain(entry)
    if let project { line.add(word: project) }
    let isPlain = entry.isPlain(as: wanted) && isPlain(entry)
    var read = isPlain ? TodoLine("") : TodoLine(line)
    if let project { read.remove(project) }
    read.entry.note = nil
    var note = EntryNote(wanted, beyond: isPlain ? wanted : read.entry.node(depth: 0))
    if wanted.isSection == true, project != nil { note.kind = "section" }
    let hasPlus = project != nil && read.entry.title.hasByte(UInt8(ascii: "+"))
    if hasPlus, read.entry.title.split(separator: " ").contains(where: isProject) { note.text = wanted.text }
    // Readers skip empty lines, and a byte order mark at the beginning.
    if line.utf8.allSatisfy(\.isBlank) || line.unicodeScalars.first == "\u{FEFF}" { note.text = wanted.text }
    if let id, Self.id(of: entry) != id { line.add(word: "\(idKey):\(id)") }
    if let parent { line.add(word: "\(parentKey):\(parent)") }
    if note == EntryNote() { return line }
    return "\(line) \(keys.note):" + JSONText.escaping(note.json().text) { $0.properties.isWhitespace }
  }

  private static func isPlain(_ entry: TaskEntry) -> Bool {
    let start = (entry.title + " ").utf8.prefix(2)
    return start.first.map { 0x61...0x7A ~= $0 | 0x20 } == true && !start.elementsEqual("x ".utf8)
      && !entry.title.hasByte { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "+") }
      && !entry.attributes.contains { $0.value.string?.hasByte { $0 == 0x20 || $0 == UInt8(ascii: "/") } ?? true }
  }

  private static func plain(_ entry: TaskEntry) -> String {
    var entry = entry
    let isDone = entry.isDone == true
    var line = isDone ? "x" : ""
    let names = entry.attributes.map(\.key)
    func place(_ key: String) -> Int { names.firstIndex(of: key) ?? .max }
    // The priority of a task that is done is where it was read: among the days, or as pri: at the end.
    let isBefore = !isDone || place(keys.priority) < place(keys.completed) && place(keys.completed) < .max
    let isBetween = isDone && !isBefore && place(keys.priority) < place(keys.created) && place(keys.completed) < .max
    if isBefore, let priority = takePriority(of: &entry) { line.add(word: priority) }
    let completed = isDone ? takeDay(keys.completed, of: &entry) : nil
    if let completed { line.add(word: completed) }
    if isBetween, place(keys.created) < .max, let priority = takePriority(of: &entry) { line.add(word: priority) }
    if !isDone || completed != nil, let created = takeDay(keys.created, of: &entry) {
      line.add(word: created)
    }
    line.add(word: TaskEntry.line(TagWords.joined(entry.title, entry.tags.filter(TagWords.isTag))))
    if let due = entry.due { line.add(word: "due:\(due)") }
    if let repetition = entry.repetition { line.add(word: written(repetition)) }
    let others = TaskwarriorTask.uuid(of: entry) == nil ? [] : TaskwarriorTask.ownNames
    for attribute in entry.hasPlainAttributes ? entry.attributes : entry.attributesOfTask(without: others) {
      if let word = written(attribute) { line.add(word: word) }
    }
    return line
  }

  /// Removes a priority that a word can express, and returns the word; nil for any other.
  private static func takePriority(of entry: inout TaskEntry) -> String? {
    guard let letter = entry.text(keys.priority), priority("(\(letter))") != nil else { return nil }
    _ = entry.take(keys.priority)
    return "(\(letter))"
  }

  /// Removes the day of a date, and returns it; nil for a value that begins with no day, as other formats may have.
  private static func takeDay(_ key: String, of entry: inout TaskEntry) -> String? {
    guard let day = entry.text(key)?.prefix(10), Day(day) != nil else { return nil }
    _ = entry.take(key)
    return String(day)
  }

  private static func written(_ repetition: String) -> String {
    guard let rule = RepeatRule(plain: repetition), let distance = rule.distance else { return "repeat:\(repetition)" }
    return rule.countsFromDone ? "rec:\(distance)" : "rec:+\(distance)"
  }

  /// Writes an attribute as a word; nil if a word cannot express it.
  private static func written(_ attribute: JSONTree.Member) -> String? {
    guard let value = attribute.value.string, !value.isEmpty, isKey(attribute.key[...]),
      !value.hasWhitespace
    else { return nil }
    return attribute.key == keys.priority ? "pri:\(value)" : "\(attribute.key):\(value)"
  }
}

extension String {
  /// Appends a word after a space, unless the text or the word is empty.
  fileprivate mutating func add(word: String) {
    if !isEmpty, !word.isEmpty { append(" ") }
    append(word)
  }
}
