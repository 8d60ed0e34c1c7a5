import OutlineCore
import OutlineJSON

/// Writes pleat's own JSON, version 2 or 3, which contains everything in a file except its history.
///
///     {"pleat":2,
///     "identity":"3f0c…","lineage":"1.2.k3f9a2",
///     "users":[{"name":"ana","startsCollapsed":false,"accordion":false}],
///     "sections":[
///     {"id":4,"level":1,"title":"Groceries","collapsed":{"ana":true},"rows":[
///     {"id":17,"text":"milk","attributes":{"k":1}},
///     {"id":18,"text":"eggs","done":true}]},
///     {"id":5,"level":2,"title":"Dairy","detail":"…","collapsible":false,"rows":[]}]}
///
/// A row that is below another one has "level", which is 1 where it is left out, and one that has something below it may
/// have "collapsed". Settings that are not the standard ones come before the users, as in "settings":{"archive":"Attic"}.
/// Version 3 is written only where there is a level or a setting, so that a pleat that knows only version 2 can read the other
/// documents. Each user, section and row begins a line of its own, so that a changed row is one changed line. Members
/// with their default value are omitted, except for a user's.
struct JSONWriter: FormatWriter {
  static let version = 3
  /// The version of a document without levels of rows and settings.
  private static let flatVersion = 2

  /// The kind of the last piece written.
  private enum Kind {
    case start, identity, user, section, row
  }

  private let output: DocumentOutput
  private var last = Kind.start
  private var version = Self.flatVersion
  private var settings: [JSONTree.Member] = []
  private var isNew = true
  private var hasBegun = false

  init(to output: DocumentOutput) {
    self.output = output
  }

  mutating func expectRowLevels() { version = Self.version }

  mutating func expect(_ setting: Setting, _ value: SettingValue) {
    version = Self.version
    settings.append(.init(setting.rawValue, .string("\(value)")))
  }

  private mutating func writeVersion() throws {
    if isNew { try output.write("{\"pleat\":\(version),\n") }
    isNew = false
  }

  mutating func finish() throws {
    try begin()
    switch last {
    case .start, .identity, .user: try output.write("],\n\"sections\":[]}\n")
    case .section, .row: try output.write("]}]}\n")
    }
  }

  /// Writes the settings, and begins the array of users, once.
  private mutating func begin() throws {
    if hasBegun { return }
    try writeVersion()
    hasBegun = true
    if !settings.isEmpty { try output.write("\"settings\":\(JSONTree.object(settings).text),\n") }
    try output.write("\"users\":[")
  }

  mutating func write(_ identity: OutlineIdentity) throws {
    guard last == .start else { return }
    try writeVersion()
    last = .identity
    let members: JSONTree = [
      "identity": .string(identity.word), "lineage": identity.lineage.isEmpty ? nil : .string(identity.lineage),
    ]
    try output.write(members.text.dropFirst().dropLast() + ",\n")
  }

  mutating func write(_ user: User) throws {
    try begin()
    let object: JSONTree = [
      "name": .string(user.name), "startsCollapsed": .bool(user.startsCollapsed), "accordion": .bool(user.accordion),
    ]
    try output.write((last == .user ? ",\n" : "") + object.text)
    last = .user
  }

  mutating func write(_ section: SectionPiece) throws {
    try begin()
    let isFirst = last != .section && last != .row
    try output.write(isFirst ? "],\n\"sections\":[\n" : "]},\n")
    last = .section
    let draft = section.draft
    let object: JSONTree = [
      "id": section.id.map { .int($0.rawValue) }, "level": .int(draft.level), "title": .string(draft.title),
      "detail": draft.detail.map { .string($0) }, "collapsible": draft.isCollapsible ? nil : false,
      "newRows": draft.newRows.map { .string($0.rawValue) },
      "done": draft.isDone.map { .bool($0) }, "due": draft.schedule.due.map { .string("\($0)") },
      "repeat": draft.schedule.repeats.map { .string($0) },
      "attributes": draft.attributes.map { .written(JSONText.compact($0)) },
      "collapsed": section.flags.isEmpty ? nil : Self.json(section.flags),
    ]
    try output.write(object.text.dropLast() + ",\"rows\":[")
  }

  mutating func write(_ row: RowPiece) throws {
    // Most lines of a document are rows, so they are written without a value in between.
    var line = last == .row ? ",\n" : "\n"
    last = .row
    line += row.id.map { "{\"id\":\($0.rawValue),\"text\":" } ?? "{\"text\":"
    line += JSONText.string(row.draft.text)
    if row.draft.level > 1 { line += ",\"level\":\(row.draft.level)" }
    if let isDone = row.draft.isDone { line += ",\"done\":\(isDone)" }
    if let due = row.draft.schedule.due { line += ",\"due\":\"\(due)\"" }
    if let rule = row.draft.schedule.repeats { line += ",\"repeat\":" + JSONText.string(rule) }
    if let attributes = row.draft.attributes { line += ",\"attributes\":" + JSONText.compact(attributes) }
    if !row.flags.isEmpty { line += ",\"collapsed\":" + Self.json(row.flags).text }
    try output.write(line + "}")
  }

  private static func json(_ flags: [ExactText: Bool]) -> JSONTree {
    .object(flags.sorted { $0.key < $1.key }.map { .init($0.key.text, .bool($0.value)) })
  }
}
