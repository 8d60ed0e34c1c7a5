import OutlineCore
import OutlineJSON

/// An entry as the formats of task programs see it: its first line, its notes, and the properties that they list separately.
struct TaskEntry {
  /// The first line, without the tags that ``tags`` has.
  var title = ""
  /// The further lines of a row, or the detail of a section; nil for none.
  var notes: String?
  /// Whether the task is done; nil for an entry that is no task.
  var isDone: Bool?
  /// The tags, without their signs.
  var tags: [String] = []
  /// When the task is due; nil for none.
  var due: DueDate?
  /// The rule by which it comes again, as an RRULE; nil for none.
  var repetition: String?
  /// Everything else that the document says about the entry.
  var attributes: [JSONTree.Member] = []
  /// The note of properties that the format cannot express; nil for none.
  var note: EntryNote? {
    get { noteIfAny.first }
    set { noteIfAny = newValue.map { [$0] } ?? [] }
  }
  private var noteIfAny: [EntryNote] = []  // few entries have one, and it is larger than the rest
  /// Whether there are attributes, and they are a few texts of ASCII that neither are empty nor begin or end with a space, each
  /// under another name in small letters to which no format gives a meaning.
  private(set) var hasPlainAttributes = false

  /// The title with its lines joined.
  var titleLine: String { Self.line(title) }

  /// Returns a text with its lines joined.
  static func line(_ text: String) -> String {
    text.hasLineBreak ? text.split(whereSeparator: \.isNewline).joined(separator: " ") : text
  }

  /// Whether it has nothing but a title on one line, a check box, a day and plain attributes, so that no trial is needed to
  /// know how it is read back.
  ///
  /// - Parameter wanted: The node of which the entry was made.
  func isPlain(as wanted: ImportNode) -> Bool {
    wanted.detail == nil && (wanted.attributes == nil || hasPlainAttributes) && wanted.isCollapsible
      && wanted.newRows == nil && wanted.schedule.repeats == nil && tags.isEmpty && !title.hasByte { $0 < 0x20 }
      && !title.hasLineBreak && !title.isEmpty
  }

  /// The value of an attribute that is a string; nil if there is none.
  func text(_ key: String) -> String? { attributes.first { $0.key == key }?.value.string }

  /// The attributes that only say how some format writes an entry, with the values that they have; empty for any.
  private static let waysOfWriting: [String: Set<String>] = [
    dueFormKey: [], FrontMatter.key: [], "markdown-text": [], "plist": [], "box": ["/", "-", ">", "!", "?", "<"],
    "collapsed": ["true", "false"], "_status": ["checked", "unchecked", "indeterminate"],
    "org": ["item", "ordered", "text"],
    "markdown": [
      "paragraph", "ordered", "bullet", "code", "html", "quote", "rule", "table", "definition", "heading",
    ],
  ]

  /// The properties to which org gives a meaning, and its days beside the one that is due.
  private static let orgProperties: Set = [
    "closed", "scheduled", "ID", "CUSTOM_ID", "CATEGORY", "Effort", "CREATED", "STYLE", "ORDERED", "NOBLOCKING",
    "LOGGING", "LOG_INTO_DRAWER", "LAST_REPEAT", "COLUMNS", "ARCHIVE", "VISIBILITY", "COOKIE_DATA", "UNNUMBERED",
  ]

  /// The attributes without those that only say how another format writes the entry, which have no place in a line.
  ///
  /// - Parameter others: Names of further attributes of another format.
  func attributesOfTask(without others: Set<String> = []) -> [JSONTree.Member] {
    // An item with a UID came from iCalendar, and so did its attributes that are named like properties.
    let isOfCalendar = text("UID") != nil
    let ways = attributes.filter { member in
      if others.contains(member.key) || Self.orgProperties.contains(member.key) { return true }
      if isOfCalendar, Self.isInCapitals(member.key) { return true }
      if member.key == "todo", let keyword = member.value.string, Self.isInCapitals(keyword) { return true }
      guard let values = Self.waysOfWriting[member.key] else { return false }
      return values.isEmpty || values.contains(member.value.string ?? "")
    }
    if ways.isEmpty { return attributes }
    var keys = Set(ways.map(\.key))
    if keys.contains("markdown") { keys.formUnion(["number", "content", "level", "info"]) }
    return attributes.filter { !keys.contains($0.key) }
  }

  /// Whether a name is written like the properties of iCalendar and the keywords of org.
  private static func isInCapitals(_ name: String) -> Bool {
    !name.utf8.contains { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
  }

  /// Adds an attribute; false if there is one of this name.
  @discardableResult
  mutating func add(_ key: String, _ value: String) -> Bool {
    if attributes.contains(where: { $0.key == key }) { return false }
    attributes.append(.init(key, .string(value)))
    return true
  }

  /// Removes an attribute and returns its value; nil if there is none that is a string.
  mutating func take(_ key: String) -> String? {
    guard let index = attributes.firstIndex(where: { $0.key == key }), let text = attributes[index].value.string else {
      return nil
    }
    attributes.remove(at: index)
    return text
  }
}

extension TaskEntry {
  private static let dueKey = "due"
  /// The attribute that says how a format writes the due date, if not in its usual way: `SCHEDULED`, or `DUE;TZID=Asia/Tokyo`.
  static let dueFormKey = "due-form"
  private static let repetitionKey = "repeat"
  private static let tagsKey = "tags"

  /// Splits the content of a row.
  init(_ row: RowDraft) {
    let (first, notes) = row.text.cutAtLineFeed()
    self.init(first, notes, row.isDone, row.attributes, row.schedule)
  }

  /// Splits the content of a section.
  init(_ section: SectionDraft) {
    self.init(section.title, section.detail, section.isDone, section.attributes, section.schedule)
  }

