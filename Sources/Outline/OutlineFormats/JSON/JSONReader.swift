import OutlineCore
import OutlineJSON

/// Reads pleat's own JSON; see ``JSONWriter`` for the format.
///
/// A member that the format does not define is an error. Members may come in any order: what comes before something that has
/// to be known first is held in memory. In documents that begin as pleat writes them, that is at most ``mostUsual`` bytes, so
/// that in a section with more rows no other member may follow these; other documents are held as a whole.
struct JSONReader {
  /// The most bytes that are held of what has the order of pleat's own documents.
  private static let mostUsual = 1 << 20

  var scanner: JSONStream
  private let target: ImportRule.Sink
  /// The pieces that are held back because the version, the identity, settings or users may follow.
  private var held: [OutlinePiece]? = []
  private var heldBytes = 0
  /// The settings and the users, which come before everything that is held back.
  private var heading: [OutlinePiece] = []
  /// The new numbers of the rows of a document of version 1; nil for other documents.
  private var former: FormerNumbers?
  /// The version of the document, once it was read.
  private(set) var version = JSONWriter.version
  /// The members of the document read so far.
  private var seen: Set<String> = []
  /// The identity that was read and not passed on yet, and the lineage.
  private var identity: String?
  private var lineage = ""

  /// Reads a document and passes its pieces to `sink`.
  ///
  /// - Returns: Remarks for the user.
  /// - Throws: ``ImportError`` for a document that does not follow the format, and every error of `sink`.
  static func read(_ bytes: ByteStream, into sink: @escaping ImportRule.Sink) throws -> [String] {
    var reader = JSONReader(scanner: JSONStream(TextBuffer(bytes)), sink: sink)
    try reader.readDocument()
    return [try reader.former?.pass(to: sink)].compactMap(\.self)
  }

  private init(scanner: JSONStream, sink: @escaping ImportRule.Sink) {
    self.scanner = scanner
    target = sink
  }

  /// Passes on a section or a row, or holds it back.
  mutating func sink(_ piece: OutlinePiece) throws {
    guard held != nil else { return try pass(piece) }
    held?.append(piece)
    heldBytes += piece.roughBytes
    if heldBytes > mostHeld { try release() }
  }

  /// The members of the outermost object in the order in which pleat writes them.
  private static let order = ["pleat", "identity", "lineage", "settings", "users", "sections"]
  /// How many of them can have come, if those that came are in this order; nil if they are not.
  private var place: Int? = 0

  /// The most bytes that are held back: everything, unless the members come in the order in which pleat writes them.
  var mostHeld: Int { place == Self.order.count ? Self.mostUsual : .max }

  private mutating func pass(_ piece: OutlinePiece) throws {
    if former == nil { try target(piece) } else { try former?.add(piece) }
  }

  /// Passes on the identity, the settings, the users, and then everything that was held back.
  private mutating func release() throws {
    guard let pieces = held else { return }
    held = nil
    try giveIdentity()
    for piece in heading + pieces { try pass(piece) }
  }

  private mutating func readDocument() throws {
    guard let first = try scanner.peek() else { throw notOwn() }
    if first == UInt8(ascii: "[") { throw notOwn() }
    var members = try scanner.openObject("a JSON object")
    while let key = try scanner.key(of: &members) {
      if seen.contains(key) { throw duplicate(key) }
      let index = Self.order.firstIndex(of: key) ?? 0
      // Only the settings may be missing.
      place = place.flatMap { index == $0 || index == $0 + 1 && $0 == 3 ? index + 1 : nil }
      switch key {
      case "pleat": try readVersion()
      case "identity", "lineage": try readIdentity(key)
      case "settings" where version > 2: try readSettings()
      case "users": try readUsers()
      case "sections": try readSections()
      default: throw unknown(key)
      }
      seen.insert(key)
    }
    if !seen.contains("pleat") { throw notOwn() }
    try release()
    try scanner.takeEnd()
  }

