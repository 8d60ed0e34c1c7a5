import OutlineCore
import OutlineFormats
import OutlineJSON
import PleatArguments

extension CheckBox {
  /// The words of `--done`: a done task, an open task, or no task.
  static let words: [(word: String, meaning: CheckBox)] = [("yes", .done), ("no", .open), ("none", .plain)]
}

/// Attributes as they are typed on the command line.
enum Attributes {
  static let note = TextOption(
    "note", .text, "text", for: .key,
    help: "The further lines of a row, or a section's detail.")

  /// Splits a JSON object into the attribute `note`, in which other programs keep a note, and the other attributes.
  ///
  /// Each part is nil if the object does not have it.
  static func note(in attributes: String?) -> (note: String?, others: String?) {
    let members = attributes.flatMap { JSONTree(stored: $0) }?.members ?? []
    guard let note = members.first(where: { $0.key == "note" })?.value.string else { return (nil, attributes) }
    let others = members.filter { $0.key != "note" }
    return (note, others.isEmpty ? nil : JSONTree.object(others).text)
  }

  /// Returns the values of `--set`, and the note.
  ///
  /// `--set note=TEXT` sets the note and no attribute, unless there is `--note`; the note is nil without either.
  static func given(in arguments: Arguments, by set: Option<[String]>) -> (values: [String], note: String?) {
    let (name, values) = ("note=", arguments[set])
    let amongValues = values.last { $0.hasPrefix(name) }.map { String($0.dropFirst(name.count)) }
    return (values.filter { !$0.hasPrefix(name) }, arguments[note] ?? amongValues)
  }

  /// Refuses a value of `--set` that is not of the form `KEY=VALUE`.
  static func check(_ values: [String]) throws {
    if let bad = values.first(where: { !$0.contains("=") || $0.hasPrefix("=") }) {
      throw Refusal("--set needs KEY=VALUE, not '\(bad)'.")
    }
    if let box = values.first(where: { $0.hasPrefix("done=") }) {
      let value = ["done=false": "no", "done=no": "no", "done=": "none"][box] ?? "yes"
      throw Refusal("The check box is not an attribute. Use --done \(value) instead of --set \(box).")
    }
  }

  /// Returns the JSON object to merge into attributes, for values of the form `KEY=VALUE`; `KEY=` becomes `null`, which
  /// removes the attribute.
  static func patch(_ values: [String]) -> String { object(members(values)) }

  /// Returns the attributes of a new item, for values of the form `KEY=VALUE`; nil for none.
  static func new(_ values: [String]) -> String? {
    let members = members(values).filter { $0.value != "null" }
    return members.isEmpty ? nil : object(members)
  }

  private static func object(_ members: [(key: String, value: String)]) -> String {
    "{\(members.map { "\(JSONText.string($0.key)):\($0.value)" }.joined(separator: ","))}"
  }

  /// Of several values with the same key, the last one counts.
  private static func members(_ values: [String]) -> [(key: String, value: String)] {
    var members: [(key: String, value: String)] = []
    for pair in values {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      members.removeAll { $0.key.hasSameBytes(as: parts[0]) }
      members.append((parts[0], value(parts.count > 1 ? parts[1] : "")))
    }
    return members
  }

  /// Returns a value unchanged if it is JSON, and otherwise as a JSON string.
  private static func value(_ value: String) -> String {
    if value.isEmpty { return "null" }
    return JSONTree(stored: value) == nil ? JSONText.string(value) : value
  }
}
