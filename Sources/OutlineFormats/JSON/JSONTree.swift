/// A JSON value in memory, with the members of objects in the order of the text.
package indirect enum JSONTree: Sendable {
  /// A member of an object.
  package struct Member: Sendable {
    package let key: String
    package let value: JSONTree
  }

  case null
  case bool(Bool)
  /// A number in the spelling of the text.
  case number(String)
  case string(String)
  case array([JSONTree])
  case object([Member])

  /// Reads a text that contains one value and nothing else.
  ///
  /// - Throws: ``ImportError`` with the place of the error. Two members with the same name in one object are an error.
  package init(_ text: String) throws(ImportError) { self = try JSONStream.tree(of: text, isLenient: false).get() }

  /// Reads a text that SQLite accepts as a single JSON value, in which members may have the same name; nil for other
  /// texts.
  package init?(stored text: String) {
    guard case .success(let value) = JSONStream.tree(of: text, isLenient: true) else { return nil }
    self = value
  }

  /// Returns the members of attributes; nil if the text is not a JSON object.
  static func object(_ text: String) -> [Member]? { JSONTree(stored: text)?.members }

  /// Returns the string that a text contains as JSON, in quotes; nil if it contains none.
  static func string(_ text: String) -> String? { JSONTree(stored: text)?.string }

  /// The text of a string; nil for other values.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The value of `true` or `false`; nil for other values.
  package var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The value of an integer written without fraction and exponent; nil for other values.
  var integer: Int? {
    if case .number(let text) = self { Int(text) } else { nil }
  }

  /// The members of an object; nil for other values.
  package var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }
}
