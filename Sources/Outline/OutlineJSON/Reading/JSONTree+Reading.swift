import OutlineCore

extension JSONTree {
  /// Reads a text that contains one value and nothing else.
  ///
  /// - Throws: ``ImportError`` with the location of the error. Two members with the same name in one object are an error.
  package init(_ text: String) throws(ImportError) { self = try JSONStream.reading(text) { try $0.tree() } }

  /// Reads a text that SQLite accepts as a single JSON value, whose members may have the same name; nil for other
  /// texts.
  package init?(stored text: String) {
    guard let value = try? JSONStream.reading(text, isLenient: true, { try $0.tree() }) else { return nil }
    self = value
  }

  /// Returns the members of attributes; nil if the text is not a JSON object.
  package static func object(_ text: String) -> [Member]? { JSONTree(stored: text)?.members }

  /// Returns the string that a text contains as JSON, in quotes; nil if it contains none.
  package static func string(_ text: String) -> String? { JSONTree(stored: text)?.string }
}

extension JSONStream {
  /// The limit for the nesting of objects and arrays in attributes: the greatest that any version of SQLite lets into the
  /// file, so that every export can be imported.
  static let deepest = 2_000

  /// Returns why a text is not a JSON object; nil if it is one.
  package static func mistake(inObject text: String) -> ImportError? {
    do { _ = try reading(text) { stream in try stream.object("attributes", most: text.utf8.count) } } catch {
      return error
    }
    return nil
  }

  /// Reads a text with `body`, which must consume all of it.
  fileprivate static func reading<T>(
    _ text: String, isLenient: Bool = false, _ body: (inout JSONStream) throws -> T
  ) throws(ImportError) -> T {
    var stream = JSONStream(TextBuffer(checked: Array(text.utf8)), isLenient: isLenient)
    do {
      let value = try body(&stream)
      try stream.takeEnd()
      return value
    } catch let error as ImportError {
      throw error
    } catch {
      throw ImportError(message: "\(error)")
    }
  }

  /// Reads a value of any kind with everything in it; `depth` is the number of objects and arrays around it.
  package mutating func tree(depth: Int = 0) throws -> JSONTree {
    guard let byte = try peek() else { throw cutOff() }
    switch byte {
    case UInt8(ascii: "{"):
      return .object(try members(depth: depth))
    case UInt8(ascii: "["):
      return .array(try elements(depth: depth))
    case UInt8(ascii: "\""):
      return .string(try string("text", most: .max))
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      return .bool(try bool("value"))
    case UInt8(ascii: "n"):
      try take(word: "null")
      return .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      var digits: [UInt8] = []
      try copyNumber(into: &digits, "number", .max)
      return .number(String(decoding: digits, as: UTF8.self))
    default:
      throw text.error("Expected a value, found \(described(byte))")
    }
  }

  private mutating func members(depth: Int) throws -> [JSONTree.Member] {
    if depth > Self.deepest { throw tooDeep() }  // attributes may be a member of something else, as in Markdown
    var members: [JSONTree.Member] = []
    var keys: Set<ExactText> = []
    var object = try openObject("an object")
    while let key = try key(of: &object, most: .max) {
      if !isLenient, !keys.insert(ExactText(key)).inserted { throw duplicate(key) }
      members.append(JSONTree.Member(key, try tree(depth: depth + 1)))
    }
    return members
  }

  private mutating func elements(depth: Int) throws -> [JSONTree] {
    if depth > Self.deepest { throw tooDeep() }
    var elements: [JSONTree] = []
    var array = try openArray("an array")
    while try hasElement(in: &array) { elements.append(try tree(depth: depth + 1)) }
    return elements
  }

  mutating func tooDeep() -> ImportError {
    text.error("Objects and arrays are nested more than \(Self.deepest) levels deep")
  }

  /// Creates the error for two members with the same name in one object.
  package mutating func duplicate(_ key: String) -> ImportError { text.error("\"\(key)\" occurs twice in one object") }
}
