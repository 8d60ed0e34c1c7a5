/// A day at the end of a text, as people type it: `call mom due:fri`.
///
/// A backslash before the word keeps it in the text: `call mom \due:fri`.
package struct DatedText: Hashable {
  /// The text without the day.
  package var text: String
  package var due: DueDate?

  /// Reads a typed text: removes a day from its end, or the backslash that keeps such a word in the text.
  ///
  /// `due:` begins a day only if the rest of the text can be read as one. A text that is only a day stays as it is.
  package init(reading typed: String, today: Day) {
    (text, due) = (typed, nil)
    guard let found = Self.ending(of: typed, today: today) else { return }
    let word = typed.utf8[..<found.start]
    if word.last == UInt8(ascii: "\\") {
      text = String(typed[..<word.index(before: found.start)]) + typed[found.start...]
    } else {
      let rest = word.reversed().drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.reversed()
      let kept = String(decoding: Array(rest), as: UTF8.self)
      if !kept.isBlank { (text, due) = (kept, found.due) }
    }
  }

  /// Reads the new text of an edited item; for a day alone, the text is nil, because the item's text stays as it is.
  package static func edit(_ typed: String, today: Day) -> (text: String?, due: DueDate?) {
    if let due = day(typed, today: today) { return (nil, due) }
    let dated = DatedText(reading: typed, today: today)
    return (dated.text, dated.due)
  }

  /// Returns the text with a backslash where it needs one, so that reading it gives the same text.
  package static func written(_ text: String, today: Day) -> String {
    guard let found = ending(of: text, today: today) else { return text }
    return text[..<found.start] + "\\" + text[found.start...]
  }

  /// Returns the day if the text is nothing else, such as `due:fri`; nil for any other text.
  package static func day(_ text: String, today: Day) -> DueDate? {
    guard let found = ending(of: text, today: today), found.start == text.startIndex else { return nil }
    return found.due
  }

  /// Returns the error for words after the last `due:` that name no day but are close to one; nil for any other text.
  package static func slip(in typed: String, today: Day) -> DayError? {
    guard let (start, words) = ending(of: typed), typed[..<start].last != "\\" else { return nil }
    do throws(DayError) { _ = try DueDate(parsing: words, today: today) } catch {
      if error.nearest != nil { return error }
    }
    return nil
  }

  /// Finds the last `due:` that a day follows, at the beginning of a text or after a space, with or without
  /// backslashes.
  private static func ending(of text: String, today: Day) -> (start: String.Index, due: DueDate)? {
    guard let (start, words) = ending(of: text), let due = try? DueDate(parsing: words, today: today) else {
      return nil
    }
    return (start, due)
  }

  /// Finds the last `due:` of a text in the same places, with the words after it.
  private static func ending(of text: String) -> (start: String.Index, words: String)? {
    let sign = Array("due:".utf8)
    let bytes = text.utf8
    guard bytes.count >= 7, var start = bytes.index(bytes.endIndex, offsetBy: -4, limitedBy: bytes.startIndex) else {
      return nil
    }
    // A day is shorter than this many bytes, so a long text is not searched to its beginning.
    var most = 64
    while !bytes[start...].starts(with: sign) {
      most -= 1
      guard start > bytes.startIndex, most > 0 else { return nil }
      start = bytes.index(before: start)
    }
    let before = bytes[..<start].reversed().first { $0 != UInt8(ascii: "\\") }
    guard before == nil || before == 0x20 || before == 0x09 || before == 0x0A else { return nil }
    let words = text[bytes.index(start, offsetBy: 4)...]
    guard let first = words.utf8.first, first > 0x20, !words.contains(where: \.isNewline) else { return nil }
    return (start, String(words))
  }
}