  private mutating func readVersion() throws {
    version = try scanner.integer("version", in: 0...Int(Int32.max))
    if version == 1 { former = FormerNumbers() }
    if (1...JSONWriter.version).contains(version) { return }
    var error = scanner.text.error(
      "The document has version \(version); this pleat reads versions 1 to \(JSONWriter.version)",
      hint: "Read it with a newer pleat.")
    error.isNewer = true
    throw error
  }

  private mutating func readIdentity(_ key: String) throws {
    let words = try scanner.string(key, most: OutlineLimits.titleBytes)
    if key == "identity" { identity = words } else { lineage = words }
  }

  /// Passes the identity on, before anything else.
  private mutating func giveIdentity() throws {
    guard let word = identity else { return }
    identity = nil
    guard let known = OutlineIdentity(word: word, lineage: lineage) else {
      throw scanner.text.error("The identity or the lineage of the document was not written by pleat")
    }
    try pass(.identity(known))
  }

  private mutating func readSettings() throws {
    var members = try scanner.openObject("an object with the outline's settings")
    var known: Set<Setting> = []
    while let key = try scanner.key(of: &members) {
      guard let setting = Setting(rawValue: key), setting.isInDocuments else { throw unknown(key) }
      if !known.insert(setting).inserted { throw duplicate(key) }
      let value = SettingValue.text(try scanner.string(key, most: OutlineLimits.titleBytes))
      do { try setting.check(value) } catch { throw scanner.text.error("The setting \"\(key)\" must be a title") }
      if held == nil { try pass(.setting(setting, value)) } else { heading.append(.setting(setting, value)) }
    }
  }

  private mutating func readUsers() throws {
    var list = try scanner.openArray("an array of users")
    var count = 0
    while try scanner.hasElement(in: &list) {
      count += 1
      if count > DocumentLimits.users { throw tooManyUsers() }
      heading.append(.user(try readUser()))
    }
  }

  /// Creates the error for more users than a document may name.
  mutating func tooManyUsers() -> ImportError {
    scanner.text.error("There are more than \(DocumentLimits.users) users")
  }

  private mutating func readUser() throws -> User {
    var members = try scanner.openObject("a user, an object")
    var name: String?
    var startsCollapsed: Bool?
    var accordion: Bool?
    while let key = try scanner.key(of: &members) {
      switch key {
      case "name" where name == nil: name = try readUserName()
      case "startsCollapsed" where startsCollapsed == nil: startsCollapsed = try scanner.bool(key)
      case "accordion" where accordion == nil: accordion = try scanner.bool(key)
      case "name", "startsCollapsed", "accordion": throw duplicate(key)
      default: throw unknown(key)
      }
    }
    guard let name else { throw missing("name", of: "user") }
    return User(name: name, startsCollapsed: startsCollapsed ?? false, accordion: accordion ?? false)
  }

  private mutating func readUserName() throws -> String {
    let name = try scanner.string("user's name", most: OutlineLimits.titleBytes)
    if name.isEmpty { throw scanner.text.error("A user's name is empty") }
    return name
  }
}

extension JSONReader {
  mutating func duplicate(_ key: String) -> ImportError { scanner.duplicate(key) }

  /// Creates the error for a member that the format does not define.
  mutating func unknown(_ key: String) -> ImportError {
    guard seen.contains("pleat") else { return notOwn() }
    var error = scanner.text.error(
      "pleat's JSON of version \(version) has no member \"\(key)\" here",
      hint: "Perhaps the document was made by a newer pleat.")
    error.isNewer = true
    return error
  }

  mutating func missing(_ key: String, of what: String) -> ImportError {
    scanner.text.error("The \(what) that ends here has no \"\(key)\"")
  }

  /// Creates the error for JSON that is not pleat's own.
  private mutating func notOwn() -> ImportError {
    scanner.text.error(
      "The document is not pleat's own JSON: it has no \"pleat\":2 at its beginning",
      hint:
        "Without --format json, pleat also reads the JSON of Taskwarrior, Google Tasks, Google Keep, Trello and Microsoft To Do. "
        + "Bring other lists as CSV or text.")
  }
}
