import OutlineCore
import OutlineJSON

/// Reads a table of another program, whose first line names its columns: every record is a row.
///
/// ``FoundColumns`` says which columns are known by which names. Where the text is empty, it is in the first column that is
/// not. Consecutive records with the same value in the column of sections are in one section; in tables with several such
/// columns, or with a column that names the row around a row, all records of a section are together. All fields that are
/// not empty and have no other place become attributes.
struct ForeignTableReader {
  /// A record as a row or a section, with what says where it belongs.
  private struct Entry {
    var node: ImportNode
    /// The titles of the sections around it.
    var path: [String]
    var id = ""
    var parent = ""
    var title = ""
  }

  private let rule: ImportRule
  /// The distinct names of the columns, as JSON strings with a colon.
  private let keys: [String]
  private let columns: FoundColumns
  private let options: ReadingOptions
  private var days: WrittenDays
  /// The records that are held back until a day has told whether days begin with the month.
  private var held: [DelimitedRecord] = []
  private var heldBytes = 0
  /// The entries of a table whose records come in any order, and about how many bytes they have.
  private var entries: [Entry] = []
  private var entryBytes = 0
  /// The last node, held back because a note may follow.
  private var pending: ImportNode?
  private var group: String?
  private var lastDepth = -1
  private var isInSection = false
  private var tally = ReadingTally()
  private let guess: String?

  /// - Parameters:
  ///   - header: The record that names the columns.
  ///   - options: The columns that are asked for by name, and the user's clock.
  init(_ header: DelimitedRecord, _ options: ReadingOptions, into rule: ImportRule) throws {
    (self.rule, self.options) = (rule, options)
    columns = try FoundColumns(options.columns, in: header)
    days = WrittenDays(options.clock)
    keys = Self.unique((0..<header.count).map { header[$0] }).map { JSONText.string($0) + ":" }
    guess = columns.isGuess ? columns[.text].map { header[$0] } : nil
  }

  /// Adds the next record.
  ///
  /// - Throws: ``ImportError`` if it has more fields than there are columns, and every error of the rule.
  mutating func take(_ record: DelimitedRecord) throws {
    if record.count > keys.count {
      throw record.error("The record has \(record.count) fields, but the first line names \(keys.count)")
    }
    let isTold = columns[.due].map { record.isEmpty($0) || days.learn(record[$0]) } ?? true
    if isTold, held.isEmpty { return try read(record) }
    held.append(record)
    heldBytes += 256 + record.byteCount
    if days.isMonthFirst != nil || heldBytes > DocumentLimits.wholeBytes { try readHeld() }
  }

  private mutating func readHeld() throws {
    let records = held
    (held, heldBytes) = ([], 0)
    for record in records { try read(record) }
  }

  /// Ends the table.
  ///
  /// - Returns: Remarks on what was imported as what, and on what was left out.
  mutating func finish() throws -> [String] {
    try readHeld()
    if let pending { try rule.add(pending) }
    try passEntries()
    let remark = guess.map { "Took the column '\($0)' for the texts; --column text=NAME takes another one." }
    return [remark].compactMap(\.self) + tally.remarks
  }

  private mutating func read(_ record: DelimitedRecord) throws {
    let type = columns[.type].map { record[$0].lowercased() } ?? ""
    let column = textColumn(of: record)
    let text = column.map { record[$0] } ?? ""
    if columns[.indent] != nil, type == "meta" { return tally.left("settings of the list") }
    if columns[.indent] != nil, type == "note", pending != nil || !entries.isEmpty { return take(note: text) }
    let isSection = type == "section" || type == "project" && columns[.id] != nil
    var (entry, taken) = entry(of: record, isTask: !isSection)
    if isSection, let column = columns[.type] { taken.append(column) }
    entry.title = text
    if let column = columns[.indent] { taken.append(column) }
    var node = entry.node(depth: 0, isSection: isSection, line: record.line)
    node.attributes = attributes(of: record, without: taken, and: node.attributes)
    guard columns.isInAnyOrder else {
      try beginGroup(of: record)
      return try add(node, record)
    }
    func word(_ part: TableColumns.Part) -> String { columns[part].map { record[$0] } ?? "" }
    entryBytes += 256 + record.byteCount
    if entryBytes > DocumentLimits.wholeBytes {
      throw record.error(
        "The table has more than \(DocumentLimits.mebibytes(DocumentLimits.wholeBytes)) up to here, and one whose records come in "
          + "any order is read as a whole")
    }
    let path = columns.groups.map { record[$0] }.filter { !$0.isEmpty }
    entries.append(Entry(node: node, path: path, id: word(.id), parent: word(.parent), title: text))
  }

