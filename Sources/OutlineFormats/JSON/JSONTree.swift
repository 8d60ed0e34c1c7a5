/// A JSON value, with the members of objects in the order of the text; for attributes, which are small.
indirect enum JSONTree {
  /// A member of an object.
  struct Member {
    let key: String
    let value: JSONTree
  }

  case null
  case bool(Bool)
  /// A number as it stands in the text.
  case number(String)
  case string(String)
  case array([JSONTree])
  case object([Member])

  /// The members of the object that a text is; nil when the text is not a JSON object.
  static func object(_ text: String) -> [Member]? {
    JSONTreeParser.value(of: text)?.members
  }

  /// The string that a text is as JSON, with its quotes; nil when it is none.
  static func string(_ text: String) -> String? {
    JSONTreeParser.value(of: text)?.string
  }

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
  var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }
}
