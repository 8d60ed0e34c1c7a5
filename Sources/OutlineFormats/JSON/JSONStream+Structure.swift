/// How far an object or an array has been read.
struct JSONListPlace {
  fileprivate var isFirst = true
}

extension JSONStream {
  /// Takes the brace that opens an object.
  mutating func openObject(_ what: String) throws -> JSONListPlace {
    try take(UInt8(ascii: "{"), what)
    return JSONListPlace()
  }

  /// Takes the bracket that opens an array.
  mutating func openArray(_ what: String) throws -> JSONListPlace {
    try take(UInt8(ascii: "["), what)
    return JSONListPlace()
  }

  /// Takes the next key of an object with its colon; nil when the object is closed.
  mutating func key(of members: inout JSONListPlace, most: Int = 1_024) throws -> String? {
    guard try isNext(UInt8(ascii: "}"), "'}'", &members) else { return nil }
    let key = try string("name of a member", most: most)
    try take(UInt8(ascii: ":"), "':'")
    return key
  }

  /// Goes on to the next element of an array; false when the array is closed.
  mutating func hasElement(in members: inout JSONListPlace) throws -> Bool {
    try isNext(UInt8(ascii: "]"), "']'", &members)
  }

  private mutating func isNext(_ closer: UInt8, _ name: String, _ members: inout JSONListPlace) throws -> Bool {
    guard let byte = try peek() else { throw cutOff() }
    if byte == closer {
      text.position += 1
      return false
    }
    if members.isFirst {
      members.isFirst = false
      return true
    }
    guard byte == UInt8(ascii: ",") else { throw text.error("Expected ',' or \(name), found \(described(byte))") }
    text.position += 1
    guard let next = try peek() else { throw cutOff() }
    guard next != closer else { throw text.error("Expected something behind the ','") }
    return true
  }
}
