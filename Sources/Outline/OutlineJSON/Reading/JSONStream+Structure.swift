/// The progress of reading an object or an array.
package struct JSONContainer {
  /// The number of members or elements read so far, including the one that is being read.
  fileprivate(set) var count = 0
}

extension JSONStream {
  package mutating func openObject(_ what: String) throws -> JSONContainer {
    try take(UInt8(ascii: "{"), what)
    return JSONContainer()
  }

  package mutating func openArray(_ what: String) throws -> JSONContainer {
    try take(UInt8(ascii: "["), what)
    return JSONContainer()
  }

  /// Reads the next key of an object and its colon.
  ///
  /// - Returns: The key; nil at the end of the object.
  /// - Throws: ``ImportError`` if neither follows, or if the key is longer than `most` bytes.
  package mutating func key(of members: inout JSONContainer, most: Int = 1_024) throws -> String? {
    guard try isNext(UInt8(ascii: "}"), "'}'", &members) else { return nil }
    let key = try string("name of a member", most: most)
    try take(UInt8(ascii: ":"), "':'")
    return key
  }

  /// Moves to the next element of an array.
  ///
  /// - Returns: false at the end of the array.
  package mutating func hasElement(in members: inout JSONContainer) throws -> Bool {
    try isNext(UInt8(ascii: "]"), "']'", &members)
  }

  /// Moves to the next member or element; returns false at the closing bracket.
  mutating func isNext(_ closer: UInt8, _ name: String, _ members: inout JSONContainer) throws -> Bool {
    guard let byte = try peek() else { throw cutOff() }
    if byte == closer {
      text.position += 1
      return false
    }
    members.count += 1
    if members.count == 1 { return true }
    guard byte == UInt8(ascii: ",") else { throw text.error("Expected ',' or \(name), found \(described(byte))") }
    text.position += 1
    guard let next = try peek() else { throw cutOff() }
    guard next != closer else { throw text.error("Expected something after the ','") }
    return true
  }
}
