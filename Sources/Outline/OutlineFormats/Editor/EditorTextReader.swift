import ListChanges
import OutlineCore
import OutlineDocuments

/// Reads an ``EditorText``, strictly.
struct EditorTextReader {
  private var lines: TextLines
  /// The ids that may be at the ends of lines.
  private var ids: EditorText.IDs
  private(set) var items: [DocumentItem] = []
  /// The last section or row, held back while lines about it may follow.
  private var held: DocumentItem?
  /// Whether the rule of the item that is held back is written in words.
  private var hasRuleInWords = false
  /// The day and the rule at the end of its text, which replace those on lines of their own.
  private var typed: SchedulePatch?
  /// The levels of the last section and of those that enclose it.
  private var open = LevelStack<Void>()
  /// The level of the last section or row.
  private var level = 0
  /// The level in its section of the last row; 0 directly below a title.
  private var rowLevel = 0
  private let today: Day

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - lines: The lines.
  ///   - ids: The ids that may be at the ends of lines.
  ///   - today: The user's day, from which words such as `fri` count.
  init(_ lines: TextLines, ids: EditorText.IDs, today: Day) {
    self.lines = lines
    self.ids = ids
    self.today = today
  }

  /// Reads all lines.
  ///
  /// - Throws: ``ImportError`` for the first malformed line, and the errors of the source of the lines.
  mutating func read() throws {
    while try lines.next() {
      let content = lines.bytes.drop { $0 == UInt8(ascii: " ") }
      guard let first = content.first, !lines.bytes.trimmed().isEmpty else { continue }
      if first == UInt8(ascii: "#") { continue }
      if first == UInt8(ascii: "\t") {
        throw error("The line is indented with a tab", hint: "Indent with two spaces for every level.", at: content)
      }
      let indent = content.startIndex - lines.bytes.startIndex
      guard indent.isMultiple(of: 2) else {
        throw error("The line is indented by \(indent) spaces; each level takes two", at: content)
      }
      try take(content, first, level: indent / 2 + 1)
    }
    give()
  }

  private mutating func take(_ content: ArraySlice<UInt8>, _ first: UInt8, level: Int) throws {
    guard first != UInt8(ascii: "\\"), EditorText.isTakenForElse(first) else {
      return try takeTitle(content, level: level)
    }
    try checkBelongs(content, level: level)
    switch first {
    case UInt8(ascii: "-"):
      let (line, id) = try takeID(content)
      let box = line.dropFirst().first == UInt8(ascii: " ") ? EditorText.box(at: line.dropFirst(2)) : nil
      let text = try argument(box?.rest ?? line, "text", most: OutlineLimits.textBytes)
      give()
      rowLevel = max(1, level - (open.innermostLevel ?? level) + 1)
      held = DocumentItem(id?.number, .row(RowDraft(undated(text), isDone: box?.isDone, level: rowLevel)))
      self.level = level
    case UInt8(ascii: ":"):
      let detail = try argument(content, "detail", most: OutlineLimits.titleBytes)
      if held?.isSection == false {
        throw error(
          "This line begins with ':', as the detail of a section does, but it is below a row",
          hint: "Move it up, directly below the title of its section. If it is a row, begin it with '- '.", at: content)
      }
      guard var section, section.detail == nil else { throw misplaced("detail", at: content) }
      section.detail = detail
      held?.content = .section(section)
    default: try takeFlag(content)
    }
  }

  private mutating func takeTitle(_ content: ArraySlice<UInt8>, level: Int) throws {
    guard OutlineLimits.levels.contains(level) else {
      throw error("The section is \(level) levels deep; at most 100 are allowed", at: content)
    }
    // A backslash alone is an empty title. Before a character with a special meaning it takes that meaning away.
    let (content, id) = try takeID(content)
    let second = content.dropFirst().first
    let isGuarded =
      content.first == UInt8(ascii: "\\")
      && second.map { EditorText.isTakenForElse($0) } ?? true
    let box = EditorText.box(at: content)
    let text = box?.rest.dropFirst(2) ?? (isGuarded ? content.dropFirst() : content)
    let title = try decoded(text, "title", most: OutlineLimits.titleBytes)
    give()
    (self.level, rowLevel) = (level, 0)
    open.enter((), level: level)
    held = DocumentItem(id?.number, .section(SectionContent(undated(title), isDone: box?.isDone)), level: level)
  }

