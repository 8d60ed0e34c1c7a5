/// A text that is equal to another one only if both have the same bytes, as SQLite compares texts.
///
/// `String` treats é and e with a combining accent as equal. Use this type as a key of sets and dictionaries for texts
/// that the file keeps apart, such as names of users.
public struct ExactText: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The text.
  public let text: String

  /// Creates a key from a text.
  public init(_ text: String) { self.text = text }

  /// Creates a key from a literal.
  public init(stringLiteral text: String) { self.text = text }

  /// The text.
  public var description: String { text }

  /// Whether both have the same bytes.
  public static func == (left: ExactText, right: ExactText) -> Bool { left.text.hasSameBytes(as: right.text) }

  /// Whether the bytes of one text come before those of another.
  public static func < (left: ExactText, right: ExactText) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension String {
  /// Whether the text is empty or has only white space.
  package var isBlank: Bool { unicodeScalars.allSatisfy { $0.properties.isWhitespace } }

  /// Whether both have the same bytes; `==` treats é and e with a combining accent as equal.
  package func hasSameBytes(as other: String) -> Bool {
    if utf8.count != other.utf8.count { return false }
    let isSame = utf8.withContiguousStorageIfAvailable { one in
      other.utf8.withContiguousStorageIfAvailable { UnsafeRawBufferPointer(one).hasSameBytes(as: .init($0)) }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether other bytes of the same number are equal; compares eight at a time.
  fileprivate func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index + 8 <= count {
      let word = loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if word != other.loadUnaligned(fromByteOffset: index, as: UInt64.self) { return false }
      index += 8
    }
    return self[index...].elementsEqual(other[index...])
  }
}

extension Optional<String> {
  /// Whether both are nil, or have the same bytes.
  package func hasSameBytes(as other: String?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let text?, let other?): text.hasSameBytes(as: other)
    default: false
    }
  }
}
