import OutlineFormats

/// Attributes as they are typed on the command line.
enum Attributes {
  /// Returns the JSON object to merge for words of the form `KEY=VALUE`; an empty value removes the attribute.
  static func patch(_ words: [String]) -> String {
    let members = words.map { word in
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return "\(JSONText.quoted(parts[0])):\(value(parts[1]))"
    }
    return "{\(members.joined(separator: ","))}"
  }

  /// Returns a value unchanged if it is JSON, and otherwise as a JSON string.
  private static func value(_ word: String) -> String {
    if word.isEmpty { return "null" }
    return JSONTree(stored: word) == nil ? JSONText.quoted(word) : word
  }
}