  /// Keeps the day and the rule at the end of a text for the item that is held back next, and returns the rest.
  private mutating func undated(_ text: String) -> String {
    let dated = DatedText(reading: text, today: today)
    typed = dated.schedule(today: today)
    return dated.text
  }

  private mutating func takeFlag(_ content: ArraySlice<UInt8>) throws {
    let word = content.trimmed().dropFirst()
    if word.starts(with: " due ".utf8) { return try takeDue(word.dropFirst(5), at: content) }
    if word.starts(with: " repeat ".utf8) { return try takeRepeat(word.dropFirst(8), at: content) }
    if word.isEmpty {
      guard var section, section.isCollapsible else { throw misplaced("'!'", at: content) }
      section.isCollapsible = false
      held?.content = .section(section)
    } else {
      guard word.first == UInt8(ascii: " "), let newRows = NewRows(rawValue: word.dropFirst().text()) else {
        throw unclear(content)
      }
      guard var section, section.newRows == nil else { throw misplaced("'! \(newRows)'", at: content) }
      section.newRows = newRows
      held?.content = .section(section)
    }
  }

  private mutating func takeDue(_ words: ArraySlice<UInt8>, at content: ArraySlice<UInt8>) throws {
    guard held?.content.task.schedule.due == nil else { throw misplaced("'! due'", at: content) }
    let due: DueDate
    do { due = try DueDate(parsing: words.text(), today: today) } catch {
      throw self.error(
        "'\(error.words)' is not a day",
        hint: error.nearest.map { "Perhaps \($0)." } ?? "Write a day as fri or 27 nov.",
        at: content)
    }
    held?.content.task.schedule.due = due
  }

  /// Takes a repeat rule; a rule that pleat cannot follow stays as it is.
  private mutating func takeRepeat(_ words: ArraySlice<UInt8>, at content: ArraySlice<UInt8>) throws {
    guard held?.content.task.schedule.repeats == nil else { throw misplaced("'! repeat'", at: content) }
    let text = try decoded(words, "rule", most: OutlineLimits.repeatBytes)
    let rule: String
    do {
      rule = "\(try RepeatRule(reading: text, today: today))"
      if case .foreign = Repeat(stored: text) { hasRuleInWords = true }
    } catch {
      if case .unreadable(_, let nearest) = error {
        throw self.error(
          "'\(text)' is not a repeat rule",
          hint: nearest.map { "Perhaps \($0)." } ?? "Write a rule as weekly, every 2nd tue or 3d after done.",
          at: content)
      }
      rule = text
    }
    held?.content.task.schedule.repeats = rule
  }

  /// The section that is held back; nil for a row.
  private var section: SectionContent? { if case .section(let section)? = held?.content { section } else { nil } }

  /// Takes the section or row that was held back, since no more lines about it can follow.
  ///
  /// A row that is due is a task. A row that comes after subsections of its section goes after the section's other rows.
  private mutating func give() {
    guard var item = held else { return }
    held = nil
    var task = item.content.task
    if let typed { task.schedule = task.schedule.changed(by: typed) }
    typed = nil
    task.schedule.begin(on: DueDate(today))
    if hasRuleInWords { task.schedule.keepToEndOfMonth() }
    hasRuleInWords = false
    if task.schedule.due != nil, task.isDone == nil { task.isDone = false }
    item.content.task = task
    let isLate = !item.isSection && level < open.innermostLevel ?? 0
    items.insert(item, at: isLate ? endOfRows(at: level) : items.count)
  }

  /// The index after the last row of the last section at a level.
  private func endOfRows(at level: Int) -> Int {
    let section = items.lastIndex { $0.isSection && $0.level == level } ?? 0
    return items[(section + 1)...].firstIndex(where: \.isSection) ?? items.count
  }
}

