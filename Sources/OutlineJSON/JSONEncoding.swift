extension JSONText {
  /// A value as JSON on one line, members in the order in which they are encoded, in which nothing harms a terminal.
  ///
  /// - Throws: what the value's own `encode(to:)` throws; `EncodingError` for a number that is not finite.
  package static func encoded(_ value: some Encodable) throws -> String {
    let writer = JSONEncodingWriter()
    try writer.write(value, in: 0)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

/// Takes what is encoded and writes it down at once.
///
/// Nobody says when a container ends: it ends when one around it goes on.
private final class JSONEncodingWriter {
  var bytes: [UInt8] = []
  /// The containers that have begun, the outermost first.
  private var open: [(end: UInt8, isEmpty: Bool)] = []

  /// Begins a container inside of `depth` others, unless it has begun.
  func begin(in depth: Int, _ start: Unicode.Scalar, _ end: Unicode.Scalar) {
    close(to: depth + 1)
    guard open.count == depth else { return }
    bytes.append(UInt8(ascii: start))
    open.append((UInt8(ascii: end), true))
  }

  private func close(to depth: Int) {
    while open.count > depth, let last = open.popLast() { bytes.append(last.end) }
  }

  /// Goes on to the next value in the container inside of `depth - 1` others.
  func next(in depth: Int) {
    close(to: depth)
    if !open[depth - 1].isEmpty { bytes.append(UInt8(ascii: ",")) }
    open[depth - 1].isEmpty = false
  }

  func write(_ text: String) { bytes.append(contentsOf: text.utf8) }
  func write(string: String) { JSONText.append(string, to: &bytes) }

  /// Writes a value that may be a container; one that encodes nothing is an empty object.
  func write(_ value: some Encodable, in depth: Int) throws {
    let start = bytes.count
    try value.encode(to: JSONTextEncoder(writer: self, depth: depth))
    close(to: depth)
    if bytes.count == start { write("{}") }
  }
}

/// Gives containers to a value that stands inside of `depth` others.
private struct JSONTextEncoder: Encoder {
  let writer: JSONEncodingWriter
  let depth: Int
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    writer.begin(in: depth, "{", "}")
    return KeyedEncodingContainer(Members<Key>(writer: writer, depth: depth + 1))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    writer.begin(in: depth, "[", "]")
    return Elements(writer: writer, depth: depth + 1)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { SingleValue(writer: writer, depth: depth) }
}

/// The members of an object.
private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let writer: JSONEncodingWriter
  let depth: Int
  var codingPath: [any CodingKey] { [] }

  private func member(_ name: String) -> JSONTextEncoder {
    writer.next(in: depth)
    writer.write(string: name)
    writer.bytes.append(UInt8(ascii: ":"))
    return JSONTextEncoder(writer: writer, depth: depth)
  }

  func encodeNil(forKey key: Key) { member(key.stringValue).writer.write("null") }
  func encode(_ value: Int, forKey key: Key) { member(key.stringValue).writer.write(String(value)) }
  func encode(_ value: String, forKey key: Key) { member(key.stringValue).writer.write(string: value) }
  func encode(_ value: some Encodable, forKey key: Key) throws {
    try member(key.stringValue).writer.write(value, in: depth)
  }
  func nestedContainer<Other: CodingKey>(keyedBy type: Other.Type, forKey key: Key) -> KeyedEncodingContainer<Other> {
    member(key.stringValue).container(keyedBy: type)
  }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    member(key.stringValue).unkeyedContainer()
  }
  func superEncoder() -> any Encoder { member("super") }
  func superEncoder(forKey key: Key) -> any Encoder { member(key.stringValue) }
}

/// The elements of an array.
private struct Elements: UnkeyedEncodingContainer {
  let writer: JSONEncodingWriter
  let depth: Int
  private(set) var count = 0
  var codingPath: [any CodingKey] { [] }

  private mutating func element() -> JSONTextEncoder {
    count += 1
    writer.next(in: depth)
    return JSONTextEncoder(writer: writer, depth: depth)
  }

  mutating func encodeNil() { element().writer.write("null") }
  mutating func encode(_ value: some Encodable) throws { try element().writer.write(value, in: depth) }
  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    element().container(keyedBy: type)
  }
  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element().unkeyedContainer() }
  mutating func superEncoder() -> any Encoder { element() }
}

/// A value that is no container.
private struct SingleValue: SingleValueEncodingContainer {
  let writer: JSONEncodingWriter
  let depth: Int
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { writer.write("null") }
  func encode(_ value: Bool) { writer.write(String(value)) }
  func encode(_ value: String) { writer.write(string: value) }
  func encode(_ value: some Encodable) throws {
    if let number = value as? any BinaryInteger {
      writer.write(String(describing: number))
    } else if let number = value as? any BinaryFloatingPoint {
      guard number.isFinite else {
        throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "no number of JSON"))
      }
      writer.write(String(describing: number))
    } else {
      try writer.write(value, in: depth)
    }
  }
}
