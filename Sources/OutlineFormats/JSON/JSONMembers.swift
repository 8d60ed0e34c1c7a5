/// The members of a small JSON object; what their values hold stays as it is written.
struct JSONMembers {
  /// The value of a member.
  enum Value: Hashable {
    case string(String)
    /// Anything else, as it is written.
    case raw(String)
  }

  private(set) var members: [(key: String, value: Value)] = []

  /// Reads an object; nil where the bytes are anything else.
  init?(_ object: ArraySlice<UInt8>) {
    var parser = JSONTreeParser(JSONScanner(Array(object)))
    guard parser.scanner.skip("{") else { return nil }
    if !parser.scanner.skip("}") {
      repeat {
        guard let key = parser.scanner.string(), parser.scanner.skip(":"), let value = parser.valueAsWritten() else {
          return nil
        }
        members.append((key, value.tree.string.map { .string($0) } ?? .raw(value.text)))
      } while parser.scanner.skip(",")
      guard parser.scanner.skip("}") else { return nil }
    }
    guard parser.scanner.isAtEnd else { return nil }
  }

  /// The value of the first member with a name.
  subscript(key: String) -> Value? { members.first { $0.key == key }?.value }
}
