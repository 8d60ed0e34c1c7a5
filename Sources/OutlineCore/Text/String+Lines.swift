extension String {
  /// Whether the text has a line feed.
  package var hasSeveralLines: Bool { utf8.contains(UInt8(ascii: "\n")) }

  /// The text before the first line break.
  package var firstLine: String { String(prefix { $0 != "\n" && $0 != "\r\n" }) }

  /// The text before the first line feed, and what is after it; nil if there is no line feed.
  package func cutAtLineFeed() -> (first: String, rest: String?) {
    guard let end = utf8.firstIndex(of: UInt8(ascii: "\n")) else { return (self, nil) }
    return (String(self[..<end]), String(self[utf8.index(after: end)...]))
  }
}
