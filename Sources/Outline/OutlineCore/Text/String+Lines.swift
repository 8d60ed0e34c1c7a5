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

  @inlinable
  package func hasByte(_ byte: UInt8) -> Bool { hasByte { $0 == byte } }

  /// The range of the first occurrence of the bytes of another text; nil if there is none, or if that text is empty.
  ///
  /// The standard library's own search comes with its regular expressions, which are 1.2 MB of a static program.
  package func range(ofUTF8 text: String) -> Range<Index>? {
    let wanted = Array(text.utf8)
    let found = utf8.withContiguousStorageIfAvailable { $0.range(of: wanted) }
    return (found ?? Array(utf8).withUnsafeBufferPointer { $0.range(of: wanted) }).map {
      let start = utf8.index(startIndex, offsetBy: $0.lowerBound)
      return start..<utf8.index(start, offsetBy: $0.count)
    }
  }

  /// Whether the text contains the bytes of another one, which may be empty.
  package func contains(utf8 text: String) -> Bool { text.isEmpty || range(ofUTF8: text) != nil }
}

extension UnsafeBufferPointer<UInt8> {
  /// The range of the first occurrence of other bytes; nil if there is none, or if there are no other bytes.
  package func range(of wanted: [UInt8]) -> Range<Int>? {
    guard let first = wanted.first else { return nil }
    var start = 0
    while let candidate = self[start...].firstIndex(of: first), count - candidate >= wanted.count {
      if self[candidate...].starts(with: wanted) { return candidate..<candidate + wanted.count }
      start = candidate + 1
    }
    return nil
  }
}

extension String {
  /// Whether the text has a line feed.
  package var hasSeveralLines: Bool { hasByte(UInt8(ascii: "\n")) }

  /// The first line that is not blank; the first of all if all are blank.
  package var firstLine: String {
    let line = cutAfterFirstLine().first
    return line.utf8.last == UInt8(ascii: "\r") ? String(line.dropLast()) : line
  }

  /// The first line that is not blank, and what is after it; the first line of all if all are blank.
  package func cutAfterFirstLine() -> (first: String, rest: String?) {
    guard let start = unicodeScalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let before = utf8[..<start].lastIndex(of: UInt8(ascii: "\n"))
    else { return cutAtLineFeed() }
    return String(self[utf8.index(after: before)...]).cutAtLineFeed()
  }

  /// The text before the first line feed, and what is after it; nil if there is no line feed.
  package func cutAtLineFeed() -> (first: String, rest: String?) {
    guard hasByte(UInt8(ascii: "\n")), let end = utf8.firstIndex(of: UInt8(ascii: "\n")) else { return (self, nil) }
    return (String(self[..<end]), String(self[utf8.index(after: end)...]))
  }
}
