import OutlineJSON

/// A value of a property list, and the line where it begins.
struct PropertyListValue {
  /// The kind of a value; texts are spelled as in the file.
  enum Kind {
    case string(String)
    case integer(String)
    case real(String)
    case bool(Bool)
    case date(String)
    case data(String)
    case array([PropertyListValue])
    case dictionary([Member])
  }

  /// A key of a dictionary with its value.
  struct Member {
    let key: String
    let value: PropertyListValue
  }

  let kind: Kind
  /// The line of the file, counted from 1; 0 for a value that pleat created.
  let line: Int

  /// The members of an array; nil for other values.
  var elements: [PropertyListValue]? {
    if case .array(let elements) = kind { elements } else { nil }
  }

  /// The text of a string; nil for other values.
  var string: String? {
    if case .string(let text) = kind { text } else { nil }
  }

  /// The value as JSON.
  ///
  /// Dates and data become strings, and so do numbers that JSON cannot represent, such as `nan`.
  var json: JSONTree {
    switch kind {
    case .string(let text), .date(let text), .data(let text): .string(text)
    case .integer(let text): Self.integer(text).map { .number($0) } ?? .string(text)
    case .real(let text): Self.real(text).map { .number($0) } ?? .string(text)
    case .bool(let value): .bool(value)
    case .array(let elements): .array(elements.map(\.json))
    case .dictionary(let members): .object(members.map { .init($0.key, $0.value.json) })
    }
  }

  /// The value as the text of a row.
  var text: String {
    switch kind {
    case .string(let text), .integer(let text), .real(let text), .date(let text), .data(let text): text
    case .bool, .array, .dictionary: json.text
    }
  }

  private static func integer(_ text: String) -> String? {
    if text.hasPrefix("0x") || text.hasPrefix("0X") { return UInt64(text.dropFirst(2), radix: 16)?.description }
    return Int64(text)?.description ?? UInt64(text)?.description
  }

  private static func real(_ text: String) -> String? {
    guard let value = Double(text), value.isFinite else { return nil }
    return value.description
  }
}
