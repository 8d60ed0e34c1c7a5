/// A day at the end of a text, as people type it: `call mom due:fri`.
///
/// The text may itself end in this way; then it is typed with a backslash before the word: `call mom \due:fri`.
package struct DatedText: Hashable {
  /// The text without the day.
  package var text: String
  /// The day; nil for a text without one.
  package var due: DueDate?

  /// Reads a text: takes a day off its end, or the backslash that keeps it there.
  ///
  /// What follows `due:` is a day only if it can be read as one, and a text that is nothing else stays as it is.
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

  /// Reads the new text of something that is edited: a day alone leaves its text as it is, which is nil then.
  package static func edit(_ typed: String, today: Day) -> (text: String?, due: DueDate?) {
    if let due = day(typed, today: today) { return (nil, due) }
    let dated = DatedText(reading: typed, today: today)
    return (dated.text, dated.due)
  }

  /// The text so that reading it gives the same again.
  package static func written(_ text: String, today: Day) -> String {
    guard let found = ending(of: text, today: today) else { return text }
    return text[..<found.start] + "\\" + text[found.start...]
  }

  /// The day that a text is if it is nothing else, such as `due:fri`; nil for any other text.
  package static func day(_ text: String, today: Day) -> DueDate? {
    guard let found = ending(of: text, today: today), found.start == text.startIndex else { return nil }
    return found.due
  }

  /// Returns why `due:` at the end of a text is no day, where a slip of the pen is likely; nil where it is one, or nothing is
  /// near.
  package static func slip(in typed: String, today: Day) -> DayError? {
    guard let (start, words) = ending(of: typed), typed[..<start].last != "\\" else { return nil }
    do throws(DayError) { _ = try DueDate(parsing: words, today: today) } catch {
      if error.nearest != nil { return error }
    }
    return nil
  }

  /// The last `due:` of a text with a day after it, at the beginning or after a space, with or without backslashes.
  private static func ending(of text: String, today: Day) -> (start: String.Index, due: DueDate)? {
    guard let (start, words) = ending(of: text), let due = try? DueDate(parsing: words, today: today) else {
      return nil
    }
    return (start, due)
  }

  /// The last `due:` of a text, in the same way, with what follows it.
  private static func ending(of text: String) -> (start: String.Index, words: String)? {
    let sign = Array("due:".utf8)
    let bytes = text.utf8
    guard bytes.count >= 7, var start = bytes.index(bytes.endIndex, offsetBy: -4, limitedBy: bytes.startIndex) else {
      return nil
    }
    // No day has more bytes than these, so that long texts are not read to their beginnings.
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
