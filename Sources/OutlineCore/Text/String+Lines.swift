extension StringProtocol {
  /// Whether a byte of the text fits; a search in `utf8` would take ten times as many instructions.
  @inlinable
  package func hasByte(where fits: (UInt8) -> Bool) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.contains(where: fits) } ?? utf8.contains(where: fits)
  }

  /// The index of the first byte of the text that fits; nil if none does.
  @inlinable
  package func firstByte(where fits: (UInt8) -> Bool) -> Index? {
    guard let offset = utf8.withContiguousStorageIfAvailable({ $0.firstIndex(where: fits) }) else {
      return utf8.firstIndex(where: fits)
    }
    return offset.map { utf8.index(startIndex, offsetBy: $0) }
  }

  /// Whether the text has a byte.
  @inlinable
  package func hasByte(_ byte: UInt8) -> Bool { hasByte { $0 == byte } }
}

extension String {
  /// Whether the text has a line feed.
  package var hasSeveralLines: Bool { hasByte(UInt8(ascii: "\n")) }

  /// The text before the first line break.
  package var firstLine: String { String(prefix { $0 != "\n" && $0 != "\r\n" }) }

  /// The text before the first line feed, and what is after it; nil if there is no line feed.
  package func cutAtLineFeed() -> (first: String, rest: String?) {
    guard hasByte(UInt8(ascii: "\n")), let end = utf8.firstIndex(of: UInt8(ascii: "\n")) else { return (self, nil) }
    return (String(self[..<end]), String(self[utf8.index(after: end)...]))
  }
}
