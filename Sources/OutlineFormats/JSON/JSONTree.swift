/// A JSON value that is read whole, with the members of objects in the order of the text.
package indirect enum JSONTree: Sendable {
  /// A member of an object.
  package struct Member: Sendable {
    package let key: String
    package let value: JSONTree
  }

  case null
  case bool(Bool)
  /// A number as it stands in the text.
  case number(String)
  case string(String)
  case array([JSONTree])
  case object([Member])

  /// Reads a text that is one value and nothing else.
  ///
  /// - Throws: ``ImportError`` with the place of what is wrong; two members with the same name in one object are wrong.
  package init(_ text: String) throws(ImportError) { self = try JSONStream.tree(of: text, isLenient: false).get() }

  /// Reads a text that SQLite would take for one value: members may have the same name; nil where it would not.
  package init?(stored text: String) {
    guard case .success(let value) = JSONStream.tree(of: text, isLenient: true) else { return nil }
    self = value
  }

  /// The members of the object that attributes are; nil when the text is not a JSON object.
  static func object(_ text: String) -> [Member]? { JSONTree(stored: text)?.members }

  /// The string that a text is as JSON, with its quotes; nil when it is none.
  static func string(_ text: String) -> String? { JSONTree(stored: text)?.string }

  /// The text of a string; nil for other values.
  var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// Whether it is true or false; nil for other values.
  var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// An integer; nil for other values.
  var integer: Int? {
    if case .number(let text) = self { Int(text) } else { nil }
  }

  /// The members of an object; nil for other values.
  package var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }
}
