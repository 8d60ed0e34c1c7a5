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