extension EditorTextReader {
  /// Splits off the id at the end of a line.
  private mutating func takeID(_ content: ArraySlice<UInt8>) throws -> (line: ArraySlice<UInt8>, id: ItemID?) {
    guard let (line, id) = EditorText.id(atEndOf: content) else { return (content, nil) }
    switch ids.take(id.number) {
    case .wanted: return (line, id)
    case .seen:
      throw error(
        "The id \(id) is on two lines", hint: "Remove it from the new line.", at: content)
    case .unknown where content.endIndex > line.endIndex + 1 && EditorText.isSetApart(content, after: line):
      throw error(
        "\(id) is not the id of a line of this text", hint: "Remove it if the line is new.", at: content)
    case .unknown: return (content, nil)
    }
  }

  private func checkBelongs(_ content: ArraySlice<UInt8>, level: Int) throws {
    guard let innermost = open.innermostLevel else {
      throw error("The title of a section must come first", at: content)
    }
    let beginsRow = content.first == UInt8(ascii: "-")
    if beginsRow ? (innermost...(innermost + rowLevel)).contains(level) : level == self.level { return }
    if beginsRow, open.encloses(level) { return }
    if beginsRow, let id = EditorText.id(atEndOf: content)?.id, ids.isLevel(level - innermost + 1, of: id.number) {
      return
    }
    throw error(
      "The line is indented by \((level - 1) * 2) spaces, but its section by \((innermost - 1) * 2)",
      hint: """
        Indent a row like the title of its section, or by two more than the row that it is below. If this is a title, put a \
        backslash before it.
        """,
      at: content)
  }

  /// The text after the character that begins the line.
  private func argument(_ content: ArraySlice<UInt8>, _ what: String, most: Int) throws -> String {
    let rest = content.dropFirst()
    guard let blank = rest.first else { return "" }
    guard blank == UInt8(ascii: " ") else { throw unclear(content) }
    return try decoded(rest.dropFirst(), what, most: most)
  }

  /// Decodes the escapes in a text.
  private func decoded(_ text: ArraySlice<UInt8>, _ what: String, most: Int) throws -> String {
    guard let first = text.firstIndex(of: UInt8(ascii: "\\")) else {
      if text.count > most { throw tooLong(what, text.count, most) }
      return text.text()
    }
    var bytes = Array(text[..<first])
    var index = first
    while index < text.endIndex {
      var byte = text[index]
      if byte == UInt8(ascii: "\\") {
        index += 1
        switch index < text.endIndex ? text[index] : 0 {
        case UInt8(ascii: "\\"): break
        case UInt8(ascii: "["): byte = UInt8(ascii: "[")
        case UInt8(ascii: "n"): byte = UInt8(ascii: "\n")
        case UInt8(ascii: "r"): byte = UInt8(ascii: "\r")
        default:
          throw error(
            "There is no such escape", hint: "Write \\\\ for a backslash, \\n for a line break.",
            at: text[(index - 1)...])
        }
      }
      bytes.append(byte)
      index += 1
    }
    if bytes.count > most { throw tooLong(what, bytes.count, most) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func tooLong(_ what: String, _ count: Int, _ most: Int) -> ImportError {
    ImportError(line: lines.number, message: "The \(what) is \(count) bytes long; at most \(most) are allowed")
  }

  private func misplaced(_ what: String, at content: ArraySlice<UInt8>) -> ImportError {
    error("This \(what) must follow a title that has none yet", at: content)
  }

  private func unclear(_ content: ArraySlice<UInt8>) -> ImportError {
    let sign = content.prefix(1).text()
    return error(
      sign == "!"
        ? "'!' must be alone on its line, or before 'task', 'plain', 'due' or 'repeat'"
        : "'\(sign)' must be followed by a space",
      hint: "If this is a title, put a backslash before it.", at: content)
  }

  private func error(_ message: String, hint: String? = nil, at position: ArraySlice<UInt8>) -> ImportError {
    ImportError(line: lines.number, column: column(of: position), message: message, hint: hint)
  }

  private func column(of position: ArraySlice<UInt8>) -> Int {
    lines.bytes[..<position.startIndex].count { $0 & 0xC0 != 0x80 } + 1
  }
}
