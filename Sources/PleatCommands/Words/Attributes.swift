import OutlineFormats

/// Attributes as words.
enum Attributes {
  /// The JSON object that the words `KEY=VALUE` ask to be merged; an empty value removes the key.
  static func patch(_ words: [String]) -> String {
    let members = words.map { word in
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return "\(JSONText.quoted(parts[0])):\(value(parts[1]))"
    }
    return "{\(members.joined(separator: ","))}"
  }

  /// A value that is JSON as it stands, else as a string.
  private static func value(_ word: String) -> String {
    if word.isEmpty { return "null" }
    return JSONTree(stored: word) == nil ? JSONText.quoted(word) : word
  }
}
