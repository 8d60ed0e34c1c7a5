import OutlineCore
import OutlineJSON

/// The members of a section that were read so far.
private struct JSONSectionHead {
  var id: SectionID?
  var level: Int?
  var title: String?
  var detail: String?
  var isCollapsible: Bool?
  var newRows: NewRows?
  var isDone: Bool?
  var attributes: String?
  var due: String?
  var repeats: String?
  var flags: [ExactText: Bool]?
  var hasRows = false
  /// The rows that are held back because other members may follow them.
  var waiting: [RowPiece] = []

  /// About how many bytes the waiting rows have.
  private var waitingBytes = 0

  /// Holds a row back; returns whether no more than `most` bytes are to be held and the section can be passed on.
  mutating func wait(for row: RowPiece, atMost most: Int) -> Bool {
    waiting.append(row)
    waitingBytes += row.roughBytes
    return waitingBytes > most && piece != nil
  }

  /// The section; nil while its level or title is missing.
  var piece: SectionPiece? {
    guard let level, let title else { return nil }
    return SectionPiece(
      SectionDraft(
        level: level, title: title, detail: detail, isCollapsible: isCollapsible ?? true, newRows: newRows,
        isDone: isDone, attributes: attributes, schedule: Schedule(due: due, repeats: repeats) ?? .none),
      id: id, flags: flags ?? [:])
  }
}

extension JSONReader {
  /// The range of valid ids.
  private static let ids = 1...(1 << 53 - 1)

  /// Reads the array of sections.
  mutating func readSections() throws {
    var list = try scanner.openArray("an array of sections")
    while try scanner.hasElement(in: &list) { try readSection() }
  }

  private mutating func readSection() throws {
    var members = try scanner.openObject("a section, an object")
    var head = JSONSectionHead()
    var isGiven = false
    while let key = try scanner.key(of: &members) {
      if isGiven { throw late(key) }
      if key == "rows" {
        if head.hasRows { throw duplicate(key) }
        head.hasRows = true
        isGiven = try readRows(of: &head)
      } else {
        try readMember(key, of: &head)
      }
    }
    if !isGiven { try giveWaiting(head) }
  }

  private mutating func readMember(_ key: String, of head: inout JSONSectionHead) throws {
    switch key {
    case "id" where head.id == nil:
      head.id = SectionID(Int64(try scanner.integer("section's id", in: Self.ids)))
    case "level" where head.level == nil: head.level = try scanner.integer("level", in: OutlineLimits.levels)
    case "title" where head.title == nil: head.title = try scanner.string("title", most: OutlineLimits.titleBytes)
    case "detail" where head.detail == nil: head.detail = try scanner.string("detail", most: OutlineLimits.textBytes)
    case "collapsible" where head.isCollapsible == nil: head.isCollapsible = try scanner.bool(key)
    case "newRows" where head.newRows == nil: head.newRows = try readNewRows()
    case "done" where head.isDone == nil: head.isDone = try scanner.bool(key)
    case "attributes" where head.attributes == nil:
      head.attributes = try scanner.object("section's attributes", most: OutlineLimits.textBytes)
    case "due" where head.due == nil: head.due = try readDue()
    case "repeat" where head.repeats == nil: head.repeats = try readRepeat()
    case "collapsed" where head.flags == nil: head.flags = try readFlags()
    case "id", "level", "title", "detail", "collapsible", "newRows", "done", "attributes", "collapsed", "due", "repeat":
      throw duplicate(key)
    default: throw unknown(key)
    }
  }

  private mutating func readDue() throws -> String {
    let due = try scanner.string("due", most: OutlineLimits.repeatBytes)
    if DueDate(due) == nil { throw scanner.text.error(Schedule.expected) }
    return due
  }

  private mutating func readRepeat() throws -> String {
    let rule = try scanner.string("repeat", most: OutlineLimits.repeatBytes)
    if rule.isEmpty { throw scanner.text.error(Schedule.expected) }
    return rule
  }

