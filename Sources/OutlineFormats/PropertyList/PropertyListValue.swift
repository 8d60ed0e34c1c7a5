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
  var json: String {
    switch kind {
    case .string(let text), .date(let text), .data(let text): JSONText.string(text)
    case .integer(let text): Self.integer(text) ?? JSONText.string(text)
    case .real(let text): Self.real(text) ?? JSONText.string(text)
    case .bool(let value): "\(value)"
    case .array(let elements): JSONText.array(elements.map(\.json))
    case .dictionary(let members): Self.object(members)
    }
  }

  /// The value as the text of a row.
  var text: String {
    switch kind {
    case .string(let text), .integer(let text), .real(let text), .date(let text), .data(let text): text
    case .bool, .array, .dictionary: json
    }
  }

  /// Writes members as a JSON object, in their order.
  static func object(_ members: [Member]) -> String {
    var object = JSONObjectText()
    for member in members { object.append(member.key, json: member.value.json) }
    return object.text
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
