import OutlineCore
import OutlineJSON

/// The properties of a section or a row that the format of another program cannot express.
///
/// It is written beside the entry: as a comment in Markdown, as attributes of pleat's own in OPML, and under a key of
/// pleat's own in property lists.
struct EntryNote: Hashable {
  /// `section` or `row`, if the entry looks like the other kind; nil if it does not.
  var kind: String?
  /// The level, if the entry's place in the document would give another one.
  var level: Int?
  /// The exact title or text, if it differs from the one that is shown.
  var text: String?
  /// The detail of a section, or the further lines of a row.
  var detail: String?
  /// Whether a task is done; the inner nil means no task, the outer nil that the rest of the entry already gives it.
  var isDone: Bool??
  /// Whether users may collapse the section.
  var isCollapsible = true
  /// The kind of rows that are added to the section; nil for the kind of its other rows.
  var newRows: NewRows?
  /// The flag of the user who exports or imports; nil if there is none.
  var isCollapsed: Bool?
  /// The exact attributes; the inner nil means none, the outer nil that the rest of the entry already gives them.
  var attributes: String??
  /// When the task is due, and how it comes again; nil if the rest of the entry already gives it.
  var schedule: Schedule?

  /// Whether the tasks that a task depends on are below it.
  var hasTasksBelow = false

  init() {}

  /// Creates the note of a section, with the properties that are in neither its title nor its attributes.
  init(_ section: SectionPiece) {
    detail = section.draft.detail
    isCollapsible = section.draft.isCollapsible
    newRows = section.draft.newRows
    isCollapsed = section.isCollapsed
    if section.draft.schedule != .none { schedule = section.draft.schedule }
  }

  /// Reads the members of a JSON object; nil if one of them is unknown or has an invalid value.
  init?(_ members: [JSONTree.Member]) {
    for member in members where !take(member) { return nil }
    if schedule?.due == nil, schedule?.repeats != nil { return nil }
  }

  /// Reads a JSON object; nil for any other text, and if a member is unknown or has an invalid value.
  init?(json: String) {
    guard let members = JSONTree.object(json) else { return nil }
    self.init(members)
  }

  /// Takes a member of a note; returns false for one that is unknown or has an invalid value.
  mutating func take(_ member: JSONTree.Member) -> Bool {
    switch (member.key, member.value) {
    case ("kind", .string(let value)) where value == "section" || value == "row": kind = value
    case ("level", .number(let value)):
      level = Int(value)
      return level.map(OutlineLimits.levels.contains) ?? false
    case ("title", .string(let value)), ("text", .string(let value)): text = value
    case ("detail", .string(let value)): detail = value
    case ("done", .bool(let value)): isDone = value
    case ("done", .null): isDone = .some(nil)
    case ("collapsible", .bool(let value)): isCollapsible = value
    case ("newRows", .string(let value)) where NewRows(rawValue: value) != nil: newRows = NewRows(rawValue: value)
    case ("collapsed", .bool(let value)): isCollapsed = value
    case ("due", .null): schedule = Schedule.none
    case ("due", .string(let value)):
      schedule = Schedule(due: DueDate(value), repeats: schedule?.repeats)
      return schedule?.due != nil
    case ("repeat", .string(let value)) where Schedule.isRule(value):
      schedule = Schedule(due: schedule?.due, repeats: value)
    case ("below", .bool(let value)): hasTasksBelow = value
    case ("attributes", .null): attributes = .some(nil)
    case ("attributes", .object): attributes = member.value.text
    case ("attributes", .string(let value)) where JSONTree.object(value) != nil: attributes = value
    default: return false
    }
    return true
  }

  /// The note as a JSON object.
  ///
  /// - Parameters:
  ///   - name: The key of the title or text.
  ///   - tree: Writes the attributes.
  func json(naming name: String = "text", attributes tree: (String) -> JSONTree = { .string($0) }) -> JSONTree {
    [
      "kind": kind.map { .string($0) }, "level": level.map { .int($0) }, name: text.map { .string($0) },
      "detail": detail.map { .string($0) }, "done": isDone.map { $0.map { .bool($0) } ?? .null },
      "collapsible": isCollapsible ? nil : false, "newRows": newRows.map { .string($0.rawValue) },
      "collapsed": isCollapsed.map { .bool($0) }, "below": hasTasksBelow ? true : nil,
      "due": schedule.map { $0.due.map { .string("\($0)") } ?? .null },
      "repeat": schedule?.repeats.map { .string($0) }, "attributes": attributes.map { $0.map(tree) ?? .null },
    ]
  }

  /// Gives an entry the properties in the note; a level without a kind makes the entry a section.
  func apply(to node: inout ImportNode) {
    if kind != nil || level != nil { node.isSection = kind != "row" }
    if let text { (node.text, node.keepsLines) = (text, true) }
    if let level { node.fixedLevel = level }
    if let isDone { node.isDone = isDone }
    if let detail { node.detail = detail }
    node.isCollapsible = isCollapsible
    node.newRows = newRows
    node.isCollapsed = isCollapsed
    if let schedule { node.schedule = schedule }
    if let attributes { node.attributes = attributes }
  }
}
