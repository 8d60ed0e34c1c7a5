/// A JSON value in memory, with the members of objects in the order of the text.
package indirect enum JSONTree: Sendable {
  /// A member of an object.
  package struct Member: Sendable {
    package let key: String
    package let value: JSONTree

    package init(_ key: String, _ value: JSONTree) { (self.key, self.value) = (key, value) }

    /// Appends the member as an object has it.
    package func append(to bytes: inout [UInt8]) {
      JSONText.append(key, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      value.append(to: &bytes)
    }
  }

  case null
  case bool(Bool)
  /// A number in the spelling of the text.
  case number(String)
  case string(String)
  case array([JSONTree])
  case object([Member])
  /// A value that is written already, such as attributes, which keep their bytes.
  case written(String)

  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  package var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The value of an integer written without fraction and exponent; nil for other values.
  package var integer: Int? {
    if case .number(let text) = self { Int(text) } else { nil }
  }

  package var isEmptyObject: Bool { members?.isEmpty ?? false }

  package var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }
}

// MARK: - Making values

extension JSONTree {
  /// Returns a string; null for nil.
  package static func text(_ text: String?) -> JSONTree { text.map { .string($0) } ?? .null }

  /// Returns a whole number; null for nil.
  package static func int(_ number: (some BinaryInteger)?) -> JSONTree { number.map { .number(String($0)) } ?? .null }

  package static func texts(_ texts: some Sequence<String>) -> JSONTree { .array(texts.map { .string($0) }) }
}

extension JSONTree: ExpressibleByDictionaryLiteral, ExpressibleByBooleanLiteral {
  /// Creates an object; a member whose value is nil is left out.
  package init(dictionaryLiteral members: (String, JSONTree?)...) {
    self = .object(members.compactMap { key, value in value.map { Member(key, $0) } })
  }

  package init(booleanLiteral value: Bool) { self = .bool(value) }
}

// MARK: - Writing values

extension JSONTree {
  /// The value as JSON text without white space between values.
  package var text: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(96)
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the value as ``text`` has it.
  package func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .number(let text), .written(let text): bytes += text.utf8
    case .string(let text): JSONText.append(text, to: &bytes)
    case .array(let elements): Self.append(elements, between: ("[", "]"), to: &bytes) { $0.append(to: &$1) }
    case .object(let members):
      Self.append(members, between: ("{", "}"), to: &bytes) { $0.append(to: &$1) }
    }
  }

  private static func append<T>(
    _ parts: [T], between signs: (Unicode.Scalar, Unicode.Scalar), to bytes: inout [UInt8],
    _ append: (T, inout [UInt8]) -> Void
  ) {
    bytes.append(UInt8(ascii: signs.0))
    for (index, part) in parts.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(part, &bytes)
    }
    bytes.append(UInt8(ascii: signs.1))
  }

  /// Returns a JSON array as text, with one value on each line.
  package static func lines(_ values: [JSONTree]) -> String {
    values.isEmpty ? "[]\n" : "[\n\(values.map(\.text).joined(separator: ",\n"))\n]\n"
  }
}
