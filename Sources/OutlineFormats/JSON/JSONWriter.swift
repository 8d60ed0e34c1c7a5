import OutlineCore

/// Writes pleat's own JSON, version 1, which contains everything in a file except its history.
///
///     {"pleat":1,
///     "identity":"3f0c…","lineage":"1.1.2.k3f9a2",
///     "users":[{"name":"ana","startsCollapsed":false,"accordion":false}],
///     "sections":[
///     {"id":4,"level":1,"title":"Groceries","collapsed":{"ana":true},"rows":[
///     {"id":17,"text":"milk","attributes":{"k":1}},
///     {"id":18,"text":"eggs","done":true}]},
///     {"id":5,"level":2,"title":"Dairy","detail":"…","collapsible":false,"rows":[]}]}
///
/// Each user, section and row begins a line of its own, so that a changed row is one changed line. Members with their
/// default value are omitted, except for a user's.
struct JSONWriter: FormatWriter {
  /// The kind of the last piece written.
  private enum Place {
    case start, identity, user, section, row
  }

  private let output: DocumentOutput
  private var last = Place.start
  private var hasBegun = false

  /// Begins a document.
  init(to output: DocumentOutput) throws {
    self.output = output
    try output.write("{\"pleat\":1,\n")
  }

  mutating func write(_ piece: OutlinePiece) throws {
    switch piece {
    case .identity(let identity): try write(identity)
    case .user(let user): try write(user)
    case .section(let section): try write(section)
    case .row(let row): try write(row)
    case .level, .collapsed: break
    }
  }

  mutating func finish() throws {
    try begin()
    switch last {
    case .start, .identity, .user: try output.write("],\n\"sections\":[]}\n")
    case .section, .row: try output.write("]}]}\n")
    }
  }

  /// Begins the array of users, once.
  private mutating func begin() throws {
    if hasBegun { return }
    hasBegun = true
    try output.write("\"users\":[")
  }

  private mutating func write(_ identity: OutlineIdentity) throws {
    guard last == .start else { return }
    last = .identity
    let lineage = identity.lineage.isEmpty ? "" : ",\"lineage\":\(JSONText.string(identity.lineage))"
    try output.write("\"identity\":\(JSONText.string(identity.word))\(lineage),\n")
  }

  private mutating func write(_ user: User) throws {
    try begin()
    var object = JSONObjectText()
    object.append("name", user.name)
    object.append("startsCollapsed", json: "\(user.startsCollapsed)")
    object.append("accordion", json: "\(user.accordion)")
    try output.write((last == .user ? ",\n" : "") + object.text)
    last = .user
  }

  private mutating func write(_ section: SectionPiece) throws {
    try begin()
    let isFirst = last != .section && last != .row
    try output.write(isFirst ? "],\n\"sections\":[\n" : "]},\n")
    last = .section
    var object = JSONObjectText()
    if let id = section.id { object.append("id", json: "\(id.rawValue)") }
    object.append("level", json: "\(section.draft.level)")
    object.append("title", section.draft.title)
    if let detail = section.draft.detail { object.append("detail", detail) }
    if !section.draft.isCollapsible { object.append("collapsible", json: "false") }
    if let attributes = section.draft.attributes { object.append("attributes", json: JSONText.compact(attributes)) }
    if !section.flags.isEmpty { object.append("collapsed", json: Self.json(section.flags)) }
    try output.write(object.text.dropLast() + ",\"rows\":[")
  }

  private mutating func write(_ row: RowPiece) throws {
    var line = last == .row ? ",\n" : "\n"
    last = .row
    line += row.id.map { "{\"id\":\($0.rawValue),\"text\":" } ?? "{\"text\":"
    line += JSONText.string(row.draft.text)
    if let isDone = row.draft.isDone { line += ",\"done\":\(isDone)" }
    if let attributes = row.draft.attributes { line += ",\"attributes\":" + JSONText.compact(attributes) }
    try output.write(line + "}")
  }

  private static func json(_ flags: [ExactText: Bool]) -> String {
    var object = JSONObjectText()
    for (name, flag) in flags.sorted(by: { $0.key < $1.key }) { object.append(name.text, json: "\(flag)") }
    return object.text
  }
}

extension String {
  /// The same JSON on one line, without white space between values if it had several lines.
  func jsonOnOneLine() -> String {
    utf8.contains(where: \.isLineEnd) ? jsonWithoutSpace() : self
  }

  /// The same JSON without white space between values.
  func jsonWithoutSpace() -> String {
    guard utf8.contains(where: \.isJSONSpace) else { return self }
    var bytes: [UInt8] = []
    var isInString = false
    var isEscaped = false
    for byte in utf8 {
      if isEscaped {
        isEscaped = false
      } else if isInString, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString.toggle()
      }
      if isInString || !byte.isJSONSpace { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