  /// Passes on a node of a table whose records are in order.
  private mutating func add(_ node: ImportNode, _ record: DelimitedRecord) throws {
    var node = node
    if node.isSection == true {
      isInSection = true
      tally.took("sections", as: "sections")
    } else {
      let indent = columns[.indent].flatMap { Int(record[$0]) } ?? 1
      node.depth = min(max(indent, 1) - (isInSection ? 0 : 1), lastDepth + 1)
    }
    lastDepth = node.depth
    if let pending { try rule.add(pending) }
    pending = node
  }

  private mutating func beginGroup(of record: DelimitedRecord) throws {
    guard let column = columns.groups.first else { return }
    let name = record.isEmpty(column) ? rule.documentName : record[column]
    if group.map({ $0.utf8.elementsEqual(name.utf8) }) == true { return }
    group = name
    if let pending { try rule.add(pending) }
    pending = ImportNode(depth: 0, text: name, isSection: true, line: record.line)
    (isInSection, lastDepth) = (true, 0)
  }

  /// Adds further lines to the entry before.
  private mutating func take(note: String) {
    func added(to node: inout ImportNode) { node.detail = node.detail.map { "\($0)\n\(note)" } ?? note }
    if var node = pending {
      added(to: &node)
      pending = node
    } else {
      added(to: &entries[entries.count - 1].node)
    }
    tally.took("notes", as: "further lines")
  }

  /// Passes on the entries of a table whose records are in any order, each below the one that it names.
  private mutating func passEntries() throws {
    if entries.isEmpty { return }
    let first = { (first: Int, _: Int) in first }
    let ids = Dictionary(
      entries.indices.filter { !entries[$0].id.isEmpty }.map { (entries[$0].id, $0) }, uniquingKeysWith: first)
    let titles = Dictionary(entries.indices.map { (entries[$0].title, $0) }, uniquingKeysWith: first)
    let parents = entries.indices.map { index -> Int? in
      let entry = entries[index]
      // OmniFocus numbers tasks as chapters: 1.2 is in 1.
      let end = columns[.parent] == nil ? entry.id.lastIndex(of: ".") : nil
      let name = end.map { String(entry.id[..<$0]) } ?? entry.parent
      if name.isEmpty { return nil }
      let found = ids[name] ?? titles[name]
      if end != nil, found.map({ entries[$0].node.isSection == true }) ?? true { return nil }
      if found == nil || found == index { tally.left("parents that are not in the table") }
      return found == index ? nil : found
    }
    let tree = TaskTree(parents: parents)
    let nested = Set(tree.parents.compactMap(\.self))
    var sections = ProjectTree()
    var path: [String] = []
    for (index, depth) in tree.order {
      var node = entries[index].node
      if depth == 0 { path = entries[index].path }
      node.depth = depth
      if depth > 0 || nested.contains(index) && node.isSection != true { node.isSection = false }
      if node.isSection == true, path.last.map({ $0.hasSameBytes(as: entries[index].title) }) != true {
        path.append(entries[index].title)
      }
      sections.add(node, to: path)
    }
    try sections.pass(to: rule)
  }
}

// MARK: - Fields

extension ForeignTableReader {
  /// Reads the task of a record, and returns the columns that hold nothing else.
  private mutating func entry(of record: DelimitedRecord, isTask: Bool) -> (TaskEntry, taken: [Int]) {
    var entry = TaskEntry()
    var taken: [Int] = []
    if isTask { takeBox(of: record, &entry, &taken) }
    takeDays(of: record, &entry, &taken)
    if let column = columns[.note], !record.isEmpty(column) {
      entry.notes = record[column]
      taken.append(column)
    }
    if let column = columns[.tags], !record.isEmpty(column) {
      let words = record[column].split { $0 == "," || $0 == ";" }.map { $0.trimmingBlanks() }
      for word in words {
        // Trello has the colour of a label in brackets.
        let name = word.hasSuffix(")") ? word.prefix { $0 != "(" }.trimmingBlanks() : word
        let tag = String(name.hasPrefix("#") ? name.dropFirst() : name)
        if !tag.isEmpty, !entry.tags.contains(tag) { entry.tags.append(tag) }
      }
      if !words.contains(where: { $0.hasSuffix(")") }) { taken.append(column) }
    }
    tally.count(entry)
    return (entry, taken)
  }

