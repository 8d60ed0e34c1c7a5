extension JSONTree {
  /// The value as JSON text without white space between values.
  var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let text): text
    case .string(let text): JSONText.string(text)
    case .array(let elements): JSONText.array(elements.map(\.text))
    case .object(let members): Self.text(of: members)
    }
  }

  /// Writes members as a JSON object.
  static func text(of members: [Member]) -> String {
    var object = JSONObjectText()
    for member in members { object.append(member.key, json: member.value.text) }
    return object.text
  }
}
