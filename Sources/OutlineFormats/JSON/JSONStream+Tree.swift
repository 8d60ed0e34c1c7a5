import OutlineCore
import OutlineJSON

extension JSONStream {
  /// The limit for the nesting of objects and arrays in attributes: the greatest that any version of SQLite lets into the
  /// file, so that whatever is exported can be imported.
  static let deepest = 2_000

  /// Reads a text that contains one value and nothing else.
  static func tree(of text: String, isLenient: Bool) -> Result<JSONTree, ImportError> {
    reading(text, isLenient: isLenient) { stream in try stream.tree() }
  }

  /// Returns why a text is not a JSON object; nil if it is one.
  static func mistake(inObject text: String) -> ImportError? {
    switch reading(text, { stream in try stream.object("attributes", most: text.utf8.count) }) {
    case .success: nil
    case .failure(let mistake): mistake
    }
  }

  /// Reads a text with `body`, which must consume all of it.
  private static func reading<T>(
    _ text: String, isLenient: Bool = false, _ body: (inout JSONStream) throws -> T
  ) -> Result<T, ImportError> {
    var stream = JSONStream(TextBuffer(checked: Array(text.utf8)), isLenient: isLenient)
    do {
      let value = try body(&stream)
      try stream.takeEnd()
      return .success(value)
    } catch let error as ImportError {
      return .failure(error)
    } catch {
      return .failure(ImportError(message: "\(error)"))
    }
  }

  /// Reads a value of any kind with everything in it; `depth` is the number of objects and arrays around it.
  private mutating func tree(depth: Int = 0) throws -> JSONTree {
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

  /// Creates the error for nesting deeper than pleat reads.
  mutating func tooDeep() -> ImportError {
    text.error("Objects and arrays are nested more than \(Self.deepest) levels deep")
  }

  /// Creates the error for two members with the same name in one object.
  mutating func duplicate(_ key: String) -> ImportError { text.error("\"\(key)\" occurs twice in one object") }
}