  private func takeBox(of record: DelimitedRecord, _ entry: inout TaskEntry, _ taken: inout [Int]) {
    if let column = columns[.done] {
      let word = record[column]
      if let isDone = Self.isDone(word) {
        entry.isDone = isDone
        taken.append(column)
      } else if let isDone = Self.isDone(state: word) {
        entry.isDone = isDone
      } else if days.date(word) != nil {
        entry.isDone = true
      } else if columns.hasStates {
        entry.isDone = false
      } else {
        return
      }
    }
    if let column = columns[.completed], !record.isEmpty(column) { entry.isDone = true }
    if entry.isDone == nil, columns.hasTasks { entry.isDone = false }
  }

  /// Returns whether a word says that a task is done; nil for any other word.
  private static func isDone(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "yes", "true", "x", "1", "done", "completed", "complete", "closed", "100", "100%", "\u{2713}", "\u{2611}": true
    case "", "no", "false", "0", "open", "todo", "to do", "pending", "not started", "0%", "incomplete", "\u{2610}":
      false
    default: nil
    }
  }

  /// Returns whether a word that says more means that a task is done; nil for any other word.
  private static func isDone(state text: String) -> Bool? {
    switch text.lowercased() {
    case "2", "archived", "cancelled", "canceled", "dropped", "abandoned", "won't do": true
    case "in progress", "doing", "on hold", "waiting", "active", "blocked": false
    default: nil
    }
  }

  private mutating func takeDays(of record: DelimitedRecord, _ entry: inout TaskEntry, _ taken: inout [Int]) {
    if let column = columns[.repetition], !record.isEmpty(column), let rule = repetition(record[column]) {
      entry.repetition = rule
      taken.append(column)
    }
    if let column = columns[.due], !record.isEmpty(column) {
      let text = record[column]
      let isWholeDay = columns[.allDay].map { Self.isDone(record[$0]) == true } ?? false
      if var due = days.date(text, isWholeDay: isWholeDay) {
        if let column = columns[.time], due.minutes == nil,
          let time = ISOTime.time(record[column].filter { $0 != " " }[...].utf8), time.offset == nil,
          let timed = DueDate(due.day, hour: time.seconds / 3_600, minute: time.seconds / 60 % 60)
        {
          due = timed
          taken.append(column)
        }
        entry.due = due
        taken.append(column)
        if due.minutes != nil, let time = ISOTime(text), time.offset != nil, !isWholeDay, time.date != due {
          tally.tookOtherZone()
        }
      } else if entry.repetition == nil, let rule = repetition(text) {
        entry.repetition = rule
        taken.append(column)
      } else {
        tally.notDay("due", text)
      }
    }
    if entry.repetition != nil, entry.due == nil, let today = options.today {
      var schedule = Schedule(repeats: entry.repetition)
      schedule.begin(on: DueDate(today))
      entry.due = schedule.due
    }
  }

  /// Reads a rule in words or as an RRULE; nil for any other text.
  private func repetition(_ text: String) -> String? {
    let words = text.hasPrefix("RRULE:") ? String(text.dropFirst(6)) : text
    if words.hasPrefix("FREQ=") { return Repeat(stored: words).description }
    guard let today = options.today ?? Day(number: 0) else { return nil }
    return (try? RepeatRule(parsing: words, today: today))?.description
  }

  /// Returns the index of the column with the row's text; nil if all are empty but those that group rows.
  private func textColumn(of record: DelimitedRecord) -> Int? {
    if let textColumn = columns[.text], !record.isEmpty(textColumn) { return textColumn }
    return (0..<record.count).first { !columns.groups.contains($0) && $0 != columns[.type] && !record.isEmpty($0) }
  }

  private func attributes(of record: DelimitedRecord, without taken: [Int], and others: String?) -> String {
    var text = Array((others ?? "{}").utf8.dropLast())
    text.reserveCapacity(record.byteCount + 96)
    for column in 0..<record.count where !record.isEmpty(column) && !taken.contains(column) {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      text += keys[column].utf8
      record.bytes(of: column).withUnsafeBytes { JSONText.append($0, to: &text) }
    }
    text.append(UInt8(ascii: "}"))
    return String(decoding: text, as: UTF8.self)
  }

  /// Makes the names distinct: a number is added to names that occurred before, and to empty ones.
  private static func unique(_ names: [String]) -> [String] {
    var taken = Set(names)
    var seen: Set<String> = []
    var numbers: [String: Int] = [:]
    return names.enumerated().map { column, name in
      if !name.isEmpty, seen.insert(name).inserted { return name }
      var number = name.isEmpty ? column + 1 : numbers[name] ?? 2
      let base = name.isEmpty ? "column" : name
      while !taken.insert("\(base) \(number)").inserted { number += 1 }
      numbers[name] = number + 1
      return "\(base) \(number)"
    }
  }
}