  private init(_ text: String, _ notes: String?, _ isDone: Bool?, _ json: String?, _ schedule: Schedule) {
    (title, tags) = TagWords.split(text)
    (self.notes, self.isDone) = (notes, isDone)
    attributes = json.flatMap(JSONTree.object) ?? []
    hasPlainAttributes = json.map(arePlain) ?? false
    if let date = schedule.due {
      (due, repetition) = (date, schedule.repeats)
    } else {
      // Tasks that were imported before there were columns have both as attributes.
      due = self.text(Self.dueKey).flatMap(DueDate.init)
      if due != nil { _ = take(Self.dueKey) }
      repetition = take(Self.repetitionKey)
    }
    guard let index = attributes.firstIndex(where: { $0.key == Self.tagsKey }),
      case .array(let values) = attributes[index].value
    else { return }
    let others = values.compactMap(\.string)
    if others.count < values.count || others.contains(where: tags.contains) { return }
    tags += others
    attributes.remove(at: index)
  }

  /// Whether the attributes are plain, and JSON has them without escapes and spaces, which its length tells.
  private func arePlain(in json: String) -> Bool {
    if attributes.count > 8 || json.hasByte(where: { !(0x20..<0x7F ~= $0) }) { return false }
    let lengths = attributes.map { member -> Int in
      guard let text = member.value.string, let first = text.utf8.first, let last = text.utf8.last, first != 0x20,
        last != 0x20, !member.key.isEmpty, !member.key.hasByte(where: { !(0x61...0x7A ~= $0) }),
        !Self.meaningful.contains(member.key), attributes.count(where: { $0.key == member.key }) == 1
      else { return json.utf8.count }
      return member.key.utf8.count + text.utf8.count + 6  // with quotes, the colon, and a comma or a bracket
    }
    return lengths.reduce(1, +) == json.utf8.count
  }

  /// The names in small letters to which some format gives a meaning.
  private static let meaningful = Set(waysOfWriting.keys).union([
    "annotations", "closed", "completed", "created", "depends", "description", "due", "end", "entry", "id", "imask",
    "mailto", "mask", "modified", "p", "parent", "pleat", "pri", "priority", "project", "rec", "recur", "repeat",
    "scheduled", "start", "status", "tags", "todo", "until", "urgency", "uuid", "wait",
  ])

  /// The day with the rule; nil if there is no day, or the rule cannot be kept beside it.
  var schedule: Schedule? {
    guard let due, repetition.map(Schedule.isRule) ?? true else { return nil }
    return Schedule(due: due, repeats: repetition)
  }

  /// The entry as a node of a document, a row unless a note says otherwise.
  func node(depth: Int, isSection: Bool? = false, line: Int? = nil) -> ImportNode {
    let (said, unsaid) = (tags.filter(TagWords.isTag), tags.filter { !TagWords.isTag($0) })
    var all = attributes
    if !unsaid.isEmpty { all.append(.init(Self.tagsKey, .texts(unsaid))) }
    let schedule = schedule
    if schedule == nil, let due { all.append(.init(Self.dueKey, .string("\(due)"))) }
    if schedule == nil, let repetition { all.append(.init(Self.repetitionKey, .string(repetition))) }
    var node = ImportNode(
      depth: depth, text: TagWords.joined(title, said), detail: notes, isDone: isDone,
      attributes: all.isEmpty ? nil : JSONTree.object(all).text, schedule: schedule ?? .none, isSection: isSection,
      line: line)
    note?.apply(to: &node)
    return node
  }
}

/// The tags at the end of a text: words that begin with `#`.
enum TagWords {
  /// Whether a word can be a tag with `#` before it: a letter, then letters, digits, `-`, `_` and `/`.
  static func isTag(_ word: String) -> Bool {
    word.first?.isLetter == true && word.isWord(with: "-_/")
  }

  /// Returns a text without the tags at its end, and these; a text of tags alone keeps them.
  static func split(_ text: String) -> (text: String, tags: [String]) {
    guard text.hasByte(UInt8(ascii: "#")) else { return (text, []) }
    var rest = text.utf8[...]
    var tags: [String] = []
    while let sign = rest.lastIndex(of: UInt8(ascii: "#")) {
      let before = rest[..<sign]
      let word = String(text[rest.index(after: sign)..<rest.endIndex])
      guard before.last == UInt8(ascii: " "), isTag(word), !tags.contains(word) else { break }
      tags.insert(word, at: 0)
      rest = before.dropLast()
    }
    return tags.isEmpty || rest.isEmpty ? (text, []) : (String(text[..<rest.endIndex]), tags)
  }

  /// Returns a text with tags at its end.
  static func joined(_ text: String, _ tags: [String]) -> String {
    tags.isEmpty ? text : ([text] + tags.map { "#" + $0 }).filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension StringProtocol {
  /// Whether every character is a letter, a number or one of some signs of ASCII.
  func isWord(with signs: String) -> Bool {
    if hasByte(where: { $0 >= 0x80 }) { return allSatisfy { $0.isLetter || $0.isNumber || signs.contains($0) } }
    return !hasByte { !(0x61...0x7A ~= $0 | 0x20 || $0.isDigit || signs.utf8.contains($0)) }
  }

  var hasWhitespace: Bool { hasByte { $0 <= 0x20 || $0 >= 0x80 } && contains(where: \.isWhitespace) }

  var hasLineBreak: Bool {
    // Every line break has a byte from 0x0A to 0x0D, or begins with 0xC2 or 0xE2.
    hasByte { 0x0A...0x0D ~= $0 || $0 == 0xC2 || $0 == 0xE2 } && contains(where: \.isNewline)
  }
}
