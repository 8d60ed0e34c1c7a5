import OutlineCore
import OutlineFormats
import OutlineJSON
import PleatArguments

/// Attributes as they are typed on the command line.
enum Attributes {
  /// Refuses a word that is not of the form `KEY=VALUE`.
  static func check(_ words: [String]) throws {
    if let bad = words.first(where: { !$0.contains("=") || $0.hasPrefix("=") }) {
      throw Refusal("--set needs KEY=VALUE, not '\(bad)'.")
    }
  }

  /// Returns the JSON object to merge into attributes for words of the form `KEY=VALUE`; the value is `null`, which
  /// removes the attribute, where there is none behind the `=`.
  static func patch(_ words: [String]) -> String { object(members(words)) }

  /// Returns the attributes of something new for words of the form `KEY=VALUE`; nil for none.
  static func new(_ words: [String]) -> String? {
    let members = members(words).filter { $0.value != "null" }
    return members.isEmpty ? nil : object(members)
  }

  private static func object(_ members: [(key: String, value: String)]) -> String {
    "{\(members.map { "\(JSONText.string($0.key)):\($0.value)" }.joined(separator: ","))}"
  }

  /// Of several words with the same key, the last one counts.
  private static func members(_ words: [String]) -> [(key: String, value: String)] {
    var members: [(key: String, value: String)] = []
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      members.removeAll { $0.key.hasSameBytes(as: parts[0]) }
      members.append((parts[0], value(parts.count > 1 ? parts[1] : "")))
    }
    return members
  }

  /// Returns a value unchanged if it is JSON, and otherwise as a JSON string.
  private static func value(_ word: String) -> String {
    if word.isEmpty { return "null" }
    return JSONTree(stored: word) == nil ? JSONText.string(word) : word
  }
}