  private mutating func readNewRows() throws -> NewRows {
    let word = try scanner.string("newRows", most: OutlineLimits.titleBytes)
    guard let newRows = NewRows(rawValue: word) else {
      throw scanner.text.error("\"newRows\" must be \"task\" or \"plain\"")
    }
    return newRows
  }

  private mutating func readFlags() throws -> [ExactText: Bool] {
    var members = try scanner.openObject("an object with the flag of each user")
    var flags: [ExactText: Bool] = [:]
    while let name = try scanner.key(of: &members, most: OutlineLimits.titleBytes) {
      if name.isEmpty { throw scanner.text.error("A user's name is empty") }
      let flag = try scanner.bool("flag")
      if flags.updateValue(flag, forKey: ExactText(name)) != nil { throw duplicate(name) }
      if flags.count > DocumentLimits.users { throw tooManyUsers() }
    }
    return flags
  }

  /// Reads the rows of a section, and passes the section on with them if they are too many to be held back.
  ///
  /// - Returns: Whether they were passed on.
  private mutating func readRows(of head: inout JSONSectionHead) throws -> Bool {
    var list = try scanner.openArray("an array of rows")
    var isGiven = false
    while try scanner.hasElement(in: &list) {
      let row = try readRow()
      if isGiven {
        try sink(.row(row))
      } else if head.wait(for: row, atMost: mostHeld) {
        try giveWaiting(head)
        (isGiven, head.waiting) = (true, [])
      }
    }
    return isGiven
  }

  private mutating func readRow() throws -> RowPiece {
    var members = try scanner.openObject("a row, an object")
    var id: RowID?
    var text: String?
    var isDone: Bool?
    var attributes: String?
    var due: String?
    var repeats: String?
    var level: Int?
    var flags: [ExactText: Bool]?
    while let key = try scanner.key(of: &members) {
      switch key {
      case "level" where level == nil && version > 2:
        level = try scanner.integer("row's level", in: OutlineLimits.levels)
      case "collapsed" where flags == nil && version > 2: flags = try readFlags()
      case "id" where id == nil: id = RowID(Int64(try scanner.integer("row's id", in: Self.ids)))
      case "text" where text == nil: text = try scanner.string("text", most: OutlineLimits.textBytes)
      case "done" where isDone == nil: isDone = try scanner.bool(key)
      case "attributes" where attributes == nil:
        attributes = try scanner.object("row's attributes", most: OutlineLimits.textBytes)
      case "due" where due == nil: due = try readDue()
      case "repeat" where repeats == nil: repeats = try readRepeat()
      case "id", "text", "done", "attributes", "due", "repeat": throw duplicate(key)
      case "level" where level != nil, "collapsed" where flags != nil: throw duplicate(key)
      default: throw unknown(key)
      }
    }
    guard let text else { throw missing("text", of: "row") }
    guard let schedule = Schedule(due: due, repeats: repeats) else { throw scanner.text.error(Schedule.expected) }
    return RowPiece(
      RowDraft(text, isDone: isDone, attributes: attributes, schedule: schedule, level: level ?? 1), id: id,
      flags: flags ?? [:])
  }

  private mutating func giveWaiting(_ head: JSONSectionHead) throws {
    guard let piece = head.piece else { throw missing(head.title == nil ? "title" : "level", of: "section") }
    guard head.hasRows else { throw missing("rows", of: "section") }
    if Schedule(due: head.due, repeats: head.repeats) == nil { throw scanner.text.error(Schedule.expected) }
    try sink(.section(piece))
    for row in head.waiting { try sink(.row(row)) }
  }

  /// Creates the error for a member that follows rows already passed on.
  private mutating func late(_ key: String) -> ImportError {
    scanner.text.error(
      "\"\(key)\" comes after \"rows\"",
      hint: "Put it before \"rows\", because a section with many rows is imported while it is read.")
  }
}
